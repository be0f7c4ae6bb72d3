/**
 * A drawing of an animal, as plain data that is never changed in place: the strokes as drawn, before symmetry makes copies of
 * them. Lengths in m; +x is forward, +z up. A plate is drawn in x and y; a volume in space, seen from the side or from above.
 */

export type Point = readonly [x: number, y: number];
export type Place = readonly [x: number, y: number, z: number];

/** A creature file as data, or a part of one. */
export type Document = Readonly<Record<string, unknown>>;

/** plate: a flat outline; volume: strokes and ellipsoids; form: a built-in shape by its numbers. */
export type DrawingKind = 'plate' | 'volume' | 'form';

/** mirror: left and right alike; radial: `count` copies around the x axis. */
export interface Symmetry {
  readonly kind: 'none' | 'mirror' | 'radial';
  readonly count: number;
}

export interface StrokeShape {
  readonly kind: 'stroke';
  readonly points: readonly Place[];
  /** One per point. */
  readonly radii: readonly number[];
  readonly straight: boolean;
}

export interface EllipsoidShape {
  readonly kind: 'ellipsoid';
  readonly centre: Place;
  /** Half axes along x, y and z. */
  readonly radii: Place;
}

export type Shape = StrokeShape | EllipsoidShape;

/** A shape as it was drawn, with what belongs to it. */
export type Part = Shape & {
  /** Whether symmetry makes copies of it. */
  readonly copied: boolean;
  /** Factor on how stiff the material is; left out: 1. */
  readonly stiffness?: number;
  /** Whether a membrane spans from each copy of the limb to the next. */
  readonly web?: boolean;
  /** Whether its inner side has suckers. */
  readonly suckers?: boolean;
};

/** A thin sheet on a volume: a fin, or a membrane that is held at its rim too. */
export interface Fin {
  readonly name: string;
  readonly root: readonly Place[];
  readonly rim: readonly Place[];
  readonly held: boolean;
  readonly copied: boolean;
}

/** A stroke of the brush: factors on stiffness and, of plates and sheets, on thickness. */
export interface PaintStroke {
  readonly points: readonly Place[];
  /** m. */
  readonly radius: number;
  readonly stiffness: number;
  readonly thickness: number;
}

export type MuscleRole = 'longitudinal' | 'transverse' | 'oblique' | 'bending';

export interface Muscle {
  readonly name: string;
  readonly role: MuscleRole;
  /** From the start of the wave to its end. */
  readonly points: readonly Place[];
  /** Middle line of the limb, so that the muscle pulls on its own side only; empty for none. */
  readonly axis: readonly Place[];
  readonly route: 'polyline' | 'bezier';
  /** m and 1/m; undefined: as the body says. */
  readonly radius: number | undefined;
  readonly decay: number | undefined;
  /** Which of the groups drives it. */
  readonly group: number;
  /** Whether symmetry makes copies of it. */
  readonly copied: boolean;
}

/** The central signal and its way down the cord, by the names of the creature file; the paper's symbols are in brackets. */
export interface Wave {
  /** s (θ₃). */
  readonly period: number;
  /** Share of the period (θ₁ ⁄ θ₃). */
  readonly width: number;
  /** θ₂. */
  readonly height: number;
  readonly tone: number;
  /** Periods. */
  readonly phase: number;
  readonly alpha: number;
  readonly beta: number;
  readonly kappa: number;
  readonly turn: number;
  readonly back: number;
  readonly climb: number;
}

export const waveKeys = [
  'period',
  'width',
  'height',
  'tone',
  'phase',
  'alpha',
  'beta',
  'kappa',
  'turn',
  'back',
  'climb',
] as const satisfies readonly (keyof Wave)[];

/** Muscles that take one wave. */
export interface Group {
  readonly name: string;
  /** Name pattern of its muscles in the file it came from; undefined for muscles drawn here. */
  readonly cords: string | undefined;
  readonly wave: Wave;
}

export const maxGroups = 4;

export interface Drawing {
  readonly version: 1;
  readonly title: string;
  readonly kind: DrawingKind;
  readonly symmetry: Symmetry;
  /** Corners in order. With mirror symmetry the left half, from the front of the axis to its rear, both ends on y = 0. */
  readonly outline: readonly Point[];
  readonly shapes: readonly Part[];
  readonly fins: readonly Fin[];
  readonly paint: readonly PaintStroke[];
  /** Factor on how stiff the whole body is. */
  readonly stiffness: number;
  readonly muscles: readonly Muscle[];
  /** One to four. */
  readonly groups: readonly Group[];
  /** About how many triangles or tetrahedra. */
  readonly elements: number;
  /** Length over which shapes blend. */
  readonly blend: number;
  /** Whether the mesh of a volume that is its own mirror image is so too. */
  readonly evenMesh: boolean;
  /** Softness, density and reach of muscles follow from the size (true), or are those of `base`. */
  readonly ownMaterial: boolean;
  /** All else that a creature file says: body.material, body.sizes, controller, water, solver. */
  readonly base: Document;
}

export const defaultWave: Wave = {
  period: 12 / 30,
  width: 0.5,
  height: 0.5,
  tone: 0,
  phase: 0,
  alpha: 0.92,
  beta: 0.08,
  kappa: 5.8,
  turn: -0.6,
  back: 0,
  climb: 0,
};

/**
 * Flat bodies begin with a slow beat, as rays of that size have, which leaves room for tuning: the drawn ray of the tests swims
 * 0.49 body lengths/s with it and 0.86 with the default one, and the search finds over twice the first.
 */
const slowWave: Wave = { ...defaultWave, period: 0.6 };

/** An empty board. */
export function createDrawing(kind: 'plate' | 'volume', title = 'My animal'): Drawing {
  return {
    version: 1,
    title,
    kind,
    symmetry: { kind: 'mirror', count: 5 },
    outline: [],
    shapes: [],
    fins: [],
    paint: [],
    stiffness: 1,
    muscles: [],
    groups: [{ name: 'all', cords: undefined, wave: kind === 'plate' ? slowWave : defaultWave }],
    elements: kind === 'plate' ? 700 : 1500,
    blend: 0.01,
    evenMesh: true,
    ownMaterial: true,
    base: {},
  };
}
