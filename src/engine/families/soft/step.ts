/** One step of a soft animal: excitation in every control step, then body, muscles and water together. */
import type { Kernels } from '../../../kernels/functions.ts';
import { allocNumbers } from '../../../kernels/memory/layout.ts';
import type { Scratch, State } from '../../contract/types.ts';
import { beginLane, createSoftLane, endLane, type SoftLane } from './lane.ts';
import { createSoftMedium, setFlow, type SoftMedium, type SoftWater, stepMedium } from './medium.ts';
import type { SoftSystem } from './system.ts';

export interface SoftScratch extends Scratch, SoftLane {
  /** Of this animal, or of all that are stepped with it. */
  readonly medium: SoftMedium;
  readonly outputs: OutputSpace;
}

export function createSoftScratch(system: SoftSystem, state: State, kernels: Kernels): SoftScratch {
  const lane = createSoftLane(system, state, kernels);
  const medium = createSoftMedium(system, system.tables, [state.controls], lane.arrays, kernels);
  return { stage: '', ...lane, medium, outputs: createOutputSpace(system, medium.water, kernels) };
}

export function stepSoft(system: SoftSystem, _state: State, scratch: SoftScratch): void {
  const { arrays, medium } = scratch;
  scratch.stage = 'excitation';
  beginLane(system, scratch);
  scratch.stage = 'body, muscles and water';
  stepMedium(system, medium, arrays, scratch.masked);
  endLane(system, scratch, medium.projective, 0);
}

type Numbers = Float32Array | Float64Array;

/** Working space of signals and frames; everything in it is written before it is read. */
interface OutputSpace {
  /** Of one animal; undefined in empty space. */
  readonly water: SoftWater | undefined;
  /** In the kernels' memory, rows as the water takes them. */
  readonly rowPositions: Numbers;
  readonly rowVelocities: Numbers;
  readonly rowForces: Numbers;
  /** Of the first animal: place and velocity of its centre of mass, and velocity of the water there (signals.ts). */
  readonly centre: Float64Array;
  readonly velocity: Float64Array;
  readonly stream: Float64Array;
  readonly volumes: Float64Array;
  readonly faceAngles: Float64Array;
  readonly nodeValues: Float64Array;
  readonly nodeNormals: Float64Array;
}

/** `water` has one lane. */
export function createOutputSpace(
  { body, tables, desc }: SoftSystem,
  water: SoftWater | undefined,
  { arena }: Kernels,
): OutputSpace {
  const { nodeCount, rowNumbers } = tables;
  const alloc = (): Numbers => allocNumbers(arena, desc.solver.precision, rowNumbers * nodeCount);
  return {
    water,
    rowPositions: alloc(),
    rowVelocities: alloc(),
    rowForces: alloc(),
    centre: new Float64Array(3),
    velocity: new Float64Array(3),
    stream: new Float64Array(3),
    volumes: new Float64Array(body.tets.length / 4),
    faceAngles: new Float64Array((body.surface.length + body.plates.length) / 3),
    nodeValues: new Float64Array(nodeCount),
    nodeNormals: new Float64Array(3 * nodeCount),
  };
}

/** The water as it moves now, and the body in it: positions relative to the body's centre, in the rows that the water takes. */
export function setRows(system: SoftSystem, { water, rowPositions, rowVelocities }: OutputSpace, lane: SoftLane): void {
  const { rowOf, rowNumbers, nodeCount } = system.tables;
  const { pose, arrays, state } = lane;
  if (water !== undefined) setFlow(system, water, state.controls, 0);
  for (let node = 0; node < nodeCount; node++) {
    const to = rowOf[node]! * rowNumbers;
    for (let k = 0; k < 3; k++) {
      rowPositions[to + k] = arrays.positions[3 * node + k]! - pose.centre[k]!;
      rowVelocities[to + k] = arrays.velocities[3 * node + k]!;
    }
  }
}
