/** What surrounds a myriapod: ground, water, food, obstacles, a path, others of its kind. SI; the solver works in units of a centimetre. */
import { z } from 'zod';
import { choice, count, list, object, oneOf, quantity } from '../../../model/fields.ts';

const placeX = quantity({ unit: 'm', min: -100, max: 100, default: 0, about: 'Place ahead of the start.' });
const placeY = quantity({ unit: 'm', min: -100, max: 100, default: 0, about: 'Place to the left of the start.' });

const food = object('One piece of food; its smell falls with the square of the distance.', {
  x: quantity({ unit: 'm', min: -100, max: 100, default: 0.3, about: 'Place ahead of the start.' }),
  y: placeY,
  size: quantity({ unit: '1', min: 1e-3, max: 1e3, default: 1, about: 'How strongly it smells.' }),
});

const corner = () => z.array(z.number().min(-1000).max(1000)).length(3).meta({ description: 'x, y, z in metres.' });

const triangle = () =>
  z
    .array(z.number().int().min(0).max(199_999))
    .length(3)
    .meta({ description: 'Three corners, counter-clockwise seen from outside.' });

const obstaclePlace = {
  x: quantity({ unit: 'm', min: -100, max: 100, default: 0.15, about: 'Place ahead of the start.' }),
  y: placeY,
};
const obstacleHeight = quantity({ unit: 'm', min: 1e-3, max: 10, default: 0.05, about: 'Height; only drawn.' });
const obstacleTurn = quantity({ unit: 'rad', min: -7, max: 7, default: 0, about: 'Turn about the vertical.' });

const obstacle = oneOf(
  'kind',
  { default: 'cylinder', about: 'Something upright to walk around.' },
  {
    cylinder: {
      about: 'Round seen from above.',
      fields: {
        ...obstaclePlace,
        radius: quantity({ unit: 'm', min: 1e-3, max: 10, default: 0.03, about: 'Radius.' }),
        height: obstacleHeight,
      },
    },
    box: {
      about: 'Rectangular seen from above.',
      fields: {
        ...obstaclePlace,
        length: quantity({ unit: 'm', min: 1e-3, max: 50, default: 0.06, about: 'Length.' }),
        width: quantity({ unit: 'm', min: 1e-3, max: 50, default: 0.06, about: 'Width.' }),
        turn: obstacleTurn,
        height: obstacleHeight,
      },
    },
    mesh: {
      about: 'A closed surface of triangles.',
      fields: {
        ...obstaclePlace,
        turn: obstacleTurn,
        scale: quantity({ unit: '1', min: 1e-6, max: 1e6, default: 1, about: 'Size over that of its corners.' }),
        vertices: list(corner, {
          default: [],
          max: 200_000,
          about: 'Corners; it stands on the ground with the middle of its box at its place.',
        }),
        triangles: list(triangle, { default: [], max: 400_000, about: 'Triangles; the surface must be closed.' }),
      },
    },
  },
);

const pathPoint = object('A point of the path.', { x: placeX, y: placeY });

const start = object('Where one of several animals starts.', {
  x: quantity({ unit: 'm', min: -100, max: 100, default: 0, about: 'Place of the head.' }),
  y: quantity({ unit: 'm', min: -100, max: 100, default: 0, about: 'Place of the head.' }),
  turn: quantity({ unit: 'rad', min: -7, max: 7, default: 0, about: 'Where it faces, counter-clockwise from +x.' }),
  path: list(pathPoint, { default: [], max: 500, about: 'A path of its own; an empty list: scene.path.' }),
});

const water = oneOf(
  'kind',
  { default: 'none', about: 'Water over the ground.' },
  {
    none: { about: 'No water.', fields: {} },
    pond: {
      about: 'A square of shallow water, in which legs make ripples and a wake.',
      fields: {
        level: quantity({
          unit: 'm',
          min: -10,
          max: 10,
          default: 0.004,
          about: 'Height of the surface at rest over the origin of the ground; what lies lower is under water.',
        }),
        x: quantity({ unit: 'm', min: -100, max: 100, default: 0.2, about: 'Middle of the square, ahead.' }),
        y: quantity({ unit: 'm', min: -100, max: 100, default: 0, about: 'Middle of the square, to the left.' }),
        side: quantity({
          unit: 'm',
          min: 0.02,
          max: 100,
          default: 0.8,
          about: 'Side of the square; its rim is a wall.',
        }),
        cell: quantity({ unit: 'm', min: 1e-3, max: 1, default: 0.01, about: 'Side of a column of water.' }),
        viscosity: quantity({ unit: 'Hz', min: 0, max: 60, default: 0.6, about: 'Rate at which ripples die out.' }),
      },
    },
  },
);

/** In every scene, with ground or without. */
const everywhere = {
  gravity: quantity({
    unit: 'm/s^2',
    min: 0,
    max: 100,
    default: 0.098,
    about:
      'Gravity. The paper has 9.8 of its own length units per square second; with a unit of 1 cm that is a hundredth of gravity on Earth. At 9.81 the millipede and the house centipede walk as they are; the centipede’s tissue of 400 Pa sags until its belly drags, and body.stiffness=2000 carries it.',
  }),
  startHeight: quantity({
    unit: 'm',
    min: 0,
    max: 10,
    default: 0.04,
    about: 'Height of the body above the ground at the start, from which it drops; 17.6 mm is its height on its feet.',
  }),
  foods: list(food, { default: [], max: 200, about: 'Food, in the order in which it is sought.' }),
  obstacles: list(obstacle, { default: [], max: 200, about: 'Obstacles.' }),
  randomFoods: count({ min: 0, max: 200, default: 0, about: 'More food in random places, by the seed of the run.' }),
  randomObstacles: count({
    min: 0,
    max: 200,
    default: 0,
    about: 'More cylinders in random places, by the seed of the run.',
  }),
  path: list(pathPoint, {
    default: [],
    max: 500,
    about: 'Points of a smooth path to follow; an empty list lets the animal choose its way.',
  }),
  pathEnd: choice(['leave', 'stay', 'loop'], {
    default: 'leave',
    about: 'At the end of a path: choose the way again, stand still, or return to its beginning.',
  }),
};

/** Where several animals can be put side by side. */
const company = {
  animals: count({
    min: 1,
    max: 12,
    default: 1,
    restart: true,
    about: 'Animals of this kind in the scene; they feel and avoid each other.',
  }),
  starts: list(start, {
    default: [],
    max: 12,
    about: 'Where the first animals start; the others start beside them, and a single one at the origin.',
  }),
};

const surface = {
  paint: choice(['soil', 'bark'], {
    default: 'soil',
    about: 'What the ground looks like: soil, or the bark of a fallen trunk. Only drawn.',
  }),
  friction: quantity({
    unit: '1',
    min: 0,
    max: 10,
    default: 0.5,
    about: 'Coulomb friction of the body on the ground.',
  }),
};

/** measured: beyond 2 even a segment that hangs is pulled up (it carries the soft ones too). */
const closedGrip = 4;
const gripSentence =
  'How strongly claws hold a segment that is off its feet at its height above the ground, over its weight, so that it does not fall from a wall or a ceiling (not in the paper).';

/** Ground that is seen from above. */
const open = {
  ...surface,
  grip: quantity({ unit: '1', min: 0, max: 20, default: 0, about: gripSentence }),
  water,
  ...company,
  ...everywhere,
};

/** A surface to walk all around; one animal starts on its top. */
const closed = {
  ...surface,
  grip: quantity({ unit: '1', min: 0, max: 20, default: closedGrip, about: gripSentence }),
  ...everywhere,
};

const slopes = {
  slope: quantity({ unit: 'rad', min: -1.4, max: 1.4, default: 0, about: 'How steeply the ground falls toward +x.' }),
  slopeAcross: quantity({
    unit: 'rad',
    min: -1.4,
    max: 1.4,
    default: 0,
    about: 'How steeply the ground falls toward +y.',
  }),
};
const bumpHeight = quantity({
  unit: 'm',
  min: 0,
  max: 1,
  default: 1.5e-3,
  about: 'Greatest height of what rises from the ground; a centipede’s leg roots are 10.7 mm above it.',
});
const bumpLength = quantity({
  unit: 'm',
  min: 1e-3,
  max: 10,
  default: 0.08,
  about: 'Length of a wave, or width of what rises from the ground.',
});
const terrainSeed = count({ min: 0, max: 1e9, default: 1, about: 'Another number is another ground of this kind.' });
const terrainSide = quantity({
  unit: 'm',
  min: 0.1,
  max: 100,
  default: 2,
  about: 'Side of the square that is not flat.',
});
const halfLength = (about: string) => ({
  meshSize: quantity({ unit: 'm', min: 0.01, max: 50, default: 0.25, about }),
});

export const sceneUnion = oneOf(
  'terrain',
  { default: 'plane', about: 'What surrounds the animal.' },
  {
    plane: { about: 'Flat, perhaps sloping.', fields: { ...slopes, ...open } },
    bumps: { about: 'Crossed and rolling waves.', fields: { bumpHeight, bumpLength, ...slopes, ...open } },
    hills: {
      about: 'Random hills and hollows.',
      fields: { bumpHeight, bumpLength, terrainSide, terrainSeed, ...slopes, ...open },
    },
    pebbles: {
      about: 'Rounded bumps everywhere.',
      fields: { bumpHeight, bumpLength, terrainSeed, ...slopes, ...open },
    },
    blocks: {
      about: 'Cylinders and slabs on a plane to climb over.',
      fields: {
        blocks: count({
          min: 1,
          max: 2000,
          default: 300,
          about: 'Number of cylinders and slabs, each up to 1 cm wide, or as wide as it is high.',
        }),
        bumpHeight,
        terrainSide,
        terrainSeed,
        ...slopes,
        ...open,
      },
    },
    gaps: {
      about: 'A level plane with trenches across the way.',
      fields: {
        gapWidth: quantity({ unit: 'm', min: 1e-3, max: 10, default: 0.02, about: 'Width of the trenches.' }),
        gapDepth: quantity({ unit: 'm', min: 1e-3, max: 10, default: 0.1, about: 'Depth of the trenches.' }),
        gapSpacing: quantity({
          unit: 'm',
          min: 2e-3,
          max: 100,
          default: 0.12,
          about: 'From the middle of a trench to that of the next; the first begins 5 cm ahead of the start.',
        }),
        ...open,
      },
    },
    field: {
      about: 'Heights on a grid, as shaped with the studio’s brush.',
      fields: {
        terrainSide,
        heights: list(() => z.number().min(-10).max(10).meta({ description: 'Height in metres.' }), {
          default: [],
          max: 40_000,
          about: 'Heights, row after row from the left (+y) to the right, each from rear to front.',
        }),
        heightColumns: count({ min: 2, max: 400, default: 80, about: 'Heights in a row.' }),
        ...slopes,
        ...open,
      },
    },
    sphere: {
      about: 'A sphere to walk all around.',
      fields: { ...halfLength('Radius of the sphere.'), ...closed },
    },
    skull: {
      about: 'A skull to walk all around.',
      fields: { ...halfLength('Half the length of the skull.'), ...closed },
    },
    mesh: {
      about: 'A closed surface of triangles to walk all around.',
      fields: {
        vertices: list(corner, { default: [], max: 200_000, about: 'Corners of the surface.' }),
        triangles: list(triangle, {
          default: [],
          max: 400_000,
          about: 'Triangles of the surface, which must be closed.',
        }),
        ...closed,
      },
    },
    none: { about: 'Nothing below: the animal falls.', fields: { ...company, ...everywhere } },
  },
);

export type SceneDesc = z.output<ReturnType<typeof sceneUnion>>;

export type SceneOf<T extends SceneDesc['terrain']> = Extract<SceneDesc, { terrain: T }>;

/** Surfaces that can be walked around, upside down included. */
type ClosedScene = SceneOf<'sphere' | 'skull' | 'mesh'>;

export function isClosedScene(scene: SceneDesc): scene is ClosedScene {
  return scene.terrain === 'sphere' || scene.terrain === 'skull' || scene.terrain === 'mesh';
}

/** On a closed surface there is one, which starts on its top. */
export function countWalkers(scene: SceneDesc): number {
  return isClosedScene(scene) ? 1 : scene.animals;
}
