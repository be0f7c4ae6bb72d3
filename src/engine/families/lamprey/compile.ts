/** A lamprey's description → what the solver needs: parameters in g, mm, ms, lesions, and the layouts of its outputs. */
import type { LinkParameters } from '../../bodies/links/chain.ts';
import { defineSystem } from '../../contract/define.ts';
import type { ValidatedRange } from '../../contract/types.ts';
import { toSpinalParameters } from '../../control/spinal/fields.ts';
import { type NeuronType, neuronTypes, type SpinalLesions } from '../../control/spinal/tables.ts';
import { dop853 } from '../../integrate/dop853.ts';
import { ModelError, type Problem } from '../../model/problem.ts';
import { createLampreyFrame } from './frame.ts';
import { createLampreyHandles } from './handles.ts';
import { lampreyMetrics } from './metrics.ts';
import { type LampreyDesc, lampreyDescriptions } from './schema.ts';
import { listLampreySignals } from './signals.ts';
import { computeBlocks, computeBodySteps } from './stiffness.ts';
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
    frame: createLampreyFrame(desc),
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
