/**
 * The worm's family: a body of finite elements on a ground or in a medium, driven by natural modes or by its muscles.
 * Numbers are SI; the solver works in mm, g, s and converts at its border (parameters.ts).
 *
 * `modal` and `two-mode` have the paper's scene: a mass of 1 g and a gravity of 9.81 mm/s², which make its steps of 20 ms
 * and its friction workable. `muscle` and `reflex` are in true units, overdamped. Numbers that differ between the two may
 * be left out, or called `auto`, and then follow `drive.kind` (drive/defaults.ts).
 */
import { z } from 'zod';
import type { ValidatedRange } from '../../contract/types.ts';
import { commonFields } from '../../model/common.ts';
import { createDescFamily } from '../../model/desc-family.ts';
import type { KindChoice } from '../../model/field-tree.ts';
import { choice, count, group, list, object, optionalQuantity, quantity, text, wholeFile } from '../../model/fields.ts';
import { consistentDamping, looseSubsteps, sayDefault } from './drive/defaults.ts';
import { wormDrive } from './drive/schema.ts';
import { ofDrives, wormFriction, wormGround, wormMedium } from './medium/schema.ts';
import { wormTissues } from './mesh/cross-section.ts';
import { wormResolutions } from './mesh/mesh.ts';
import { wormVersion1 } from './version-1.ts';

/** What `auto` is. */
const autoViscosity: readonly KindChoice<'objective' | 'rayleigh'>[] = [
  {
    kind: 'objective',
    if: { path: 'solver.stepping', is: ['consistent'], and: { path: 'medium.kind', not: ['viscous'] } },
  },
  { kind: 'rayleigh', if: ofDrives('viscosity', 'rayleigh') },
  { kind: 'objective' },
];

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
    damping: optionalQuantity({
      unit: 's',
      min: 0,
      max: 1,
      about: 'Viscosity over stiffness, the relaxation time of the tissue.',
      derivedAs: `${sayDefault(({ damping }) => `${damping} s`)}; ${consistentDamping} s with solver.stepping=consistent`,
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

/** "59 for paper-tets, …" */
function saySections(): string {
  return Object.entries(wormResolutions)
    .map(([name, { sections }]) => `${sections} for ${name}`)
    .join(', ');
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
  resolution: choice(['paper-tets', 'paper-nodes', 'coarse', 'fine'], {
    default: 'paper-tets',
    restart: true,
    about:
      'paper-tets: as many tetrahedra as the paper’s mesh; paper-nodes: as many nodes; coarse and fine: fewer and many more of both.',
  }),
  sections: optionalQuantity({
    unit: '1',
    min: 13,
    max: 400,
    step: 1,
    restart: true,
    about: 'Cross-sections along the body.',
    derivedAs: `those of the resolution, ${saySections()}`,
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
  height: optionalQuantity({
    unit: 'm',
    min: -1e-2,
    max: 1e-2,
    restart: true,
    about: 'Height of the lowest nodes over the ground at the start.',
    derivedAs: '0, just touching',
  }),
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
    about: 'Relative residual at which the iteration stops.',
  }),
  maxIterations: count({
    min: 1,
    max: 10_000,
    default: 200,
    about:
      'Most iterations per step: more is a failure for deflated-cg, and simply the end for capped-cg. With fewer than about 50 the capped solver leaves so much that the pulses of the default modal drive crumple the body.',
  }),
  dt: optionalQuantity({
    unit: 's',
    min: 1e-5,
    max: 0.1,
    restart: true,
    about: 'Time between two states.',
    derivedAs: sayDefault(({ timeStep }) => `${timeStep} s`),
  }),
  substeps: optionalQuantity({
    unit: '1',
    min: 1,
    max: 64,
    step: 1,
    about: 'Steps of the integrator per dt.',
    derivedAs: `${sayDefault(({ substeps }) => String(substeps))}; ${looseSubsteps} for muscle and reflex without a medium`,
  }),
  viscosity: choice(['auto', 'objective', 'rayleigh'], {
    default: 'auto',
    chooses: autoViscosity,
    about: `How tissues damp. objective: by their rate of strain, free of rotation; rayleigh: by stiffness times velocity, which resists fast turning too; auto: ${sayDefault(({ viscosity }) => viscosity)}; objective with consistent stepping.`,
  }),
  stepping: choice(['paper', 'consistent'], {
    default: 'paper',
    appliesIf: { path: 'drive.kind', is: ['modal', 'two-mode'] },
    about: `How a modal gait is stepped. paper: backward Euler in straight lines, which damps as tissues do that relax in one more step, and stretches what turns: a shorter step bends farther. consistent: the damping of the tissues (${consistentDamping} s if left out) is all there is, sections turn, and slip goes by the speeds at the end of the step (friction.model=lagged): the bend hardly depends on the step.`,
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
  mesh,
  tissues,
  mass: optionalQuantity({
    unit: 'kg',
    min: 1e-12,
    max: 1,
    about: 'Total mass; the densities of the tissues are scaled to it.',
    derivedAs: sayDefault(({ mass }) =>
      mass === undefined ? 'what the densities give' : `${mass} kg (the scaling that makes the paper’s steps work)`,
    ),
  }),
  gravity: optionalQuantity({
    unit: 'm/s^2',
    min: 0,
    max: 1000,
    about: 'Gravity.',
    derivedAs: `${sayDefault(({ gravity }) => `${gravity} m/s²`)}: the paper’s scene, and water that carries the body; on agar the film presses far harder`,
  }),
  friction: wormFriction,
  medium: wormMedium,
  ground: wormGround,
  lesions,
  solver,
});

export type WormDesc = z.output<ReturnType<typeof wormSchema>>;

/** A drive of some kinds. */
export type WormDrive<K extends WormDesc['drive']['kind']> = Extract<WormDesc['drive'], { kind: K }>;

export const wormDescriptions = createDescFamily('fem', 'worm', wormSchema, wormVersion1);

/** Where a worm was compared with beam theory, resistive-force theory, finer meshes or shorter steps (`animals/worm/paper.md`). */
export function listWormValidated({ drive, solver }: WormDesc): readonly ValidatedRange[] {
  const isModal = drive.kind === 'modal' || drive.kind === 'two-mode';
  return [
    ...wormTissues.map(({ name }) => ({
      path: `tissues.${name}.poisson`,
      min: 0.3,
      otherwise: 'Bending was held against beam theory from 0.3 to 0.499.',
    })),
    {
      path: 'mesh.resolution',
      only: ['paper-tets', 'paper-nodes', 'fine'],
      otherwise: 'Thirty sections bend less and go at another speed than the body does with more of them.',
    },
    {
      path: 'mesh.sections',
      min: 50,
      otherwise: 'Fewer sections bend less and go at another speed than the body does with more of them.',
    },
    ...(isModal ? [] : validatedWithMuscles),
    ...(drive.kind === 'reflex' ? [validatedReflex] : []),
    ...(solver.kind === 'capped-cg' ? [validatedSolver] : []),
  ];
}

const validatedSolver: ValidatedRange = {
  path: 'solver.kind',
  only: ['deflated-cg'],
  otherwise: 'The speed depends on where the iteration is cut off.',
};

const validatedReflex: ValidatedRange = {
  path: 'medium.water',
  only: [0],
  otherwise:
    'The reflex was fitted on agar alone; in water it beats at 0.8 Hz instead of the 1.8 Hz of real worms and hardly swims.',
};

const validatedWithMuscles: readonly ValidatedRange[] = [
  {
    path: 'medium.water',
    only: [0, 1],
    otherwise:
      'Between agar and water both drag and gait are interpolated, and the worm is faster than real ones are said to be.',
  },
  { path: 'solver.dt', max: 0.04, otherwise: 'Longer steps were not compared with shorter ones.' },
  { path: 'solver.tolerance', max: 0.01, otherwise: 'With 0.01 the speed is that of 1e-6; more was not tried.' },
];
