/** Cylinders and boxes on a ground, as one surface with it. */
import { cos, sin } from '../../math/portable.ts';
import { throwProblem } from '../../model/problem.ts';
import { createRng, nextFloat } from '../../math/rng.ts';
import { setBoxOutline, setCircleOutline } from './outlines.ts';
import { computeHeight, type SignedDistance } from './signed-distance.ts';
import { createMergedMesh, type TriangleMesh } from '../../mesh/triangles/triangle-mesh.ts';

export type Obstacle =
  | { readonly kind: 'cylinder'; readonly x: number; readonly y: number; readonly radius: number; readonly top: number }
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      /** Of its length against +x, counter-clockwise, rad. */
      readonly heading: number;
      readonly length: number;
      readonly width: number;
      readonly top: number;
    };

/** Numbers per obstacle: x, y, cos and sin of its heading, half length and half width (or radius and −1), top, bounding radius. */
const stride = 8;

/** The union of a ground and obstacles that reach from far below up to their tops. */
export function createObstacleDistance(ground: SignedDistance, obstacles: readonly Obstacle[]): SignedDistance {
  const data = Float64Array.from(obstacles.flatMap(toNumbers));
  const own = new Float64Array(4);
  return {
    measure(out) {
      const [x, y, z] = [out[0]!, out[1]!, out[2]!];
      ground.measure(out);
      for (let at = 0; at < data.length; at += stride) {
        const dx = x - data[at]!;
        const dy = y - data[at + 1]!;
        const reach = data[at + 7]! + Math.max(0, out[0]!);
        // Cannot be nearer than the nearest so far.
        if (dx * dx + dy * dy > reach * reach || z - data[at + 6]! > out[0]!) continue;
        if (data[at + 5]! < 0) setCircleOutline(own, dx, dy, data[at + 4]!);
        else setBoxOutline(own, dx, dy, data[at + 2]!, data[at + 3]!, data[at + 4]!, data[at + 5]!);
        setProfile(own, z - data[at + 6]!);
        if (own[0]! < out[0]!) out.set(own);
      }
    },
  };
}

function toNumbers(obstacle: Obstacle): number[] {
  const { x, y, top } = obstacle;
  if (obstacle.kind === 'cylinder') return [x, y, 1, 0, obstacle.radius, -1, top, obstacle.radius];
  const { length, width, heading } = obstacle;
  const around = 0.5 * Math.sqrt(length * length + width * width);
  return [x, y, cos(heading), sin(heading), length / 2, width / 2, top, around];
}

/** From the distance to the wall and its outward direction, in `out`, and that to the top to those of the whole. */
function setProfile(out: Float64Array, above: number): void {
  const outside = out[0]!;
  const edge = outside > 0 && above > 0;
  const distance = edge ? Math.sqrt(outside * outside + above * above) : Math.max(outside, above);
  const wall = edge ? outside / distance : outside >= above ? 1 : 0;
  out[0] = distance;
  out[1] = wall * out[1]!;
  out[2] = wall * out[2]!;
  out[3] = edge ? above / distance : 1 - wall;
}

export interface ScatterSettings {
  readonly seed: number;
  readonly cylinders: number;
  readonly boxes: number;
  /** Side of the square around the origin in which they stand. */
  readonly side: number;
  /** Radius of a cylinder, half the side of a cube. */
  readonly smallest: number;
  readonly largest: number;
  /** Of the largest ones; smaller ones are as much lower. Left out: as high as they are wide. */
  readonly height?: number;
  /** Least gap between two of them. */
  readonly gap: number;
  /** Circles that stay free: x, y, radius of each. */
  readonly free?: readonly (readonly [number, number, number])[];
}

const triesEach = 200;

/** Cylinders and cubes at random places that keep their distance, on a ground whose height is looked up under each. */
export function createScatteredObstacles(
  settings: ScatterSettings,
  ground: SignedDistance,
  path = 'terrain',
): Obstacle[] {
  const { cylinders, boxes, side, smallest, largest, gap, height = 2 * largest } = settings;
  const rng = createRng(settings.seed, 'terrain.obstacles');
  const taken = (settings.free ?? []).map(([x, y, radius]) => [x, y, radius] as [number, number, number]);
  const obstacles: Obstacle[] = [];
  for (let tries = 0; obstacles.length < cylinders + boxes; tries++) {
    if (tries > triesEach * (cylinders + boxes))
      throwProblem(
        'inconsistent',
        path,
        `${cylinders + boxes} obstacles of which ${obstacles.length} found room`,
        'Ask for fewer or smaller obstacles, a smaller gap or a larger side.',
      );
    const [x, y] = [side * (nextFloat(rng) - 0.5), side * (nextFloat(rng) - 0.5)];
    const size = smallest + (largest - smallest) * nextFloat(rng);
    const heading = 2 * Math.PI * nextFloat(rng);
    const isCylinder = obstacles.length < cylinders;
    const around = isCylinder ? size : Math.sqrt(2) * size;
    const clear = (at: readonly [number, number, number]): boolean => {
      const reach = at[2] + around + gap;
      return (x - at[0]) * (x - at[0]) + (y - at[1]) * (y - at[1]) >= reach * reach;
    };
    if (!taken.every(clear)) continue;
    taken.push([x, y, around]);
    const top = computeHeight(ground, x, y) + (height / largest) * size;
    obstacles.push(
      isCylinder
        ? { kind: 'cylinder', x, y, radius: size, top }
        : { kind: 'box', x, y, heading, length: 2 * size, width: 2 * size, top },
    );
  }
  return obstacles;
}

/** Walls and tops to draw, down to `bottom`. */
export function createObstacleMesh(obstacles: readonly Obstacle[], bottom: number): TriangleMesh {
  return createMergedMesh(
    obstacles.map((obstacle) => {
      if (obstacle.kind === 'cylinder') {
        const { x, y, radius } = obstacle;
        const rim = Array.from({ length: 32 }, (_, i) => (2 * Math.PI * i) / 32);
        return createPrism(
          rim.map((angle) => [x + radius * cos(angle), y + radius * sin(angle)]),
          obstacle.top,
          bottom,
        );
      }
      const { x, y, heading, length, width, top } = obstacle;
      const [c, s] = [cos(heading), sin(heading)];
      const corners = [
        [1, 1],
        [-1, 1],
        [-1, -1],
        [1, -1],
      ] as const;
      const outline = corners.map(([u, v]): [number, number] => [
        x + 0.5 * (c * u * length - s * v * width),
        y + 0.5 * (s * u * length + c * v * width),
      ]);
      return createPrism(outline, top, bottom);
    }),
  );
}

/** A closed prism; walls and caps have vertices of their own, so that its edges look sharp. */
function createPrism(outline: readonly (readonly number[])[], top: number, bottom: number): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const add = (point: readonly number[], z: number): number => positions.push(point[0]!, point[1]!, z) / 3 - 1;
  outline.forEach((point, i) => {
    const next = outline[(i + 1) % outline.length]!;
    const [a, b, c, d] = [add(point, bottom), add(next, bottom), add(next, top), add(point, top)];
    triangles.push(a, b, c, a, c, d);
  });
  const caps = [top, bottom].map((z) => outline.map((point) => add(point, z)));
  for (let i = 1; i < outline.length - 1; i++) {
    triangles.push(caps[0]![0]!, caps[0]![i]!, caps[0]![i + 1]!);
    triangles.push(caps[1]![0]!, caps[1]![i + 1]!, caps[1]![i]!);
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}
