/**
 * The worm's family: a body of finite elements on a ground or in a medium, driven by natural modes or by its muscles.
 * Numbers are SI; the solver works in mm, g, s and converts at its border (units.ts).
 *
 * Two recipes share the schema. `modal` and `two-mode` are the paper's: a mass of 1 g and a gravity of 9.81 mm/s², which
 * make its steps of 20 ms and its friction workable. `muscle` and `reflex` are in true units, overdamped. Numbers that
 * belong to a recipe may be left out and then follow `drive.kind` (recipes.ts).
 */
import { z } from 'zod';
import { commonFields } from '../../model/common.ts';
import { createDescFamily } from '../../model/desc-family.ts';
import { choice, count, group, list, measured, object, quantity, text, wholeFile } from '../../model/fields.ts';
import { wormDrive, wormNoise, wormReflex } from './drive/schema.ts';
import { wormResolutions } from './mesh/options.ts';
import { looseSubsteps, sayDefault } from './drive/recipes.ts';

const tissue = (about: string, young: number, youngSource: string) =>
  group(about, {
    young: quantity({
      unit: 'Pa',
      min: 100,
      max: 1e9,
      default: young,
      about: `Young's modulus. ${youngSource}`,
    }),
    poisson: quantity({
      unit: '1',
      min: 0,
      max: 0.499,
      default: 0.45,
      about: "Poisson's ratio, below 0.5. No measurement was found; 0.40 to 0.45 is usual for soft tissue.",
    }),
    density: quantity({
      unit: 'kg/m^3',
      min: 1,
      max: 1e5,
      default: 1000,
      about: 'Density. Published values lie between 1000 and 1080 kg/m³; at 1000 the adult weighs 3.2 µg.',
    }),
    damping: measured({
      unit: 's',
      min: 0,
      max: 1,
      about: 'Viscosity over stiffness, the relaxation time of the tissue.',
      otherwise: sayDefault(({ damping }) => `${damping} s`),
    }),
  });

const tissues = group('The tissues. All numbers may change while the worm moves.', {
  cuticle: tissue(
    'Outer shell: cuticle and hypodermis.',
    130e3,
    'Backholm 2013 measured 110 ± 30 kPa for the whole body; with a cuticle of this thickness the same modulus keeps the bending stiffness at 0.2 µN mm².',
  ),
  lateral: tissue('Lateral strips of the shell, under the alae.', 130e3, 'As the cuticle.'),
  muscle: tissue('The 95 body-wall muscles.', 130e3, 'Backholm 2013 measured 110 ± 30 kPa for the whole body.'),
  core: tissue(
    'Everything inside: gut, gonad and fluid.',
    20e3,
    'Assumed soft; it carries little of the bending stiffness.',
  ),
});

const resolutions = ['paper-tets', 'paper-nodes', 'coarse', 'fine'] as const;

/** "59 for paper-tets, …" */
function saySections(): string {
  return resolutions.map((name) => `${wormResolutions[name].sections} for ${name}`).join(', ');
}

const mesh = group('Shape and resolution of the body.', {
  length: quantity({
    unit: 'm',
    min: 1e-4,
    max: 1e-2,
    default: 1e-3,
    restart: true,
    about: 'Length of the animal; an adult has 1 mm.',
  }),
  radius: quantity({
    unit: 'm',
    min: 5e-6,
    max: 5e-4,
    default: 40e-6,
    restart: true,
    about: 'Largest radius (Boyle, Berri & Cohen 2012: 40 µm).',
  }),
  resolution: choice(resolutions, {
    default: 'paper-tets',
    restart: true,
    about:
      'paper-tets: as many tetrahedra as the paper’s mesh; paper-nodes: as many nodes; coarse and fine: fewer and many more of both.',
  }),
  sections: measured({
    unit: '1',
    min: 13,
    max: 400,
    step: 1,
    restart: true,
    about: 'Cross-sections along the body.',
    otherwise: `those of the resolution, ${saySections()}`,
  }),
  placement: choice(['even', 'anatomical'], {
    default: 'even',
    restart: true,
    about: 'Lengths of the muscle cells: all even, or longer toward the tail as in the animal.',
  }),
  pose: choice(['straight', 'flat-belly'], {
    default: 'straight',
    restart: true,
    about:
      'Rest shape: straight has a straight axis; flat-belly lowers every section to the ground, so that the axis is an arc.',
  }),
  heading: quantity({
    unit: 'rad',
    min: -Math.PI,
    max: Math.PI,
    default: 0,
    restart: true,
    about: 'Direction the head faces at the start, counter-clockwise from +x.',
  }),
  height: measured({
    unit: 'm',
    min: -1e-2,
    max: 1e-2,
    restart: true,
    about: 'Height of the lowest nodes over the ground at the start.',
    otherwise: '0, just touching',
  }),
});

const patch = object('A place where the ground holds better or worse.', {
  shape: choice(['circle', 'rectangle'], { default: 'circle', about: 'Outline seen from above.' }),
  x: quantity({ unit: 'm', min: -1, max: 1, default: 1e-3, about: 'Centre, x.' }),
  y: quantity({ unit: 'm', min: -1, max: 1, default: 0, about: 'Centre, y.' }),
  sizeX: quantity({ unit: 'm', min: 1e-6, max: 1, default: 5e-4, about: 'Diameter, or extent along x.' }),
  sizeY: quantity({ unit: 'm', min: 1e-6, max: 1, default: 5e-4, about: 'Extent along y; only of a rectangle.' }),
  factor: quantity({
    unit: '1',
    min: 0,
    max: 100,
    default: 0.5,
    about: 'Factor on the friction and on the drag of the medium inside the outline.',
  }),
});

const friction = group('Contact with the ground: normal springs and Coulomb friction along and across the body.', {
  low: quantity({
    unit: '1',
    min: 0,
    max: 100,
    default: 0.1,
    live: true,
    about: 'µ_l, coefficient for sliding forward along the body.',
  }),
  high: quantity({
    unit: '1',
    min: 0,
    max: 100,
    default: 1,
    live: true,
    about: 'µ_h, coefficient for sliding backward and sideways.',
  }),
  backward: measured({
    unit: '1',
    min: 0,
    max: 100,
    about: 'Coefficient for sliding backward along the body.',
    otherwise: sayDefault(({ backward }) => `friction.${backward}`),
  }),
  transverse: measured({
    unit: '1',
    min: 0,
    max: 100,
    about: 'Coefficient for sliding sideways.',
    otherwise: 'friction.high',
  }),
  model: choice(['recipe', 'anchored', 'lagged'], {
    default: 'recipe',
    about: `anchored: springs to anchors that drag behind, with an explicit slip force, as in the paper; lagged: implicit slip, stable at true mass; recipe: ${sayDefault(({ friction: model }) => model)}.`,
  }),
  normalStiffness: quantity({
    unit: 'N/m',
    min: 1e-6,
    max: 1e3,
    default: 0.05,
    about: 'k_n, stiffness of the ground at each node in contact.',
  }),
  tangentStiffness: quantity({
    unit: 'N/m',
    min: 1e-6,
    max: 1e3,
    default: 0.05,
    about: 'k_f, stiffness of the spring between a node and its anchor.',
  }),
  selfStiffness: quantity({
    unit: 'N/m',
    min: 0,
    max: 1e3,
    default: 0.5,
    about:
      'Stiffness between two parts of the body that touch each other, as in an omega turn. Chosen: ten nodes of ground.',
  }),
  slipSpeed: quantity({
    unit: 'm/s',
    min: 1e-9,
    max: 1,
    default: 5e-5,
    about: 'lagged only: below this speed friction fades like a viscous force.',
  }),
  patches: list(patch, { default: [], max: 200, about: 'Places with other friction.' }),
});

const medium = group('What resists the motion besides friction: drag along and across the body.', {
  drag: choice(['recipe', 'on', 'off'], {
    default: 'recipe',
    about: `Whether the medium acts; recipe: ${sayDefault(({ drag }) => drag)}.`,
  }),
  water: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 0,
    live: true,
    about:
      'From agar (0) to water (1): both drag coefficients go from one to the other on a logarithmic scale, friction and the press of the film fade, and the gait follows the knob.',
  }),
  agarAlong: quantity({
    unit: 'kg/s',
    min: 0,
    max: 1e3,
    default: 3.2e-3,
    about: 'Drag of the whole body along its axis on agar (Boyle, Berri & Cohen 2012: 3.2e-3).',
  }),
  agarAcross: quantity({
    unit: 'kg/s',
    min: 0,
    max: 1e3,
    default: 64e-3,
    about:
      'Drag of the whole body across its axis on agar. Published ratios to the drag along run from 10 (Shen 2012) to 40 (Boyle, Berri & Cohen 2012); 20 gives the speed of real worms.',
  }),
  vertical: quantity({
    unit: 'kg/s',
    min: 0,
    max: 1e3,
    default: 64e-3,
    about:
      'Drag of the whole body against rising, sinking and rolling, in every medium: the wet groove on agar, the narrow gap in which worms are filmed swimming.',
  }),
  press: quantity({
    unit: 'N/m',
    min: 0,
    max: 1,
    default: 5e-4,
    about:
      'Force per length with which the film of water on agar presses the body to the ground, many times its weight; fades toward water. Acts where the drag does.',
  }),
  waterAlong: quantity({
    unit: 'kg/s',
    min: 0,
    max: 1e3,
    default: 3.3e-6,
    about: 'Drag of the whole body along its axis in water (Boyle, Berri & Cohen 2012: 3.3e-6).',
  }),
  waterAcross: quantity({
    unit: 'kg/s',
    min: 0,
    max: 1e3,
    default: 5.2e-6,
    about: 'Drag of the whole body across its axis in water (Boyle, Berri & Cohen 2012: 5.2e-6).',
  }),
});

const ground = group('The ground.', {
  kind: choice(['plane', 'height-field', 'mesh', 'none'], {
    default: 'plane',
    about:
      'plane: flat, perhaps sloping; height-field: bumps on the plane; mesh: the triangles of ground.vertices and ground.triangles; none: nothing below.',
  }),
  slope: quantity({
    unit: 'rad',
    min: -1.4,
    max: 1.4,
    default: 0,
    about: 'How steeply the ground falls toward +x (plane and height-field).',
  }),
  slopeAcross: quantity({
    unit: 'rad',
    min: -1.4,
    max: 1.4,
    default: 0,
    about: 'How steeply the ground falls toward +y (plane and height-field).',
  }),
  bumps: choice(['random', 'sine'], {
    default: 'random',
    about: 'Bumps of a height field: rounded ones in random places, or a product of sines.',
  }),
  bumpHeight: quantity({ unit: 'm', min: 0, max: 1e-2, default: 15e-6, about: 'Height of the bumps.' }),
  bumpSize: quantity({
    unit: 'm',
    min: 1e-5,
    max: 0.1,
    default: 3e-4,
    about: 'Half width of a rounded bump, or wavelength of the sines.',
  }),
  bumpSeed: count({ min: 0, max: 1e9, default: 1, about: 'Seed of the places of the bumps.' }),
  vertices: list(() => z.array(z.number().min(-1).max(1)).length(3).meta({ description: 'x, y, z in metres.' }), {
    default: [],
    max: 20_000,
    about: 'Corners of a ground mesh.',
  }),
  triangles: list(
    () =>
      z
        .array(z.number().int().min(0).max(19_999))
        .length(3)
        .meta({ description: 'Three corners, counter-clockwise from outside.' }),
    { default: [], max: 40_000, about: 'Triangles of a ground mesh, counter-clockwise seen from outside.' },
  ),
});

const solver = group('How a step is solved.', {
  kind: choice(['deflated-cg', 'capped-cg'], {
    default: 'deflated-cg',
    about:
      'deflated-cg: conjugate gradients with the rotated rest factor and rigid sections solved exactly; capped-cg: plain conjugate gradients that stop after maxIterations, as engines of the paper’s time did — the cap changes the motion.',
  }),
  tolerance: quantity({
    unit: '1',
    min: 1e-12,
    max: 0.1,
    // Measured with 1e-9 to 1e-3 on agar, in water and between, driven by muscles, modes and reflexes, 8 s: with 1e-5 no speed
    // differs by more than 0.01 % from that at 1e-9, with 1e-4 by up to 0.2 %.
    default: 1e-5,
    about: 'Relative residual at which the iteration stops; deflated-cg only.',
  }),
  maxIterations: count({
    min: 1,
    max: 10_000,
    default: 200,
    about:
      'Most iterations per step: more is a failure for deflated-cg, and simply the end for capped-cg. With fewer than about 50 the capped solver leaves so much that the pulses of the default modal drive crumple the body.',
  }),
  dt: measured({
    unit: 's',
    min: 1e-5,
    max: 0.1,
    restart: true,
    about: 'Time between two states.',
    otherwise: sayDefault(({ timeStep }) => `${timeStep} s`),
  }),
  substeps: measured({
    unit: '1',
    min: 1,
    max: 64,
    step: 1,
    about: 'Steps of the integrator per dt.',
    otherwise: `${sayDefault(({ substeps }) => String(substeps))}; ${looseSubsteps} for muscle and reflex with medium.drag off`,
  }),
  viscosity: choice(['recipe', 'objective', 'rayleigh'], {
    default: 'recipe',
    about: `How tissues damp. objective: by their rate of strain, free of rotation; rayleigh: by stiffness times velocity, which resists fast turning too; recipe: ${sayDefault(({ viscosity }) => viscosity)}.`,
  }),
  invertedLimit: count({
    min: 0,
    max: 100_000,
    default: 50,
    about: 'More elements than this turned inside out end the run with an error that names one.',
  }),
});

const lesions = group('Laser ablations; may change while the worm moves.', {
  paralyse: list(
    text({ default: 'MDL*', maxLength: 8, about: 'A muscle such as MDL07, or a pattern such as M?R2*.' }),
    {
      default: [],
      max: 200,
      about:
        'Muscles that do not contract and have lost their tone: names, or patterns with * and ?. For muscle and reflex.',
    },
  ),
});

export const wormSchema = wholeFile('finite-element body, worm controller', {
  ...commonFields({
    animal: 'worm',
    title: 'Worm (C. elegans)',
    paper: 'Mujika, Merino, Leskovsky, Epelde, Oyarzun & Otaduy: Modal Locomotion of C. elegans (2018)',
  }),
  body: object('The body.', {
    kind: () => z.literal('fem').meta({ description: 'A soft body of tetrahedral finite elements.' }),
  }),
  controller: object('The controller.', {
    kind: () => z.literal('worm').meta({ description: 'Modes, muscles or reflexes of a worm.' }),
  }),
  drive: wormDrive,
  reflex: wormReflex,
  noise: wormNoise,
  mesh,
  tissues,
  mass: measured({
    unit: 'kg',
    min: 1e-12,
    max: 1,
    about: 'Total mass; the densities of the tissues are scaled to it.',
    otherwise: sayDefault((recipe) =>
      recipe.mass === undefined
        ? 'what the densities give'
        : `${recipe.mass} kg (the scaling that makes the paper’s steps work)`,
    ),
  }),
  gravity: measured({
    unit: 'm/s^2',
    min: 0,
    max: 1000,
    about: 'Gravity.',
    otherwise: `${sayDefault((recipe) => `${recipe.gravity} m/s²`)}: the paper’s scene, and water that carries the body; on agar the film presses far harder`,
  }),
  friction,
  medium,
  ground,
  momentum: group('Momentum conservation of the modal forces.', {
    compensation: choice(['corrected', 'printed', 'off'], {
      default: 'corrected',
      about:
        'corrected: no net force and torque; printed: the signs of the printed equations, which leave some; off: none.',
    }),
  }),
  lesions,
  solver,
});

export type WormDesc = z.output<ReturnType<typeof wormSchema>>;

export const wormDescriptions = createDescFamily('fem', 'worm', wormSchema);
