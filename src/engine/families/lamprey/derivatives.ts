/**
 * The right-hand sides that a lamprey's integrators evaluate: of the body under given muscle activity, and of network and body
 * as one system. [lamprey §2] Units g, mm, ms, rad.
 */
import {
  type ArticulatedBody,
  type BodyScratch,
  setChainDerivatives,
  setKinematics,
} from '../../bodies/links/chain.ts';
import { setMotorMeans, setNeuralDerivatives, type SpinalNetwork } from '../../control/spinal/network.ts';
import { setMuscleTorques } from '../../forces/joint-muscle.ts';
import { setDragForces } from '../../forces/link-drag.ts';
import type { Derivative } from '../../integrate/ode.ts';
import { setParabola, type StartMidEnd } from './motors.ts';

/** What the equations of motion read, and their working memory. */
export interface SwimmerModel {
  readonly network: SpinalNetwork;
  readonly body: ArticulatedBody;
  readonly work: BodyScratch;
  /** Gain of each muscle, pairs [left, right] per joint: 1 as in the paper, 0 paralysed. */
  readonly gains: Float64Array;
  /** Muscle activity now, pairs [left, right] per joint. */
  readonly activity: Float64Array;
}

/** Of the body, with the muscle activity of a block; its time counts from the start of the block. */
export function createBodyDerivative(model: SwimmerModel, motors: StartMidEnd, blockTime: number): Derivative {
  return (out, time, states) => {
    setParabola(model.activity, motors, time / blockTime);
    setBodyDerivatives(out, states, model);
  };
}

/** Of network and body as one system: neurons first, then the body. */
export function createWholeDerivative(model: SwimmerModel): Derivative {
  const { network, activity, body } = model;
  // Copies, because a view for each evaluation would be an allocation for each.
  const bodyStates = new Float64Array(body.stateCount);
  const bodyDerivatives = new Float64Array(body.stateCount);
  return (out, _time, states) => {
    setNeuralDerivatives(out, network, states);
    setMotorMeans(activity, network, states);
    for (let i = 0; i < bodyStates.length; i++) bodyStates[i] = states[network.stateCount + i]!;
    setBodyDerivatives(bodyDerivatives, bodyStates, model);
    out.set(bodyDerivatives, network.stateCount);
  };
}

/** The body under muscles of the present activity, in water. */
function setBodyDerivatives(out: Float64Array, states: Float64Array, model: SwimmerModel): void {
  const { body, work, activity, gains } = model;
  setKinematics(work, body, states);
  setDragForces(work.dragForces, work.axes, work.velocities, body.normalDrags, body.axialDrags);
  setMuscleTorques(work.torques, body.muscle, states, body.angleAt, body.rateAt, activity, gains);
  setChainDerivatives(out, body, states, work);
}
