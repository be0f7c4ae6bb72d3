/**
 * The myriapods' family: a chain of rigid and soft segments on many legs, each leg a small automaton, and a brain in the
 * head. Numbers are SI; the solver works in the paper's own units (bodies/rigid-soft), with 1 unit = 1 cm and 1 unit of mass
 * = 1 g, and converts at its border.
 */
import type { z } from 'zod';
import type { ValidatedRange } from '../../contract/types.ts';
import { commonFields } from '../../model/common.ts';
import { createDescFamily } from '../../model/desc-family.ts';
import { choice, count, group, list, object, optionalQuantity, wholeFile } from '../../model/fields.ts';
import { antennae, body, brain, control } from './fields/body.ts';
import { controller } from './fields/legs.ts';
import { sceneUnion } from './scene/fields.ts';
import { version1 } from './version-1.ts';

/** Model units per metre, and metres per unit. */
export const unitsPerMetre = 100;
export const centimetre = 0.01;

const lostLeg = object('A leg or a pair of legs that is gone.', {
  pair: count({ min: 1, max: 1600, default: 1, about: 'Pair, counted from the head.' }),
  side: choice(['left', 'right', 'both'], { default: 'both', about: 'Side.' }),
});

export const myriapodSchema = wholeFile('rigid and soft segments, controller of legs', {
  ...commonFields({
    animal: 'centipede',
    title: 'Centipede',
    paper:
      'Fang, Jiang & Terzopoulos, Modeling and animating myriapoda: a real-time kinematic/dynamic approach (2013).',
  }),
  body,
  controller,
  brain,
  control,
  antennae,
  scene: sceneUnion,
  lesions: group(
    'Legs that are taken off, at a press on the picture or here.',
    { legs: list(lostLeg, { default: [], max: 1600, about: 'Legs that are lost.' }) },
    { title: 'Take legs off' },
  ),
  integrator: choice(['fast', 'paper'], {
    default: 'fast',
    restart: true,
    about: 'fast: implicit, 1/240 s; paper: semi-implicit, 1/3000 s.',
  }),
  integration: group('How a step is computed.', {
    dt: optionalQuantity({
      unit: 's',
      min: 1e-5,
      max: 1 / 60,
      about: 'Time step.',
      derivedAs: '1/240 s for fast, 1/3000 s for paper',
    }),
    legSteps: count({
      min: 1,
      max: 20,
      default: 4,
      about: 'Steps of the legs within one of the body.',
      appliesIf: { path: 'integrator', is: ['fast'] },
    }),
    precision: choice(['f32', 'f64'], {
      default: 'f32',
      restart: true,
      about: 'Numbers of the soft segments’ forces; their positions are always f64.',
    }),
  }),
});

export type MyriapodDesc = z.output<ReturnType<typeof myriapodSchema>>;

export const myriapodDescriptions = createDescFamily('hybrid', 'legs', myriapodSchema, version1);

/**
 * m: how far a piece of the body as long as a link may sag, were it held at one end alone, ρ g l⁴/(E h²). Measured on a centipede
 * of 400 Pa, whose belly is off the ground at 2 m/s² and on it at 3 m/s² (9.81 m/s²: on it with 1000 Pa, off it with 2000); millipede
 * and house centipede sag less, and walk at 9.81 m/s² as they are.
 */
const maxSag = 2.2e-4;
/** Pa: of the field body.stiffness, and in which steps it is advised. */
const [stiffest, stiffnessStep] = [4000, 500];

/**
 * m/s. Measured: centipede, millipede and house centipede keep one wave up to it (coherence 0.996 and more). The lag grows with the
 * speed, in the centipede from 0.10 cycles at 0.08 m/s to 0.13; living ones have 0.08 to 0.12.
 */
const fastestWalk = 0.2;
const tooFast = 'The lag between legs grows with the speed, and no faster walk was compared with that of animals.';

/** Where the gait of a myriapod was measured (`animals/centipede/paper.md`). */
export function listMyriapodValidated(desc: MyriapodDesc): readonly ValidatedRange[] {
  const { control, scene } = desc;
  const isBumpy = ['bumps', 'hills', 'pebbles', 'blocks'].includes(scene.terrain);
  return [
    createGravityRange(desc),
    { path: 'body.segments', max: 200, otherwise: 'Longer bodies were only seen to walk.' },
    {
      path: 'controller.undulation.amplitude',
      max: 0.1,
      otherwise: 'More bending pulls feet off the ground, and the wave loosens.',
    },
    { path: control.manual > 0 ? 'control.speed' : 'brain.speed', max: fastestWalk, otherwise: tooFast },
    ...(control.manual > 0
      ? [{ path: 'control.turn', min: -1, max: 1, otherwise: 'In sharper turns no wave of the legs was measured.' }]
      : []),
    ...(isBumpy
      ? [{ path: 'scene.bumpHeight', max: 0.01, otherwise: 'Rougher ground swallows legs, and no wave is kept on it.' }]
      : []),
  ];
}

/** Gravity that the tissue carries, and tissue that would carry the gravity there is. */
function createGravityRange({ body, scene }: MyriapodDesc): ValidatedRange {
  const link = body.rigidLength + body.softLength;
  const perPascal = (maxSag * body.height * body.height) / (body.density * link * link * link * link);
  const needed = stiffnessStep * Math.ceil(scene.gravity / perPascal / stiffnessStep);
  return {
    path: 'scene.gravity',
    max: Number((perPascal * body.stiffness).toPrecision(2)),
    otherwise:
      `Tissue of ${body.stiffness} Pa sags under more until the belly drags and the wave of the legs loosens: ` +
      (needed <= stiffest ? `body.stiffness=${needed} carries it.` : 'no stiffness carries so much.'),
  };
}
