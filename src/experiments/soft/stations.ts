/**
 * Stations along a soft body: one node for each slice of its length, at the edge of a fin where it has some, else at its side. Their
 * motion is recorded with the pose of the body, for `body-wave.ts`.
 */
import { poseLength, posePlaces } from '../../engine/contract/pose.ts';
import type { SoftSystem } from '../../engine/families/soft/system.ts';
import type { Simulation } from '../../engine/sim/simulation.ts';

export interface Stations {
  /** Nodes, from front to rear. */
  readonly nodes: readonly number[];
  /** m behind the foremost station, at rest. */
  readonly places: readonly number[];
  /** m from the front to the rear end of the part of the body that has the stations. */
  readonly extent: number;
  /** Whether they lie on the edge of fins. */
  readonly isFin: boolean;
  /** Those whose swing is that of the animal: the outer ones of a fin, of which the one that swings most counts, else the rear end. */
  readonly tips: readonly number[];
}

export interface StationRecord {
  readonly times: number[];
  /** By sample: centre of mass, forward, left, up (`engine/contract/pose.ts`). */
  readonly poses: Float64Array[];
  /** By sample: x, y, z of every station. */
  readonly points: Float64Array[];
}

const stationCount = 24;
/** Of the largest distance from the axis: fins that reach less far are their roots, and move with the body. */
const finShare = 0.5;
/** Likewise: from here on it is their outer edge, where amplitudes of rays are measured. Chosen. */
const outerShare = 0.8;

/** `side`: 1 for those on the left, −1 for those on the right. */
export function findStations({ body, forward, members }: SoftSystem, side: 1 | -1 = 1): Stations {
  const [x, y] = forward;
  const level = Math.sqrt(x * x + y * y);
  const outward = (level > 1e-6 ? [-y / level, x / level, 0] : [0, 1, 0]).map((value) => side * value);
  const own = body.positions.length / 3 / members;
  const isFin = body.plates.length > 0;
  const nodes = isFin
    ? [...new Set(body.plates)].filter((node) => node < own).sort((a, b) => a - b)
    : Array.from({ length: own }, (_, node) => node);
  const measure = (node: number, axis: ArrayLike<number>): number =>
    [0, 1, 2].reduce((sum, k) => sum + axis[k]! * body.positions[3 * node + k]!, 0);
  const along = nodes.map((node) => measure(node, forward));
  const [rear, front] = [Math.min(...along), Math.max(...along)];
  const slices = new Map<number, number>();
  nodes.forEach((node, i) => {
    const share = (front - along[i]!) / (front - rear || 1);
    const slice = Math.min(stationCount - 1, Math.floor(share * stationCount));
    const best = slices.get(slice);
    const [out, back] = [
      measure(node, outward) - (best === undefined ? 0 : measure(best, outward)),
      best === undefined ? 0 : measure(best, forward) - along[i]!,
    ];
    // Of a solid body the last station is at its very end, and the first one too.
    const end = isFin ? 0 : slice === 0 ? -back : slice === stationCount - 1 ? back : 0;
    if (best === undefined || compareNumbers([end, out, back]) > 0) slices.set(slice, node);
  });
  const widest = Math.max(...nodes.map((node) => measure(node, outward)));
  const found = Array.from({ length: stationCount }, (_, slice) => slices.get(slice)).filter(
    (node) => node !== undefined && (!isFin || measure(node, outward) >= finShare * widest),
  ) as number[];
  const outs = found.map((node) => measure(node, outward));
  return {
    nodes: found,
    places: found.map((node) => front - measure(node, forward)),
    extent: front - rear,
    isFin,
    tips: isFin ? outs.flatMap((out, i) => (out >= outerShare * widest ? [i] : [])) : [found.length - 1],
  };
}

/** Sign of the first number that is not about zero. */
function compareNumbers(numbers: readonly number[]): number {
  return Math.sign(numbers.find((value) => Math.abs(value) > 1e-9) ?? 0);
}

export function createStationRecord(): StationRecord {
  return { times: [], poses: [], points: [] };
}

export function recordStations(record: StationRecord, { nodes }: Stations, simulation: Simulation): void {
  const positions = simulation.state.arrays['positions'] as Float64Array;
  const pose = new Float64Array(poseLength);
  simulation.writePose(pose);
  record.times.push(simulation.time);
  record.poses.push(pose.slice(0, posePlaces.velocity));
  record.points.push(
    Float64Array.from({ length: 3 * nodes.length }, (_, i) => positions[3 * nodes[Math.floor(i / 3)]! + (i % 3)]!),
  );
}
