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
//
// Vector constants are read from a table (`constants`), because engines rebuild them in every turn of a loop otherwise:
// that alone made these loops half as fast again.

// @ts-ignore: decorator
@inline
function field(network: usize, index: i32): usize {
  return <usize>load<i32>(network + ((<usize>index) << 2));
}

/** Bytes of one pair per segment. */
// @ts-ignore: decorator
@inline
function rowBytes(network: usize): usize {
  return (<usize>load<i32>(network)) << 4;
}

/** The arithmetic of expClampedF64x2 in ./exp.ts, with its constants from the table. */
// @ts-ignore: decorator
@inline
function exponential(argument: v128, constants: usize): v128 {
  const x = f64x2.pmax(f64x2.pmin(argument, v128.load(constants)), v128.load(constants, 16));
  const round = v128.load(constants, 48);
  const shifted = f64x2.add(f64x2.mul(x, v128.load(constants, 32)), round);
  const k = f64x2.sub(shifted, round);
  const reduced = f64x2.sub(x, f64x2.mul(k, v128.load(constants, 64)));
  const r = f64x2.sub(reduced, f64x2.mul(k, v128.load(constants, 80)));
  const scale = i64x2.shl(i32x4.add(shifted, v128.load(constants, 96)), 52);
  const r2 = f64x2.mul(r, r);
  const r4 = f64x2.mul(r2, r2);
  const r8 = f64x2.mul(r4, r4);
  const q01 = f64x2.add(v128.load(constants, 128), f64x2.mul(v128.load(constants, 144), r));
  const q23 = f64x2.add(v128.load(constants, 160), f64x2.mul(v128.load(constants, 176), r));
  const q45 = f64x2.add(v128.load(constants, 192), f64x2.mul(v128.load(constants, 208), r));
  const q67 = f64x2.add(v128.load(constants, 224), f64x2.mul(v128.load(constants, 240), r));
  const q89 = f64x2.add(v128.load(constants, 256), f64x2.mul(v128.load(constants, 272), r));
  const low = f64x2.add(q01, f64x2.mul(q23, r2));
  const middle = f64x2.add(q45, f64x2.mul(q67, r2));
  const high = f64x2.add(q89, f64x2.mul(v128.load(constants, 288), r2));
  const q = f64x2.add(f64x2.add(low, f64x2.mul(middle, r4)), f64x2.mul(high, r8));
  return f64x2.mul(f64x2.add(v128.load(constants, 112), f64x2.add(r, f64x2.mul(r2, q))), scale);
}

// @ts-ignore: decorator
@inline
function potential(at: usize, row: usize, kind: usize, adapts: i32, constants: usize): v128 {
  const argument = f64x2.mul(f64x2.sub(v128.load_splat<f64>(kind), v128.load(at)), v128.load_splat<f64>(kind, 8));
  let p = f64x2.sub(f64x2.sub(v128.load(constants, 112), exponential(argument, constants)), v128.load(at + row));
  if (adapts) p = f64x2.sub(p, f64x2.mul(v128.load_splat<f64>(kind, 16), v128.load(at + (row << 1))));
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
function rectifiedMean(from: v128, to: v128, bulge: v128, constants: usize): v128 {
  const zero = f64x2.splat(0.0);
  const half = v128.load(constants, 128);
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
  const kind = field(network, 2) + ((<usize>type) << 6);
  const constants = field(network, 16);
  const adapts = load<i32>(kind + 52) & 1;
  const first = states + <usize>load<i32>(kind + 48) * row;
  for (let at: usize = 0; at < row; at += 16) {
    v128.store(out + at, potential(first + at, row, kind, adapts, constants));
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
    let at = (<usize>load<i32>(range)) << 4;
    let sum = f64x2.splat(0.0);
    for (let i = 0; i < count; i++) {
      sum = f64x2.add(sum, f64x2.mul(rectify(v128.load(potentials + at)), v128.load(masks + at)));
      at += 16;
    }
    v128.store(out + ((<usize>joint) << 4), f64x2.div(sum, f64x2.splat(<f64>count)));
    range += 8;
  }
}

/**
 * Mean motoneuron output over an interval, per joint, from the potentials at its start, middle and end.
 * Each half is the parabola through the three, rectified.
 */
export function spinalMotorMean(out: usize, network: usize, start: usize, middle: usize, end: usize): void {
  const constants = field(network, 16);
  const joints = load<i32>(network + 4);
  const masks = field(network, 5) + 3 * rowBytes(network);
  let range = field(network, 6);
  for (let joint = 0; joint < joints; joint++) {
    const count = load<i32>(range + 4);
    let at = (<usize>load<i32>(range)) << 4;
    let sum = f64x2.splat(0.0);
    for (let i = 0; i < count; i++) {
      const a = v128.load(start + at);
      const b = v128.load(middle + at);
      const c = v128.load(end + at);
      const bulge = f64x2.mul(v128.load(constants, 304), f64x2.sub(f64x2.sub(c, b), f64x2.sub(b, a)));
      const both = f64x2.add(rectifiedMean(a, b, bulge, constants), rectifiedMean(b, c, bulge, constants));
      sum = f64x2.add(sum, f64x2.mul(both, v128.load(masks + at)));
      at += 16;
    }
    v128.store(out + ((<usize>joint) << 4), f64x2.div(sum, f64x2.splat(<f64>(2 * count))));
    range += 8;
  }
}

/** From the prefix sums of the outputs: window sums, then the inputs. */
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

  const inputs = field(network, 14);
  const terms = load<i32>(network + 44);
  let term = field(network, 12);
  for (let t = 0; t < terms; t++) {
    let to = inputs + <usize>load<i32>(term) * row;
    let sum = sums + <usize>load<i32>(term + 4) * row;
    let weights = <usize>load<i32>(term + 8);
    let base = <usize>load<i32>(term + 12);
    const end = to + row;
    while (to < end) {
      v128.store(to, f64x2.add(v128.load(base), f64x2.mul(v128.load(sum), v128.load_splat<f64>(weights))));
      to += 16;
      sum += 16;
      weights += 8;
      base += 16;
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
  const constants = field(network, 16);
  const outputs = field(network, 4);
  const masks = field(network, 5);
  for (let type = 0; type < 4; type++) {
    const kind = field(network, 2) + ((<usize>type) << 6);
    if (load<i32>(kind + 52) == 0) continue;
    const u = outputs + <usize>type * row;
    const mask = masks + <usize>type * row;
    const prefix = field(network, 9) + <usize>type * (row + 16);
    const adapts = load<i32>(kind + 52) & 1;
    const first = states + <usize>load<i32>(kind + 48) * row;
    let sum = f64x2.splat(0.0);
    v128.store(prefix, sum);
    for (let at: usize = 0; at < row; at += 16) {
      const p = potential(first + at, row, kind, adapts, constants);
      const output = f64x2.mul(rectify(p), v128.load(mask + at));
      sum = f64x2.add(sum, output);
      v128.store(u + at, output);
      v128.store(prefix + at + 16, sum);
    }
  }
  setInputs(network);
  const inputs = field(network, 14);
  for (let type = 0; type < 4; type++) {
    const kind = field(network, 2) + ((<usize>type) << 6);
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
  const end = state + bytes;
  const even = state + (bytes & ~31);
  while (state < even) {
    const now = v128.load(state);
    const now2 = v128.load(state, 16);
    const kept = f64x2.add(f64x2.mul(a, now), f64x2.mul(b, v128.load(previous)));
    const kept2 = f64x2.add(f64x2.mul(a, now2), f64x2.mul(b, v128.load(previous, 16)));
    v128.store(state, f64x2.add(kept, f64x2.mul(c, v128.load(input))));
    v128.store(state, f64x2.add(kept2, f64x2.mul(c, v128.load(input, 16))), 16);
    v128.store(previous, now);
    v128.store(previous, now2, 16);
    state += 32;
    previous += 32;
    input += 32;
  }
  if (state < end) {
    const now = v128.load(state);
    const kept = f64x2.add(f64x2.mul(a, now), f64x2.mul(b, v128.load(previous)));
    v128.store(state, f64x2.add(kept, f64x2.mul(c, v128.load(input))));
    v128.store(previous, now);
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
  const constants = field(network, 16);
  const outputs = field(network, 4);
  const masks = field(network, 5);
  for (let type = 0; type < 4; type++) {
    const kind = field(network, 2) + ((<usize>type) << 6);
    if (load<i32>(kind + 52) == 0) continue;
    const u = outputs + <usize>type * row;
    const mask = masks + <usize>type * row;
    const prefix = field(network, 9) + <usize>type * (row + 16);
    const past = <usize>load<i32>(kind + 56) * row;
    const adapts = load<i32>(kind + 52) & 1;
    const first = states + <usize>load<i32>(kind + 48) * row;
    let sum = f64x2.splat(0.0);
    v128.store(prefix, sum);
    for (let at: usize = 0; at < row; at += 16) {
      const p0 = potential(first + at, row, kind, adapts, constants);
      const p1 = v128.load(newer + past + at);
      const p2 = v128.load(middle + past + at);
      const p3 = v128.load(oldest + past + at);
      v128.store(oldest + past + at, p0);
      // Backward differences of the cubic through the four: its end, and how far its mean lies off the chord to there.
      const d0 = f64x2.sub(p0, p1);
      const d1 = f64x2.sub(p1, p2);
      const dd0 = f64x2.sub(d0, d1);
      const ddd = f64x2.sub(dd0, f64x2.sub(d1, f64x2.sub(p2, p3)));
      const end = f64x2.add(p0, f64x2.add(d0, f64x2.add(dd0, ddd)));
      const bulge = f64x2.add(f64x2.mul(v128.load(constants, 304), dd0), f64x2.mul(v128.load(constants, 320), ddd));
      const output = f64x2.mul(rectifiedMean(p0, end, bulge, constants), v128.load(mask + at));
      sum = f64x2.add(sum, output);
      v128.store(u + at, output);
      v128.store(prefix + at + 16, sum);
    }
  }
  setInputs(network);
  const inputs = field(network, 14);
  for (let type = 0; type < 4; type++) {
    const kind = field(network, 2) + ((<usize>type) << 6);
    const weights = field(network, 3) + <usize>type * 48;
    const first = <usize>load<i32>(kind + 48) * row;
    advance(states + first, previous + first, inputs + <usize>(2 * type) * row, weights, row << 1);
    if (load<i32>(kind + 52) & 1) {
      const adapted = first + (row << 1);
      advance(states + adapted, previous + adapted, outputs + <usize>type * row, weights + 24, row);
    }
  }
}
