/** Options of the projective solver: materials, time step, iteration and arithmetic. SI units. */
import { ModelError, printGot, type Problem } from '../../../model/problem.ts';

export interface ProjectiveMaterial {
  /** k_p of |F − R|²/2, Pa. */
  readonly shape: number;
  /** k_v of |F − D|²/2 with det D = 1, Pa. */
  readonly volume: number;
  /** k_m of the fibres, Pa; each fibre entry has a factor of its own. */
  readonly muscle: number;
  /** k_s of plates in their plane, N/m. */
  readonly stretch: number;
  /** k_b of plates against folding, N m. */
  readonly bend: number;
  /** kg/m³. */
  readonly density: number;
  /** Of plates, m; only their mass depends on it. */
  readonly thickness: number;
  /** Velocity retention: share of the velocity left after a step, 1 without damping. */
  readonly velocityKeep: number;
}

export type ProjectiveMethod = 'plain' | 'anderson';

export interface ProjectiveOptions {
  /** Step, s. */
  readonly dt: number;
  readonly material: ProjectiveMaterial;
  /** volume: density times volume, shared by the nodes of an element. equal: `totalMass` divided equally. */
  readonly massRule?: 'volume' | 'equal';
  /** kg; for the rule `equal`. */
  readonly totalMass?: number;
  /**
   * paper: a fibre pulls until its stretch is 1 − e, and pushes when it is shorter. as-coded: a spring of no length with stiffness
   * e k. pulling: as paper, but it never pushes.
   */
  readonly muscleLaw?: 'paper' | 'as-coded' | 'pulling';
  /**
   * 1/m, of a plate under an excitation of 1. Left out: an excitation is the angle of every hinge, as in the paper, so that a finer
   * plate bends more.
   */
  readonly curvature?: number;
  readonly method?: ProjectiveMethod;
  /**
   * constant: n × n, of the rest shape, as in the paper. corotated: 3 n × 3 n, rotated with the body, a third of the iterations
   * and less. Left out: corotated for accelerated iterations of bodies with tetrahedra.
   */
  readonly matrix?: 'constant' | 'corotated';
  /**
   * Iterations of a step; with `tolerance` at most so many. Anderson continues, up to `patience` times as many, while more than a
   * tenth of the step is unsolved.
   */
  readonly iterations?: number;
  /** 1: `iterations` is a hard limit. */
  readonly patience?: number;
  /** Relative residual at which a step is done; 0 for always all iterations. */
  readonly tolerance?: number;
  /** as-coded: stops at a mean change of 5e-7 m per coordinate and discards the last solve. */
  readonly stopping?: 'residual' | 'as-coded';
  readonly precision?: 'f32' | 'f64';
  /** Bodies stepped together, one per lane. */
  readonly lanes?: 1 | 4 | 8;
  /** Nodes that stay where the state has them. */
  readonly fixedNodes?: readonly number[];
  /** Unconnected bodies; the momentum is corrected only for a single one (engine/bodies/projective/balance.ts). */
  readonly pieces?: number;
  /** Expected drag per node, N s/m: affects convergence, not the result. */
  readonly drag?: Float64Array;
  /**
   * Added mass of the water per node at rest, xx xy xz yy yz zz, kg: affects convergence, not the result. A body of plates alone
   * is then solved by two matrices, one along the normals of its nodes and one across them (global/global.ts).
   */
  readonly addedMass?: Float64Array;
  /** Length of the Anderson history. */
  readonly memory?: number;
}

type OptionalName = 'totalMass' | 'drag' | 'addedMass' | 'curvature';

export type ProjectiveSettings = Required<Omit<ProjectiveOptions, OptionalName>> &
  Pick<ProjectiveOptions, OptionalName>;

const defaults = {
  massRule: 'volume',
  muscleLaw: 'paper',
  method: 'anderson',
  iterations: 10,
  patience: 6,
  tolerance: 0,
  stopping: 'residual',
  precision: 'f32',
  lanes: 1,
  fixedNodes: [],
  pieces: 1,
  memory: 5,
} as const;

/** Defaults filled in, ranges checked. */
export function createProjectiveSettings(
  options: ProjectiveOptions,
  nodeCount: number,
  tetCount: number,
): ProjectiveSettings {
  const method = options.method ?? defaults.method;
  const matrix = method !== 'anderson' || tetCount === 0 ? 'constant' : 'corotated';
  const settings: ProjectiveSettings = { ...defaults, matrix, ...options };
  const problems: Problem[] = [];
  const check = (ok: boolean, path: string, got: unknown, hint: string): void => {
    if (!ok) problems.push({ code: 'out-of-range', path, got: printGot(got), hint });
  };
  const { material } = settings;
  check(settings.dt > 0 && settings.dt < Infinity, 'dt', settings.dt, 'Give a step above 0 s.');
  for (const key of ['shape', 'volume', 'muscle', 'stretch', 'bend'] as const) {
    check(material[key] >= 0 && material[key] < Infinity, `material.${key}`, material[key], 'Give 0 or more.');
  }
  for (const key of ['density', 'thickness'] as const) {
    check(material[key] > 0 && material[key] < Infinity, `material.${key}`, material[key], 'Give more than 0.');
  }
  check(
    material.velocityKeep >= 0 && material.velocityKeep <= 1,
    'material.velocityKeep',
    material.velocityKeep,
    'Give 0 to 1.',
  );
  const mass = settings.massRule === 'volume' || (settings.totalMass !== undefined && settings.totalMass > 0);
  check(mass, 'totalMass', settings.totalMass, 'Give the mass to divide, above 0 kg.');
  check(
    Number.isInteger(settings.iterations) && settings.iterations >= 1,
    'iterations',
    settings.iterations,
    'Give a whole number from 1 up.',
  );
  check(settings.tolerance >= 0 && settings.tolerance < 1, 'tolerance', settings.tolerance, 'Give 0 to below 1.');
  check(
    Number.isInteger(settings.memory) && settings.memory >= 1 && settings.memory <= 8,
    'memory',
    settings.memory,
    'Give 1 to 8.',
  );
  for (const [index, node] of settings.fixedNodes.entries()) {
    const there = Number.isInteger(node) && node >= 0 && node < nodeCount;
    check(there, `fixedNodes[${index}]`, node, `Nodes run from 0 to ${nodeCount - 1}.`);
  }
  const { curvature = 0 } = settings;
  check(curvature >= 0 && curvature < Infinity, 'curvature', curvature, 'Give 0 per metre or more.');
  const { drag } = settings;
  const dragOk = drag === undefined || (drag.length === nodeCount && drag.every((d) => d >= 0 && d < Infinity));
  check(dragOk, 'drag', drag?.length, `Give ${nodeCount} numbers ≥ 0.`);
  const { addedMass } = settings;
  const massOk = addedMass === undefined || (addedMass.length === 6 * nodeCount && addedMass.every(Number.isFinite));
  check(massOk, 'addedMass', addedMass?.length, `Give ${6 * nodeCount} finite numbers.`);
  if (problems.length > 0) throw new ModelError(problems);
  return settings;
}
