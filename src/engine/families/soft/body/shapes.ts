/** The built-in shapes: sizes of a description → a body and its muscles. Mirror-symmetric left to right. */
import { computeSides } from '../../../math/space/geometry.ts';
import { createBendingCord, createFibreCord, type FibreCordOptions } from '../../../mesh/soft/cords.ts';
import { createHelixRoute, createZigzagRoute } from '../../../mesh/soft/routes.ts';
import type { Cord, SoftBody } from '../../../mesh/soft/soft-body.ts';
import { createEelBody, createFinnedBody, createRadialBody, type RadialArms } from '../../../mesh/swept/bodies.ts';
import { createRouteInFrames, type SweepFrames } from '../../../mesh/swept/sweep.ts';
import type { BodyDesc, BodyOf } from './fields.ts';

/** A body without muscles, and what lays them into it once its nodes are where they stay. */
export interface BarePlan {
  readonly body: SoftBody;
  /** m, what speeds are measured by. */
  readonly length: number;
  /** Unit vector at rest; along +x when left out. */
  readonly forward?: readonly [number, number, number];
  readonly fixedNodes?: readonly number[];
  /** Nodes its own frame is fitted to; those no muscle moves when left out. */
  readonly frameNodes?: readonly number[];
  readonly createCords: (body: SoftBody) => Cord[];
}

/** A longitudinal cord beside the middle line of a limb, at x, y of its half sizes. */
function createLongitudinal(
  body: SoftBody,
  frames: SweepFrames,
  { reach }: Pick<BodyDesc, 'reach'>,
  segments: number,
  name: string,
  [x, y]: readonly [number, number],
): Cord {
  return createFibreCord(body, {
    name,
    role: 'longitudinal',
    route: createRouteInFrames(frames, x, y),
    axis: createRouteInFrames(frames, 0, 0),
    segments,
    radius: reach.radius,
    sigma: reach.decay,
  });
}

/** Transverse and oblique fibres all around the middle line of a limb. */
function createWound(
  body: SoftBody,
  frames: SweepFrames,
  { reach }: Pick<BodyDesc, 'reach'>,
  segments: number,
  name: string,
  role: 'transverse' | 'oblique',
  rest: Partial<FibreCordOptions> = {},
): Cord {
  return createFibreCord(body, {
    name,
    role,
    route: role === 'oblique' ? createHelixRoute(frames, 0.8, 3) : createHelixRoute(frames, 0.6, 12),
    axis: createRouteInFrames(frames, 0, 0),
    segments,
    radius: reach.radius,
    sigma: reach.decay,
    ...rest,
  });
}

/** Rounded at the head, then tapering to the tail. */
function createProfile(taper: number, snout: number): (s: number) => number {
  return (s) => {
    const front = s < snout ? Math.sqrt(Math.max(0.09, 1 - (1 - s / snout) * (1 - s / snout))) : 1;
    return front * (1 - (1 - taper) * s);
  };
}

export function createEel(desc: BodyOf<'eel'>, segments: number): BarePlan {
  const { length, halfWidth, halfHeight, taper, cells } = desc.sizes;
  const profile = createProfile(taper, 0.1);
  const { body, limbs } = createEelBody({
    length,
    cells,
    halfWidth: (s) => halfWidth * profile(s),
    halfHeight: (s) => halfHeight * profile(s),
  });
  const frames = limbs[0]!;
  // The layers run from head to tail, so that the section's x points to the right.
  const places = [
    ['left upper', -0.5, 0.4],
    ['left lower', -0.5, -0.4],
    ['right upper', 0.5, 0.4],
    ['right lower', 0.5, -0.4],
  ] as const;
  return {
    body,
    length,
    createCords: (bare) => places.map(([name, x, y]) => createLongitudinal(bare, frames, desc, segments, name, [x, y])),
  };
}

/** One arm with its root held: what each kind of muscle does to it. */
export function createArm(desc: BodyOf<'arm'>, segments: number): BarePlan {
  const { length, halfWidth, halfHeight, taper, cells } = desc.sizes;
  const { body, limbs } = createEelBody({
    length,
    cells,
    halfWidth: (s) => halfWidth * (1 - (1 - taper) * s),
    halfHeight: (s) => halfHeight * (1 - (1 - taper) * s),
  });
  const frames = limbs[0]!;
  const fixedNodes: number[] = [];
  for (let node = 0; node < body.positions.length / 3; node++)
    if (body.positions[3 * node]! > length * (0.5 - 0.25 / cells)) fixedNodes.push(node);
  return {
    body,
    length,
    forward: [-1, 0, 0],
    fixedNodes,
    createCords: (bare) => [
      createLongitudinal(bare, frames, desc, segments, 'upper', [0, 0.5]),
      createLongitudinal(bare, frames, desc, segments, 'lower', [0, -0.5]),
      createWound(bare, frames, desc, segments, 'transverse', 'transverse', { radius: 1, sigma: 0 }),
      createWound(bare, frames, desc, segments, 'oblique', 'oblique', { radius: 1, sigma: 0 }),
    ],
  };
}

type ArmedBody = BodyOf<'octopus' | 'starfish' | 'cuttlefish'>;

/** Cords of arms around an axis: inner on the side of the axis, outer on the other. */
function createArmCords(
  bare: SoftBody,
  limbs: readonly SweepFrames[],
  desc: ArmedBody,
  segments: number,
  isWhole: boolean,
): Cord[] {
  const wide = { radius: 1.6 * Math.max(desc.sizes.armHalfWidth, desc.sizes.armHalfThickness), sigma: 0 };
  return limbs.flatMap((frames, i) => {
    const arm = `arm ${i + 1}`;
    const cords = [
      createLongitudinal(bare, frames, desc, segments, `${arm} inner`, [0, 0.5]),
      createLongitudinal(bare, frames, desc, segments, `${arm} outer`, [0, -0.5]),
    ];
    if (isWhole)
      cords.push(
        createWound(bare, frames, desc, segments, `${arm} transverse`, 'transverse', wide),
        createWound(bare, frames, desc, segments, `${arm} oblique`, 'oblique', {
          ...wide,
          // Neighbours wind against each other, so that the whole body does not roll.
          pitch: (i % 2 === 0 ? 1 : -1) * (Math.PI / 4),
        }),
      );
    return cords;
  });
}

function createArms(sizes: ArmedBody['sizes'], bendCells: number): RadialArms {
  return {
    length: sizes.armLength,
    cells: sizes.armCells,
    halfWidth: sizes.armHalfWidth,
    halfThickness: sizes.armHalfThickness,
    tipWidth: sizes.taper,
    tipThickness: sizes.taper,
    droop: sizes.droop,
    bendCells,
  };
}

export function createOctopus(desc: BodyOf<'octopus'>, segments: number): BarePlan {
  const { sizes } = desc;
  const { length, halfWidth, halfHeight, armHalfThickness } = sizes;
  const rows = [-0.5, 0, 0.5].map((row) => row * 2 * armHalfThickness);
  const xs = [length, 0.7 * length, 0.36 * length, rows[2]!, rows[1]!, rows[0]!];
  const girth = [0.45, 0.95, 1, 0.86, 0.82, 0.78];
  const { body, limbs } = createRadialBody({
    sectionCells: 4,
    roundness: 1,
    xs,
    halfWidths: girth.map((share) => share * halfWidth),
    halfHeights: girth.map((share) => share * halfHeight),
    armRows: 2,
    arms: createArms(sizes, 3),
  });
  return {
    body,
    length: computeSides(body.positions)[0],
    createCords: (bare) => createArmCords(bare, limbs, desc, segments, true),
  };
}

export function createStarfish(desc: BodyOf<'starfish'>, segments: number): BarePlan {
  const { sizes } = desc;
  const { halfWidth, halfHeight, armHalfThickness } = sizes;
  // Twenty sides are five times four, eight are four times two.
  const isFive = sizes.arms === 5;
  const { body, limbs } = createRadialBody({
    sectionCells: isFive ? 5 : 2,
    armColumns: isFive ? 4 : 2,
    roundness: isFive ? 1 : 0.6,
    xs: [armHalfThickness * 1.6, armHalfThickness, 0, -armHalfThickness],
    halfWidths: [0.75 * halfWidth, halfWidth, halfWidth, halfWidth],
    halfHeights: [0.75 * halfHeight, halfHeight, halfHeight, halfHeight],
    armRows: 2,
    arms: createArms(sizes, 3),
  });
  return {
    body,
    // From tip to tip.
    length: Math.max(...computeSides(body.positions).slice(1)),
    createCords: (bare) => createArmCords(bare, limbs, desc, segments, false),
  };
}

const finLegs = 9;

export function createCuttlefish(desc: BodyOf<'cuttlefish'>, segments: number): BarePlan {
  const { sizes } = desc;
  const { length, halfWidth, halfHeight, armHalfThickness, cells, finWidth } = sizes;
  const xs = [...Array.from({ length: cells + 1 }, (_, i) => length * (1 - i / cells)), -2 * armHalfThickness];
  const girth = xs.map((x) => {
    const s = 1 - x / length;
    return s < 0.55 ? Math.sqrt(Math.max(0.2, 1 - (1 - s / 0.55) * (1 - s / 0.55))) : 1 - 0.35 * (s - 0.55);
  });
  const [firstLayer, lastLayer] = [2, cells - 1];
  const { body, limbs, fins } = createFinnedBody(
    {
      sectionCells: 5,
      roundness: 0.75,
      xs,
      halfWidths: girth.map((share) => share * halfWidth),
      halfHeights: girth.map((share) => share * halfHeight),
      armRows: 1,
      arms: createArms(sizes, 2),
    },
    {
      firstLayer,
      lastLayer,
      cells: 4,
      width: (u) => finWidth * Math.sqrt(Math.max(0.09, 4 * u * (1 - u))),
    },
  );
  const createFin = (bare: SoftBody, rows: readonly Int32Array[], name: string): Cord => {
    const line = (row: Int32Array) => (s: number) => readAlong(bare.positions, row, s);
    return createBendingCord(bare, {
      name,
      route: createZigzagRoute(line(rows[1]!), line(rows[rows.length - 1]!), finLegs),
      segments,
      radius: 0.08,
      sigma: 5,
    });
  };
  return {
    body,
    length: computeSides(body.positions)[0],
    createCords: (bare) => [
      ...fins.map((rows, i) => createFin(bare, rows, i === 0 ? 'left fin' : 'right fin')),
      ...createArmCords(bare, limbs, desc, segments, false),
    ],
  };
}

/** The point a share s of the way along a row of nodes. */
function readAlong(positions: Float64Array, row: Int32Array, s: number): readonly [number, number, number] {
  const place = s * (row.length - 1);
  const k = Math.min(row.length - 2, Math.floor(place));
  const t = place - k;
  return [0, 1, 2].map(
    (axis) => (1 - t) * positions[3 * row[k]! + axis]! + t * positions[3 * row[k + 1]! + axis]!,
  ) as unknown as readonly [number, number, number];
}
