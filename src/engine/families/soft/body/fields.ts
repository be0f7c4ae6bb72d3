/** The body of a soft animal: its shape, resolution and material, or a mesh of one's own. */
import { z } from 'zod';
import { anatomy } from '../anatomy/fields.ts';
import { choice, count, group, list, measured, object, quantity, text } from '../../../model/fields.ts';
import { drawnFields, places } from './drawn-fields.ts';
import { softLooks } from '../../../model/looks.ts';

const softShapes = ['eel', 'octopus', 'starfish', 'cuttlefish', 'plate', 'arm', 'mesh', 'drawn'] as const;

const sizes = group('Sizes of the built-in shapes; each takes those it needs.', {
  length: quantity({
    unit: 'm',
    min: 0.01,
    max: 20,
    default: 1,
    restart: true,
    about: 'eel: the whole length; octopus and cuttlefish: of the mantle; plate: of the outline; arm: of the arm.',
  }),
  halfWidth: quantity({
    unit: 'm',
    min: 1e-3,
    max: 10,
    default: 0.035,
    restart: true,
    about: 'Half of the greatest width of the trunk: eel, octopus, starfish, cuttlefish, arm.',
  }),
  halfHeight: quantity({
    unit: 'm',
    min: 1e-3,
    max: 10,
    default: 0.05,
    restart: true,
    about: 'Half of the greatest height of the trunk.',
  }),
  taper: quantity({
    unit: '1',
    min: 0.05,
    max: 1,
    default: 0.3,
    restart: true,
    about: 'Size at the tail or at the tips of the arms over that at the root.',
  }),
  cells: count({ min: 4, max: 200, default: 44, restart: true, about: 'Layers of cells along the trunk.' }),
  arms: count({
    min: 1,
    max: 16,
    default: 8,
    restart: true,
    about: 'Arms of a starfish: 5, or else 4. All other shapes have as many as they have.',
  }),
  armLength: quantity({ unit: 'm', min: 0.01, max: 10, default: 0.5, restart: true, about: 'Length of the arms.' }),
  armHalfWidth: quantity({
    unit: 'm',
    min: 1e-3,
    max: 1,
    default: 0.028,
    restart: true,
    about: 'Half width of the arms at their root.',
  }),
  armHalfThickness: quantity({
    unit: 'm',
    min: 1e-3,
    max: 1,
    default: 0.018,
    restart: true,
    about: 'Half thickness of the arms at their root.',
  }),
  armCells: count({ min: 3, max: 60, default: 11, restart: true, about: 'Cells along an arm.' }),
  droop: quantity({
    unit: 'rad',
    min: 0,
    max: Math.PI / 2,
    default: 1.1,
    restart: true,
    about: 'How far the arms hang backward at rest: 0 is straight out.',
  }),
  finWidth: quantity({
    unit: 'm',
    min: 0,
    max: 2,
    default: 0.13,
    restart: true,
    about: 'Width of a cuttlefish’s fins.',
  }),
});

const material = group('Of what the body is made; all may change while it swims.', {
  shape: quantity({
    unit: 'Pa',
    min: 0,
    max: 1e8,
    default: 1e5,
    about: 'k_p, resistance to any change of shape but rotation.',
  }),
  volume: quantity({ unit: 'Pa', min: 0, max: 1e9, default: 5e5, about: 'k_v, resistance to a change of volume.' }),
  muscle: quantity({ unit: 'Pa', min: 0, max: 1e8, default: 5e5, about: 'k_m, stiffness of the muscle fibres.' }),
  stretch: quantity({
    unit: 'N/m',
    min: 0,
    max: 1e8,
    default: 2e4,
    about: 'k_s, resistance of plates to stretching in their plane.',
  }),
  bend: quantity({ unit: 'N m', min: 0, max: 1e4, default: 5, about: 'k_b, resistance of plates to folding.' }),
  thickness: quantity({
    unit: 'm',
    min: 1e-4,
    max: 1,
    default: 0.015,
    about: 'Of plates; their mass depends on it, and nothing else.',
  }),
  density: quantity({
    unit: 'kg/m^3',
    min: 10,
    max: 20_000,
    default: 1000,
    about: 'Density of the body; that of the water makes it float.',
  }),
  law: choice(['paper', 'as-coded'], {
    default: 'paper',
    about:
      'How a muscle pulls. paper: until the fibre has 1 − e of its length; as-coded: like a spring without length, of stiffness e k_m.',
  }),
  masses: choice(['volume', 'equal'], {
    default: 'volume',
    about: 'volume: by density and volume; equal: the total mass divided equally over the nodes, as coded.',
  }),
  totalMass: measured({
    unit: 'kg',
    min: 1e-6,
    max: 1e6,
    about: 'Mass of the body; with equal masses 10 kg is as coded.',
    otherwise: 'what density and volume give',
  }),
  keep: quantity({
    unit: '1',
    min: 0.5,
    max: 1,
    default: 0.9999,
    about: 'Share of the velocity that is left after 1/240 s in empty space.',
  }),
});

const mesh = group('A body of one’s own (shape mesh), as `bestiary import` writes it.', {
  nodes: () =>
    places(20_000, 'x, y, z in metres.').prefault([]).meta({ description: 'Nodes of the tetrahedra.', restart: true }),
  tets: list(() => z.array(z.number().int().min(0).max(19_999)).length(4).meta({ description: 'Four nodes.' }), {
    default: [],
    max: 80_000,
    restart: true,
    about: 'Tetrahedra.',
  }),
  muscles: list(
    object('One muscle.', {
      name: text({ default: 'muscle', maxLength: 64, about: 'Name of the cord.' }),
      role: choice(['longitudinal', 'transverse', 'oblique'], {
        default: 'longitudinal',
        about: 'What the muscle does; for names and colours.',
      }),
      points: () =>
        places(2000, 'x, y, z in metres.').min(2).meta({ description: 'Route of the muscle, at least two points.' }),
    }),
    { default: [], max: 200, restart: true, about: 'Muscles along polylines.' },
  ),
  assignment: choice(['paper', 'as-coded'], {
    default: 'paper',
    restart: true,
    about:
      'Which elements a muscle moves. paper: each element by its nearest segment within the radius; as-coded: as in the authors’ code, with its copies.',
  }),
  frame: list(count({ min: 0, max: 19_999, default: 0, about: 'A node.' }), {
    default: [],
    max: 5000,
    restart: true,
    about:
      'Nodes the body’s own frame is fitted to; empty: those no muscle moves. Three of them with as-coded assignment: an x axis from the first to the second, forward normal to all three.',
  }),
});

/** A stroke of a brush on the body at rest. */
const brush = {
  points: () => places(200, 'x, y, z in metres.').min(1).meta({ description: 'Where the brush went.' }),
  radius: quantity({
    unit: 'm',
    min: 1e-4,
    max: 20,
    default: 0.05,
    about: 'As far as it reaches; within half of that it is felt in full.',
  }),
};

export const softBodyFields = object('The body.', {
  kind: () => z.literal('soft').meta({ description: 'Tetrahedra and plates, stepped by projective dynamics.' }),
  shape: choice(softShapes, {
    default: 'eel',
    restart: true,
    about:
      'eel: a long trunk; octopus: a head with arms; starfish: a disc with arms; cuttlefish: a mantle with arms and fins; plate: a flat outline; arm: one arm with its root held; mesh: tetrahedra given below; drawn: strokes and ellipsoids given below.',
  }),
  sizes,
  outline: list(() => z.array(z.number().min(-20).max(20)).length(2).meta({ description: 'x, y in metres.' }), {
    default: [],
    max: 2000,
    restart: true,
    appliesIf: { path: 'body.shape', is: ['plate'] },
    about: 'plate: the outline, in order; closed by itself.',
  }),
  triangles: count({
    min: 8,
    max: 20_000,
    default: 700,
    restart: true,
    appliesIf: { path: 'body.shape', is: ['plate'] },
    about: 'plate: about how many triangles it is cut into.',
  }),
  cords: list(
    object('A bending muscle.', {
      name: text({ default: 'fin', maxLength: 64, about: 'Name of the cord.' }),
      points: list(() => z.array(z.number().min(-20).max(20)).length(2).meta({ description: 'x, y in metres.' }), {
        default: [],
        max: 500,
        about: 'Its route over the plate, from root to tip.',
      }),
    }),
    {
      default: [],
      max: 64,
      restart: true,
      appliesIf: { path: 'body.shape', is: ['plate'] },
      about: 'plate: its bending muscles.',
    },
  ),
  reach: group('Which elements a muscle moves.', {
    radius: quantity({
      unit: 'm',
      min: 1e-4,
      max: 5,
      default: 0.03,
      restart: true,
      about: 'Elements within this distance of a cord are moved by it.',
    }),
    decay: quantity({
      unit: '1',
      min: 0,
      max: 1e4,
      default: 10,
      restart: true,
      about: 'σ, per metre: excitation falls as exp(−σ distance).',
    }),
  }),
  mesh,
  drawn: drawnFields,
  paint: list(
    object('One stroke of the brush.', {
      ...brush,
      stiffness: quantity({
        unit: '1',
        min: 0.01,
        max: 100,
        default: 1,
        about: 'Factor on the resistance to stretching, shearing and folding.',
      }),
      thickness: quantity({
        unit: '1',
        min: 0.1,
        max: 10,
        default: 1,
        about: 'Factor on the thickness of plates and sheets, which stretch by it and fold by its cube.',
      }),
    }),
    { default: [], max: 400, restart: true, about: 'Where the body is stiffer or thicker than its material says.' },
  ),
  suckers: list(
    object('One row of suckers.', {
      ...brush,
      grip: quantity({
        unit: 'Pa',
        min: 0,
        max: 1e6,
        default: 5000,
        about: 'How hard they hold, per area of skin; pulled at with more they let go.',
      }),
    }),
    { default: [], max: 200, restart: true, about: 'Where the skin holds what it touches.' },
  ),
  jitter: quantity({
    unit: '1',
    min: 0,
    max: 0.2,
    default: 0,
    restart: true,
    about: 'Random displacement of every node at rest, in mean edge lengths: no real animal is symmetric.',
  }),
  jitterSeed: count({ min: 0, max: 1e9, default: 1, restart: true, about: 'Seed of that displacement.' }),
  material,
  look: choice([...softLooks, 'fish', 'plain'], { default: 'jelly', about: 'How the skin is drawn.' }),
  anatomy,
});

export type BodyDesc = z.output<ReturnType<typeof softBodyFields>>;
