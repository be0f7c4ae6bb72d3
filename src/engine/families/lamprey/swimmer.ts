/**
 * A chain of links in water driven by a spinal network: the whole lamprey as one system of equations. [lamprey §2–3]
 *
 * The water and the body do not act back on the network, which allows three ways of stepping:
 * - `reference`: network and body as one system, Dormand–Prince 8(5,3) with error control, as the paper does;
 * - `dopri5`: the same with Dormand–Prince 5(4);
 * - `fast`: the network by its own Adams–Bashforth method (`control/spinal/advance.ts`), one evaluation per step, then the
 *   body by RK4 with the muscle activity as a parabola over two network steps.
 * All start a step from the same arrays, so a run may change its method at any step. Units g, mm, ms, rad.
 */
import type { Kernels } from '../../../kernels/functions.ts';
import { type AdvanceScratch, createAdvanceScratch } from '../../control/spinal/advance.ts';
import {
  createSpinalNetwork,
  setMotorMeans,
  setNeuralSlopes,
  type SpinalNetwork,
} from '../../control/spinal/network.ts';
import type { SpinalParameters } from '../../control/spinal/tables.ts';
import type { MuscleParameters } from '../../forces/joint-muscle.ts';
import { dop853 } from '../../integrate/dop853.ts';
import { dopri5 } from '../../integrate/dopri5.ts';
import { createEmbeddedScratch, type EmbeddedMethod, type EmbeddedScratch } from '../../integrate/embedded.ts';
import type { Derivative } from '../../integrate/ode.ts';
import { createRk4Scratch, type Rk4Scratch } from '../../integrate/rk4.ts';
import { ModelError, type Problem, printGot } from '../../model/problem.ts';
import {
  type ArticulatedBody,
  type BodyScratch,
  createArticulatedBody,
  createBodyScratch,
  type LinkParameters,
  setBodySlopes,
} from '../../bodies/links/chain.ts';

export type SwimmerIntegrator =
  | {
      kind: 'reference' | 'dopri5';
      /** Largest error of a step, absolute and relative. */
      tolerance: number;
    }
  | {
      kind: 'fast';
      /** A step is this many blocks of two network steps each … */
      blocks: number;
      /** … and of this many body steps each. With steps of 5 ms, 1 and 2 give network and body steps of 2.5 ms. */
      bodySteps: number;
    };

export interface SwimmerParameters {
  network: SpinalParameters;
  links: readonly Readonly<LinkParameters>[];
  muscle: Readonly<MuscleParameters>;
  /** Simulated ms per step. */
  stepTime: number;
  integrator: SwimmerIntegrator;
}

export interface Swimmer {
  readonly network: SpinalNetwork;
  readonly body: ArticulatedBody;
  readonly stepTime: number;
  readonly integrator: SwimmerIntegrator;
  /** Gain of each muscle, pairs [left, right] per joint: 1 as in the paper, 0 paralysed. May be changed between steps. */
  readonly gains: Float64Array;
  /** Working space of `fast`, or else of error control. */
  readonly fast: FastScratch | null;
  readonly adaptive: AdaptiveScratch | null;
  readonly bodyScratch: BodyScratch;
}

export interface FastScratch {
  advance: AdvanceScratch;
  /** Motoneuron potentials at the start, middle and end of a block. */
  potentials: readonly [Float64Array, Float64Array, Float64Array];
  /** Muscle activity there; the middle one such that the parabola through the three has the block's mean. */
  motors: readonly [Float64Array, Float64Array, Float64Array];
  bodyRk4: Rk4Scratch;
  /** Its time counts from the start of the block. */
  bodyDerivative: Derivative;
}

export interface AdaptiveScratch {
  method: EmbeddedMethod;
  tolerance: { absolute: number; relative: number };
  /** Neurons, then body. */
  states: Float64Array;
  embedded: EmbeddedScratch;
  derivative: Derivative;
}

const methods: Readonly<Record<'reference' | 'dopri5', EmbeddedMethod>> = { reference: dop853, dopri5 };

/** Allocates tables and working space in the kernels' memory. Throws ModelError on numbers that make no swimmer. */
export function createSwimmer(kernels: Kernels, parameters: SwimmerParameters): Swimmer {
  const { integrator, stepTime } = parameters;
  const problems = findProblems(parameters);
  if (problems.length > 0) throw new ModelError(problems);
  const body = createArticulatedBody(parameters.links, parameters.muscle);
  const network = createSpinalNetwork(kernels, parameters.network);
  const gains = new Float64Array(2 * network.joints).fill(1);
  const bodyScratch = createBodyScratch(body);
  const parts: SwimmerParts = { kernels, network, body, gains, bodyScratch };
  return {
    network,
    body,
    stepTime,
    integrator,
    gains,
    bodyScratch,
    fast: integrator.kind === 'fast' ? createFastScratch(parts, stepTime / integrator.blocks) : null,
    adaptive: integrator.kind === 'fast' ? null : createAdaptiveScratch(parts, integrator),
  };
}

interface SwimmerParts {
  kernels: Kernels;
  network: SpinalNetwork;
  body: ArticulatedBody;
  gains: Float64Array;
  bodyScratch: BodyScratch;
}

function createFastScratch(
  { kernels, network, body, gains, bodyScratch }: SwimmerParts,
  blockTime: number,
): FastScratch {
  const allocate = (length: number): Float64Array => kernels.arena.allocF64(length);
  const createThree = (length: number) => [allocate(length), allocate(length), allocate(length)] as const;
  const motors = createThree(2 * network.joints);
  const activity = allocate(2 * network.joints);
  return {
    advance: createAdvanceScratch(network, 0.5 * blockTime, allocate),
    potentials: createThree(2 * network.segments),
    motors,
    bodyRk4: createRk4Scratch(body.stateCount),
    bodyDerivative: (slopes, time, states) => {
      setParabola(activity, motors, time / blockTime);
      setBodySlopes(slopes, body, states, activity, gains, bodyScratch);
    },
  };
}

/** The parabola through three samples at 0, ½ and 1, at `at`; exact on the samples. */
function setParabola(
  out: Float64Array,
  [start, middle, end]: readonly [Float64Array, Float64Array, Float64Array],
  at: number,
): void {
  const wStart = (2 * at - 1) * (at - 1);
  const wMiddle = 4 * at * (1 - at);
  const wEnd = at * (2 * at - 1);
  for (let i = 0; i < out.length; i++) out[i] = wStart * start[i]! + wMiddle * middle[i]! + wEnd * end[i]!;
}

function createAdaptiveScratch(
  { kernels, network, body, gains, bodyScratch }: SwimmerParts,
  integrator: { kind: 'reference' | 'dopri5'; tolerance: number },
): AdaptiveScratch {
  const allocate = (length: number): Float64Array => kernels.arena.allocF64(length);
  const neurons = network.stateCount;
  const count = neurons + body.stateCount;
  const motors = allocate(2 * network.joints);
  const bodyStates = new Float64Array(body.stateCount);
  const bodySlopes = new Float64Array(body.stateCount);
  const method = methods[integrator.kind];
  return {
    method,
    tolerance: { absolute: integrator.tolerance, relative: integrator.tolerance },
    states: allocate(count),
    embedded: createEmbeddedScratch(method, count, allocate),
    derivative: (slopes, _time, states) => {
      setNeuralSlopes(slopes, network, states);
      setMotorMeans(motors, network, states);
      // Copied, because a view for each stage would be an allocation for each stage.
      for (let i = 0; i < bodyStates.length; i++) bodyStates[i] = states[neurons + i]!;
      setBodySlopes(bodySlopes, body, bodyStates, motors, gains, bodyScratch);
      for (let i = 0; i < bodySlopes.length; i++) slopes[neurons + i] = bodySlopes[i]!;
    },
  };
}

function findProblems({ stepTime, integrator }: SwimmerParameters): Problem[] {
  const problems: Problem[] = [];
  const refuse = (path: string, value: number, hint: string): void => {
    problems.push({ code: 'out-of-range', path, got: printGot(value), hint });
  };
  if (!(stepTime > 0 && stepTime < 1e6)) refuse('stepTime', stepTime, 'Give a time above 0 ms.');
  if (integrator.kind === 'fast') {
    for (const name of ['blocks', 'bodySteps'] as const) {
      const value = integrator[name];
      const isGood = Number.isInteger(value) && value >= 1 && value <= 1000;
      if (!isGood) refuse(`integrator.${name}`, value, 'Give a whole number from 1 to 1000.');
    }
  } else if (!(integrator.tolerance >= 1e-13 && integrator.tolerance <= 1)) {
    refuse('integrator.tolerance', integrator.tolerance, 'Give a number from 1e-13 to 1.');
  }
  return problems;
}
