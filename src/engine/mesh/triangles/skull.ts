/**
 * A skull to walk on: smoothly joined ellipsoids and bars (brain case, brow, cheekbones, jaws), with eye sockets, nose and
 * temples cut out. It looks toward +x and stands on its jaw; the origin is its middle.
 */
import { createImplicitMesh, type DistanceFunction } from './polygonise.ts';
import { computeBounds } from '../../math/space/geometry.ts';
import { type TriangleMesh } from './triangle-mesh.ts';

type Vec = readonly [number, number, number];

export interface SkullSettings {
  /** From the brow to the back of the head. */
  readonly length: number;
  /** Grid cells along the length; triangles grow with its square (28: about 19,000). */
  readonly cells?: number;
}

export function createSkullMesh({ length, cells = 28 }: SkullSettings): TriangleMesh {
  const mesh = createImplicitMesh(computeSkull, { box: [-1.25, -0.95, -1.25, 1.15, 0.95, 1.05], cell: 2.1 / cells });
  const { positions } = mesh;
  const bounds = computeBounds(positions);
  const scale = length / (bounds[3]! - bounds[0]!);
  for (let at = 0; at < positions.length; at++) {
    const axis = at % 3;
    positions[at] = scale * (positions[at]! - 0.5 * (bounds[axis]! + bounds[3 + axis]!));
  }
  return mesh;
}

/** In half lengths; mirrored in y. */
const computeSkull: DistanceFunction = (x, y, z) => {
  const side = Math.abs(y);
  let d = ellipsoid(x + 0.18, y, z - 0.2, [0.92, 0.7, 0.72]);
  d = join(d, ellipsoid(x - 0.42, y, z - 0.12, [0.5, 0.56, 0.52]), 0.18);
  // Face, brow and cheekbones.
  d = join(d, ellipsoid(x - 0.58, y, z + 0.38, [0.36, 0.4, 0.42]), 0.14);
  d = join(d, computeBarDistance(x, side, z, [0.86, 0.08, 0.12], [0.66, 0.5, 0.08], 0.1), 0.1);
  d = join(d, computeBarDistance(x, side, z, [0.74, 0.36, -0.36], [0.18, 0.62, -0.22], 0.09), 0.1);
  // Upper and lower jaw.
  d = join(d, ellipsoid(x - 0.66, y, z + 0.68, [0.3, 0.34, 0.2]), 0.1);
  d = join(d, computeBarDistance(x, side, z, [0.74, 0.16, -1.0], [0.1, 0.5, -0.84], 0.12), 0.08);
  d = join(d, computeBarDistance(x, side, z, [0.1, 0.5, -0.84], [-0.02, 0.54, -0.28], 0.1), 0.08);
  d = join(d, computeBarDistance(x, side, z, [0.76, 0, -1.02], [0.74, 0.18, -1.0], 0.14), 0.08);
  // Eye sockets, nose, temples.
  d = cut(d, ellipsoid(x - 0.9, side - 0.32, z + 0.14, [0.42, 0.23, 0.2]), 0.1);
  d = cut(d, ellipsoid(x - 1.0, y, z + 0.42, [0.24, 0.11, 0.18]), 0.1);
  d = cut(d, ellipsoid(x - 0.44, side - 0.82, z - 0.0, [0.3, 0.22, 0.26]), 0.1);
  return d;
};

/** Close to the distance from an ellipsoid: exact on the surface, with slope one there. */
function ellipsoid(x: number, y: number, z: number, [a, b, c]: Vec): number {
  const near = Math.sqrt((x / a) * (x / a) + (y / b) * (y / b) + (z / c) * (z / c));
  const [u, v, w] = [x / (a * a), y / (b * b), z / (c * c)];
  const slope = Math.sqrt(u * u + v * v + w * w);
  return slope > 1e-9 ? (near * (near - 1)) / slope : -Math.min(a, b, c);
}

/** Distance from a bar with round ends. */
function computeBarDistance(x: number, y: number, z: number, from: Vec, to: Vec, radius: number): number {
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const [px, py, pz] = [x - from[0], y - from[1], z - from[2]];
  const t = Math.max(0, Math.min(1, (px * dx + py * dy + pz * dz) / (dx * dx + dy * dy + dz * dz)));
  const [ox, oy, oz] = [px - t * dx, py - t * dy, pz - t * dz];
  return Math.sqrt(ox * ox + oy * oy + oz * oz) - radius;
}

/** The smaller of two distances with a fillet of the given width. */
function join(a: number, b: number, width: number): number {
  const overlap = Math.max(0, width - Math.abs(a - b)) / width;
  return Math.min(a, b) - 0.25 * width * overlap * overlap;
}

function cut(body: number, hole: number, width: number): number {
  return -join(-body, hole, width);
}
