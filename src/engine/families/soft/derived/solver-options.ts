/** How the solver of a soft animal steps, from its description: materials, step, iterations, and what drag to expect. */
import type { ProjectiveOptions } from '../../../bodies/projective/tables/options.ts';
import { pow } from '../../../math/portable.ts';
import { computeTriangleArea } from '../../../math/space/geometry.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import { ModelError } from '../../../model/problem.ts';
import type { AnimalBody } from '../body/body.ts';
import { completeMaterial } from '../body/material-fields.ts';
import type { SoftDesc } from '../fields/desc.ts';

/** Steps between two control steps. */
export function computeStepsPerTick({ solver, controller }: SoftDesc): number {
  const steps = solver.rate / controller.rate;
  if (Math.abs(steps - Math.round(steps)) > 1e-9 || steps < 1)
    throw new ModelError([
      {
        code: 'inconsistent',
        path: 'solver.rate',
        got: `${solver.rate} Hz with controller.rate ${controller.rate} Hz`,
        hint: `Give a multiple of ${controller.rate} Hz, such as ${controller.rate * Math.max(1, Math.round(steps))}.`,
      },
    ]);
  return Math.round(steps);
}

/** Whether steps are of BDF2. */
export function isSecondOrder({ solver }: SoftDesc): boolean {
  return solver.integrator === 'bdf2';
}

/** Whether there is nothing to touch. */
export function isOpen(scene: SoftDesc['scene']): boolean {
  return scene.kind === 'open' && !hasSelfContact(scene);
}

/** Several animals must not swim through each other. */
export function hasSelfContact(scene: SoftDesc['scene']): boolean {
  return scene.selfContact || countAnimals(scene) > 1;
}

export function countAnimals(scene: SoftDesc['scene']): number {
  return 'animals' in scene ? scene.animals : 1;
}

/** Plain iterations diverge with forces of contact on patches of nodes, and Newton's matrix does not know them. */
function chooseMethod({ solver, scene }: SoftDesc): Pick<ProjectiveOptions, 'method' | 'matrix'> {
  if (isOpen(scene) || solver.method === 'anderson') return { method: solver.method };
  return { method: 'anderson', matrix: 'constant' };
}

/** The authors' program allows 50 iterations and never reaches them; a smaller number is a hard limit. [softcon, code] */
export const codedIterations = 50;

/**
 * Plain steps shrink slowly: what is left to go is about this many of the last one. Chosen, not measured: it is so where each
 * is 0.93 of the one before.
 */
const plainSteps = 15;

/** Velocity retention is given per 1/240 s and converted to the step. */
export function createSolverOptions(desc: SoftDesc, animal: AnimalBody): ProjectiveOptions {
  const { body, solver, water } = desc;
  const material = completeMaterial(body.material);
  const { velocityRetention } = material;
  const { method, matrix } = chooseMethod(desc);
  return {
    // A step of BDF2 is one of implicit Euler, two thirds as long, from a mixture of the last two states.
    dt: (isSecondOrder(desc) ? 2 / 3 : 1) / solver.rate,
    material: {
      shape: material.shape,
      volume: material.volume,
      muscle: material.muscle,
      stretch: material.stretch,
      bend: material.bend,
      density: material.density,
      thickness: material.thickness,
      velocityKeep: solver.rate === 240 ? velocityRetention : pow(velocityRetention, 240 / solver.rate),
    },
    massRule: material.masses,
    ...(material.masses === 'equal' ? { totalMass: animal.members * material.totalMass } : {}),
    muscleLaw: material.law,
    method: method!,
    ...(matrix === undefined ? {} : { matrix }),
    iterations: solver.iterations,
    tolerance: method === 'plain' ? solver.tolerance / plainSteps : solver.tolerance,
    patience: solver.patience,
    stopping: solver.iterations < codedIterations ? 'residual' : solver.stopping,
    precision: solver.precision,
    fixedNodes: animal.fixedNodes,
    pieces: animal.members,
    ...(water.model === 'none' || water.coupling === 'explicit'
      ? {}
      : { drag: createExpectedDrag(animal.body, water.density) }),
  };
}

/** m/s at which faces meet the water in a strong stroke. Chosen, the same for all: it steers the iterations and not their answer. */
const strokeSpeed = 1;

/** Per node, N s/m: how the water's force grows with speed, about. It steers the iterations and not their answer. */
function createExpectedDrag({ positions, surface, plates }: SoftBody, density: number): Float64Array {
  const drag = new Float64Array(positions.length / 3);
  const addAll = (triangles: Int32Array, sides: number): void => {
    for (let at = 0; at < triangles.length; at += 3) {
      const [a, b, c] = [3 * triangles[at]!, 3 * triangles[at + 1]!, 3 * triangles[at + 2]!];
      const share = (sides * density * strokeSpeed * computeTriangleArea(positions, a, b, c)) / 3;
      for (let k = 0; k < 3; k++) drag[triangles[at + k]!] = drag[triangles[at + k]!]! + share;
    }
  };
  addAll(surface, 1);
  addAll(plates, 2);
  return drag;
}
