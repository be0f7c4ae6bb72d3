/**
 * Implicit Euler of soft bodies by projective dynamics. [softcon §3; Bouaziz et al. 2014]
 *
 *   g(x) = M/h² (x − x_n − h v_n) + ∇E(x) − f(x, (x − x_n)/h) = 0,     v_{n+1} = keep · (x − x_n)/h
 *   x ← x − A⁻¹ g(x),   A = M/h² + Σ w AᵢᵀAᵢ                 (the same iterates as "project, then solve for x")
 *
 * Written with the gradient, the matrix only steers: whatever A is, iterations that come to rest solve g = 0, so forces of
 * the water take part in every iteration and leave no bias. What is solved for is the displacement of the step, in
 * coordinates relative to a point that moves with the body, so that f32 loses nothing far from the origin.
 */
import type { Kernels } from '../../../kernels/functions.ts';
import { allocNumbers, bytesPerNumber } from '../../../kernels/layout.ts';
import { solvePanels } from '../../math/sparse/panels.ts';
import { createActivations, setActivations } from './local-activate.ts';
import { type Activations, addElasticGradient } from './local-reference.ts';
import type { ProjectiveTables } from './tables.ts';

export type { ProjectiveMaterial, ProjectiveMethod, ProjectiveOptions } from './projective-options.ts';
export { createProjectiveTables, type ProjectiveTables } from './tables.ts';

type Numbers = Float32Array | Float64Array;

/** Reusable memory of one batch. The arrays of numbers are in the kernels' memory, laid out as tables.rowOf says. */
export interface ProjectiveScratch {
  readonly kernels: Kernels;
  /** Positions of the iterate relative to `origins`, m. */
  readonly iterates: Numbers;
  /** Velocities (x − x_n)/h of the iterate, m/s. */
  readonly rates: Numbers;
  /** Forces at the iterate, N: a hook adds to them. */
  readonly forces: Numbers;
  /** Number axis · lanes + lane: what was taken off the positions, m. */
  readonly origins: Float64Array;
  /** Number (attachment · 3 + axis) · lanes + lane: where attached nodes are pulled to, m. */
  readonly targets: Float64Array;
  /** Of the last step. */
  iterations: number;
  /** Per lane: what one more solve would move, as a share of what the last step moved. */
  readonly residuals: Float64Array;
  /** Per lane: elements with det F ≤ 0 in the last iteration. */
  readonly invertedCounts: Int32Array;
  readonly private: PrivateScratch;
}

interface PrivateScratch {
  readonly activations: Activations;
  readonly packed: Float64Array;
  readonly gradient: Float64Array;
  readonly right: Float64Array;
  readonly displacement: Float64Array;
}

export interface ProjectiveHooks {
  /** Adds to scratch.forces what acts on the nodes at scratch.iterates with scratch.rates. */
  readonly force?: (scratch: ProjectiveScratch) => void;
  /** Moves nodes of scratch.iterates out of what they must not enter. */
  readonly project?: (scratch: ProjectiveScratch) => void;
}

/** Bytes of kernel memory that createProjectiveScratch takes. */
export function computeProjectiveBytes(tables: ProjectiveTables): number {
  const vectorBytes = tables.nodeCount * tables.rowNumbers * bytesPerNumber[tables.settings.precision];
  return 3 * (vectorBytes + 16);
}

export function createProjectiveScratch(tables: ProjectiveTables, kernels: Kernels): ProjectiveScratch {
  const { lanes, nodeCount, settings } = tables;
  const count = nodeCount * tables.rowNumbers;
  return {
    kernels,
    iterates: allocNumbers(kernels.arena, settings.precision, count),
    rates: allocNumbers(kernels.arena, settings.precision, count),
    forces: allocNumbers(kernels.arena, settings.precision, count),
    origins: new Float64Array(3 * lanes),
    targets: new Float64Array(3 * settings.attachments.length * lanes),
    iterations: 0,
    residuals: new Float64Array(lanes),
    invertedCounts: new Int32Array(lanes),
    private: {
      activations: createActivations(tables),
      packed: new Float64Array(3 * nodeCount),
      gradient: new Float64Array(3 * nodeCount),
      right: new Float64Array(4 * nodeCount),
      displacement: new Float64Array(3 * nodeCount * lanes),
    },
  };
}

/**
 * One step. positions and velocities: number (node · 3 + axis) · lanes + lane; excitations:
 * (first segment of the cord + segment) · lanes + lane. Allocates nothing.
 */
export function stepProjective(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  positions: Float64Array,
  velocities: Float64Array,
  excitations: Float64Array,
  hooks: ProjectiveHooks = {},
): void {
  const { lanes, nodeCount, settings, rowOf, rowNumbers, masses } = tables;
  const { dt } = settings;
  const { activations, packed, gradient, right, displacement } = scratch.private;
  for (let k = 0; k < 3 * lanes; k++) scratch.origins[k] = positions[k]!;
  for (let i = 0; i < displacement.length; i++) displacement[i] = dt * velocities[i]!;
  const place = (): void => {
    for (let node = 0; node < nodeCount; node++) {
      for (let k = 0; k < 3 * lanes; k++) {
        const from = node * 3 * lanes + k;
        const to = rowOf[node]! * rowNumbers + k;
        scratch.iterates[to] = positions[from]! - scratch.origins[k]! + displacement[from]!;
        scratch.rates[to] = displacement[from]! / dt;
      }
    }
  };
  place();
  for (let iteration = 0; iteration < settings.iterations; iteration++) {
    scratch.forces.fill(0);
    hooks.force?.(scratch);
    for (let lane = 0; lane < lanes; lane++) {
      setActivations(activations, tables, excitations, lanes, lane);
      gradient.fill(0);
      for (let node = 0; node < nodeCount; node++) {
        for (let axis = 0; axis < 3; axis++) {
          const to = rowOf[node]! * rowNumbers + axis * lanes + lane;
          packed[3 * node + axis] = scratch.iterates[to]!;
          const state = (node * 3 + axis) * lanes + lane;
          const inertia = (masses[node]! / (dt * dt)) * (displacement[state]! - dt * velocities[state]!);
          gradient[3 * node + axis] = inertia - scratch.forces[to]!;
        }
      }
      addElasticGradient(gradient, tables, packed, activations);
      for (const [index, { node, stiffness }] of settings.attachments.entries()) {
        for (let axis = 0; axis < 3; axis++) {
          const origin = scratch.origins[axis * lanes + lane]!;
          const target = scratch.targets[(index * 3 + axis) * lanes + lane]! - origin;
          gradient[3 * node + axis]! += stiffness * (packed[3 * node + axis]! - target);
        }
      }
      for (let node = 0; node < nodeCount; node++) {
        const free = tables.isFixed[node] === 1 ? 0 : -1;
        for (let axis = 0; axis < 3; axis++) right[4 * rowOf[node]! + axis] = free * gradient[3 * node + axis]!;
      }
      solvePanels(right, tables.panels, 4);
      let moved = 0;
      let change = 0;
      for (let node = 0; node < nodeCount; node++) {
        for (let axis = 0; axis < 3; axis++) {
          const state = (node * 3 + axis) * lanes + lane;
          const step = right[4 * rowOf[node]! + axis]!;
          displacement[state]! += step;
          change += step * step;
          moved += displacement[state]! * displacement[state]!;
        }
      }
      scratch.residuals[lane] = moved > 0 ? Math.sqrt(change / moved) : 0;
    }
    place();
    if (hooks.project !== undefined) {
      hooks.project(scratch);
      for (let node = 0; node < nodeCount; node++) {
        for (let k = 0; k < 3 * lanes; k++) {
          const from = node * 3 * lanes + k;
          displacement[from] =
            scratch.iterates[rowOf[node]! * rowNumbers + k]! + scratch.origins[k]! - positions[from]!;
        }
      }
    }
    scratch.iterations = iteration + 1;
  }
  for (let i = 0; i < displacement.length; i++) {
    positions[i]! += displacement[i]!;
    velocities[i] = (settings.material.velocityKeep * displacement[i]!) / dt;
  }
}
