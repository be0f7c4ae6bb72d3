/** Animals to start from. Each is a drawing as a hand could have made it; lengths in m. */
import { cos, sin } from '../engine/math/portable.ts';
import {
  createDrawing,
  type Drawing,
  type Group,
  type Muscle,
  type Place,
  type Point,
  type StrokeShape,
  defaultWave,
  type Wave,
} from './drawing.ts';
import { createHoop, createLimbMuscles, createZigzag, type LimbMuscles, toPlaces } from './routes.ts';
import { expandOutline } from './outline.ts';

export interface Template {
  readonly name: string;
  /** What it is, in a few words. */
  readonly about: string;
  readonly create: () => Drawing;
}

function createStroke(points: readonly Place[], radii: readonly number[]): StrokeShape {
  return { kind: 'stroke', points, radii, straight: false };
}

function createMuscle(change: Partial<Muscle> & Pick<Muscle, 'name' | 'points' | 'role'>): Muscle {
  return { axis: [], route: 'polyline', radius: undefined, decay: undefined, group: 0, copied: true, ...change };
}

/** Muscles of a limb, the first in group `first` and the others in the groups after it. */
function createLimb(stroke: StrokeShape, kind: LimbMuscles, name: string, first: number): Muscle[] {
  return createLimbMuscles(stroke, kind, name).map((muscle, i) => createMuscle({ ...muscle, group: first + i }));
}

function createGroup(name: string, wave: Partial<Wave>): Group {
  return { name, cords: undefined, wave: { ...defaultWave, ...wave } };
}

function createEel(): Drawing {
  const count = 9;
  const body = createStroke(
    Array.from({ length: count }, (_, k): Place => [0.42 - (0.9 * k) / (count - 1), 0, 0]),
    Array.from({ length: count }, (_, k) => 0.05 - 0.028 * (k / (count - 1)) - (k === 0 ? 0.01 : 0)),
  );
  const wave = { alpha: 0.9, beta: 0.1, kappa: 4, height: 0.6, turn: 0.5 };
  return {
    ...createDrawing('volume', 'My eel'),
    shapes: [{ ...body, copied: true }],
    muscles: createLimb(body, 'left and right', 'trunk', 0).map((muscle) => ({ ...muscle, copied: false })),
    groups: [createGroup('left', wave), createGroup('right', { ...wave, phase: 0.5, turn: 0.5 })],
    elements: 1200,
  };
}

function createRay(): Drawing {
  const outline: readonly Point[] = [
    [0.3, 0],
    [0.27, 0.07],
    [0.2, 0.17],
    [0.1, 0.29],
    [0.0, 0.38],
    [-0.06, 0.39],
    [-0.12, 0.31],
    [-0.19, 0.2],
    [-0.26, 0.09],
    [-0.3, 0],
  ];
  const empty = createDrawing('plate', 'My ray');
  const line: readonly Point[] = [
    [0.23, 0.08],
    [0.1, 0.15],
    [-0.05, 0.19],
    [-0.22, 0.08],
  ];
  const drawn = { ...empty, outline };
  const points = toPlaces(createZigzag(line, expandOutline(drawn)));
  return {
    ...drawn,
    muscles: [createMuscle({ name: 'fin', role: 'bending', points })],
    groups: [createGroup('fins', {})],
  };
}

/** Arms that hang back from a middle, as many as asked for. */
function createArmed(title: string, count: number, arm: StrokeShape, middle: Drawing['shapes'][number]): Drawing {
  const wave = { period: 12 / 30, alpha: 1, beta: 0, kappa: 4.5, turn: -0.5 };
  return {
    ...createDrawing('volume', title),
    symmetry: { kind: 'radial', count },
    shapes: [middle, { ...arm, copied: true }],
    muscles: createLimb(arm, 'up and down', 'arm', 0),
    groups: [
      createGroup('outer', { ...wave, width: 0.38, height: 0.6, phase: 0.5 }),
      createGroup('inner', { ...wave, width: 0.46, height: 0.8 }),
    ],
    elements: 2200,
    blend: 0.012,
  };
}

function createArm(length: number, droop: number, root: number, radii: readonly number[]): StrokeShape {
  const count = radii.length;
  const [c, s] = [cos(droop), sin(droop)];
  return createStroke(
    Array.from({ length: count }, (_, k): Place => {
      const way = (length * k) / (count - 1);
      return [-s * way, 0, root + c * way];
    }),
    radii,
  );
}

function createStar(): Drawing {
  const arm = createArm(0.36, 1.05, 0.03, [0.034, 0.033, 0.031, 0.028, 0.024]);
  return createArmed('My star', 5, arm, {
    kind: 'ellipsoid',
    centre: [0.01, 0, 0],
    radii: [0.05, 0.07, 0.07],
    copied: true,
  });
}

function createSquid(): Drawing {
  const arm = createArm(0.28, 1.0, 0.03, [0.032, 0.032, 0.03, 0.027]);
  const drawn = createArmed('My squid', 5, arm, {
    ...createStroke(
      [
        [0.3, 0, 0],
        [0.2, 0, 0],
        [0.08, 0, 0],
        [0, 0, 0],
      ],
      [0.035, 0.055, 0.07, 0.06],
    ),
    copied: true,
  });
  return { ...drawn, elements: 2200 };
}

/** A dome of ribs that flow into each other, with a hoop near its rim and a muscle inside each rib. */
function createBell(): Drawing {
  const count = 5;
  const radius = 0.2;
  const rib = createStroke(
    Array.from({ length: count }, (_, k): Place => {
      const angle = (1.35 * k) / (count - 1);
      return [0.16 * cos(angle), 0, radius * sin(angle)];
    }),
    [0.034, 0.034, 0.034, 0.032, 0.03],
  );
  const wave = { period: 14 / 30, alpha: 1, beta: 0, turn: -0.5 };
  return {
    ...createDrawing('volume', 'My bell'),
    symmetry: { kind: 'radial', count: 12 },
    shapes: [{ ...rib, copied: true }],
    muscles: [
      ...createLimb(rib, 'up and down', 'rib', 0),
      createMuscle({
        name: 'rim',
        role: 'longitudinal',
        points: createHoop(0.04, 0.195),
        radius: 0.05,
        group: 1,
        copied: false,
      }),
    ],
    groups: [
      createGroup('outer', { ...wave, width: 0.62, height: 0.64, kappa: 3.3, phase: 0.5 }),
      createGroup('inner', { ...wave, width: 0.47, height: 0.98, kappa: 6.7, phase: 0.08 }),
    ],
    elements: 2400,
    blend: 0.02,
  };
}

/** A trunk with two long legs that kick together. */
function createFrog(): Drawing {
  const leg = createStroke(
    [
      [-0.08, 0.045, 0],
      [-0.18, 0.1, 0],
      [-0.3, 0.13, 0],
      [-0.42, 0.15, 0],
    ],
    [0.034, 0.032, 0.03, 0.034],
  );
  const wave = { period: 14 / 30, alpha: 1, beta: 0, kappa: 4.5 };
  return {
    ...createDrawing('volume', 'My frog kick'),
    shapes: [
      { kind: 'ellipsoid', centre: [0.03, 0, 0], radii: [0.15, 0.075, 0.06], copied: true },
      { ...leg, copied: true },
    ],
    muscles: createLimb(leg, 'left and right', 'leg', 0),
    groups: [
      createGroup('opening', { ...wave, width: 0.4, height: 0.6, phase: 0.5, turn: -0.4 }),
      createGroup('closing', { ...wave, width: 0.46, height: 0.8, turn: -0.4 }),
    ],
    elements: 1800,
  };
}

export const templates: readonly Template[] = [
  { name: 'Ray', about: 'A flat body whose fins wave', create: createRay },
  { name: 'Eel', about: 'A long body that winds', create: createEel },
  { name: 'Star', about: 'Five arms that push', create: createStar },
  { name: 'Bell', about: 'A dome that draws together', create: createBell },
  { name: 'Squid', about: 'A mantle with arms behind', create: createSquid },
  { name: 'Frog kick', about: 'Two legs that kick', create: createFrog },
];
