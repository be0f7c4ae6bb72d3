// The spinal network, two sides at a time: lane 0 is the left side of a segment, lane 1 the right. [lamprey eq. 1]
//
//   ξ₊′ = (Σ w u − ξ₊) / τ_D,  ξ₋′ = (Σ |w| u − ξ₋) / τ_D,  v′ = (u − v) / τ_A,
//   u = max(0, p) · mask,  p = 1 − exp((Θ − ξ₊) Γ) − ξ₋ − μ v   (p: the potential)
//
// A connection reaches over a window of neighbouring segments, so its sum is the difference of two prefix sums of u:
// the cost is linear in the number of segments whatever the extents. Times are in the caller's unit (ms for the lamprey).
//
// `network` points at int32 offsets of tables; ../twins/spinal.ts names them and does the same operations in the same
// order. States are channel by channel: pair (channel · segments + segment) = [left, right].
import { expClampedF64x2 } from './exp';

// @ts-ignore: decorator
@inline
function field(network: usize, index: i32): usize {
  return <usize>load<i32>(network + (<usize>index << 2));
}

/** Bytes of one pair per segment. */
// @ts-ignore: decorator
@inline
function rowBytes(network: usize): usize {
  return <usize>load<i32>(network) << 4;
}

// @ts-ignore: decorator
@inline
function potential(at: usize, row: usize, theta: v128, gamma: v128, mu: v128, adapts: i32): v128 {
  const argument = f64x2.mul(f64x2.sub(theta, v128.load(at)), gamma);
  let p = f64x2.sub(f64x2.sub(f64x2.splat(1.0), expClampedF64x2(argument)), v128.load(at + row));
  if (adapts) p = f64x2.sub(p, f64x2.mul(mu, v128.load(at + (row << 1))));
  return p;
}

/** pmax(p, 0), not pmax(0, p): a NaN must stay visible. */
// @ts-ignore: decorator
@inline
function rectify(p: v128): v128 {
  return f64x2.pmax(p, f64x2.splat(0.0));
}

/**
 * Mean of max(0, p) while p goes from `from` to `to` along a curve whose own mean is (from + to) / 2 + bulge; where it
 * changes sign the crossing is placed on the straight line, so a kink costs no order.
 */
// @ts-ignore: decorator
@inline
function rectifiedMean(from: v128, to: v128, bulge: v128): v128 {
  const zero = f64x2.splat(0.0);
  const half = f64x2.splat(0.5);
  const top = f64x2.pmax(from, to);
  const mixed = v128.xor(f64x2.lt(from, zero), f64x2.lt(to, zero));
  let mean = f64x2.add(f64x2.mul(half, f64x2.add(from, to)), bulge);
  if (v128.any_true(mixed)) {
    const share = f64x2.div(top, f64x2.abs(f64x2.sub(from, to)));
    const line = f64x2.mul(half, f64x2.mul(top, share));
    const part = f64x2.mul(bulge, f64x2.mul(share, f64x2.mul(share, share)));
    mean = v128.bitselect(f64x2.add(line, part), mean, mixed);
  }
  return v128.andnot(f64x2.pmax(mean, zero), f64x2.lt(top, zero));
}

/** p of one neuron type in every segment. */
export function spinalPotentials(out: usize, network: usize, states: usize, type: i32): void {
  const row = rowBytes(network);
  const kind = field(network, 2) + (<usize>type << 6);
  const theta = v128.load_splat<f64>(kind);
  const gamma = v128.load_splat<f64>(kind + 8);
  const mu = v128.load_splat<f64>(kind + 16);
  const adapts = load<i32>(kind + 52) & 1;
  const first = states + <usize>load<i32>(kind + 48) * row;
  for (let at: usize = 0; at < row; at += 16) {
    v128.store(out + at, potential(first + at, row, theta, gamma, mu, adapts));
  }
}

/** u of every type, into `out`: pair (type · segments + segment). */
export function spinalOutputs(out: usize, network: usize, states: usize): void {
  const row = rowBytes(network);
  const masks = field(network, 5);
  for (let type = 0; type < 4; type++) {
    const offset = <usize>type * row;
    spinalPotentials(out + offset, network, states, type);
    for (let at = offset; at < offset + row; at += 16) {
      v128.store(out + at, f64x2.mul(rectify(v128.load(out + at)), v128.load(masks + at)));
    }
  }
}

/** Mean motoneuron output of every joint, into `out`: pair (joint). `potentials` are those of the motoneurons. */
export function spinalMotor(out: usize, network: usize, potentials: usize): void {
  const joints = load<i32>(network + 4);
  const masks = field(network, 5) + 3 * rowBytes(network);
  let range = field(network, 6);
  for (let joint = 0; joint < joints; joint++) {
    const count = load<i32>(range + 4);
    let at = <usize>load<i32>(range) << 4;
    let sum = f64x2.splat(0.0);
    for (let i = 0; i < count; i++) {
      sum = f64x2.add(sum, f64x2.mul(rectify(v128.load(potentials + at)), v128.load(masks + at)));
      at += 16;
    }
    v128.store(out + (<usize>joint << 4), f64x2.div(sum, f64x2.splat(<f64>count)));
    range += 8;
  }
}

/**
 * Mean motoneuron output over an interval, per joint, from the potentials at its start, middle and end.
 * Each half is the parabola through the three, rectified.
 */
export function spinalMotorMean(out: usize, network: usize, start: usize, middle: usize, end: usize): void {
  const joints = load<i32>(network + 4);
  const masks = field(network, 5) + 3 * rowBytes(network);
  let range = field(network, 6);
  for (let joint = 0; joint < joints; joint++) {
    const count = load<i32>(range + 4);
    let at = <usize>load<i32>(range) << 4;
    let sum = f64x2.splat(0.0);
    for (let i = 0; i < count; i++) {
      const a = v128.load(start + at);
      const b = v128.load(middle + at);
      const c = v128.load(end + at);
      const bend = f64x2.sub(f64x2.add(b, b), f64x2.add(a, c));
      const bulge = f64x2.mul(bend, f64x2.splat(1.0 / 12.0));
      const both = f64x2.add(rectifiedMean(a, b, bulge), rectifiedMean(b, c, bulge));
      sum = f64x2.add(sum, f64x2.mul(both, v128.load(masks + at)));
      at += 16;
    }
    v128.store(out + (<usize>joint << 4), f64x2.div(sum, f64x2.splat(<f64>(2 * count))));
    range += 8;
  }
}

/** From the outputs in their working space: prefix sums are there already; window sums, then the input of every channel. */
// @ts-ignore: decorator
@inline
function setInputs(network: usize): void {
  const row = rowBytes(network);
  const sums = field(network, 10);
  const windows = load<i32>(network + 28);
  let window = field(network, 8);
  for (let w = 0; w < windows; w++) {
    const prefix = field(network, 9) + <usize>load<i32>(window) * (row + 16);
    let bounds = <usize>load<i32>(window + 8);
    let to = sums + <usize>w * row;
    const end = to + row;
    if (load<i32>(window + 4)) {
      while (to < end) {
        const sum = windowSum(prefix, bounds);
        v128.store(to, v128.shuffle<f64>(sum, sum, 1, 0));
        bounds += 8;
        to += 16;
      }
    } else {
      while (to < end) {
        v128.store(to, windowSum(prefix, bounds));
        bounds += 8;
        to += 16;
      }
    }
    window += 16;
  }

  const drive = v128.load(field(network, 13));
  const scales = field(network, 14);
  for (let type = 0; type < 4; type++) {
    const kind = field(network, 2) + (<usize>type << 6);
    const weighted = f64x2.mul(v128.load_splat<f64>(kind + 40), drive);
    const excitation = field(network, 15) + <usize>(2 * type) * row;
    const segments = load<i32>(network);
    for (let s = 0; s < segments; s++) {
      const at = <usize>s << 4;
      v128.store(excitation + at, f64x2.mul(weighted, v128.load_splat<f64>(scales + (<usize>s << 3))));
      v128.store(excitation + row + at, f64x2.splat(0.0));
    }
  }
  const terms = load<i32>(network + 44);
  let term = field(network, 12);
  for (let t = 0; t < terms; t++) {
    let to = field(network, 15) + <usize>load<i32>(term) * row;
    let sum = sums + <usize>load<i32>(term + 4) * row;
    let weights = <usize>load<i32>(term + 8);
    const end = to + row;
    while (to < end) {
      v128.store(to, f64x2.add(v128.load(to), f64x2.mul(v128.load(sum), v128.load_splat<f64>(weights))));
      to += 16;
      sum += 16;
      weights += 8;
    }
    term += 16;
  }
}

// @ts-ignore: decorator
@inline
function windowSum(prefix: usize, bounds: usize): v128 {
  return f64x2.sub(v128.load(prefix + <usize>load<i32>(bounds + 4)), v128.load(prefix + <usize>load<i32>(bounds)));
}

/** out = (input − state) · rate, over `bytes` bytes. */
// @ts-ignore: decorator
@inline
function relax(out: usize, input: usize, state: usize, rate: v128, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) {
    v128.store(out + at, f64x2.mul(f64x2.sub(v128.load(input + at), v128.load(state + at)), rate));
  }
}

/** The derivative of all states, into `out`. */
export function spinalSlopes(out: usize, network: usize, states: usize): void {
  const row = rowBytes(network);
  const outputs = field(network, 4);
  const masks = field(network, 5);
  for (let type = 0; type < 4; type++) {
    const kind = field(network, 2) + (<usize>type << 6);
    if (load<i32>(kind + 52) == 0) continue;
    const u = outputs + <usize>type * row;
    const mask = masks + <usize>type * row;
    const prefix = field(network, 9) + <usize>type * (row + 16);
    const theta = v128.load_splat<f64>(kind);
    const gamma = v128.load_splat<f64>(kind + 8);
    const mu = v128.load_splat<f64>(kind + 16);
    const adapts = load<i32>(kind + 52) & 1;
    const first = states + <usize>load<i32>(kind + 48) * row;
    let sum = f64x2.splat(0.0);
    v128.store(prefix, sum);
    for (let at: usize = 0; at < row; at += 16) {
      const p = potential(first + at, row, theta, gamma, mu, adapts);
      const output = f64x2.mul(rectify(p), v128.load(mask + at));
      sum = f64x2.add(sum, output);
      v128.store(u + at, output);
      v128.store(prefix + at + 16, sum);
    }
  }
  setInputs(network);
  const inputs = field(network, 15);
  for (let type = 0; type < 4; type++) {
    const kind = field(network, 2) + (<usize>type << 6);
    const first = <usize>load<i32>(kind + 48) * row;
    const input = inputs + <usize>(2 * type) * row;
    relax(out + first, input, states + first, v128.load_splat<f64>(kind + 24), row << 1);
    if (load<i32>(kind + 52) & 1) {
      const adapted = first + (row << 1);
      relax(out + adapted, outputs + <usize>type * row, states + adapted, v128.load_splat<f64>(kind + 32), row);
    }
  }
}

/** state ← a state + b previous + c input, and previous ← state. */
// @ts-ignore: decorator
@inline
function advance(state: usize, previous: usize, input: usize, weights: usize, bytes: usize): void {
  const a = v128.load_splat<f64>(weights);
  const b = v128.load_splat<f64>(weights + 8);
  const c = v128.load_splat<f64>(weights + 16);
  for (let at: usize = 0; at < bytes; at += 16) {
    const now = v128.load(state + at);
    const kept = f64x2.add(f64x2.mul(a, now), f64x2.mul(b, v128.load(previous + at)));
    v128.store(state + at, f64x2.add(kept, f64x2.mul(c, v128.load(input + at))));
    v128.store(previous + at, now);
  }
}

/**
 * One step of all states, in place. `previous` are the states one step ago; `newer`, `middle`, `oldest` are potentials one,
 * two and three steps ago, row (kind's row) of each, and the present ones replace the oldest.
 */
export function spinalAdvance(
  network: usize,
  states: usize,
  previous: usize,
  newer: usize,
  middle: usize,
  oldest: usize,
): void {
  const row = rowBytes(network);
  const outputs = field(network, 4);
  const masks = field(network, 5);
  for (let type = 0; type < 4; type++) {
    const kind = field(network, 2) + (<usize>type << 6);
    if (load<i32>(kind + 52) == 0) continue;
    const u = outputs + <usize>type * row;
    const mask = masks + <usize>type * row;
    const prefix = field(network, 9) + <usize>type * (row + 16);
    const past = <usize>load<i32>(kind + 56) * row;
    const theta = v128.load_splat<f64>(kind);
    const gamma = v128.load_splat<f64>(kind + 8);
    const mu = v128.load_splat<f64>(kind + 16);
    const adapts = load<i32>(kind + 52) & 1;
    const first = states + <usize>load<i32>(kind + 48) * row;
    let sum = f64x2.splat(0.0);
    v128.store(prefix, sum);
    for (let at: usize = 0; at < row; at += 16) {
      const p0 = potential(first + at, row, theta, gamma, mu, adapts);
      const p1 = v128.load(newer + past + at);
      const p2 = v128.load(middle + past + at);
      const p3 = v128.load(oldest + past + at);
      v128.store(oldest + past + at, p0);
      // The cubic through the last four potentials: its end, and how far its mean lies off the straight line to there.
      const even = f64x2.mul(f64x2.splat(4.0), f64x2.add(p0, p2));
      const end = f64x2.sub(f64x2.sub(even, f64x2.mul(f64x2.splat(6.0), p1)), p3);
      const low = f64x2.add(f64x2.mul(f64x2.splat(-5.0), p0), f64x2.mul(f64x2.splat(13.0), p1));
      const high = f64x2.sub(f64x2.mul(f64x2.splat(3.0), p3), f64x2.mul(f64x2.splat(11.0), p2));
      const bulge = f64x2.mul(f64x2.add(low, high), f64x2.splat(1.0 / 24.0));
      const output = f64x2.mul(rectifiedMean(p0, end, bulge), v128.load(mask + at));
      sum = f64x2.add(sum, output);
      v128.store(u + at, output);
      v128.store(prefix + at + 16, sum);
    }
  }
  setInputs(network);
  const inputs = field(network, 15);
  for (let type = 0; type < 4; type++) {
    const kind = field(network, 2) + (<usize>type << 6);
    const weights = field(network, 3) + <usize>type * 48;
    const first = <usize>load<i32>(kind + 48) * row;
    advance(states + first, previous + first, inputs + <usize>(2 * type) * row, weights, row << 1);
    if (load<i32>(kind + 52) & 1) {
      const adapted = first + (row << 1);
      advance(states + adapted, previous + adapted, outputs + <usize>type * row, weights + 24, row);
    }
  }
}
