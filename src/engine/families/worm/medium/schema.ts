/** What a worm touches: the fields of `friction`, `medium` and `ground`. */
import { z } from 'zod';
import type { Condition, KindChoice } from '../../../model/field-tree.ts';
import { count, itemOf, list, oneOf, optionalQuantity, quantity } from '../../../model/fields.ts';
import { type DriveDefaults, driveDefaults, sayDefault } from '../drive/defaults.ts';

/** Of drives whose value in the table of defaults is this one. */
export const ofDrives = <K extends 'friction' | 'medium' | 'viscosity'>(
  key: K,
  value: DriveDefaults[K],
): Condition => ({
  path: 'drive.kind',
  is: Object.entries(driveDefaults).flatMap(([kind, defaults]) => (defaults[key] === value ? [kind] : [])),
});
const ofAnchored = ofDrives('friction', 'anchored');
const ofLagged = ofDrives('friction', 'lagged');
const ofViscous = ofDrives('medium', 'viscous');
/** What `auto` is. */
const autoFriction: readonly KindChoice<'anchored' | 'lagged'>[] = [
  { kind: 'anchored', if: ofAnchored },
  { kind: 'lagged' },
];
const autoMedium: readonly KindChoice<'viscous' | 'none'>[] = [{ kind: 'viscous', if: ofViscous }, { kind: 'none' }];
const anyWater: Condition = { path: 'medium.water', not: [0] };
const someAgar: Condition = { path: 'medium.water', not: [1] };
const onGround: Condition = { path: 'ground.kind', not: ['none'] };

const patchFields = {
  x: quantity({ unit: 'm', min: -1, max: 1, default: 1e-3, about: 'Centre, x.' }),
  y: quantity({ unit: 'm', min: -1, max: 1, default: 0, about: 'Centre, y.' }),
  factor: quantity({
    unit: '1',
    min: 0,
    max: 100,
    default: 0.5,
    about: 'Factor on the friction and on the drag of the medium inside the outline.',
  }),
};

const extent = (about: string) => quantity({ unit: 'm', min: 1e-6, max: 1, default: 5e-4, about });

const patch = itemOf('shape', 'A place where the ground holds better or worse, by its outline seen from above.', {
  circle: { about: 'A circle.', fields: { ...patchFields, diameter: extent('Diameter.') } },
  rectangle: {
    about: 'A rectangle along the axes.',
    fields: { ...patchFields, sizeX: extent('Extent along x.'), sizeY: extent('Extent along y.') },
  },
});

const stiffness = (about: string, value: number, min: number, appliesIf?: Condition) =>
  quantity({ unit: 'N/m', min, max: 1e3, default: value, about, appliesIf });

const tangentStiffness = (appliesIf?: Condition) =>
  stiffness('k_f, stiffness of the spring between a node and its anchor.', 0.05, 1e-6, appliesIf);

const slipSpeed = (appliesIf?: Condition) =>
  quantity({
    unit: 'm/s',
    min: 1e-9,
    max: 1,
    default: 5e-5,
    appliesIf,
    about: 'Below this speed friction fades like a viscous force.',
  });

const frictionFields = {
  low: quantity({
    unit: '1',
    min: 0,
    max: 100,
    default: 0.1,
    live: true,
    appliesIf: onGround,
    about: 'µ_l, coefficient for sliding forward along the body.',
  }),
  high: quantity({
    unit: '1',
    min: 0,
    max: 100,
    default: 1,
    live: true,
    appliesIf: onGround,
    about: 'µ_h, coefficient for sliding backward and sideways.',
  }),
  backward: optionalQuantity({
    unit: '1',
    min: 0,
    max: 100,
    appliesIf: onGround,
    about: 'Coefficient for sliding backward along the body.',
    derivedAs: sayDefault(({ backward }) => `friction.${backward}`),
  }),
  transverse: optionalQuantity({
    unit: '1',
    min: 0,
    max: 100,
    appliesIf: onGround,
    about: 'Coefficient for sliding sideways.',
    derivedAs: 'friction.high',
  }),
  normalStiffness: stiffness('k_n, stiffness of the ground at each node in contact.', 0.05, 1e-6, onGround),
  selfStiffness: stiffness(
    'Stiffness between two parts of the body that touch each other, as in an omega turn. Chosen: ten nodes of ground.',
    0.5,
    0,
  ),
  patches: list(patch, { default: [], max: 200, about: 'Places with other friction.' }),
};

export const wormFriction = oneOf(
  'model',
  {
    default: 'auto',
    chooses: autoFriction,
    about: 'Contact with the ground: normal springs and Coulomb friction along and across the body.',
  },
  {
    auto: {
      about: `By the drive: ${sayDefault(({ friction }) => friction)}.`,
      fields: { ...frictionFields, tangentStiffness: tangentStiffness(ofAnchored), slipSpeed: slipSpeed(ofLagged) },
    },
    anchored: {
      about: 'Springs to anchors that drag behind, with an explicit slip force, as in the paper.',
      fields: { ...frictionFields, tangentStiffness: tangentStiffness() },
    },
    lagged: {
      about: 'Implicit slip, stable at true mass.',
      fields: { ...frictionFields, slipSpeed: slipSpeed() },
    },
  },
);

const drag = (about: string, value: number, appliesIf?: Condition) =>
  quantity({
    unit: 'kg/s',
    min: 0,
    max: 1e3,
    default: value,
    about,
    appliesIf,
  });

const water = quantity({
  unit: '1',
  min: 0,
  max: 1,
  default: 0,
  live: true,
  about:
    'From agar (0) to water (1): both drag coefficients go from one to the other on a logarithmic scale, friction and the press of the film fade, and the gait follows.',
});

const where = (condition: Condition, and?: Condition): Condition =>
  and === undefined ? condition : { ...and, and: condition };

/** `appliesIf`: where there is a medium at all. */
const mediumFields = (appliesIf?: Condition) => ({
  water,
  agarAlong: drag(
    'Drag of the whole body along its axis on agar (Boyle, Berri & Cohen 2012: 3.2e-3).',
    3.2e-3,
    where(someAgar, appliesIf),
  ),
  agarAcross: drag(
    'Drag of the whole body across its axis on agar. Published ratios to the drag along run from 10 (Shen 2012) to 40 (Boyle, Berri & Cohen 2012); 20 gives the speed of real worms.',
    64e-3,
    where(someAgar, appliesIf),
  ),
  vertical: drag(
    'Drag of the whole body against rising, sinking and rolling, in every medium: the wet groove on agar, the narrow gap in which worms are filmed swimming.',
    64e-3,
    appliesIf,
  ),
  press: quantity({
    unit: 'N/m',
    min: 0,
    max: 1,
    default: 5e-4,
    appliesIf: where(someAgar, appliesIf),
    about:
      'Force per length with which the film of water on agar presses the body to the ground, many times its weight; fades toward water.',
  }),
  waterAlong: drag(
    'Drag of the whole body along its axis in water (Boyle, Berri & Cohen 2012: 3.3e-6).',
    3.3e-6,
    where(anyWater, appliesIf),
  ),
  waterAcross: drag(
    'Drag of the whole body across its axis in water (Boyle, Berri & Cohen 2012: 5.2e-6).',
    5.2e-6,
    where(anyWater, appliesIf),
  ),
});

export const wormMedium = oneOf(
  'kind',
  {
    default: 'auto',
    chooses: autoMedium,
    about: 'What resists the motion besides friction: drag along and across the body.',
  },
  {
    auto: { about: `By the drive: ${sayDefault(({ medium }) => medium)}.`, fields: mediumFields(ofViscous) },
    viscous: { about: 'Agar, water or a mixture.', fields: mediumFields() },
    none: { about: 'No drag: friction alone.', fields: { water } },
  },
);

const slopes = {
  slope: quantity({
    unit: 'rad',
    min: -1.4,
    max: 1.4,
    default: 0,
    about: 'How steeply the ground falls toward +x.',
  }),
  slopeAcross: quantity({
    unit: 'rad',
    min: -1.4,
    max: 1.4,
    default: 0,
    about: 'How steeply the ground falls toward +y.',
  }),
};

const bumpHeight = quantity({ unit: 'm', min: 0, max: 1e-2, default: 15e-6, about: 'Height of the bumps.' });
const bumpSize = (about: string) => quantity({ unit: 'm', min: 1e-5, max: 0.1, default: 3e-4, about });

const relief = oneOf(
  'kind',
  { default: 'random', about: 'The bumps.' },
  {
    random: {
      about: 'Rounded bumps in random places.',
      fields: {
        height: bumpHeight,
        size: bumpSize('Half width of a bump.'),
        seed: count({ min: 0, max: 1e9, default: 1, about: 'Seed of the places of the bumps.' }),
      },
    },
    sine: {
      about: 'A product of sines.',
      fields: { height: bumpHeight, size: bumpSize('Wavelength.') },
    },
  },
);

export const wormGround = oneOf(
  'kind',
  { default: 'plane', about: 'The ground.' },
  {
    plane: { about: 'Flat, perhaps sloping.', fields: slopes },
    'height-field': { about: 'Bumps on a plane.', fields: { ...slopes, relief } },
    mesh: {
      about: 'Triangles.',
      fields: {
        vertices: list(() => z.array(z.number().min(-1).max(1)).length(3).meta({ description: 'x, y, z in metres.' }), {
          default: [],
          max: 20_000,
          about: 'Corners of the triangles.',
        }),
        triangles: list(
          () =>
            z
              .array(z.number().int().min(0).max(19_999))
              .length(3)
              .meta({ description: 'Three corners, counter-clockwise from outside.' }),
          { default: [], max: 40_000, about: 'Triangles, counter-clockwise seen from outside.' },
        ),
      },
    },
    none: { about: 'Nothing below.', fields: {} },
  },
);
