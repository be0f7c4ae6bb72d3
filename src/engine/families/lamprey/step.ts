/**
 * One step of a lamprey: the spinal network drives the muscles, and muscles, water and joints move the body. [lamprey §2–3]
 *
 * Water and body do not act back on the network, which allows two ways of stepping:
 * - `fast`: the network by its own Adams–Bashforth method (`control/spinal/advance.ts`), one evaluation per step, then the
 *   body by RK4 with the muscle activity as a parabola over a block of two network steps;
 * - `reference`: network and body as one system with error control, as in the paper.
 * Both start a step from the same arrays, so a run may change its method at any step. The equations are in `scratch.ts`.
 * Units g, mm, ms, rad.
 */
import type { State } from '../../contract/types.ts';
import { restartHistory, stepNetwork } from '../../control/spinal/advance.ts';
import { setDrives, setMotorPotentials } from '../../control/spinal/network.ts';
import { integrateAdaptive } from '../../integrate/embedded.ts';
import { describeFailure, findNonFinite } from '../../integrate/ode.ts';
import { stepRk4 } from '../../integrate/rk4.ts';
import { createRng, nextNormal } from '../../math/rng.ts';
import type { LampreyDesc } from './schema.ts';
import { type AdaptiveMethod, type FastMethod, setBlockMotors, type LampreyScratch } from './scratch.ts';
import type { LampreyArrays, LampreySystem } from './system.ts';

/** How much shorter the steps of a body may become that flies apart with those it was given. */
const refinementLimit = 64;

/** Advances the state by `system.dt`. Throws where error control gives up. */
export function stepLamprey(system: LampreySystem, { controls, clock }: State, swimmer: LampreyScratch): void {
  const { 'brainstem.left': left, 'brainstem.right': right, 'body.muscleGain': gain } = system.controlIndex;
  const { brainstem } = system.desc;
  const { noise } = swimmer.arrays;
  if (brainstem.kind === 'uneven') updateNoise(swimmer.arrays, brainstem, clock[1]!);
  for (let i = 0; i < swimmer.gains.length; i++) swimmer.gains[i] = controls[gain]! * system.muscleMasks[i]!;
  stepSwimmer(swimmer, controls[left]! * (noise?.[0] ?? 1), controls[right]! * (noise?.[1] ?? 1));
}

export function stepSwimmer(swimmer: LampreyScratch, left: number, right: number): void {
  const { arrays, history, network, method } = swimmer;
  if (arrays.drives[0] !== left || arrays.drives[1] !== right) restartHistory(history);
  arrays.drives[0] = left;
  arrays.drives[1] = right;
  setDrives(network, left, right);
  if (method.kind === 'fast') stepFast(swimmer, method);
  else stepAdaptive(swimmer, method);
}

function stepFast(swimmer: LampreyScratch, method: FastMethod): void {
  const { arrays, history, network } = swimmer;
  const [start, middle, end] = method.potentials;
  setMotorPotentials(end, network, arrays.neurons);
  for (let block = 0; block < method.blocks; block++) {
    swimmer.stage = 'spinal network';
    start.set(end);
    stepNetwork(arrays.neurons, history, network, method.advance);
    setMotorPotentials(middle, network, arrays.neurons);
    stepNetwork(arrays.neurons, history, network, method.advance);
    setMotorPotentials(end, network, arrays.neurons);
    setBlockMotors(method.motors, network, method.potentials);
    swimmer.stage = 'muscles, water and joints';
    moveBody(arrays.body, method);
  }
}

/** The body through one block by RK4; should it fly apart, again with shorter steps. */
function moveBody(body: Float64Array, { bodySteps, blockTime, before, derivative, rk4 }: FastMethod): void {
  before.set(body);
  for (let steps = bodySteps; steps <= refinementLimit * bodySteps; steps *= 4) {
    const bodyStep = blockTime / steps;
    for (let step = 0; step < steps; step++) stepRk4(body, step * bodyStep, bodyStep, derivative, rk4);
    if (findNonFinite(body) < 0 || findNonFinite(before) >= 0) return;
    if (steps < refinementLimit * bodySteps) body.set(before);
  }
}

function stepAdaptive(swimmer: LampreyScratch, method: AdaptiveMethod): void {
  const { arrays, history } = swimmer;
  const { states, stepTime, tolerance, embedded, derivative } = method;
  // This method leaves no past behind for the other one.
  restartHistory(history);
  swimmer.stage = 'network and body';
  states.set(arrays.neurons);
  states.set(arrays.body, arrays.neurons.length);
  const failure = integrateAdaptive(method.pair, states, arrays.stepSize, 0, stepTime, derivative, tolerance, embedded);
  if (failure !== null) throw new Error(describeFailure(failure, 'ms'));
  copyRange(arrays.neurons, states, 0);
  copyRange(arrays.body, states, arrays.neurons.length);
}

function copyRange(out: Float64Array, from: Float64Array, at: number): void {
  for (let i = 0; i < out.length; i++) out[i] = from[at + i]!;
}

/**
 * An uneven brain stem: the drive of each side is its setting times 1 + spread · N(0, 1), drawn every `noiseTime` and held
 * between, because a steady input is what lets the network's method take long steps. It depends on the seed.
 */
export function setNoiseStart({ random, noise }: LampreyArrays, seed: number): void {
  random?.set(createRng(seed, 'brain stem'));
  noise?.set([1, 1, 0]);
}

type UnevenDrive = Extract<LampreyDesc['brainstem'], { kind: 'uneven' }>;

/** Draws the factors of both sides where it is time to: `noise` is [left, right, draws so far]. */
function updateNoise({ random, noise }: LampreyArrays, settings: UnevenDrive, time: number): void {
  if (random === undefined || noise === undefined) return;
  // A billionth of slack, so that a time on the grid is met despite rounding.
  const due = Math.floor(time / settings.noiseTime + 1e-9) + 1;
  for (; noise[2]! < due; noise[2]! += 1) {
    for (let side = 0; side < 2; side++) noise[side] = Math.max(0, 1 + settings.noise * nextNormal(random));
  }
}
