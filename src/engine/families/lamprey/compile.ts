/** A lamprey's description → what the solver needs: parameters in g, mm, ms, lesions, and the layouts of its outputs. */
import type { LinkParameters } from '../../bodies/links/chain.ts';
import { defineSystem } from '../../contract/define.ts';
import type { ValidatedRange } from '../../contract/types.ts';
import { toSpinalParameters } from '../../control/spinal/fields.ts';
import {
  type NeuronType,
  neuronTypes,
  type SpinalLesions,
  type SpinalParameters,
} from '../../control/spinal/tables.ts';
import type { MuscleParameters } from '../../forces/joint-muscle.ts';
import { dop853 } from '../../integrate/dop853.ts';
import { ModelError, printGot, type Problem, throwProblem } from '../../model/problem.ts';
import { createLampreyFrame } from './frame.ts';
import { createLampreyHandles } from './handles.ts';
import { lampreyMetrics } from './metrics.ts';
import { type LampreyDesc, lampreyDescriptions } from './schema.ts';
import { listLampreySignals } from './signals.ts';
import {
  createLampreyFields,
  lampreyControls,
  type LampreySystem,
  type SwimmerIntegrator,
  type SwimmerParameters,
} from './system.ts';

const drivenAsCompared = {
  max: 0.72,
  otherwise: 'No swim beyond it was compared with anything, and with both sides beyond it the rhythm dies.',
};

/** Where a lamprey was compared with the paper or with an independent program (`animals/lamprey/paper.md`). */
const validated: readonly ValidatedRange[] = [
  { path: 'brainstem.left', ...drivenAsCompared },
  { path: 'brainstem.right', ...drivenAsCompared },
  {
    path: 'segments',
    min: 30,
    otherwise: 'Shorter cords go tail first here; those of the paper swim forward.',
  },
  {
    path: 'controller.weightScaling',
    only: ['pooled-truncated'],
    otherwise: 'Other readings of the paper have neither its wave nor its speed.',
  },
];

export function compileLamprey(desc: LampreyDesc): LampreySystem {
  const parameters = toSwimmerParameters(desc);
  const { network, links, integrator } = parameters;
  const signals = listLampreySignals(desc);
  const specs = signals.flatMap((block) => block.specs);
  const listed = {
    desc,
    dt: desc.integration.outputInterval,
    bodyLength: desc.body.links.reduce((sum, link) => sum + link.length, 0),
    mass: links.reduce((sum, link) => sum + link.mass, 0) * 1e-3,
    fields: createLampreyFields(network, links.length, desc.brainstem.kind === 'uneven'),
    signals,
    metrics: lampreyMetrics,
    frame: () => createLampreyFrame(desc),
    handles: createLampreyHandles(desc, specs),
    validated,
    shape: JSON.stringify([integrator.kind, desc.segments, links.length, network.connections]),
  };
  const own = { parameters, lesions: toLesions(desc), muscleMasks: createMuscleMasks(desc) };
  return defineSystem(lampreyDescriptions, lampreyControls, listed, own);
}

function toSwimmerParameters(desc: LampreyDesc): SwimmerParameters {
  const { body, controller, segments, integration } = desc;
  const network = toSpinalParameters(controller, segments, body.links.length);
  const links = toLinks(desc);
  const muscle = {
    strength: body.muscle.alpha * 1e3,
    stiffness: body.muscle.beta * 1e3,
    tonus: body.muscle.gamma,
    damping: body.muscle.delta * 1e6,
  };
  const stepTime = integration.outputInterval * 1e3;
  const blocks = computeBlocks(stepTime, network);
  const bodySteps = computeBodySteps(stepTime / blocks, links, muscle, body.muscleGain);
  const integrator: SwimmerIntegrator =
    integration.method === 'fast'
      ? { kind: 'fast', blocks, bodySteps }
      : { kind: 'adaptive', pair: dop853, tolerance: integration.tolerance };
  return { network, links, muscle, stepTime, integrator };
}

function toLinks({ body, medium }: LampreyDesc): LinkParameters[] {
  return body.links.map(({ length, height, width, ...given }) => {
    const section = (Math.PI / 4) * height * width;
    const mass = given.mass ?? body.density * section * length;
    const inertia = given.inertia ?? mass * ((length * length) / 12 + (width * width) / 16);
    return {
      length: length * 1e3,
      mass: mass * 1e3,
      inertia: inertia * 1e9,
      // kg/m is g/mm.
      normalDrag: given.dragAcross ?? (medium.density * length * height * medium.dragAcross) / 2,
      axialDrag: given.dragAlong ?? (medium.density * section * medium.dragAlong) / 2,
    };
  });
}

/** Segments count from 1 in the description and from 0 in the network. Throws a ModelError for a lesion of nothing. */
function toLesions({ lesions, segments }: LampreyDesc): SpinalLesions {
  const problems = [
    ...lesions.silence.flatMap(({ from, to }, i) => {
      if (from <= Math.min(to, segments)) return [];
      const most = to < segments ? `the last one, ${to}` : `the end of the cord, ${segments}`;
      return [refuse(`lesions.silence[${i}].from`, from, `No neuron is silenced by it: give a segment up to ${most}.`)];
    }),
    ...lesions.cutAfter.flatMap((cut, i) => {
      if (cut < segments) return [];
      const hint = `Nothing is cut by it: the cord has ${segments} segments, so give 1 to ${segments - 1}.`;
      return [refuse(`lesions.cutAfter[${i}]`, cut, hint)];
    }),
  ];
  if (problems.length > 0) throw new ModelError(problems);
  return {
    silenced: lesions.silence.flatMap(({ neurons, side, from, to }) => {
      const types: readonly NeuronType[] = neurons === 'all' ? neuronTypes : [neurons];
      return types.map((type) => ({ type, side, first: from - 1, last: Math.min(to, segments) - 1 }));
    }),
    cuts: lesions.cutAfter,
    driveBehindCut: lesions.driveBehindCut,
  };
}

function refuse(path: string, got: number, hint: string): Problem {
  return { code: 'inconsistent', path, got: String(got), hint };
}

function createMuscleMasks({ body, lesions }: LampreyDesc): Float64Array {
  const masks = new Float64Array(2 * (body.links.length - 1)).fill(1);
  for (const { joint, side } of lesions.paralyse) {
    if (side !== 'right') masks[2 * (joint - 1)] = 0;
    if (side !== 'left') masks[2 * (joint - 1) + 1] = 0;
  }
  return masks;
}

/**
 * How many explicit steps network and body need, whatever the time between two states.
 *
 * The network's method extrapolates potentials, so a step must be short against the time constants, and against the time in
 * which the exponent Γ ξ of a neuron can change by about 1: its inputs add up to at most its weights.
 *
 * ms; and as shares of time constants and of the time in which an exponent changes by 1. With these 10 s end within 0.3 mm.
 */
const longestNetworkStep = 2.5;
const largestDelayShare = 1 / 8;
const largestExponentShare = 1.25;
/** Of two network steps, in 5 ms: a hundred times the work of the paper's animal. */
const maxBlocks = 100;

/** Blocks of two network steps in `stepTime`, at least one. Throws ModelError where they would be too many. */
function computeBlocks(stepTime: number, { neurons, connections }: SpinalParameters): number {
  let [longest, worst] = [longestNetworkStep, 'EIN'];
  for (const type of neuronTypes) {
    const { gain, delay, adaptation, adaptationTime, drive } = neurons[type];
    const inputs = connections.filter(({ to, weight }) => to === type && weight > 0);
    const input = inputs.reduce((sum, { weight }) => sum + weight, drive);
    const own = Math.min(
      largestDelayShare * (adaptation === 0 ? delay : Math.min(delay, adaptationTime)),
      (largestExponentShare * delay) / (gain * input),
    );
    if (own < longest) [longest, worst] = [own, type];
  }
  if (longest < longestNetworkStep / maxBlocks)
    throwProblem(
      'inconsistent',
      `controller.neurons.${worst}`,
      `changes within ${longest.toExponential(1)} ms`,
      'Give it longer time constants, a smaller gain, or weaker inputs.',
    );
  return Math.max(1, Math.ceil(stepTime / (2 * longest) - 1e-9));
}

/**
 * Springs, dampers and water pull the body back at a rate that the links' inertia sets; a Runge–Kutta step must stay well below
 * the inverse of the largest. Step times rate; RK4 is stable to 2.78.
 */
const largestShare = 2;
const minSteps = 2;
/** In a block of two network steps: a hundred times the work of the paper's animal. */
const maxSteps = 200;
/** mm/ms */
const swimmingSpeed = 1;
/** Of both sides together: firing is at most 1, the live gain at most 3. */
const largestActivity = 6;

interface Rate {
  /** 1/ms */
  readonly rate: number;
  /** The parameter to change. */
  readonly path: string;
  readonly value: number;
}

/** Steps of the body in `blockTime`. Throws ModelError for a body that would need too many. */
function computeBodySteps(
  blockTime: number,
  links: readonly Readonly<LinkParameters>[],
  muscle: Readonly<MuscleParameters>,
  gain: number,
): number {
  const rates = listRates(links, muscle, gain);
  const spring = rates.spring.rate;
  const damper = rates.damper.rate + rates.water.rate;
  const steps = Math.max(minSteps, Math.ceil((blockTime * Math.max(spring, damper)) / largestShare - 1e-9));
  if (steps <= maxSteps) return steps;
  const worst = [rates.spring, rates.damper, rates.water].reduce((a, b) => (b.rate > a.rate ? b : a));
  throwProblem(
    'inconsistent',
    worst.path,
    printGot(worst.value),
    `This body would answer within ${(1 / worst.rate).toExponential(1)} ms: give a smaller value, or heavier and longer links.`,
  );
}

/**
 * Bounds: joints only take freedom away, so a joint's angle answers a torque by at most 1/I + 1/I₊, and by Gershgorin's
 * theorem the whole chain by twice the largest of these. Drag grows with speed: that of a swimmer, or the speed at which the
 * water balances the muscles if it is higher. Units g, mm, ms.
 */
function listRates(
  links: readonly Readonly<LinkParameters>[],
  { strength, stiffness, tonus, damping }: Readonly<MuscleParameters>,
  gain: number,
): Record<'spring' | 'damper' | 'water', Rate> {
  let answer = 0;
  let water: Rate = { rate: 0, path: 'medium.density', value: 0 };
  links.forEach(({ mass, inertia, length, normalDrag, axialDrag }, i) => {
    const next = links[i + 1];
    if (next !== undefined) answer = Math.max(answer, 2 * (1 / inertia + 1 / next.inertia));
    for (const [name, drag] of [
      ['dragAcross', normalDrag],
      ['dragAlong', axialDrag],
    ] as const) {
      // λ v² = 2 α gain / (l / 2) at the speed where water and muscles balance.
      const balanced = Math.sqrt((drag * 4 * strength * gain) / length);
      const rate = (2 * Math.max(drag * swimmingSpeed, balanced)) / mass;
      if (rate > water.rate) water = { rate, path: `body.links[${i}].${name}`, value: drag };
    }
  });
  const k = stiffness * (largestActivity + tonus);
  return {
    spring: { rate: Math.sqrt(k * answer), path: 'body.muscle.beta', value: stiffness * 1e-3 },
    damper: { rate: damping * answer, path: 'body.muscle.delta', value: damping * 1e-6 },
    water,
  };
}
