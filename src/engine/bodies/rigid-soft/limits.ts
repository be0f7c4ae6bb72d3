// Whether an integrator is stable for a body: tested on a short chain, because no formula covers all shapes and tissues.
//
// What makes the fast integrator fail is N = E dt² / ρ: its bodies and its soft nodes move in turn, and its one matrix is
// that of a body at rest. Measured for the centipede's shape at 1/240 s and ρ = 1: one iteration is stable for E = 15,000 at ν
// = 0.4 and 6,000 at ν = 0.45, two for 180,000 and 50,000, with lighter boxes less; all scale as 1 / dt² to 1/60 s. Well below
// that no test is run. Otherwise a chain of four boxes is perturbed and left alone: where its motion grows, the integrator is
// unstable for the body. A fifth is added to the stiffness for safety. Model units.
import { createMemo } from '../../math/memo.ts';
import type { Kernels } from '../../../kernels/functions.ts';
import { createKernels } from '../../../kernels/load.ts';
import { measureMemory } from '../../../kernels/twin.ts';
import { cos, sin } from '../../math/portable.ts';
import { listSpecs, viewArrays } from '../../contract/arrays.ts';
import { createState } from '../../contract/state.ts';
import {
  createHybridFields,
  createHybridBody,
  type HybridBody,
  type HybridParameters,
  type HybridState,
} from './body.ts';
import { setTissueBetween, setStraightStart } from './start.ts';
import { stepHybrid } from './step.ts';

const probeBoxes = 4;
const safetyFactor = 1.2;
const probeSteps = 240;
/** Growth of the boxes' and of the soft nodes' speed that no stable chain shows. */
const maxBoxGrowth = 4;
const maxSoftGrowth = 12;
const maxIterations = 4;
const maxHalvings = 6;

const weightlessScene = { gravity: [0, 0, 0], terrain: null, friction: 0, forces: [] };
const known = createMemo<boolean>(200);

/** Least N at which one iteration fails for any shape, with ν ≤ 0.4 and up to three cells: 6,000. */
const alwaysSteadyNumber = 5000;

function isSurelySteady({ integrator, dt, material, rigidDensity, softCells }: HybridParameters): boolean {
  const density = Math.min(material.density, rigidDensity);
  const number = (material.stiffness * (240 * dt) * (240 * dt)) / density;
  return (
    integrator === 'fast' && number <= alwaysSteadyNumber && material.poissonRatio <= 0.4 && Math.max(...softCells) <= 3
  );
}

/** Whether the integrator is stable for such a body. */
export function isSteady(parameters: HybridParameters): boolean {
  if (isSurelySteady(parameters)) return true;
  const key = JSON.stringify({ ...parameters, rigidSizes: parameters.rigidSizes[0] });
  return known(key, () => isProbeSteady(parameters));
}

/** The fewest iterations with which the fast integrator is stable for such a body; null if none are enough. */
export function findIterations(parameters: HybridParameters): number | null {
  for (let iterations = 1; iterations <= maxIterations; iterations++)
    if (isSteady({ ...parameters, iterations })) return iterations;
  return null;
}

/** The largest step, by halves, with which the integrator is stable for such a body; null if none is found. */
export function findStep(parameters: HybridParameters): number | null {
  for (let halvings = 0, { dt } = parameters; halvings <= maxHalvings; halvings++, dt /= 2)
    if (isSteady({ ...parameters, dt })) return dt;
  return null;
}

function isProbeSteady(parameters: HybridParameters): boolean {
  const chain: HybridParameters = {
    ...parameters,
    maxIterations: parameters.iterations,
    rigidSizes: parameters.rigidSizes.slice(0, probeBoxes),
    material: { ...parameters.material, stiffness: safetyFactor * parameters.material.stiffness },
  };
  const fields = createHybridFields(chain);
  const specs = listSpecs(fields);
  const create = (kernels: Kernels): { state: HybridState; body: HybridBody } => ({
    state: viewArrays(fields, createState(specs, [], kernels.arena)),
    body: createHybridBody(kernels, chain),
  });
  const { state, body } = create(createKernels(measureMemory(create)));
  setStraightStart(state, body, 0, 0, 0);
  const speed = 0.5 * chain.softSize[0];
  for (let b = 0; b < chain.rigidSizes.length; b++) {
    for (let axis = 0; axis < 3; axis++) {
      state.bodyVelocities[3 * b + axis] = speed * sin(3 * b + 2 * axis + 1);
      state.bodySpins[3 * b + axis] = 0.5 * cos(5 * b + axis);
    }
  }
  setTissueBetween(state, body);
  const limit = maxBoxGrowth * Math.max(speed, computeFastest(state.softVelocities));
  try {
    for (let step = 1; step <= probeSteps; step++) {
      stepHybrid(body, state, weightlessScene);
      if (step % 20 === 0 && !(computeFastest(state.bodyVelocities) < limit)) return false;
    }
  } catch {
    // A chain that flies apart ends in non-finite numbers.
    return false;
  }
  return computeFastest(state.softVelocities) < (maxSoftGrowth / maxBoxGrowth) * limit;
}

function computeFastest(velocities: Float64Array): number {
  let fastest = 0;
  for (let i = 0; i < velocities.length; i++) fastest = Math.max(fastest, Math.abs(velocities[i]!));
  return fastest;
}
