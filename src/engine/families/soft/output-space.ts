/** Working space of signals and frames; everything in it is written before it is read. */
import type { Kernels } from '../../../kernels/functions.ts';
import { allocNumbers } from '../../../kernels/memory/layout.ts';
import type { SoftLane } from './lane.ts';
import { setFlow, type SoftWater } from './places/water.ts';
import type { SoftSystem } from './system.ts';

type Numbers = Float32Array | Float64Array;

export interface OutputSpace {
  /** Of one animal; undefined in empty space. */
  readonly water: SoftWater | undefined;
  /** In the kernels' memory, rows as the water takes them. */
  readonly rowPositions: Numbers;
  readonly rowVelocities: Numbers;
  readonly rowForces: Numbers;
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
