/** One step of a soft animal: excitation in every control step, then body, muscles and water together. */
import type { Kernels } from '../../../kernels/functions.ts';
import { allocNumbers } from '../../../kernels/memory/layout.ts';
import type { Scratch, State } from '../../contract/types.ts';
import type { SoftSystem } from './compile.ts';
import { beginLane, createSoftLane, endLane, type SoftLane } from './step-lane.ts';
import { createSoftMedium, type SoftMedium, stepMedium } from './step-medium.ts';

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
    stage: '',
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
  scratch.stage = 'excitation';
  beginLane(system, scratch);
  scratch.stage = 'body, muscles and water';
  stepMedium(system, scratch, arrays.positions, arrays.velocities, scratch.masked, arrays.velocitiesBefore);
  endLane(system, scratch, projective.iterations, projective.residuals[0]!);
}
