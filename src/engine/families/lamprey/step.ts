/**
 * One step of a swimmer: the spinal network, then muscles, water and joints. [lamprey §2–3]
 * Units g, mm, ms, rad.
 */
import { type NeuralHistory, restartHistory, stepNetwork } from '../../control/spinal/advance.ts';
import {
  setDrives,
  setMotorMeansOver,
  setMotorPotentials,
  setMotorMeansFrom,
  setStartStates,
} from '../../control/spinal/network.ts';
import { integrateAdaptive } from '../../integrate/embedded.ts';
import type { IntegrationFailure } from '../../integrate/ode.ts';
import { stepRk4 } from '../../integrate/rk4.ts';
import type { LampreyArrays } from './arrays.ts';
import type { AdaptiveScratch, FastScratch, Swimmer } from './swimmer.ts';

/** A straight body at rest with its head-link centre at the origin, and one side of the cord inhibited. */
export function setSwimmerStart(state: LampreyArrays, swimmer: Swimmer, inhibition: number, side: 0 | 1): void {
  setStartStates(state.neurons, swimmer.network, inhibition, side);
  for (const array of [state.body, state.previous, state.potentials, state.cursor, state.stepSize, state.drives])
    array.fill(0);
}

/**
 * Advances `state` by `swimmer.stepTime` under the given brain-stem drive. Returns null, or why error control gave up;
 * `fast` never gives up, so look for numbers that are not finite.
 */
export function stepSwimmer(
  state: LampreyArrays,
  history: NeuralHistory,
  swimmer: Swimmer,
  left: number,
  right: number,
): IntegrationFailure | null {
  if (state.drives[0] !== left || state.drives[1] !== right) restartHistory(history);
  state.drives[0] = left;
  state.drives[1] = right;
  setDrives(swimmer.network, left, right);
  if (swimmer.fast !== null) {
    stepFast(state, history, swimmer, swimmer.fast);
    return null;
  }
  // The other methods leave no past behind.
  restartHistory(history);
  return stepAdaptive(state, swimmer, swimmer.adaptive!);
}

function stepFast(state: LampreyArrays, history: NeuralHistory, swimmer: Swimmer, fast: FastScratch): void {
  const { network, integrator, stepTime } = swimmer;
  if (integrator.kind !== 'fast') return;
  const [start, middle, end] = fast.potentials;
  const bodyStep = stepTime / (integrator.blocks * integrator.bodySteps);
  setMotorPotentials(end, network, state.neurons);
  for (let block = 0; block < integrator.blocks; block++) {
    start.set(end);
    stepNetwork(state.neurons, history, network, fast.advance);
    setMotorPotentials(middle, network, state.neurons);
    stepNetwork(state.neurons, history, network, fast.advance);
    setMotorPotentials(end, network, state.neurons);
    setBlockMotors(swimmer, fast);
    for (let step = 0; step < integrator.bodySteps; step++) {
      stepRk4(state.body, step * bodyStep, bodyStep, fast.bodyDerivative, fast.bodyRk4);
    }
  }
}

/** Muscle activity of a block. RK4 weighs it by Simpson's rule, so the middle is set to give the mean of the block. */
function setBlockMotors({ network }: Swimmer, { potentials: [start, middle, end], motors }: FastScratch): void {
  const [first, mean, last] = motors;
  setMotorMeansFrom(first, network, start);
  setMotorMeansOver(mean, network, start, middle, end);
  setMotorMeansFrom(last, network, end);
  for (let i = 0; i < mean.length; i++) mean[i] = 1.5 * mean[i]! - 0.25 * (first[i]! + last[i]!);
}

function stepAdaptive(state: LampreyArrays, swimmer: Swimmer, adaptive: AdaptiveScratch): IntegrationFailure | null {
  const { states, method, derivative, tolerance, embedded } = adaptive;
  const count = state.neurons.length;
  states.set(state.neurons);
  states.set(state.body, count);
  const failure = integrateAdaptive(
    method,
    states,
    state.stepSize,
    0,
    swimmer.stepTime,
    derivative,
    tolerance,
    embedded,
  );
  state.neurons.set(states.subarray(0, count));
  state.body.set(states.subarray(count));
  return failure;
}
