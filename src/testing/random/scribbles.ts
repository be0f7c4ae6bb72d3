/** Test drawings: scribbles from a seed, and nasty drawings made by hand. In m. */
import { createRng, nextFloat, nextInt } from '../../engine/math/rng.ts';
import { cos, exp, log, sin } from '../../engine/math/portable.ts';
import { createDrawing, type Drawing, type Muscle, type Place, type Point } from '../../designer/drawing.ts';
import { createContour } from '../../designer/freehand.ts';

/** "x y, x y, …". */
function readPoints(text: string): Point[] {
  return text.split(',').map((pair) => pair.trim().split(' ').map(Number) as unknown as Point);
}

/** "x y z, x y z, …". */
function readPlaces(text: string): Place[] {
  return readPoints(text) as unknown as Place[];
}

const symmetries = ['none', 'mirror', 'radial'] as const;

function drawMuscle(points: readonly Place[], role: Muscle['role'], k: number): Muscle {
  const rest = { axis: [], route: 'polyline', radius: undefined, decay: undefined, group: 0 } as const;
  return { name: `m${k}`, role, points, copied: true, ...rest };
}

/** A random stroke: a closed walk, a star of random reach, points anywhere, or a wobbly blob. */
function scribbleLine(rng: Uint32Array): Point[] {
  const between = (low: number, high: number): number => low + (high - low) * nextFloat(rng);
  const count = 3 + nextInt(rng, 60);
  const style = nextInt(rng, 4);
  if (style === 0) {
    let [x, y, way] = [between(-0.3, 0.3), between(-0.3, 0.3), between(0, 6.28)];
    return Array.from({ length: count }, (): Point => {
      way += between(-0.9, 1.1);
      x += 0.05 * cos(way);
      y += 0.05 * sin(way);
      return [x, y];
    });
  }
  if (style === 1) return Array.from({ length: count }, (): Point => [between(-0.5, 0.5), between(-0.5, 0.5)]);
  const roughness = style === 2 ? 0.9 : 0.15;
  const lobes = 1 + nextInt(rng, 5);
  return Array.from({ length: count }, (_, k): Point => {
    const angle = (6.2832 * k) / count;
    const reach = 0.3 * (1 + 0.3 * sin(lobes * angle)) * (1 - roughness * nextFloat(rng));
    return [reach * cos(angle), reach * sin(angle)];
  });
}

function scribblePlate(rng: Uint32Array): Drawing {
  const raw = scribbleLine(rng);
  const mirrored = nextInt(rng, 2) === 0;
  const isRaw = nextInt(rng, 3) === 0;
  const outline = isRaw
    ? raw
    : createContour(raw, { smoothing: nextFloat(rng), mirrored, grid: nextInt(rng, 2) * 0.01 });
  const line = scribbleLine(rng).slice(0, 6);
  return {
    ...createDrawing('plate'),
    symmetry: { kind: mirrored && !isRaw ? 'mirror' : 'none', count: 5 },
    outline,
    elements: 60 + nextInt(rng, 200),
    muscles:
      nextInt(rng, 2) === 0
        ? []
        : [
            drawMuscle(
              line.map(([x, y]) => [x, y, 0]),
              'bending',
              0,
            ),
          ],
  };
}

function scribbleVolume(rng: Uint32Array): Drawing {
  const between = (low: number, high: number): number => low + (high - low) * nextFloat(rng);
  const shapes = Array.from({ length: 1 + nextInt(rng, 4) }, (): Drawing['shapes'][number] => {
    const line = scribbleLine(rng).slice(0, 1 + nextInt(rng, 8));
    const radius = exp(between(log(0.004), log(0.15)));
    if (nextInt(rng, 4) === 0)
      return {
        kind: 'ellipsoid',
        centre: [...line[0]!, 0],
        radii: [radius, between(0.01, 0.2), between(0.01, 0.2)],
        copied: true,
      };
    return {
      kind: 'stroke',
      points: line.map(([x, y]): Place => [x, 0, y]),
      radii: line.map(() => radius * between(0.5, 1)),
      straight: nextInt(rng, 2) === 0,
      copied: true,
    };
  });
  return {
    ...createDrawing('volume'),
    symmetry: { kind: symmetries[nextInt(rng, 3)]!, count: 2 + nextInt(rng, 7) },
    shapes,
    elements: 60 + nextInt(rng, 240),
    blend: between(0, 0.03),
    muscles:
      nextInt(rng, 2) === 0
        ? []
        : [
            drawMuscle(
              scribbleLine(rng).map(([x, y]) => [x, 0, y]),
              'longitudinal',
              0,
            ),
          ],
  };
}

export function createScribble(seed: number): Drawing {
  const rng = createRng(seed, 'scribble');
  return nextInt(rng, 4) > 0 ? scribblePlate(rng) : scribbleVolume(rng);
}

function plate(outline: readonly Point[], more: Partial<Drawing> = {}): Drawing {
  return { ...createDrawing('plate'), symmetry: { kind: 'none', count: 5 }, outline, elements: 200, ...more };
}

function stroke(points: readonly Place[], radius: number | readonly number[], more: Partial<Drawing> = {}): Drawing {
  const radii = typeof radius === 'number' ? points.map(() => radius) : radius;
  return {
    ...createDrawing('volume'),
    symmetry: { kind: 'none', count: 5 },
    shapes: [{ kind: 'stroke', points, radii, straight: false, copied: true }],
    elements: 300,
    ...more,
  };
}

function around(count: number, place: (angle: number, k: number) => Point): Point[] {
  return Array.from({ length: count }, (_, k) => place((2 * Math.PI * k) / count, k));
}

const square: readonly Point[] = readPoints('-0.3 -0.3, 0.3 -0.3, 0.3 0.3, -0.3 0.3');
const disc = around(40, (a) => [0.3 * cos(a), 0.3 * sin(a)]);

function scale(points: readonly Point[], factor: number): Point[] {
  return points.map(([x, y]) => [factor * x, factor * y]);
}

function spiral(turns: number, count: number): Point[] {
  const out = Array.from({ length: count }, (_, k): Point => {
    const [a, r] = [(2 * Math.PI * turns * k) / count, 0.05 + (0.3 * k) / count];
    return [r * cos(a), r * sin(a)];
  });
  const inner = out.map(([x, y]): Point => [0.85 * x, 0.85 * y]).reverse();
  return [...out, ...inner];
}

function comb(teeth: number, width: number): Point[] {
  const top = Array.from({ length: teeth }, (_, k): Point[] => [
    [-0.3 + (0.6 * k) / teeth, 0.05],
    [-0.3 + (0.6 * k) / teeth, 0.3],
    [-0.3 + (0.6 * k) / teeth + width, 0.3],
    [-0.3 + (0.6 * k) / teeth + width, 0.05],
  ]).flat();
  return [[0.35, 0.05], [0.35, -0.05], [-0.35, -0.05], [-0.35, 0.05], ...top];
}

const line = (count: number, step: number): Place[] => Array.from({ length: count }, (_, k) => [0.3 - step * k, 0, 0]);

/** Fifty drawings made by hand to break a mesher, by name. */
export const nastyDrawings: readonly (readonly [string, Drawing])[] = [
  ['nothing at all', plate([])],
  ['one point', plate([[0, 0]])],
  ['two points', plate(readPoints('0 0, 0.1 0'))],
  ['the same point again and again', plate(Array.from({ length: 30 }, (): Point => [0.1, 0.1]))],
  ['points on one line', plate(Array.from({ length: 20 }, (_, k): Point => [0.01 * k, 0]))],
  ['a figure eight', plate(around(60, (a) => [0.3 * sin(a), 0.3 * sin(a) * cos(a)]))],
  ['a bow tie', plate(readPoints('0 0, 0.3 0.3, 0.3 0, 0 0.3'))],
  ['a pentagram', plate(around(5, (_, k) => [0.3 * cos((4 * Math.PI * k) / 5), 0.3 * sin((4 * Math.PI * k) / 5)]))],
  ['a sliver', plate(readPoints('-0.3 0, 0.3 0.001, 0.3 -0.001'))],
  ['a long thin band', plate(readPoints('-0.5 0.002, 0.5 0.002, 0.5 -0.002, -0.5 -0.002'))],
  [
    'a neck of a millimetre',
    plate(
      readPoints(
        '-0.3 -0.2, -0.001 -0.2, -0.0005 0, 0.001 -0.2, 0.3 -0.2, 0.3 0.2, 0.001 0.2, 0.0005 0, -0.001 0.2, -0.3 0.2',
      ),
    ),
  ],
  ['a spiral', plate(spiral(2, 60))],
  ['a tight spiral', plate(spiral(6, 240))],
  ['a comb', plate(comb(6, 0.05))],
  ['a comb of hairs', plate(comb(20, 0.004))],
  [
    'a star of thirty points',
    plate(around(60, (a, k) => [(k % 2 ? 0.3 : 0.15) * cos(a), (k % 2 ? 0.3 : 0.15) * sin(a)])),
  ],
  ['needles', plate(around(40, (a, k) => [(k % 2 ? 0.3 : 0.02) * cos(a), (k % 2 ? 0.3 : 0.02) * sin(a)]))],
  ['ten metres', plate(scale(disc, 30))],
  ['a millimetre', plate(scale(disc, 0.0015))],
  ['a square of three points to a side, clockwise', plate([...square].reverse())],
  ['far from the origin', plate(disc.map(([x, y]): Point => [x + 15, y - 15]))],
  ['beyond the board', plate(scale(disc, 100))],
  ['not a number', plate([...square, [Number.NaN, 0]])],
  ['infinite', plate([...square, [Infinity, 0]])],
  ['two thousand points', plate(around(2000, (a) => [0.3 * cos(a), 0.2 * sin(a)]))],
  ['ten thousand points', plate(around(10_000, (a) => [0.3 * cos(a), 0.2 * sin(a)]))],
  [
    'a noisy circle of two thousand points',
    plate(around(2000, (a, k) => [(0.3 + 1e-4 * (k % 7)) * cos(a), (0.3 + 1e-4 * (k % 7)) * sin(a)])),
  ],
  ['an outline drawn twice', plate([...disc, ...disc])],
  ['an outline drawn there and back', plate([...disc, ...[...disc].reverse()])],
  [
    'an island joined by a slit',
    plate([...square, ...readPoints('-0.3 0, -0.1 0, -0.1 0.1, 0.1 0.1, 0.1 -0.1, -0.1 -0.1, -0.1 -1e-5, -0.3 -1e-5')]),
  ],
  ['a point that touches a side', plate(readPoints('-0.3 -0.3, 0.3 -0.3, 0.3 0.3, 0 -0.3, -0.3 0.3'))],
  [
    'a half that touches its axis',
    plate(readPoints('0.3 0, 0.1 0.2, 0 0, -0.1 0.2, -0.3 0'), { symmetry: { kind: 'mirror', count: 5 } }),
  ],
  ['a half that lies on its axis', plate(readPoints('0.3 0, 0 0, -0.3 0'), { symmetry: { kind: 'mirror', count: 5 } })],
  [
    'points a hair apart',
    plate(
      disc.flatMap(([x, y]): Point[] => [
        [x, y],
        [x + 1e-10, y],
        [x, y + 1e-10],
      ]),
    ),
  ],
  [
    'a muscle outside',
    plate(disc, {
      muscles: [drawMuscle(readPlaces('1 1 0, 2 2 0'), 'bending', 0)],
    }),
  ],
  [
    'a muscle of one point',
    plate(disc, {
      muscles: [drawMuscle(readPlaces('0 0 0, 0 0 0'), 'bending', 0)],
    }),
  ],
  [
    'two hundred muscles',
    plate(disc, {
      muscles: Array.from({ length: 200 }, (_, k) =>
        drawMuscle(
          [
            [-0.2, 0.001 * k, 0],
            [0.2, 0.001 * k, 0],
          ],
          'bending',
          k,
        ),
      ),
    }),
  ],
  ['a dot', stroke([[0, 0, 0]], 0.05)],
  ['a hair', stroke(line(12, 0.05), 0.0005)],
  ['a wire with a ball', stroke(readPlaces('0 0 0, 0.5 0 0, 0.5001 0 0'), [0.001, 0.001, 0.1])],
  [
    'two islands',
    {
      ...stroke(line(3, 0.05), 0.03),
      shapes: [0, 1].map(
        (k) => ({ kind: 'ellipsoid', centre: [k, 0, 0], radii: [0.1, 0.1, 0.1], copied: true }) as const,
      ),
    },
  ],
  [
    'an island and crumbs',
    {
      ...stroke(line(3, 0.05), 0.03),
      shapes: Array.from(
        { length: 20 },
        (_, k) => ({ kind: 'ellipsoid', centre: [0.2 * k, 0, 0], radii: [0.02, 0.02, 0.02], copied: true }) as const,
      ),
    },
  ],
  [
    'a pancake',
    {
      ...stroke(line(3, 0.05), 0.03),
      shapes: [{ kind: 'ellipsoid', centre: [0, 0, 0], radii: [0.4, 0.4, 0.002], copied: true }],
    },
  ],
  [
    'a needle',
    {
      ...stroke(line(3, 0.05), 0.03),
      shapes: [{ kind: 'ellipsoid', centre: [0, 0, 0], radii: [0.6, 0.002, 0.002], copied: true }],
    },
  ],
  ['a ball of ten metres', stroke([[0, 0, 0]], 5)],
  ['a worm of a millimetre', stroke(line(4, 0.0003), 0.0002)],
  [
    'a knot',
    stroke(
      Array.from({ length: 60 }, (_, k): Place => [0.3 * sin(0.2 * k), 0.3 * cos(0.3 * k), 0.2 * sin(0.5 * k)]),
      0.02,
    ),
  ],
  ['sixteen arms of wire', stroke(readPlaces('0 0 0, 0 0 0.5'), 0.003, { symmetry: { kind: 'radial', count: 16 } })],
  [
    'a sea urchin',
    stroke(readPlaces('0 0 0, 0.1 0 0.3'), [0.05, 0.01], { symmetry: { kind: 'radial', count: 16 }, elements: 400 }),
  ],
  ['radii that leap', stroke(line(8, 0.08), [0.1, 0.001, 0.1, 0.001, 0.1, 0.001, 0.1, 0.001])],
];
