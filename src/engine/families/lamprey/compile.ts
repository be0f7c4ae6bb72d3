/** A lamprey's description → what the solver needs: parameters in g, mm, ms, lesions, and the layouts of its outputs. */
import { toSpinalParameters } from '../../control/spinal/fields.ts';
import { type NeuronType, neuronTypes, type SpinalLesions } from '../../control/spinal/tables.ts';
import { type LampreyDesc, lampreyDescriptions } from './schema.ts';
import { computeSignalOffsets, type SignalSpec, standardSignals, type System } from '../../contract/types.ts';
import { listControls } from '../../contract/controls.ts';
import { computeFrameOffsets, type FrameLayout, type FrameOffsets } from '../../contract/frame.ts';
import { createFishSkin } from './skin.ts';
import { createLampreyFields, type LampreyFields } from './arrays.ts';
import type { SwimmerIntegrator, SwimmerParameters } from './swimmer.ts';
import { listSpecs } from '../../contract/arrays.ts';

export interface LampreySystem extends System {
  readonly desc: LampreyDesc;
  readonly parameters: SwimmerParameters;
  readonly lesions: SpinalLesions;
  readonly fields: LampreyFields;
  /** 1, or 0 for a paralysed muscle: pairs [left, right] per joint. */
  readonly muscleMasks: Float64Array;
  readonly frameOffsets: FrameOffsets;
  readonly signalOffsets: Readonly<Record<string, number>>;
  readonly controlIndex: { readonly left: number; readonly right: number; readonly gain: number };
}

export function compileLamprey(desc: LampreyDesc): LampreySystem {
  const parameters = toSwimmerParameters(desc);
  const fields = createLampreyFields(parameters.network, parameters.links.length);
  const controls = listControls(desc, lampreyDescriptions.jsonSchema);
  const signals = listSignals(desc);
  const frame = createFrameLayout(desc);
  const bodyLength = desc.body.links.reduce((sum, link) => sum + link.length, 0);
  return {
    desc,
    parameters,
    lesions: toLesions(desc),
    muscleMasks: createMuscleMasks(desc),
    dt: desc.integration.outputInterval,
    bodyLength,
    mass: parameters.links.reduce((sum, link) => sum + link.mass, 0) * 1e-3,
    fields,
    stateSpecs: listSpecs(fields),
    controls,
    controlIndex: {
      left: controls.findIndex((control) => control.name === 'brainstem.left'),
      right: controls.findIndex((control) => control.name === 'brainstem.right'),
      gain: controls.findIndex((control) => control.name === 'body.muscleGain'),
    },
    signals,
    signalOffsets: computeSignalOffsets(signals).offsets,
    frame,
    frameOffsets: computeFrameOffsets(frame),
    shape: JSON.stringify([
      parameters.integrator.kind,
      desc.segments,
      desc.body.links.length,
      parameters.network.connections,
    ]),
  };
}

function toSwimmerParameters(desc: LampreyDesc): SwimmerParameters {
  const { body, controller, medium, segments, integrator, integration } = desc;
  return {
    network: toSpinalParameters(controller, segments, body.links.length),
    links: body.links.map(({ length, height, width, ...given }) => {
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
    }),
    muscle: {
      strength: body.muscle.alpha * 1e3,
      stiffness: body.muscle.beta * 1e3,
      tonus: body.muscle.gamma,
      damping: body.muscle.delta * 1e6,
    },
    stepTime: integration.outputInterval * 1e3,
    integrator: toIntegrator(integrator, integration),
  };
}

function toIntegrator(
  kind: LampreyDesc['integrator'],
  { networkSubsteps, tolerance }: LampreyDesc['integration'],
): SwimmerIntegrator {
  return kind === 'fast' ? { kind, blocks: networkSubsteps / 2, bodySteps: 2 } : { kind, tolerance };
}

/** Segments count from 1 in the description and from 0 in the network; what lies beyond the cord is left out. */
function toLesions({ lesions, segments }: LampreyDesc): SpinalLesions {
  return {
    silenced: lesions.silence.flatMap(({ neurons, side, from, to }) => {
      const [first, last] = [from - 1, Math.min(to, segments) - 1];
      const types: readonly NeuronType[] = neurons === 'all' ? neuronTypes : [neurons];
      return first > last ? [] : types.map((type) => ({ type, side, first, last }));
    }),
    cuts: lesions.cutAfter.filter((cut) => cut < segments),
    driveBehindCut: lesions.driveBehindCut,
  };
}

function createMuscleMasks({ body, lesions }: LampreyDesc): Float64Array {
  const masks = new Float64Array(2 * (body.links.length - 1)).fill(1);
  for (const { joint, side } of lesions.paralyse) {
    if (side !== 'right') masks[2 * (joint - 1)] = 0;
    if (side !== 'left') masks[2 * (joint - 1) + 1] = 0;
  }
  return masks;
}

function listSignals(desc: LampreyDesc): SignalSpec[] {
  const { segments } = desc;
  const joints = desc.body.links.length - 1;
  const classes: Readonly<Record<NeuronType, string>> = {
    EIN: 'excitatory interneurons',
    CIN: 'contralateral inhibitory interneurons',
    LIN: 'lateral inhibitory interneurons',
    MN: 'motoneurons',
  };
  return [
    ...standardSignals,
    {
      name: 'jointAngle',
      unit: 'rad',
      size: joints,
      range: [-0.8, 0.8],
      about: 'Bend of each joint, head first; to the left is negative.',
    },
    {
      name: 'midline.x',
      unit: 'm',
      size: joints + 2,
      range: [-1, 1],
      about: 'Snout, joints and tail tip, x.',
    },
    {
      name: 'midline.y',
      unit: 'm',
      size: joints + 2,
      range: [-1, 1],
      about: 'Snout, joints and tail tip, y.',
    },
    {
      name: 'muscle.left',
      unit: '1',
      size: joints,
      range: [0, 1],
      about: 'Activity that drives the left muscle of each joint.',
    },
    {
      name: 'muscle.right',
      unit: '1',
      size: joints,
      range: [0, 1],
      about: 'Activity that drives the right muscle of each joint.',
    },
    {
      name: 'power.muscle',
      unit: 'W',
      size: 1,
      range: [-0.2, 0.6],
      about: 'Power the active muscles give to the body.',
    },
    { name: 'power.water', unit: 'W', size: 1, range: [-0.6, 0], about: 'Power the water takes from the body.' },
    ...neuronTypes.flatMap((type) =>
      (['left', 'right'] as const).map((side) => ({
        name: `${type}.${side}`,
        unit: '1',
        size: segments,
        range: [0, 1] as const,
        about: `Firing of the ${side} ${classes[type]}, by segment.`,
        detail: true as const,
      })),
    ),
  ];
}

function createFrameLayout(desc: LampreyDesc): FrameLayout {
  const { links } = desc.body;
  const { segments } = desc;
  return {
    parts: links.map(({ length, width, height }, i) => ({
      name: `link ${i + 1}`,
      shape: 'elliptic-cylinder',
      size: [length, width, height],
    })),
    surfaces: [
      createFishSkin(
        links,
        'motoneuron',
        (place, side) => 2 * Math.min(segments - 1, Math.floor(place * segments)) + side,
      ),
    ],
    lines: [],
    markers: [],
    channels: [
      {
        name: 'motoneuron',
        unit: '1',
        range: [0, 1],
        slots: 2 * segments,
        about: 'Motoneuron activity: segment by segment, left then right.',
      },
    ],
    water: { level: Infinity },
    extent: links.reduce((sum, link) => sum + link.length, 0),
  };
}
