/** Working memory of a lamprey's steps and outputs, and the two ways of stepping it. Units g, mm, ms, rad. */
import type { Kernels } from '../../../kernels/functions.ts';
import {
  type ArticulatedBody,
  type BodyScratch,
  createArticulatedBody,
  createBodyScratch,
} from '../../bodies/links/chain.ts';
import { viewArrays } from '../../contract/arrays.ts';
import type { Scratch, State } from '../../contract/types.ts';
import {
  type AdvanceScratch,
  createAdvanceScratch,
  createHistory,
  type NeuralHistory,
} from '../../control/spinal/advance.ts';
import { createSpinalNetwork, type SpinalNetwork } from '../../control/spinal/network.ts';
import { neuronTypes } from '../../control/spinal/tables.ts';
import { dop853 } from '../../integrate/dop853.ts';
import { dopri5 } from '../../integrate/dopri5.ts';
import {
  createEmbeddedScratch,
  type EmbeddedMethod,
  type EmbeddedScratch,
  type Tolerance,
} from '../../integrate/embedded.ts';
import type { Derivative } from '../../integrate/ode.ts';
import { createRk4Scratch, type Rk4Scratch } from '../../integrate/rk4.ts';
import type { LampreyArrays } from './arrays.ts';
import type { LampreySystem, SwimmerParameters } from './system.ts';
import type { Three } from './motors.ts';

/** What a step works on. */
export interface Swimmer extends Scratch {
  readonly arrays: LampreyArrays;
  readonly history: NeuralHistory;
  readonly network: SpinalNetwork;
  readonly body: ArticulatedBody;
  readonly work: BodyScratch;
  /** Gain of each muscle, pairs [left, right] per joint: 1 as in the paper, 0 paralysed. */
  readonly gains: Float64Array;
  /** Muscle activity now, pairs [left, right] per joint. */
  readonly activity: Float64Array;
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
  readonly potentials: Three;
  /** Muscle activity there; the middle one such that the parabola through the three has the block's mean. */
  readonly motors: Three;
  /** The body at the start of the block. */
  readonly before: Float64Array;
  readonly rk4: Rk4Scratch;
  /** Of the body; its time counts from the start of the block. */
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
  readonly bodyStates: Float64Array;
  readonly bodySlopes: Float64Array;
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

/** The right-hand sides, as step.ts has them. */
export interface Slopes {
  fast(slopes: Float64Array, time: number, states: Float64Array, swimmer: Swimmer, method: FastMethod): void;
  whole(slopes: Float64Array, states: Float64Array, swimmer: Swimmer, method: AdaptiveMethod): void;
}

/** Allocates tables and working space in the kernels' memory. Throws ModelError on numbers that make no swimmer. */
export function createLampreyScratch(
  system: LampreySystem,
  state: State,
  kernels: Kernels,
  slopes: Slopes,
): LampreyScratch {
  const { parameters } = system;
  const { arena } = kernels;
  const arrays = viewArrays(system.fields, state);
  const body = createArticulatedBody(parameters.links, parameters.muscle);
  const network = createSpinalNetwork(kernels, parameters.network, system.lesions);
  const joints = body.links - 1;
  const scratch: LampreyScratch = {
    stage: 'start',
    arrays,
    history: createHistory(arrays.previous, arrays.potentials, arrays.cursor),
    network,
    body,
    work: createBodyScratch(body),
    gains: new Float64Array(2 * joints).fill(1),
    activity: arena.allocF64(2 * joints),
    centres: new Float64Array(2 * body.links),
    centreOfMass: new Float64Array(4),
    motors: arena.allocF64(2 * joints),
    powers: new Float64Array(joints),
    outputs: arena.allocF64(2 * neuronTypes.length * network.segments),
    method: createMethod(kernels, network, body, parameters, slopes, () => scratch),
  };
  return scratch;
}

function createMethod(
  kernels: Kernels,
  network: SpinalNetwork,
  body: ArticulatedBody,
  { integrator, stepTime }: Pick<SwimmerParameters, 'integrator' | 'stepTime'>,
  slopes: Slopes,
  getSwimmer: () => Swimmer,
): FastMethod | AdaptiveMethod {
  const allocate = (length: number): Float64Array => kernels.arena.allocF64(length);
  const createThree = (length: number): Three => [allocate(length), allocate(length), allocate(length)];
  if (integrator.kind === 'fast') {
    const blockTime = stepTime / integrator.blocks;
    const method: FastMethod = {
      kind: 'fast',
      blocks: integrator.blocks,
      bodySteps: integrator.bodySteps,
      blockTime,
      advance: createAdvanceScratch(network, 0.5 * blockTime, allocate),
      potentials: createThree(2 * network.segments),
      motors: createThree(2 * network.joints),
      before: new Float64Array(body.stateCount),
      rk4: createRk4Scratch(body.stateCount),
      derivative: (out, time, states) => slopes.fast(out, time, states, getSwimmer(), method),
    };
    return method;
  }
  const pair = { reference: dop853, dopri5 }[integrator.kind];
  const count = network.stateCount + body.stateCount;
  const method: AdaptiveMethod = {
    kind: 'adaptive',
    pair,
    tolerance: { absolute: integrator.tolerance, relative: integrator.tolerance },
    stepTime,
    states: allocate(count),
    bodyStates: new Float64Array(body.stateCount),
    bodySlopes: new Float64Array(body.stateCount),
    embedded: createEmbeddedScratch(pair, count, allocate),
    derivative: (out, _time, states) => slopes.whole(out, states, getSwimmer(), method),
  };
  return method;
}
