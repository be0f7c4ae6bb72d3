/** One step of a soft animal: excitation in every control step, then body, muscles and water together. */
import type { Kernels } from '../../../kernels/functions.ts';
import { allocNumbers } from '../../../kernels/memory/layout.ts';
import type { Scratch, State } from '../../contract/types.ts';
import { beginLane, createSoftLane, endLane, type SoftLane } from './lane.ts';
import { createSoftMedium, type SoftMedium, stepMedium } from './medium.ts';
import type { SoftSystem } from './system.ts';

type Numbers = Float32Array | Float64Array;

export interface SoftScratch extends Scratch, SoftLane, SoftMedium {
  /** In the kernels' memory, rows as the water takes them: for outputs. */
  readonly rowPositions: Numbers;
  readonly rowVelocities: Numbers;
  readonly rowForces: Numbers;
  /** Working space of outputs. */
  readonly volumes: Float64Array;
  readonly faceAngles: Float64Array;
  readonly nodeValues: Float64Array;
  readonly nodeNormals: Float64Array;
}

export function createSoftScratch(system: SoftSystem, state: State, kernels: Kernels): SoftScratch {
  const { body, tables, desc } = system;
  const nodeCount = body.positions.length / 3;
  const alloc = (): Numbers => allocNumbers(kernels.arena, desc.solver.precision, tables.rowNumbers * nodeCount);
  const lane = createSoftLane(system, state, kernels);
  return {
    lastForce: '',
    ...lane,
    ...createSoftMedium(system, tables, [state.controls], lane.arrays, kernels),
    rowPositions: alloc(),
    rowVelocities: alloc(),
    rowForces: alloc(),
    volumes: new Float64Array(body.tets.length / 4),
    faceAngles: new Float64Array((body.surface.length + body.plates.length) / 3),
    nodeValues: new Float64Array(nodeCount),
    nodeNormals: new Float64Array(3 * nodeCount),
  };
}

export function stepSoft(system: SoftSystem, _state: State, scratch: SoftScratch): void {
  const { arrays, projective } = scratch;
  scratch.lastForce = 'excitation';
  beginLane(system, scratch);
  scratch.lastForce = 'body, muscles and water';
  stepMedium(system, scratch, arrays, scratch.masked);
  endLane(system, scratch, projective.iterations, projective.residuals[0]!);
}

/** Positions relative to the centre of the body and velocities, in the rows that the water takes. */
export function setRows({ tables }: SoftSystem, { rowPositions, rowVelocities, pose, arrays }: SoftScratch): void {
  const { rowOf, rowNumbers, nodeCount } = tables;
  for (let node = 0; node < nodeCount; node++) {
    const to = rowOf[node]! * rowNumbers;
    for (let k = 0; k < 3; k++) {
      rowPositions[to + k] = arrays.positions[3 * node + k]! - pose.centre[k]!;
      rowVelocities[to + k] = arrays.velocities[3 * node + k]!;
    }
  }
}
