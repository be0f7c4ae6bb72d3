// Twin of ../assembly/spinal.ts: the same operations in the same order. [lamprey eq. 1]
//
//   ξ₊′ = (Σ w u − ξ₊) / τ_D,  ξ₋′ = (Σ |w| u − ξ₋) / τ_D,  v′ = (u − v) / τ_A,
//   u = max(0, p) · mask,  p = 1 − exp((Θ − ξ₊) Γ) − ξ₋ − μ v   (p: the potential)
import type { MemoryViews } from '../memory/arena.ts';
import { computeExpClamped } from './exp.ts';
import { kindAdapts, spinalFields, spinalKind } from '../spinal-table.ts';

const typeCount = 4;
const motoneuron = 3;

/** Not Math.max: a NaN must stay visible, and the sign of zero must be the kernel's. */
function rectify(p: number): number {
  return p < 0 ? 0 : p;
}

/** Mean of max(0, p) while p goes from `from` to `to` along a curve whose own mean is (from + to) / 2 + bulge. */
function computeRectifiedMean(from: number, to: number, bulge: number): number {
  const top = from < to ? to : from;
  if (top < 0) return 0;
  let mean = 0.5 * (from + to) + bulge;
  if (from < 0 !== to < 0) {
    const share = top / Math.abs(from - to);
    mean = 0.5 * (top * share) + bulge * (share * (share * share));
  }
  return mean < 0 ? 0 : mean;
}

/** All arguments but `type` are byte offsets; `network` is the table of `spinalFields`. Rows are a pair per segment. */
export function createSpinalTwin({ f64, i32 }: MemoryViews) {
  const field = (network: number, place: number): number => i32[network / 4 + place]!;

  const computePotential = (kind: number, at: number, row: number): number => {
    const exponent = (f64[kind + spinalKind.theta]! - f64[at]!) * f64[kind + spinalKind.gamma]!;
    const p = 1 - computeExpClamped(exponent) - f64[at + row]!;
    const adapts = (i32[2 * kind + spinalKind.flags]! & kindAdapts) !== 0;
    return adapts ? p - f64[kind + spinalKind.mu]! * f64[at + 2 * row]! : p;
  };

  const setPotentials = (out: number, network: number, states: number, type: number): void => {
    const row = 2 * field(network, spinalFields.segments);
    const kind = field(network, spinalFields.kinds) / 8 + type * spinalKind.count;
    const first = states / 8 + i32[2 * kind + spinalKind.channel]! * row;
    for (let i = 0; i < row; i++) f64[out / 8 + i] = computePotential(kind, first + i, row);
  };

  const setPrefixes = (network: number, type: number): void => {
    const row = 2 * field(network, spinalFields.segments);
    const u = field(network, spinalFields.outputs) / 8 + type * row;
    const prefix = field(network, spinalFields.prefixes) / 8 + type * (row + 2);
    f64[prefix] = 0;
    f64[prefix + 1] = 0;
    for (let i = 0; i < row; i++) f64[prefix + i + 2] = f64[prefix + i]! + f64[u + i]!;
  };

  const setSums = (network: number, window: number): void => {
    const segments = field(network, spinalFields.segments);
    const record = field(network, spinalFields.windows) / 4 + 4 * window;
    const prefix = field(network, spinalFields.prefixes) / 8 + i32[record]! * (2 * segments + 2);
    const crosses = i32[record + 1]!;
    const bounds = i32[record + 2]! / 4;
    const to = field(network, spinalFields.sums) / 8 + 2 * window * segments;
    for (let s = 0; s < segments; s++) {
      const low = prefix + i32[bounds + 2 * s]! / 8;
      const high = prefix + i32[bounds + 2 * s + 1]! / 8;
      f64[to + 2 * s + crosses] = f64[high]! - f64[low]!;
      f64[to + 2 * s + 1 - crosses] = f64[high + 1]! - f64[low + 1]!;
    }
  };

  const setTerm = (network: number, term: number): void => {
    const row = 2 * field(network, spinalFields.segments);
    const record = field(network, spinalFields.terms) / 4 + 4 * term;
    const to = field(network, spinalFields.inputs) / 8 + i32[record]! * row;
    const sum = field(network, spinalFields.sums) / 8 + i32[record + 1]! * row;
    const weights = i32[record + 2]! / 8;
    const base = i32[record + 3]! / 8;
    for (let i = 0; i < row; i++) f64[to + i] = f64[base + i]! + f64[sum + i]! * f64[weights + (i >> 1)]!;
  };

  const setInputs = (network: number): void => {
    const windows = field(network, spinalFields.windowCount);
    for (let window = 0; window < windows; window++) setSums(network, window);
    const terms = field(network, spinalFields.termCount);
    for (let term = 0; term < terms; term++) setTerm(network, term);
  };

  /** Calls `handle` for each run of states of one kind: offset in the state array, its input, its length. */
  const forEachRun = (
    network: number,
    handle: (kind: number, first: number, input: number, length: number, isAdaptation: boolean) => void,
  ): void => {
    const row = 2 * field(network, spinalFields.segments);
    for (let type = 0; type < typeCount; type++) {
      const kind = field(network, spinalFields.kinds) / 8 + type * spinalKind.count;
      const first = i32[2 * kind + spinalKind.channel]! * row;
      handle(kind, first, field(network, spinalFields.inputs) / 8 + 2 * type * row, 2 * row, false);
      if ((i32[2 * kind + spinalKind.flags]! & kindAdapts) === 0) continue;
      handle(kind, first + 2 * row, field(network, spinalFields.outputs) / 8 + type * row, row, true);
    }
  };

  const setAdvancedOutputs = (
    network: number,
    states: number,
    newer: number,
    middle: number,
    oldest: number,
    type: number,
  ): void => {
    const row = 2 * field(network, spinalFields.segments);
    const kind = field(network, spinalFields.kinds) / 8 + type * spinalKind.count;
    const first = states / 8 + i32[2 * kind + spinalKind.channel]! * row;
    const past = i32[2 * kind + spinalKind.row]! * row;
    const u = field(network, spinalFields.outputs) / 8 + type * row;
    const mask = field(network, spinalFields.masks) / 8 + type * row;
    for (let i = 0; i < row; i++) {
      const p0 = computePotential(kind, first + i, row);
      const p1 = f64[newer / 8 + past + i]!;
      const p2 = f64[middle / 8 + past + i]!;
      const p3 = f64[oldest / 8 + past + i]!;
      f64[oldest / 8 + past + i] = p0;
      const d0 = p0 - p1;
      const d1 = p1 - p2;
      const dd0 = d0 - d1;
      const ddd = dd0 - (d1 - (p2 - p3));
      const end = p0 + (d0 + (dd0 + ddd));
      const bulge = (-1 / 12) * dd0 + (-1 / 8) * ddd;
      f64[u + i] = computeRectifiedMean(p0, end, bulge) * f64[mask + i]!;
    }
  };

  /** Means over the segments of each joint and side of what `compute` gives, which is a sum of `parts` outputs. */
  const setJointMeans = (out: number, network: number, parts: number, compute: (at: number) => number): void => {
    const masks = field(network, spinalFields.masks) / 8 + 2 * motoneuron * field(network, spinalFields.segments);
    const joints = field(network, spinalFields.joints);
    for (let joint = 0; joint < joints; joint++) {
      const range = field(network, spinalFields.ranges) / 4 + 2 * joint;
      const count = i32[range + 1]!;
      for (let side = 0; side < 2; side++) {
        let sum = 0;
        for (let i = 0; i < count; i++) {
          const at = 2 * (i32[range]! + i) + side;
          sum += compute(at) * f64[masks + at]!;
        }
        f64[out / 8 + 2 * joint + side] = sum / (parts * count);
      }
    }
  };

  return {
    /** p of one neuron type: one row. */
    spinalPotentials: setPotentials,
    /** u of every type: four rows. */
    spinalOutputs(out: number, network: number, states: number): void {
      const row = 2 * field(network, spinalFields.segments);
      const masks = field(network, spinalFields.masks) / 8;
      for (let type = 0; type < typeCount; type++) setPotentials(out + 8 * type * row, network, states, type);
      for (let i = 0; i < typeCount * row; i++) {
        f64[out / 8 + i] = rectify(f64[out / 8 + i]!) * f64[masks + i]!;
      }
    },
    /** Mean motoneuron output per joint, a pair each, from the row of motoneuron potentials. */
    spinalMotor(out: number, network: number, potentials: number): void {
      setJointMeans(out, network, 1, (at) => rectify(f64[potentials / 8 + at]!));
    },
    /** The same as a mean over an interval, from the rows at its start, middle and end. */
    spinalMotorMean(out: number, network: number, start: number, middle: number, end: number): void {
      setJointMeans(out, network, 2, (at) => {
        const a = f64[start / 8 + at]!;
        const b = f64[middle / 8 + at]!;
        const c = f64[end / 8 + at]!;
        const bulge = (-1 / 12) * (c - b - (b - a));
        return computeRectifiedMean(a, b, bulge) + computeRectifiedMean(b, c, bulge);
      });
    },
    /** Derivative of all states. */
    spinalSlopes(out: number, network: number, states: number): void {
      const row = 2 * field(network, spinalFields.segments);
      for (let type = 0; type < typeCount; type++) {
        const kind = field(network, spinalFields.kinds) / 8 + type * spinalKind.count;
        if (i32[2 * kind + spinalKind.flags] === 0) continue;
        const u = field(network, spinalFields.outputs) / 8 + type * row;
        const mask = field(network, spinalFields.masks) / 8 + type * row;
        setPotentials(8 * u, network, states, type);
        for (let i = 0; i < row; i++) {
          f64[u + i] = rectify(f64[u + i]!) * f64[mask + i]!;
        }
        setPrefixes(network, type);
      }
      setInputs(network);
      forEachRun(network, (kind, first, input, length, isAdaptation) => {
        const rate = f64[kind + (isAdaptation ? spinalKind.adaptationRate : spinalKind.rate)]!;
        const y = states / 8 + first;
        for (let i = 0; i < length; i++) f64[out / 8 + first + i] = (f64[input + i]! - f64[y + i]!) * rate;
      });
    },
    /** One multistep step of all states, in place; see control/spinal/advance.ts. */
    spinalAdvance(
      network: number,
      states: number,
      previous: number,
      newer: number,
      middle: number,
      oldest: number,
    ): void {
      for (let type = 0; type < typeCount; type++) {
        const kind = field(network, spinalFields.kinds) / 8 + type * spinalKind.count;
        if (i32[2 * kind + spinalKind.flags] === 0) continue;
        setAdvancedOutputs(network, states, newer, middle, oldest, type);
        setPrefixes(network, type);
      }
      setInputs(network);
      const kinds = field(network, spinalFields.kinds) / 8;
      forEachRun(network, (kind, first, input, length, isAdaptation) => {
        const type = (kind - kinds) / spinalKind.count;
        const weights = field(network, spinalFields.advances) / 8 + 6 * type + (isAdaptation ? 3 : 0);
        const a = f64[weights]!;
        const b = f64[weights + 1]!;
        const c = f64[weights + 2]!;
        const y = states / 8 + first;
        const old = previous / 8 + first;
        for (let i = 0; i < length; i++) {
          const now = f64[y + i]!;
          f64[y + i] = a * now + b * f64[old + i]! + c * f64[input + i]!;
          f64[old + i] = now;
        }
      });
    },
  };
}
