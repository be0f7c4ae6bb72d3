/** What is in the water beside a soft animal, and who pokes it. */
import { choice, count, group, quantity } from '../../../model/fields.ts';

export const softScene = group('What else is in the water.', {
  kind: choice(['none', 'bottle', 'valley', 'pillars', 'grasp'], {
    default: 'none',
    restart: true,
    about:
      'bottle: the animal starts inside and can leave by the neck; valley: walls along a winding path; pillars: upright cylinders in its way; grasp: a free ball among the arms.',
  }),
  animals: count({
    min: 1,
    max: 7,
    default: 1,
    restart: true,
    appliesIf: { path: 'scene.kind', is: ['none', 'pillars'] },
    about:
      'none and pillars: animals that swim side by side, all driven alike and kept out of each other; what is told and measured is the first.',
  }),
  friction: quantity({ unit: '1', min: 0, max: 5, default: 0.2, about: 'Friction on obstacles.' }),
  neck: quantity({
    unit: '1',
    min: 0.2,
    max: 1,
    default: 0.5,
    restart: true,
    appliesIf: { path: 'scene.kind', is: ['bottle'] },
    about: 'bottle: free radius of the neck, as a share of that of the belly.',
  }),
  width: quantity({
    unit: '1',
    min: 0.5,
    max: 3,
    default: 0.8,
    restart: true,
    appliesIf: { path: 'scene.kind', is: ['valley'] },
    about:
      'valley: free width at the animal’s height where it is narrow, in widths of the animal at rest; it starts with room for it.',
  }),
  lead: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 1,
    live: true,
    appliesIf: { path: 'scene.kind', is: ['valley'] },
    about: 'valley: 1: the animal steers along the way through it; 0: it goes where it goes, or as target says.',
  }),
  ballSize: quantity({
    unit: '1',
    min: 0.02,
    max: 0.5,
    default: 0.15,
    restart: true,
    appliesIf: { path: 'scene.kind', is: ['grasp'] },
    about: 'grasp: radius of the ball in lengths of the animal; never less than fits between its nodes.',
  }),
  ballDensity: quantity({
    unit: 'kg/m^3',
    min: 10,
    max: 20_000,
    default: 1000,
    appliesIf: { path: 'scene.kind', is: ['grasp'] },
    about: 'grasp: density of the ball.',
  }),
  selfContact: choice(['off', 'on'], {
    default: 'off',
    restart: true,
    about: 'Whether parts of the body push each other away.',
  }),
});

export const softPoke = group('A force on one node, as of a finger.', {
  node: quantity({
    unit: '1',
    min: 0,
    max: 1e6,
    default: 0,
    live: true,
    about: 'Index of the node; beyond the last one means the last.',
  }),
  x: quantity({ unit: 'N', min: -1000, max: 1000, default: 0, live: true, about: 'Force along x.' }),
  y: quantity({ unit: 'N', min: -1000, max: 1000, default: 0, live: true, about: 'Force along y.' }),
  z: quantity({ unit: 'N', min: -1000, max: 1000, default: 0, live: true, about: 'Force along z.' }),
});
