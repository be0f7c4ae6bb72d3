/** Working memory of a lamprey's steps and outputs, and the two ways of stepping it. Units g, mm, ms, rad. */
import type { Kernels } from '../../../kernels/functions.ts';
import { createArticulatedBody, createBodyScratch } from '../../bodies/links/chain.ts';
import { viewArrays } from '../../contract/arrays.ts';
import type { Scratch, State } from '../../contract/types.ts';
import {
  type AdvanceScratch,
  createAdvanceScratch,
  createHistory,
  type NeuralHistory,
} from '../../control/spinal/advance.ts';
import { createSpinalNetwork } from '../../control/spinal/network.ts';
import { neuronTypes } from '../../control/spinal/tables.ts';
import {
  createEmbeddedScratch,
  type EmbeddedMethod,
  type EmbeddedScratch,
  type Tolerance,
} from '../../integrate/embedded.ts';
import type { Derivative } from '../../integrate/ode.ts';
import { createRk4Scratch, type Rk4Scratch } from '../../integrate/rk4.ts';
import { createBodyDerivative, createWholeDerivative, type SwimmerModel } from './derivatives.ts';
import type { StartMidEnd } from './motors.ts';
import type { LampreyArrays, LampreySystem, SwimmerParameters } from './system.ts';

/** What a step works on. */
export interface Swimmer extends Scratch, SwimmerModel {
  readonly arrays: LampreyArrays;
  readonly history: NeuralHistory;
  readonly method: FastMethod | AdaptiveMethod;
}

/** The network by its own multistep method, then the body. */
export interface FastMethod {
  readonly kind: 'fast';
  /** A step is this many blocks of two network steps each, and of so many body steps. */
  readonly blocks: number;
  readonly bodySteps: number;
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

export interface LampreyScratch extends Swimmer {
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
  return {
    stage: 'start',
    arrays,
    history: createHistory(arrays.previous, arrays.potentials, arrays.cursor),
    network,
    body,
    work,
    gains,
    activity,
    centres: new Float64Array(2 * body.links),
    centreOfMass: new Float64Array(4),
    motors: arena.allocF64(2 * joints),
    powers: new Float64Array(joints),
    outputs: arena.allocF64(2 * neuronTypes.length * network.segments),
    method: createMethod(kernels, { network, body, work, gains, activity }, parameters),
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
