/** Working memory of a lamprey's steps and outputs, and the two ways of stepping it. Units g, mm, ms, rad. */
import type { Kernels } from '../../../kernels/functions.ts';
import {
  type ArticulatedBody,
  type BodyScratch,
  createArticulatedBody,
  createBodyScratch,
  setChainDerivatives,
  setKinematics,
} from '../../bodies/links/chain.ts';
import { viewArrays } from '../../contract/arrays.ts';
import type { Force } from '../../contract/force.ts';
import type { Scratch, State } from '../../contract/types.ts';
import {
  type AdvanceScratch,
  createAdvanceScratch,
  createHistory,
  type NeuralHistory,
} from '../../control/spinal/advance.ts';
import {
  createSpinalNetwork,
  setMotorMeans,
  setMotorMeansFrom,
  setMotorMeansOver,
  setNeuralDerivatives,
  type SpinalNetwork,
} from '../../control/spinal/network.ts';
import { neuronTypes } from '../../control/spinal/tables.ts';
import { addMuscleTorques } from '../../forces/joint-muscle.ts';
import { addDragForces } from '../../forces/link-drag.ts';
import {
  createEmbeddedScratch,
  type EmbeddedMethod,
  type EmbeddedScratch,
  type Tolerance,
} from '../../integrate/embedded.ts';
import type { Derivative } from '../../integrate/ode.ts';
import { createRk4Scratch, type Rk4Scratch } from '../../integrate/rk4.ts';
import type { LampreyArrays, LampreySystem, SwimmerIntegrator, SwimmerParameters } from './system.ts';

/** At the start, in the middle and at the end of a block of two network steps. */
type StartMidEnd = readonly [Float64Array, Float64Array, Float64Array];

/** The network by its own multistep method, then the body. */
export interface FastMethod extends Readonly<Extract<SwimmerIntegrator, { kind: 'fast' }>> {
  /** ms */
  readonly blockTime: number;
  readonly advance: AdvanceScratch;
  /** Motoneuron potentials at the start, middle and end of a block. */
  readonly potentials: StartMidEnd;
  /** Muscle activity there; the middle one such that the parabola through the three has the block's mean. */
  readonly motors: StartMidEnd;
  /** The body at the start of the block. */
  readonly before: Float64Array;
  readonly rk4: Rk4Scratch;
  readonly derivative: Derivative;
}

/** Network and body as one system with error control. */
export interface AdaptiveMethod {
  readonly kind: 'adaptive';
  readonly pair: EmbeddedMethod;
  readonly tolerance: Tolerance;
  /** ms */
  readonly stepTime: number;
  /** Neurons, then body. */
  readonly states: Float64Array;
  readonly embedded: EmbeddedScratch;
  readonly derivative: Derivative;
}

export interface LampreyScratch extends Scratch, SwimmerModel {
  readonly arrays: LampreyArrays;
  readonly history: NeuralHistory;
  readonly method: FastMethod | AdaptiveMethod;
  readonly centres: Float64Array;
  readonly centreOfMass: Float64Array;
  readonly motors: Float64Array;
  readonly powers: Float64Array;
  readonly outputs: Float64Array;
}

/** Allocates tables and working space in the kernels' memory. Throws ModelError on numbers that make no swimmer. */
export function createLampreyScratch(system: LampreySystem, state: State, kernels: Kernels): LampreyScratch {
  const { parameters } = system;
  const { arena } = kernels;
  const arrays = viewArrays(system.fields, state);
  const body = createArticulatedBody(parameters.links, parameters.muscle);
  const network = createSpinalNetwork(kernels, parameters.network, system.lesions);
  const joints = body.links - 1;
  const work = createBodyScratch(body);
  const gains = new Float64Array(2 * joints).fill(1);
  const activity = arena.allocF64(2 * joints);
  const acting = [water, muscles];
  return {
    stage: 'start',
    arrays,
    history: createHistory(arrays.previous, arrays.potentials, arrays.cursor),
    network,
    body,
    work,
    acting,
    gains,
    activity,
    centres: new Float64Array(2 * body.links),
    centreOfMass: new Float64Array(4),
    motors: arena.allocF64(2 * joints),
    powers: new Float64Array(joints),
    outputs: arena.allocF64(2 * neuronTypes.length * network.segments),
    method: createMethod(kernels, { network, body, work, acting, gains, activity }, parameters),
  };
}

function createMethod(
  kernels: Kernels,
  model: SwimmerModel,
  { integrator, stepTime }: SwimmerParameters,
): FastMethod | AdaptiveMethod {
  const { network, body } = model;
  const allocate = (length: number): Float64Array => kernels.arena.allocF64(length);
  const allocateThree = (length: number): StartMidEnd => [allocate(length), allocate(length), allocate(length)];
  if (integrator.kind === 'fast') {
    const blockTime = stepTime / integrator.blocks;
    const advance = createAdvanceScratch(network, 0.5 * blockTime, allocate);
    const potentials = allocateThree(2 * network.segments);
    const motors = allocateThree(2 * network.joints);
    return {
      kind: 'fast',
      blocks: integrator.blocks,
      bodySteps: integrator.bodySteps,
      blockTime,
      advance,
      potentials,
      motors,
      before: new Float64Array(body.stateCount),
      rk4: createRk4Scratch(body.stateCount),
      derivative: createBodyDerivative(model, motors, blockTime),
    };
  }
  const { pair, tolerance } = integrator;
  const count = network.stateCount + body.stateCount;
  return {
    kind: 'adaptive',
    pair,
    tolerance: { absolute: tolerance, relative: tolerance },
    stepTime,
    states: allocate(count),
    embedded: createEmbeddedScratch(pair, count, allocate),
    derivative: createWholeDerivative(model),
  };
}

/** What the equations of motion read, and their working memory. [lamprey §2] */
interface SwimmerModel {
  readonly network: SpinalNetwork;
  readonly body: ArticulatedBody;
  readonly work: BodyScratch;
  readonly acting: readonly LampreyForce[];
  /** Gain of each muscle, pairs [left, right] per joint: 1 as in the paper, 0 paralysed. */
  readonly gains: Float64Array;
  /** Muscle activity now, pairs [left, right] per joint. */
  readonly activity: Float64Array;
}

/** Of the body, with the muscle activity of a block; its time counts from the start of the block. */
function createBodyDerivative(model: SwimmerModel, motors: StartMidEnd, blockTime: number): Derivative {
  return (out, time, states) => {
    setParabola(model.activity, motors, time / blockTime);
    setBodyDerivatives(out, states, model);
  };
}

/** Of network and body as one system: neurons first, then the body. */
function createWholeDerivative(model: SwimmerModel): Derivative {
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
  const { body, work, acting } = model;
  setKinematics(work, body, states);
  work.forces.fill(0);
  work.torques.fill(0);
  for (let i = 0; i < acting.length; i++) acting[i]!.add(model, states);
  setChainDerivatives(out, body, states, work);
}

/** Adds to the forces on the links and the torques of the joints in `work`, at these states of the body. */
type LampreyForce = Force<[SwimmerModel, Float64Array]>;

const water: LampreyForce = {
  name: 'water',
  add({ work, body }) {
    addDragForces(work.forces, work.axes, work.velocities, body.normalDrags, body.axialDrags);
  },
};

const muscles: LampreyForce = {
  name: 'muscles',
  add({ work, body, activity, gains }, states) {
    addMuscleTorques(work.torques, body.muscle, states, body.angleAt, body.rateAt, activity, gains);
  },
};

/**
 * Activity of a block's muscles from the potentials of its motoneurons. RK4 weighs it by Simpson's rule, so the middle is set
 * to give the mean of the block.
 */
export function setBlockMotors(
  [first, mean, last]: StartMidEnd,
  network: SpinalNetwork,
  [start, middle, end]: StartMidEnd,
): void {
  setMotorMeansFrom(first, network, start);
  setMotorMeansOver(mean, network, start, middle, end);
  setMotorMeansFrom(last, network, end);
  for (let i = 0; i < mean.length; i++) mean[i] = 1.5 * mean[i]! - 0.25 * (first[i]! + last[i]!);
}

/** The parabola through three samples at 0, ½ and 1, at `at`; exact on the samples. */
function setParabola(out: Float64Array, [start, middle, end]: StartMidEnd, at: number): void {
  const wStart = (2 * at - 1) * (at - 1);
  const wMiddle = 4 * at * (1 - at);
  const wEnd = at * (2 * at - 1);
  for (let i = 0; i < out.length; i++) out[i] = wStart * start[i]! + wMiddle * middle[i]! + wEnd * end[i]!;
}
