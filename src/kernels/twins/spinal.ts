// Twin of ../assembly/spinal.ts: the same operations in the same order. [lamprey eq. 1]
//
//   ξ₊′ = (Σ w u − ξ₊) / τ_D,  ξ₋′ = (Σ |w| u − ξ₋) / τ_D,  v′ = (u − v) / τ_A,
//   u = max(0, 1 − exp((Θ − ξ₊) Γ) − ξ₋ − μ v) · mask
import type { MemoryViews } from '../arena.ts';
import { computeExpClamped } from './exp.ts';

export interface SpinalKernels {
  /** Derivative of all states. Offsets in bytes; `network` is the table of `spinalFields`. */
  spinalSlopes(out: number, network: number, states: number): void;
  /** u of every type, segment and side: pair (type · segments + segment) = [left, right]. */
  spinalOutputs(out: number, network: number, states: number): void;
  /** Mean motoneuron output per joint: pair (joint) = [left, right]. */
  spinalMotor(out: number, network: number, states: number): void;
  /** y += wa a + wb b + wc c over an even number of doubles. */
  addThreeSlopes(y: number, a: number, b: number, c: number, wa: number, wb: number, wc: number, count: number): void;
}

/** Places of the int32 entries in a network table: two counts, byte offsets of tables, the joint count, one more table. */
export const spinalFields = {
  segments: 0,
  connections: 1,
  /** Four records of `kindBytes`. */
  kinds: 2,
  /** Per connection int32 ×4: source type, target channel, 1 if it crosses to the other side, unused. */
  heads: 3,
  /** Per connection and segment: int32 byte offsets of the window's two prefix sums, then the float64 weight. */
  windows: 4,
  /** Brain-stem pair [left, right]. */
  drives: 5,
  /** Per segment: share of the brain stem that arrives. */
  driveScales: 6,
  /** Per type and segment, a pair: 1, or 0 if silenced. */
  masks: 7,
  /** Working space: a pair per type and segment. */
  outputs: 8,
  /** Working space: segments + 1 pairs per type. */
  prefixes: 9,
  joints: 10,
  /** Per joint int32 ×2: first segment, number of segments. */
  ranges: 11,
  count: 12,
} as const;

/** Float64 entries of a neuron kind, then at `channel` two int32: first channel and flags. */
export const spinalKind = {
  theta: 0,
  gamma: 1,
  mu: 2,
  rate: 3,
  adaptationRate: 4,
  drive: 5,
  channel: 6,
  count: 8,
} as const;

/** Flags of a neuron kind. */
export const kindAdapts = 1;
export const kindIsSource = 2;

export const spinalTypeCount = 4;
const motoneuron = 3;

export function createSpinalTwin({ f64, i32 }: MemoryViews): SpinalKernels {
  const field = (network: number, name: keyof typeof spinalFields): number => i32[network / 4 + spinalFields[name]]!;

  const setOutputs = (
    out: number,
    network: number,
    states: number,
    type: number,
    first: number,
    count: number,
  ): void => {
    const stride = 2 * field(network, 'segments');
    const kind = field(network, 'kinds') / 8 + type * spinalKind.count;
    const theta = f64[kind + spinalKind.theta]!;
    const gamma = f64[kind + spinalKind.gamma]!;
    const mu = f64[kind + spinalKind.mu]!;
    const channel = i32[2 * (kind + spinalKind.channel)]!;
    const adapts = (i32[2 * (kind + spinalKind.channel) + 1]! & kindAdapts) !== 0;
    const excitation = states / 8 + channel * stride + 2 * first;
    const mask = field(network, 'masks') / 8 + type * stride + 2 * first;
    const o = out / 8;
    for (let i = 0; i < 2 * count; i++) {
      const at = excitation + i;
      let u = 1 - computeExpClamped((theta - f64[at]!) * gamma) - f64[at + stride]!;
      if (adapts) u -= mu * f64[at + 2 * stride]!;
      // Not Math.max: a NaN must stay visible, and the sign of zero must be the kernel's.
      f64[o + i] = (u < 0 ? 0 : u) * f64[mask + i]!;
    }
  };

  /** Outputs, their prefix sums, and the brain stem's part of the slopes. */
  const startSlopes = (out: number, network: number, states: number, type: number): void => {
    const segments = field(network, 'segments');
    const stride = 2 * segments;
    const kind = field(network, 'kinds') / 8 + type * spinalKind.count;
    const flags = i32[2 * (kind + spinalKind.channel) + 1]!;
    const u = field(network, 'outputs') + 8 * type * stride;
    if (flags !== 0) setOutputs(u, network, states, type, 0, segments);
    if ((flags & kindIsSource) !== 0) {
      const prefix = field(network, 'prefixes') / 8 + type * (stride + 2);
      f64[prefix] = 0;
      f64[prefix + 1] = 0;
      for (let i = 0; i < stride; i++) f64[prefix + i + 2] = f64[prefix + i]! + f64[u / 8 + i]!;
    }
    const drives = field(network, 'drives') / 8;
    const left = f64[kind + spinalKind.drive]! * f64[drives]!;
    const right = f64[kind + spinalKind.drive]! * f64[drives + 1]!;
    const scales = field(network, 'driveScales') / 8;
    const excitation = out / 8 + i32[2 * (kind + spinalKind.channel)]! * stride;
    for (let s = 0; s < segments; s++) {
      f64[excitation + 2 * s] = left * f64[scales + s]!;
      f64[excitation + 2 * s + 1] = right * f64[scales + s]!;
      f64[excitation + stride + 2 * s] = 0;
      f64[excitation + stride + 2 * s + 1] = 0;
    }
  };

  const addConnection = (out: number, network: number, connection: number): void => {
    const segments = field(network, 'segments');
    const head = field(network, 'heads') / 4 + 4 * connection;
    const prefix = field(network, 'prefixes') / 8 + i32[head]! * (2 * segments + 2);
    const target = out / 8 + i32[head + 1]! * 2 * segments;
    const crosses = i32[head + 2]!;
    const window = field(network, 'windows') / 8 + 2 * connection * segments;
    for (let s = 0; s < segments; s++) {
      const record = window + 2 * s;
      const low = prefix + i32[2 * record]! / 8;
      const high = prefix + i32[2 * record + 1]! / 8;
      const weight = f64[record + 1]!;
      const left = (f64[high]! - f64[low]!) * weight;
      const right = (f64[high + 1]! - f64[low + 1]!) * weight;
      const to = target + 2 * s;
      f64[to] = f64[to]! + (crosses !== 0 ? right : left);
      f64[to + 1] = f64[to + 1]! + (crosses !== 0 ? left : right);
    }
  };

  const finishSlopes = (out: number, network: number, states: number, type: number): void => {
    const stride = 2 * field(network, 'segments');
    const kind = field(network, 'kinds') / 8 + type * spinalKind.count;
    const rate = f64[kind + spinalKind.rate]!;
    const first = i32[2 * (kind + spinalKind.channel)]! * stride;
    const o = out / 8 + first;
    const y = states / 8 + first;
    for (let i = 0; i < 2 * stride; i++) f64[o + i] = (f64[o + i]! - f64[y + i]!) * rate;
    if ((i32[2 * (kind + spinalKind.channel) + 1]! & kindAdapts) === 0) return;
    const adaptationRate = f64[kind + spinalKind.adaptationRate]!;
    const u = field(network, 'outputs') / 8 + type * stride;
    for (let i = 0; i < stride; i++) {
      f64[o + 2 * stride + i] = (f64[u + i]! - f64[y + 2 * stride + i]!) * adaptationRate;
    }
  };

  return {
    spinalSlopes(out, network, states) {
      for (let type = 0; type < spinalTypeCount; type++) startSlopes(out, network, states, type);
      const connections = field(network, 'connections');
      for (let c = 0; c < connections; c++) addConnection(out, network, c);
      for (let type = 0; type < spinalTypeCount; type++) finishSlopes(out, network, states, type);
    },
    spinalOutputs(out, network, states) {
      const segments = field(network, 'segments');
      for (let type = 0; type < spinalTypeCount; type++) {
        setOutputs(out + 16 * type * segments, network, states, type, 0, segments);
      }
    },
    spinalMotor(out, network, states) {
      const ranges = field(network, 'ranges') / 4;
      const outputs = field(network, 'outputs') + 16 * motoneuron * field(network, 'segments');
      const joints = field(network, 'joints');
      for (let joint = 0; joint < joints; joint++) {
        const count = i32[ranges + 2 * joint + 1]!;
        setOutputs(outputs, network, states, motoneuron, i32[ranges + 2 * joint]!, count);
        let left = 0;
        let right = 0;
        for (let i = 0; i < count; i++) {
          left += f64[outputs / 8 + 2 * i]!;
          right += f64[outputs / 8 + 2 * i + 1]!;
        }
        f64[out / 8 + 2 * joint] = left / count;
        f64[out / 8 + 2 * joint + 1] = right / count;
      }
    },
    addThreeSlopes(y, a, b, c, wa, wb, wc, count) {
      for (let i = 0; i < count; i++) {
        const sum = wa * f64[a / 8 + i]! + wb * f64[b / 8 + i]! + wc * f64[c / 8 + i]!;
        f64[y / 8 + i] = f64[y / 8 + i]! + sum;
      }
    },
  };
}
