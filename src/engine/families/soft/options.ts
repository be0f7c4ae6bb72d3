/** How the solver of a soft animal steps, from its description; what in it contradicts this, and where it was compared. */
import type { ProjectiveOptions } from '../../bodies/projective/tables/options.ts';
import type { ValidatedRange } from '../../contract/types.ts';
import type { DrivePlan, Turning } from '../../control/excitation/drive.ts';
import { createNodeAddedMasses, createReactiveTables, type ReactiveTables } from '../../forces/reactive-tables.ts';
import { pow } from '../../math/portable.ts';
import { computeTriangleArea } from '../../math/space/geometry.ts';
import { createCentreSlices } from '../../mesh/soft/slicer.ts';
import type { Cord, SoftBody } from '../../mesh/soft/soft-body.ts';
import { listPatternProblems } from '../../model/pattern.ts';
import { ModelError, type Problem, throwProblem } from '../../model/problem.ts';
import type { AnimalBody } from './body/body.ts';
import { completeMaterial, listUnused } from './body/material-fields.ts';
import type { SoftDesc } from './schema.ts';

/** Steps between two control steps. */
export function computeStepsPerTick({ solver, controller }: SoftDesc): number {
  const steps = solver.rate / controller.rate;
  if (Math.abs(steps - Math.round(steps)) > 1e-9 || steps < 1)
    throwProblem(
      'inconsistent',
      'solver.rate',
      `${solver.rate} Hz with controller.rate ${controller.rate} Hz`,
      `Give a multiple of ${controller.rate} Hz, such as ${controller.rate * Math.max(1, Math.round(steps))}.`,
    );
  return Math.round(steps);
}

/** Whether steps are of BDF2. */
export function isSecondOrder({ solver }: SoftDesc): boolean {
  return solver.integrator === 'bdf2';
}

/** Whether there is nothing to touch. */
/** Bodies whose form is free: how they turn shows when they swim. Those of the built-in shapes turn as their waves say. */
export function hasFreeForm({ body: { shape } }: SoftDesc): boolean {
  return shape === 'plate' || shape === 'drawn' || shape === 'mesh';
}

export function isOpen(scene: SoftDesc['scene']): boolean {
  return scene.kind === 'open' && !hasSelfContact(scene);
}

/** Several animals must not swim through each other. */
export function hasSelfContact(scene: SoftDesc['scene']): boolean {
  return scene.selfContact || countMembers(scene) > 1;
}

export function countMembers(scene: SoftDesc['scene']): number {
  return 'animals' in scene ? scene.animals : 1;
}

/** Plain iterations diverge with forces of contact on patches of nodes. */
function chooseMethod({ solver, scene }: SoftDesc): Pick<ProjectiveOptions, 'method' | 'matrix'> {
  if (isOpen(scene) || solver.method === 'anderson') return { method: solver.method };
  return { method: 'anderson', matrix: 'constant' };
}

/** The authors' program allows 50 iterations and never reaches them; a smaller number is a hard limit. [softcon, code] */
const codedIterations = 50;

/**
 * Plain steps shrink slowly: what is left to go is about this many of the last one. Chosen, not measured: it is so where each
 * is 0.93 of the one before.
 */
const plainSteps = 15;

/** Velocity retention is given per 1/240 s and converted to the step. */
export function createSolverOptions(desc: SoftDesc, animal: AnimalBody): ProjectiveOptions {
  const { body, solver } = desc;
  const material = completeMaterial(body.material);
  const { velocityRetention } = material;
  const { method, matrix } = chooseMethod(desc);
  return {
    dt: computeSolverStep(desc),
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
    ...(material.law === 'pulling' ? { curvature: material.curvature } : {}),
    method: method!,
    ...(matrix === undefined ? {} : { matrix }),
    iterations: solver.iterations,
    tolerance: method === 'plain' ? solver.tolerance / plainSteps : solver.tolerance,
    patience: solver.patience,
    stopping: solver.iterations < codedIterations ? 'residual' : solver.stopping,
    precision: solver.precision,
    fixedNodes: animal.fixedNodes,
    pieces: animal.members,
    ...createExpectedWater(desc, animal),
  };
}

/** What the matrix of a step has to expect of the water. */
function createExpectedWater(desc: SoftDesc, animal: AnimalBody): Pick<ProjectiveOptions, 'drag' | 'addedMass'> {
  const { water } = desc;
  if (water.model === 'reactive') {
    const { positions } = animal.body;
    const tables = createWaterTables(desc, animal.body, animal.length)!;
    return { addedMass: createNodeAddedMasses(tables, positions, computeSolverStep(desc)) };
  }
  if (!isImplicitDrag(water)) return {};
  return { drag: createExpectedDrag(animal.body, water.density) };
}

/** Coefficients of the reactive law; undefined with another. */
export function createWaterTables(desc: SoftDesc, body: SoftBody, length: number): ReactiveTables | undefined {
  const { water } = desc;
  if (water.model !== 'reactive') return undefined;
  return createReactiveTables(
    { ...body, slices: body.slices ?? createCentreSlices(body) },
    {
      density: water.density,
      length,
      thickness: completeMaterial(desc.body.material).thickness,
      plateDepth: water.plateDepth,
      finHalfHeight: water.finHeight,
    },
  );
}

type Water = SoftDesc['water'];
type Wet = Exclude<Water, { model: 'none' }>;
type FaceWater = Extract<Wet, { model: 'paper' | 'as-coded' }>;

/** Whether the water's drag is evaluated in every iteration. */
function isImplicitDrag(water: Water): water is FaceWater {
  return (water.model === 'paper' || water.model === 'as-coded') && water.coupling === 'implicit';
}

/** Whether the water's force is evaluated once a step. */
export function isExplicitWater(water: Water): boolean {
  return (water.model === 'paper' || water.model === 'as-coded') && water.coupling === 'explicit';
}

/** s. A step of BDF2 is one of implicit Euler, two thirds as long, from a mixture of the last two states. */
function computeSolverStep(desc: SoftDesc): number {
  return (isSecondOrder(desc) ? 2 / 3 : 1) / desc.solver.rate;
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

/**
 * Hz. Measured over 5 s: at 120 Hz explicit water is too much for seven of nine animals, which fly apart; at 240 Hz for one,
 * which the guard stops. No bound by drag and mass orders them.
 */
const explicitRate = 240;

/** Throws for what only the whole of a description shows to be wrong. */
export function checkSoftDesc(desc: SoftDesc, { graspers }: DrivePlan, cords: readonly Pick<Cord, 'name'>[]): void {
  const { scene, solver, water, controller } = desc;
  const problems: Problem[] = [];
  const refuse = (path: string, got: string, hint: string): void =>
    void problems.push({ code: 'inconsistent', path, got, hint });
  if (isExplicitWater(water) && solver.rate < explicitRate)
    refuse(
      'solver.rate',
      `${solver.rate} Hz with water.coupling explicit`,
      `Bodies fly apart in explicit water below ${explicitRate} Hz: give more, or water.coupling implicit.`,
    );
  if (scene.kind === 'grasp' && !graspers.includes(1))
    refuse(
      'scene.kind',
      `grasp${'grasp' in controller ? `, and no cord is called '${controller.grasp.cords}'` : ''}`,
      'This animal has no arms to close around a ball: choose another scene, or name its cords in controller.grasp.cords.',
    );
  const names = cords.map((cord) => cord.name);
  problems.push(...listWaveProblems(desc, names));
  if (problems.length > 0) throw new ModelError(problems);
}

/** A wave for cords that are not there drives nothing, and nobody would see why. */
function listWaveProblems({ controller }: SoftDesc, names: readonly string[]): Problem[] {
  if (controller.pattern !== 'waves') return [];
  return controller.waves.flatMap(({ cords, height, tone }, i) => {
    if (cords === '' || (height === 0 && tone === 0)) return [];
    const path = `controller.waves[${i}].cords`;
    return listPatternProblems([cords], names, path, 'cord').map((problem) => ({ ...problem, path }));
  });
}

/** Whether anything changes its pitch: a cord above or below the middle of the body, or a wave that climbs. */
export function canClimb({ heights, climbGains }: DrivePlan): boolean {
  return [...heights, ...climbGains].some((gain) => gain !== 0);
}

/** Where a soft animal was compared with shorter steps or more iterations (`animals/octopus/paper.md`). */
export function listSoftValidated(
  desc: SoftDesc,
  body: SoftBody,
  plan: DrivePlan,
  turning: Turning,
): readonly ValidatedRange[] {
  const { scene, solver, control } = desc;
  const touching: ValidatedRange = {
    path: 'solver.method',
    only: ['anderson'],
    otherwise: 'Where there is something to touch anderson is used all the same.',
  };
  const hardLimit: ValidatedRange = {
    path: 'solver.stopping',
    only: ['residual'],
    otherwise: `With fewer than ${codedIterations} iterations the residual decides all the same.`,
  };
  const level: ValidatedRange = {
    path: 'control.climb',
    only: [0],
    isInert: true,
    otherwise: 'It has no effect: no cord is above or below the middle of the body, and no wave has climb.',
  };
  const unable: ValidatedRange = {
    path: 'control.turn',
    only: [0],
    otherwise:
      'This animal cannot turn: stronger waves on one side (`turn` and `back` of its waves) do not change its heading.',
  };
  return [
    ...(control.turn !== 0 && !turning.canTurn ? [unable] : []),
    { path: 'solver.rate', min: 120, otherwise: 'Longer steps were not compared with converged ones.' },
    {
      path: 'solver.tolerance',
      max: 0.03,
      otherwise: 'With 0.03 a soft lamprey is already 8 % off its converged speed.',
    },
    ...(isOpen(scene) ? [] : [touching]),
    ...(solver.iterations < codedIterations ? [hardLimit] : []),
    ...(canClimb(plan) ? [] : [level]),
    ...listUnusedParts(desc, body),
  ];
}

/** A drawn or imported body has numbers of flesh and of thin parts, and often only one of the two. */
function listUnusedParts({ body, water }: SoftDesc, { tets, plates }: SoftBody): ValidatedRange[] {
  const parts = { flesh: tets.length > 0, thin: plates.length > 0 };
  const otherwise = `It has no effect: this body has no ${parts.thin ? 'flesh' : 'thin parts'}.`;
  const depth: ValidatedRange = { path: 'water.plateDepth', only: [], isInert: true, otherwise };
  return [
    ...listUnused(body.material, parts).map(
      ({ name, usual }): ValidatedRange => ({
        path: `body.material.${name}`,
        only: [usual],
        isInert: true,
        otherwise,
      }),
    ),
    ...(water.model === 'reactive' && body.shape === 'drawn' && !parts.thin ? [depth] : []),
  ];
}
