/** A narrow valley along a Bézier path: a block with a winding groove, open above and at both ends. */
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import type { TriangleMesh } from '../../../mesh/triangles/triangle-mesh.ts';
import { type BezierCurve, createBezierPath, type CurvedPath } from '../../../world/curved-path.ts';
import { createMeshDistance } from '../../../world/distance/mesh-distance.ts';
import { computeSceneExtent, type SoftScene } from './scene.ts';

/** Places of the path, x and y, in units that grow with animal and width; starts and ends of curves with their handles. */
const route: readonly (readonly (readonly [number, number])[])[] = [
  [
    [-1, 0],
    [-0.4, 0],
    [0.2, 0],
    [0.8, 0],
  ],
  [
    [0.8, 0],
    [1.8, 0],
    [1.8, 0.9],
    [2.8, 0.9],
  ],
  [
    [2.8, 0.9],
    [4, 0.9],
    [4, -0.5],
    [5.2, -0.5],
  ],
  [
    [5.2, -0.5],
    [5.8, -0.5],
    [6.4, -0.5],
    [7, -0.5],
  ],
];

/** Across the groove from its left rim to its right: sideways in half widths, up in half heights. */
const groove = [
  [1.3, 1],
  [1.08, 0.3],
  [1, -0.2],
  [0.85, -0.7],
  [0.45, -1],
  [-0.45, -1],
  [-0.85, -0.7],
  [-1, -0.2],
  [-1.08, 0.3],
  [-1.3, 1],
] as const;
/** The outside of the block, point for point. */
const block = [
  [1.7, 1],
  [1.7, 0.3],
  [1.7, -0.2],
  [1.7, -1.4],
  [0.45, -1.4],
  [-0.45, -1.4],
  [-1.7, -1.4],
  [-1.7, -0.2],
  [-1.7, 0.3],
  [-1.7, 1],
] as const;
/** Of walls at the rim and of the floor, in half widths. */
const thinnest = 0.4;

/** Least width of the start, in widths of the animal; and where, in units along the path, the valley narrows. */
const startWidth = 1.15;
const [narrowFrom, narrowTo] = [1.7, 2.5];
/** Rim above the path, in half heights of the animal and in half widths of the valley. */
const rimHeights = 2.5;

/** `width`: free at the animal's height where it is narrow, in widths of the animal; it starts where there is room for it. */
export function createValley(body: SoftBody, width: number) {
  const { least, greatest, middle, length } = computeSceneExtent(body);
  const own = 0.5 * (greatest[1] - least[1]);
  const halfWidth = width * own + 0.02 * length;
  const wide = Math.max(halfWidth, startWidth * own + 0.02 * length);
  const halfHeight = Math.max(rimHeights * 0.5 * (greatest[2] - least[2]), 1.5 * wide);
  // The bends are never tighter than the groove is wide.
  const unit = Math.max(length, 3.2 * wide);
  const curves = route.map(
    (curve) => curve.map(([x, y]) => [middle[0] + unit * x, middle[1] + unit * y, middle[2]]) as unknown as BezierCurve,
  );
  const path = createBezierPath(curves, 20);
  const halfWidths = path.lengths.map((place) => {
    const t = Math.min(1, Math.max(0, (place / unit - narrowFrom) / (narrowTo - narrowFrom)));
    return wide + (halfWidth - wide) * t * t * (3 - 2 * t);
  });
  const mesh = createGrooveMesh(path, halfWidths, wide, halfHeight);
  return {
    kind: 'valley',
    obstacles: createMeshDistance(mesh),
    thinnestWall: thinnest * halfWidth,
    parts: [],
    surfaces: [],
    ground: { kind: 'mesh', positions: Float32Array.from(mesh.positions), triangles: mesh.triangles },
    path,
  } satisfies SoftScene;
}

/** Sweeps the groove, and the block around it, along a level path. */
function createGrooveMesh(
  { points, lengths }: CurvedPath,
  halfWidths: Float64Array,
  wide: number,
  halfHeight: number,
): TriangleMesh {
  const sections = lengths.length;
  const count = groove.length;
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < sections; i++) {
    const [a, b] = [3 * Math.max(0, i - 1), 3 * Math.min(sections - 1, i + 1)];
    const [tx, ty] = [points[b]! - points[a]!, points[b + 1]! - points[a + 1]!];
    const length = Math.sqrt(tx * tx + ty * ty);
    const [sx, sy] = [-ty / length, tx / length];
    [...groove, ...block].forEach(([across, up], k) => {
      const half = k < count ? halfWidths[i]! : wide;
      positions.push(
        points[3 * i]! + half * across * sx,
        points[3 * i + 1]! + half * across * sy,
        points[3 * i + 2]! + halfHeight * up,
      );
    });
  }
  const inner = (i: number, k: number): number => 2 * count * i + k;
  const outer = (i: number, k: number): number => 2 * count * i + count + k;
  const quad = (a: number, b: number, c: number, d: number): void => void triangles.push(a, b, c, a, c, d);
  for (let i = 0; i + 1 < sections; i++) {
    for (let k = 0; k + 1 < count; k++) {
      quad(inner(i, k), inner(i, k + 1), inner(i + 1, k + 1), inner(i + 1, k));
      quad(outer(i, k), outer(i + 1, k), outer(i + 1, k + 1), outer(i, k + 1));
    }
    quad(inner(i, 0), inner(i + 1, 0), outer(i + 1, 0), outer(i, 0));
    quad(inner(i, count - 1), outer(i, count - 1), outer(i + 1, count - 1), inner(i + 1, count - 1));
  }
  for (let k = 0; k + 1 < count; k++) {
    quad(inner(0, k), outer(0, k), outer(0, k + 1), inner(0, k + 1));
    const end = sections - 1;
    quad(inner(end, k), inner(end, k + 1), outer(end, k + 1), outer(end, k));
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}
