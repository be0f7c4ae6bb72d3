/**
 * The myriapods' family: a chain of rigid and soft segments on many legs, each leg a small automaton, and a brain in the
 * head. Numbers are SI; the solver works in the paper's own units (bodies/rigid-soft), with 1 unit = 1 cm and 1 unit of mass
 * = 1 g, and converts at its border.
 */
import type { z } from 'zod';
import { commonFields } from '../../model/common.ts';
import { createDescFamily } from '../../model/desc-family.ts';
import { choice, count, group, list, object, optionalQuantity, wholeFile } from '../../model/fields.ts';
import { body } from './fields/body.ts';
import { antennae, brain, control } from './fields/brain.ts';
import { controller } from './fields/legs.ts';
import { sceneUnion } from './scene/fields.ts';
import { version1 } from './version-1.ts';

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
  lesions: group('Damage.', {
    legs: list(lostLeg, { default: [], max: 1600, about: 'Legs that are lost.' }),
  }),
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
