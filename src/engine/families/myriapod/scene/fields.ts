/** What surrounds a myriapod: ground, water, food, obstacles, a path, others of its kind. SI; the solver works in units of a centimetre. */
import { z } from 'zod';
import { choice, count, flag, group, list, measured, object, quantity } from '../../../model/fields.ts';

const food = object('One piece of food; its smell falls with the square of the distance.', {
  x: quantity({ unit: 'm', min: -100, max: 100, default: 0.3, about: 'Place ahead of the start.' }),
  y: quantity({ unit: 'm', min: -100, max: 100, default: 0, about: 'Place to the left of the start.' }),
  size: quantity({ unit: '1', min: 1e-3, max: 1e3, default: 1, about: 'How strongly it smells.' }),
});

const corner = () => z.array(z.number().min(-1000).max(1000)).length(3).meta({ description: 'x, y, z in metres.' });

const triangle = () =>
  z
    .array(z.number().int().min(0).max(199_999))
    .length(3)
    .meta({ description: 'Three corners, counter-clockwise seen from outside.' });

const obstacle = object('Something upright to walk around.', {
  kind: choice(['cylinder', 'box', 'mesh'], {
    default: 'cylinder',
    about: 'cylinder, box: round or rectangular seen from above; mesh: the closed surface of its own triangles.',
  }),
  x: quantity({ unit: 'm', min: -100, max: 100, default: 0.15, about: 'Place ahead of the start.' }),
  y: quantity({ unit: 'm', min: -100, max: 100, default: 0, about: 'Place to the left of the start.' }),
  radius: quantity({ unit: 'm', min: 1e-3, max: 10, default: 0.03, about: 'Radius of a cylinder.' }),
  length: quantity({ unit: 'm', min: 1e-3, max: 50, default: 0.06, about: 'Length of a box.' }),
  width: quantity({ unit: 'm', min: 1e-3, max: 50, default: 0.06, about: 'Width of a box.' }),
  turn: quantity({
    unit: 'rad',
    min: -7,
    max: 7,
    default: 0,
    about: 'Turn of a box or a mesh about the vertical.',
  }),
  height: quantity({
    unit: 'm',
    min: 1e-3,
    max: 10,
    default: 0.05,
    about: 'Height of a cylinder or a box, for the picture.',
  }),
  scale: quantity({ unit: '1', min: 1e-6, max: 1e6, default: 1, about: 'Size of a mesh over that of its corners.' }),
  vertices: list(corner, {
    default: [],
    max: 200_000,
    about: 'Corners of a mesh; it stands on the ground with the middle of its box at the place of the obstacle.',
  }),
  triangles: list(triangle, { default: [], max: 400_000, about: 'Triangles of a mesh, which must be closed.' }),
});

const pathPoint = object('A point of the path.', {
  x: quantity({ unit: 'm', min: -100, max: 100, default: 0, about: 'Place ahead of the start.' }),
  y: quantity({ unit: 'm', min: -100, max: 100, default: 0, about: 'Place to the left of the start.' }),
});

const start = object('Where one of several animals starts.', {
  x: quantity({ unit: 'm', min: -100, max: 100, default: 0, about: 'Place of the head.' }),
  y: quantity({ unit: 'm', min: -100, max: 100, default: 0, about: 'Place of the head.' }),
  turn: quantity({ unit: 'rad', min: -7, max: 7, default: 0, about: 'Where it faces, counter-clockwise from +x.' }),
  path: list(pathPoint, { default: [], max: 500, about: 'A path of its own; none: scene.path.' }),
});

const water = group('Shallow water over the ground: legs make ripples and a wake.', {
  level: measured({
    unit: 'm',
    min: -10,
    max: 10,
    about: 'Height of the surface at rest over the origin of the ground; what lies lower is under water.',
    otherwise: 'no water',
  }),
  x: quantity({ unit: 'm', min: -100, max: 100, default: 0.2, about: 'Middle of the square of water.' }),
  y: quantity({ unit: 'm', min: -100, max: 100, default: 0, about: 'Middle of the square of water.' }),
  side: quantity({ unit: 'm', min: 0.02, max: 100, default: 0.8, about: 'Side of the square; its rim is a wall.' }),
  cell: quantity({ unit: 'm', min: 1e-3, max: 1, default: 0.01, about: 'Side of a column of water.' }),
  viscosity: quantity({
    unit: 'Hz',
    min: 0,
    max: 60,
    default: 0.6,
    about: 'Rate at which ripples die out.',
  }),
});

const terrainKinds = [
  'plane',
  'bumps',
  'hills',
  'pebbles',
  'blocks',
  'gaps',
  'field',
  'sphere',
  'skull',
  'mesh',
  'none',
] as const;

export const sceneGroup = group('What surrounds the animal.', {
  terrain: choice(terrainKinds, {
    default: 'plane',
    about:
      'plane: flat, perhaps sloping; bumps: crossed and rolling waves; hills: random hills and hollows; pebbles: rounded bumps everywhere; blocks: cylinders and cubes on a plane to climb over; gaps: a level plane with trenches across the way; field: the heights of scene.heights, as shaped with the studio’s brush; sphere, skull: closed surfaces to walk all around; mesh: the closed surface of scene.vertices and scene.triangles; none: nothing below, the animal falls.',
  }),
  paint: choice(['soil', 'bark'], {
    default: 'soil',
    about: 'What the ground looks like: soil, or the bark of a fallen trunk. Only drawn.',
  }),
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
  bumpHeight: quantity({
    unit: 'm',
    min: 0,
    max: 1,
    default: 1.5e-3,
    about:
      'Height of bumps, hills or pebbles, greatest of blocks; a segment stands with its leg roots 10.7 mm above the ground.',
  }),
  bumpLength: quantity({
    unit: 'm',
    min: 1e-3,
    max: 10,
    default: 0.08,
    about: 'Wavelength of bumps, width of hills and pebbles.',
  }),
  terrainSeed: count({ min: 0, max: 1e9, default: 1, about: 'Seed of random hills and pebbles.' }),
  terrainSide: quantity({
    unit: 'm',
    min: 0.1,
    max: 100,
    default: 2,
    about: 'Side of the square that hills, blocks or a field cover.',
  }),
  heights: list(() => z.number().min(-10).max(10).meta({ description: 'Height in metres.' }), {
    default: [],
    max: 40_000,
    about: 'Heights of the terrain "field", row after row from the left (+y) to the right, each from rear to front.',
  }),
  heightColumns: count({ min: 2, max: 400, default: 80, about: 'Heights in a row of the field.' }),
  gapWidth: quantity({
    unit: 'm',
    min: 1e-3,
    max: 10,
    default: 0.02,
    about: 'Width of the trenches of the terrain "gaps".',
  }),
  gapDepth: quantity({ unit: 'm', min: 1e-3, max: 10, default: 0.1, about: 'Depth of the trenches.' }),
  gapSpacing: quantity({
    unit: 'm',
    min: 2e-3,
    max: 100,
    default: 0.12,
    about: 'From the middle of a trench to that of the next; the first begins 5 cm ahead of the start.',
  }),
  blocks: count({ min: 1, max: 2000, default: 300, about: 'Cylinders and cubes of the terrain "blocks".' }),
  meshSize: quantity({
    unit: 'm',
    min: 0.01,
    max: 50,
    default: 0.25,
    about: 'Radius of the sphere, half the length of the skull.',
  }),
  vertices: list(corner, { default: [], max: 200_000, about: 'Corners of the mesh to walk on.' }),
  triangles: list(triangle, {
    default: [],
    max: 400_000,
    about: 'Triangles of the mesh to walk on; the surface must be closed.',
  }),
  friction: quantity({
    unit: '1',
    min: 0,
    max: 10,
    default: 0.5,
    about: 'Coulomb friction of the body on the ground.',
  }),
  gravity: quantity({
    unit: 'm/s^2',
    min: 0,
    max: 100,
    default: 0.098,
    about:
      'Gravity. The paper has 9.8 of its own length units per square second; with a unit of 1 cm that is a hundredth of gravity on Earth.',
  }),
  grip: measured({
    unit: '1',
    min: 0,
    max: 20,
    about:
      'How strongly claws hold a segment that is off its feet at its height above the ground, over its weight, so that it does not fall from a wall or a ceiling (not in the paper).',
    otherwise: '0 on ground that is seen from above, 4 on closed surfaces',
  }),
  water,
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
  obstacleRadius: quantity({
    unit: 'm',
    min: 1e-3,
    max: 1,
    default: 0.03,
    about: 'Radius of the random cylinders.',
  }),
  randomRadius: quantity({
    unit: 'm',
    min: 0.05,
    max: 100,
    default: 0.8,
    about: 'Random things lie within this distance of the start.',
  }),
  path: list(pathPoint, {
    default: [],
    max: 500,
    about: 'Points of a smooth path to follow; none lets the animal choose its way.',
  }),
  pathEnd: choice(['leave', 'stay'], {
    default: 'leave',
    about: 'At the end of a path that is not closed: choose the way again, or stand still.',
  }),
  pathClosed: flag({ default: false, about: 'Whether the path goes round and round.' }),
});

export type SceneDesc = z.output<ReturnType<typeof sceneGroup>>;

/** What a scene must know of the animal in it; a description has all of it. */
export interface SceneAnimal {
  readonly scene: SceneDesc;
  readonly body: {
    readonly segments: number;
    readonly rigidLength: number;
    readonly softLength: number;
    readonly width: number;
  };
  readonly controller: { readonly legs: { readonly upper: number; readonly lower: number; readonly growth: number } };
  readonly control: { readonly animal: number };
}
