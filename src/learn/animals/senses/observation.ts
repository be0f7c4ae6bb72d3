/**
 * What a policy sees, in the frame of the mean body and without units.
 *
 *   aim    where the target is, also in step with the stroke, how fast the axis turns, what is missing in speed: for linear policies
 *   small  the same target, axes, velocities, in the plane what is up, phase of the stroke: for networks, which learn fastest from it
 *   full   and nodes near the cords, their velocities and excitations, as in the paper  [softcon §4]
 *
 * `left` and `up` are parts of the unit vector to the target; for a target behind they are stretched to length 1, so that
 * they never fade where the turn has to be widest.
 */
import type { LearnHandle } from '../../../engine/contract/learning.ts';
import { posePlaces } from '../../../engine/contract/pose.ts';
import type { System } from '../../../engine/contract/types.ts';
import { cos, sin } from '../../../engine/math/portable.ts';
import type { Simulation } from '../../../engine/sim/simulation.ts';
import { computePart, type Motion } from './motion.ts';

export const observationKinds = ['aim', 'small', 'full'] as const;
export type ObservationKind = (typeof observationKinds)[number];

/** Where to go: a unit vector, and the speed as a share of the animal's own. */
export interface Target {
  readonly direction: Float64Array;
  readonly speed: Float64Array;
}

export interface Observer {
  readonly names: readonly string[];
  /** Fills the numbers from `at` on and gives the place behind them. */
  write(out: Float64Array, at: number, simulation: Simulation, motion: Motion, target: Target): number;
}

/** Numbers are clipped to ± this, so that a space can be said. */
export const observationLimit = 10;

/** `getReference`: the animal's own speed, m/s, not asked for before it is needed. */
export function createObserver(
  system: System,
  handle: LearnHandle,
  kind: ObservationKind,
  getReference: () => number,
): Observer {
  const hasPhase = handle.phase !== undefined;
  const write = kind === 'aim' ? createAimWriter(hasPhase) : createSmallWriter(hasPhase, handle.space === 'plane');
  const more = kind === 'full' ? createFullWriter(system, handle) : undefined;
  const names = [...write.names, ...(more?.names ?? [])];
  const scratch: Seen = { left: 0, up: 0, sin: 0, cos: 0, reference: 0 };
  return {
    names,
    write(out, at, simulation, motion, target) {
      if (scratch.reference === 0) scratch.reference = getReference();
      see(scratch, handle, simulation, motion, target);
      let to = write.write(out, at, motion, target, scratch);
      if (more !== undefined) to = more.write(out, to, simulation, motion);
      for (let i = at; i < to; i++) out[i] = Math.min(observationLimit, Math.max(-observationLimit, out[i]!));
      return to;
    },
  };
}

interface Seen {
  left: number;
  up: number;
  sin: number;
  cos: number;
  reference: number;
}

function see(seen: Seen, handle: LearnHandle, simulation: Simulation, { frame }: Motion, { direction }: Target): void {
  const [x, y, z] = [direction[0]!, direction[1]!, direction[2]!];
  seen.left = computePart(frame, 1, x, y, z);
  seen.up = computePart(frame, 2, x, y, z);
  if (computePart(frame, 0, x, y, z) < 0) {
    const length = Math.sqrt(seen.left * seen.left + seen.up * seen.up);
    // Straight behind either way is as good.
    seen.left = length > 1e-6 ? seen.left / length : 1;
    seen.up = length > 1e-6 ? seen.up / length : 0;
  }
  if (handle.phase === undefined) return;
  const turns = simulation.state.arrays[handle.phase.array]![handle.phase.index]!;
  const angle = 2 * Math.PI * (turns - Math.floor(turns));
  seen.sin = sin(angle);
  seen.cos = cos(angle);
}

interface Writer {
  readonly names: readonly string[];
  write(out: Float64Array, at: number, motion: Motion, target: Target, seen: Seen): number;
}

function createAimWriter(hasPhase: boolean): Writer {
  const inStep = hasPhase ? ['left × sin', 'left × cos', 'up × sin', 'up × cos'] : [];
  return {
    names: ['left', 'up', 'turn rate', 'climb rate', 'missing speed', ...inStep],
    write(out, at, { velocity, rates }, target, seen) {
      out[at++] = seen.left;
      out[at++] = seen.up;
      out[at++] = rates[0]!;
      out[at++] = rates[1]!;
      out[at++] = target.speed[0]! - computeLength(velocity) / seen.reference;
      if (!hasPhase) return at;
      out[at++] = seen.left * seen.sin;
      out[at++] = seen.left * seen.cos;
      out[at++] = seen.up * seen.sin;
      out[at++] = seen.up * seen.cos;
      return at;
    },
  };
}

const sides = ['ahead', 'left', 'up'] as const;

/** `hasUp`: where all directions are alike, which one is up says nothing, and networks that see it answer to it. */
function createSmallWriter(hasPhase: boolean, hasUp: boolean): Writer {
  return {
    names: [
      'left',
      'up',
      ...sides.map((side) => `target ${side}`),
      'target speed',
      ...sides.map((side) => `mean velocity ${side}`),
      ...sides.map((side) => `velocity ${side}`),
      'axis left',
      'axis up',
      'roll',
      ...(hasUp ? sides.map((side) => `world up ${side}`) : []),
      'turn rate',
      'climb rate',
      ...(hasPhase ? ['sin of phase', 'cos of phase'] : []),
    ],
    write(out, at, motion, { direction, speed }, seen) {
      const { frame, velocity, rates } = motion;
      const { reference } = seen;
      out[at++] = seen.left;
      out[at++] = seen.up;
      for (let k = 0; k < 3; k++) out[at++] = computePart(frame, k, direction[0]!, direction[1]!, direction[2]!);
      out[at++] = speed[0]!;
      for (let k = 0; k < 3; k++)
        out[at++] = computePart(frame, k, velocity[0]!, velocity[1]!, velocity[2]!) / reference;
      for (let k = 0; k < 3; k++) out[at++] = partOfPose(motion, k, posePlaces.velocity) / reference;
      out[at++] = partOfPose(motion, 1, posePlaces.forward);
      out[at++] = partOfPose(motion, 2, posePlaces.forward);
      out[at++] = partOfPose(motion, 1, posePlaces.up);
      if (hasUp) for (let k = 0; k < 3; k++) out[at++] = computePart(frame, k, 0, 0, 1);
      out[at++] = rates[0]!;
      out[at++] = rates[1]!;
      if (!hasPhase) return at;
      out[at++] = seen.sin;
      out[at++] = seen.cos;
      return at;
    },
  };
}

function partOfPose({ frame, pose }: Motion, axis: number, at: number): number {
  return computePart(frame, axis, pose[at]!, pose[at + 1]!, pose[at + 2]!);
}

function createFullWriter(system: System, { senses }: LearnHandle) {
  const { nodes, elements } = senses;
  const signals = system.signals.filter(({ name }) => senses.signals.includes(name));
  const scales = signals.map(({ range }) => Math.max(Math.abs(range[0]), Math.abs(range[1])));
  let values: Float64Array | undefined;
  const names = [
    ...(nodes?.indices ?? []).flatMap((node) => sides.map((side) => `node ${node} ${side}`)),
    ...(nodes?.indices ?? []).flatMap((node) => sides.map((side) => `velocity of node ${node} ${side}`)),
    ...elements.map(({ name }) => name),
    ...signals.flatMap(({ name, size }) =>
      size === 1 ? [name] : Array.from({ length: size }, (_, i) => `${name} ${i + 1}`),
    ),
  ];
  return {
    names,
    write(out: Float64Array, at: number, simulation: Simulation, motion: Motion): number {
      const { arrays } = simulation.state;
      if (nodes !== undefined) {
        at = writeNodes(out, at, arrays[nodes.positions]!, nodes.indices, motion, posePlaces.centre, system.bodyLength);
        at = writeNodes(
          out,
          at,
          arrays[nodes.velocities]!,
          nodes.indices,
          motion,
          posePlaces.velocity,
          system.bodyLength,
        );
      }
      for (const { array, index } of elements) out[at++] = arrays[array]![index]!;
      if (signals.length === 0) return at;
      values ??= new Float64Array(simulation.coreSignalLength);
      simulation.writeSignals(values);
      for (const [s, { name, size }] of signals.entries()) {
        const from = simulation.signalOffsets[name]!;
        for (let i = 0; i < size; i++) out[at++] = values[from + i]! / scales[s]!;
      }
      return at;
    },
  };
}

/** Vectors of nodes against that of the body, in its mean frame and in body lengths: free of where it is. */
function writeNodes(
  out: Float64Array,
  at: number,
  vectors: ArrayLike<number>,
  indices: readonly number[],
  { frame, pose }: Motion,
  own: number,
  length: number,
): number {
  for (const node of indices) {
    const x = (vectors[3 * node]! - pose[own]!) / length;
    const y = (vectors[3 * node + 1]! - pose[own + 1]!) / length;
    const z = (vectors[3 * node + 2]! - pose[own + 2]!) / length;
    for (let k = 0; k < 3; k++) out[at++] = computePart(frame, k, x, y, z);
  }
  return at;
}

export function computeLength(vector: Float64Array): number {
  return Math.sqrt(vector[0]! * vector[0]! + vector[1]! * vector[1]! + vector[2]! * vector[2]!);
}
