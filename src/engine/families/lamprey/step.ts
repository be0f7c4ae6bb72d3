/**
 * One step of a lamprey: the spinal network drives the muscles, and muscles, water and joints move the body. [lamprey §2–3]
 *
 * Water and body do not act back on the network, which allows two ways of stepping:
 * - `fast`: the network by its own Adams–Bashforth method (`control/spinal/advance.ts`), one evaluation per step, then the
 *   body by RK4 with the muscle activity as a parabola over a block of two network steps;
 * - `reference`, `dopri5`: network and body as one system with error control, as in the paper: Dormand–Prince 8(5,3), 5(4).
 * All start a step from the same arrays, so a run may change its method at any step. Units g, mm, ms, rad.
 */
import { setChainDerivatives, setKinematics } from '../../bodies/links/chain.ts';
import type { State } from '../../contract/types.ts';
import { restartHistory, stepNetwork } from '../../control/spinal/advance.ts';
import { setDrives, setMotorMeans, setMotorPotentials, setNeuralDerivatives } from '../../control/spinal/network.ts';
import { setMuscleTorques } from '../../forces/joint-muscle.ts';
import { setDragForces } from '../../forces/link-drag.ts';
import { integrateAdaptive } from '../../integrate/embedded.ts';
import { describeFailure } from '../../integrate/ode.ts';
import type { LampreySystem } from './system.ts';
import { setBlockMotors, setParabola } from './motors.ts';
import { moveBody } from './move-body.ts';
import { updateNoise } from './noise.ts';
import type { AdaptiveMethod, FastMethod, Slopes, Swimmer } from './scratch.ts';

/** Advances the state by `system.dt`. Throws where error control gives up. */
export function stepLamprey(system: LampreySystem, { controls, clock }: State, swimmer: Swimmer): void {
  const { left, right, gain } = system.controlIndex;
  const { noise } = swimmer.arrays;
  updateNoise(swimmer.arrays, system.desc.brainstem, clock[1]!);
  for (let i = 0; i < swimmer.gains.length; i++) swimmer.gains[i] = controls[gain]! * system.muscleMasks[i]!;
  stepSwimmer(swimmer, controls[left]! * (noise?.[0] ?? 1), controls[right]! * (noise?.[1] ?? 1));
}

export function stepSwimmer(swimmer: Swimmer, left: number, right: number): void {
  const { arrays, history, network, method } = swimmer;
  if (arrays.drives[0] !== left || arrays.drives[1] !== right) restartHistory(history);
  arrays.drives[0] = left;
  arrays.drives[1] = right;
  setDrives(network, left, right);
  if (method.kind === 'fast') stepFast(swimmer, method);
  else stepAdaptive(swimmer, method);
}

function stepFast(swimmer: Swimmer, method: FastMethod): void {
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
    moveBody(arrays.body, method);
  }
}

/** Right-hand side of the body `time` ms after the start of a block. */
function setFastSlopes(
  slopes: Float64Array,
  time: number,
  states: Float64Array,
  swimmer: Swimmer,
  { motors, blockTime }: FastMethod,
): void {
  setParabola(swimmer.activity, motors, time / blockTime);
  setBodySlopes(slopes, states, swimmer);
}

function stepAdaptive(swimmer: Swimmer, method: AdaptiveMethod): void {
  const { arrays, history } = swimmer;
  const { states, stepTime, tolerance, embedded, derivative } = method;
  // This method leaves no past behind for the other one.
  restartHistory(history);
  states.set(arrays.neurons);
  states.set(arrays.body, arrays.neurons.length);
  const failure = integrateAdaptive(method.pair, states, arrays.stepSize, 0, stepTime, derivative, tolerance, embedded);
  if (failure !== null) throw new Error(describeFailure(failure, 'ms'));
  copyRange(arrays.neurons, states, 0);
  copyRange(arrays.body, states, arrays.neurons.length);
}

/** Right-hand side of network and body as one system. */
function setWholeSlopes(
  slopes: Float64Array,
  states: Float64Array,
  swimmer: Swimmer,
  { bodyStates, bodySlopes }: AdaptiveMethod,
): void {
  const { network, activity } = swimmer;
  swimmer.stage = 'spinal network';
  setNeuralDerivatives(slopes, network, states);
  setMotorMeans(activity, network, states);
  // Copied, because a view for each evaluation would be an allocation for each.
  copyRange(bodyStates, states, network.stateCount);
  setBodySlopes(bodySlopes, bodyStates, swimmer);
  slopes.set(bodySlopes, network.stateCount);
}

/** The body under muscles of the present activity, in water. */
function setBodySlopes(slopes: Float64Array, states: Float64Array, swimmer: Swimmer): void {
  const { body, work, activity, gains } = swimmer;
  swimmer.stage = 'muscles, water and joints';
  setKinematics(work, body, states);
  setDragForces(work.dragForces, work.axes, work.velocities, body.normalDrags, body.axialDrags);
  setMuscleTorques(work.torques, body.muscle, states, body.angleAt, body.rateAt, activity, gains);
  setChainDerivatives(slopes, body, states, work);
}

/** What error control and RK4 integrate. */
export const slopes: Slopes = { fast: setFastSlopes, whole: setWholeSlopes };

function copyRange(out: Float64Array, from: Float64Array, at: number): void {
  for (let i = 0; i < out.length; i++) out[i] = from[at + i]!;
}
