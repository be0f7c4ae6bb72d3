// The spinal network, two sides at a time: lane 0 is the left side of a segment, lane 1 the right. [lamprey eq. 1]
//
//   ξ₊′ = (Σ w u − ξ₊) / τ_D,  ξ₋′ = (Σ |w| u − ξ₋) / τ_D,  v′ = (u − v) / τ_A,
//   u = max(0, 1 − exp((Θ − ξ₊) Γ) − ξ₋ − μ v) · mask
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

/** u of one neuron type in every segment, into `out`. */
// @ts-ignore: decorator
@inline
function setOutputs(out: usize, network: usize, states: usize, type: i32, first: i32, count: i32): void {
  const segments = <usize>load<i32>(network);
  const kind = field(network, 2) + (<usize>type << 6);
  const theta = v128.load_splat<f64>(kind);
  const gamma = v128.load_splat<f64>(kind + 8);
  const mu = v128.load_splat<f64>(kind + 16);
  const adapts = load<i32>(kind + 52) & 1;
  const stride = segments << 4;
  let excitation = states + <usize>load<i32>(kind + 48) * stride + (<usize>first << 4);
  let mask = field(network, 7) + <usize>type * stride + (<usize>first << 4);
  const end = out + (<usize>count << 4);
  const one = f64x2.splat(1.0);
  const zero = f64x2.splat(0.0);
  while (out < end) {
    const argument = f64x2.mul(f64x2.sub(theta, v128.load(excitation)), gamma);
    let u = f64x2.sub(f64x2.sub(one, expClampedF64x2(argument)), v128.load(excitation + stride));
    if (adapts) u = f64x2.sub(u, f64x2.mul(mu, v128.load(excitation + (stride << 1))));
    // pmax(u, 0), not pmax(0, u): a NaN must stay visible.
    v128.store(out, f64x2.mul(f64x2.pmax(u, zero), v128.load(mask)));
    out += 16;
    excitation += 16;
    mask += 16;
  }
}

/** Outputs u of every type, into `out`: pair (type · segments + segment). */
export function spinalOutputs(out: usize, network: usize, states: usize): void {
  const segments = load<i32>(network);
  for (let type = 0; type < 4; type++) {
    setOutputs(out + <usize>(type * segments) * 16, network, states, type, 0, segments);
  }
}

/** Mean motoneuron output of every joint, into `out`: pair (joint). */
export function spinalMotor(out: usize, network: usize, states: usize): void {
  const segments = load<i32>(network);
  const joints = load<i32>(network + 40);
  const ranges = field(network, 11);
  const outputs = field(network, 8) + <usize>(3 * segments) * 16;
  for (let joint = 0; joint < joints; joint++) {
    const first = load<i32>(ranges + (<usize>joint << 3));
    const count = load<i32>(ranges + (<usize>joint << 3) + 4);
    setOutputs(outputs, network, states, 3, first, count);
    let sum = f64x2.splat(0.0);
    for (let i = 0; i < count; i++) sum = f64x2.add(sum, v128.load(outputs + (<usize>i << 4)));
    v128.store(out + (<usize>joint << 4), f64x2.div(sum, f64x2.splat(<f64>count)));
  }
}

/** The derivative of all states, into `out`. */
export function spinalSlopes(out: usize, network: usize, states: usize): void {
  const segments = load<i32>(network);
  const stride = <usize>segments << 4;
  const kinds = field(network, 2);
  const outputs = field(network, 8);
  const prefixes = field(network, 9);
  const drive = v128.load(field(network, 5));
  const driveScales = field(network, 6);

  for (let type = 0; type < 4; type++) {
    const kind = kinds + (<usize>type << 6);
    const flags = load<i32>(kind + 52);
    const u = outputs + <usize>type * stride;
    if (flags) setOutputs(u, network, states, type, 0, segments);
    if (flags & 2) {
      let sum = f64x2.splat(0.0);
      const prefix = prefixes + <usize>type * (stride + 16);
      v128.store(prefix, sum);
      for (let at: usize = 0; at < stride; at += 16) {
        sum = f64x2.add(sum, v128.load(u + at));
        v128.store(prefix + at + 16, sum);
      }
    }
    const weighted = f64x2.mul(v128.load_splat<f64>(kind + 40), drive);
    const excitation = out + <usize>load<i32>(kind + 48) * stride;
    for (let s = 0; s < segments; s++) {
      const at = <usize>s << 4;
      v128.store(excitation + at, f64x2.mul(weighted, v128.load_splat<f64>(driveScales + (<usize>s << 3))));
      v128.store(excitation + stride + at, f64x2.splat(0.0));
    }
  }

  const connections = load<i32>(network + 4);
  let head = field(network, 3);
  let window = field(network, 4);
  for (let c = 0; c < connections; c++) {
    const prefix = prefixes + <usize>load<i32>(head) * (stride + 16);
    let target = out + <usize>load<i32>(head + 4) * stride;
    const end = target + stride;
    if (load<i32>(head + 8)) {
      while (target < end) {
        const sum = addWindow(prefix, window);
        v128.store(target, f64x2.add(v128.load(target), v128.shuffle<f64>(sum, sum, 1, 0)));
        target += 16;
        window += 16;
      }
    } else {
      while (target < end) {
        v128.store(target, f64x2.add(v128.load(target), addWindow(prefix, window)));
        target += 16;
        window += 16;
      }
    }
    head += 16;
  }

  for (let type = 0; type < 4; type++) {
    const kind = kinds + (<usize>type << 6);
    const rate = v128.load_splat<f64>(kind + 24);
    const first = <usize>load<i32>(kind + 48) * stride;
    relax(out + first, out + first, states + first, rate, stride << 1);
    if (load<i32>(kind + 52) & 1) {
      const adapted = first + (stride << 1);
      relax(out + adapted, outputs + <usize>type * stride, states + adapted, v128.load_splat<f64>(kind + 32), stride);
    }
  }
}

// @ts-ignore: decorator
@inline
function addWindow(prefix: usize, window: usize): v128 {
  const low = v128.load(prefix + <usize>load<i32>(window));
  const high = v128.load(prefix + <usize>load<i32>(window + 4));
  return f64x2.mul(f64x2.sub(high, low), v128.load_splat<f64>(window + 8));
}

/** out = (input − state) · rate, over `bytes` bytes. */
// @ts-ignore: decorator
@inline
function relax(out: usize, input: usize, state: usize, rate: v128, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) {
    v128.store(out + at, f64x2.mul(f64x2.sub(v128.load(input + at), v128.load(state + at)), rate));
  }
}

/** y += wa a + wb b + wc c over an even number of doubles: one Adams–Bashforth update. */
export function addThreeSlopes(y: usize, a: usize, b: usize, c: usize, wa: f64, wb: f64, wc: f64, count: i32): void {
  const va = f64x2.splat(wa);
  const vb = f64x2.splat(wb);
  const vc = f64x2.splat(wc);
  const bytes = <usize>count << 3;
  for (let at: usize = 0; at < bytes; at += 16) {
    const ab = f64x2.add(f64x2.mul(va, v128.load(a + at)), f64x2.mul(vb, v128.load(b + at)));
    const abc = f64x2.add(ab, f64x2.mul(vc, v128.load(c + at)));
    v128.store(y + at, f64x2.add(v128.load(y + at), abc));
  }
}
