/** Memory of the steps of one batch: the arrays that kernels work on, and what is reused from step to step. Never saved. */
import type { Kernels } from '../../../kernels/functions.ts';
import { allocNumbers } from '../../../kernels/memory/layout.ts';
import { createIterateScratch, type IterateScratch } from './accelerate/iterate.ts';
import { createGlobalSolver, type GlobalSolver } from './global/global.ts';
import { createPackedElements, type PackedElements } from './local/pack.ts';
import { createStopping, type Stopping } from './stopping.ts';
import type { ProjectiveTables } from './tables/tables.ts';

type Numbers = Float32Array | Float64Array;

/** The arrays of numbers are in the kernels' memory, laid out as tables.rowOf says. */
export interface ProjectiveScratch {
  readonly kernels: Kernels;
  /** Positions of the iterate relative to `origins`, m. */
  readonly iterates: Numbers;
  /** Velocities (x − x_n)/h of the iterate, m/s. */
  readonly rates: Numbers;
  /** Forces at the iterate, N: external forces add to them. */
  readonly forces: Numbers;
  /** Number axis · lanes + lane: origin subtracted from the positions, m. */
  readonly origins: Float64Array;
  /** Of the last step. */
  iterations: number;
  /** Per lane: |A⁻¹ g| / |x − x_n| at the last iterate, what one more plain solve would move as a share of the step. */
  readonly residuals: Float64Array;
  /** Per lane: elements with det F ≤ 0 in the last iteration. */
  readonly invertedCounts: Int32Array;
  readonly work: ProjectiveWork;
}

/** Used by the step alone. */
export interface ProjectiveWork {
  readonly elements: PackedElements;
  readonly global: GlobalSolver;
  readonly iterate: IterateScratch;
  readonly stopping: Stopping;
  /** Positions before the step, relative to the origins. */
  readonly bases: Numbers;
  /** h v_n. */
  readonly starts: Numbers;
  /** Mass / h² per row. */
  readonly inertias: Numbers;
  /** Forces of this step that do not change with the iterate, N. */
  readonly given: Numbers;
  /** Per lane: a point, m, and the translation, m, and turn about it, rad, that are taken out of the step at its end. */
  readonly rigid: Float64Array;
  /** Per lane: |δ|. */
  readonly changes: Float64Array;
}

export function createProjectiveScratch(tables: ProjectiveTables, kernels: Kernels): ProjectiveScratch {
  const { lanes, nodeCount, settings } = tables;
  const { dt, precision } = settings;
  const { arena } = kernels;
  const count = nodeCount * tables.rowNumbers;
  const inertias = allocNumbers(arena, precision, nodeCount);
  for (let node = 0; node < nodeCount; node++) inertias[tables.rowOf[node]!] = tables.masses[node]! / (dt * dt);
  const iterate = createIterateScratch(tables, kernels);
  return {
    kernels,
    iterates: allocNumbers(arena, precision, count),
    rates: allocNumbers(arena, precision, count),
    forces: allocNumbers(arena, precision, count),
    origins: new Float64Array(3 * lanes),
    iterations: 0,
    residuals: new Float64Array(lanes),
    invertedCounts: new Int32Array(lanes),
    work: {
      elements: createPackedElements(arena, tables),
      global: createGlobalSolver(tables, kernels),
      iterate,
      stopping: createStopping(settings, nodeCount, lanes, iterate),
      bases: allocNumbers(arena, precision, count),
      starts: allocNumbers(arena, precision, count),
      inertias,
      given: allocNumbers(arena, precision, count),
      rigid: new Float64Array(9 * lanes),
      changes: new Float64Array(lanes),
    },
  };
}
