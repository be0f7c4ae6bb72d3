/** Picking of rigid parts, markers and the ground. */
import { castRay, type Ray } from './camera/picking.ts';
import type { Shown } from './shown.ts';

export interface Picked {
  /** Of the part, marker or surface in the layout. */
  readonly index: number;
  readonly distance: number;
}

/** Pick radius of thin limbs, in thicknesses. */
const limbReach = 2.2;

/** The nearest part that is accepted by its index, met as the box around it. */
export function pickPart({ layout, offsets, frame }: Shown, ray: Ray, accepts: (index: number) => boolean) {
  let best: Picked | undefined;
  layout.parts.forEach(({ shape, size }, index) => {
    if (shape === 'none' || !accepts(index)) return;
    const reach = shape === 'capsule' ? limbReach : 1;
    const half = size.map((extent, k) => (k === 0 ? 0.5 : 0.5 * reach) * extent);
    const at = offsets.parts + 7 * index;
    const distance = meetBox(ray, frame.subarray(at, at + 7), half);
    if (distance < (best?.distance ?? Infinity)) best = { index, distance };
  });
  return best;
}

/** Distance to an oriented box (position, quaternion); Infinity if the ray misses it. */
function meetBox(ray: Ray, pose: Float32Array, half: readonly number[]): number {
  const [x, y, z, w] = pose.subarray(3, 7) as unknown as [number, number, number, number];
  // Rows of the inverse rotation.
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
  let [near, far] = [0, Infinity];
  rows.forEach((row, k) => {
    const from = row.reduce((sum, r, i) => sum + r * (ray.origin[i]! - pose[i]!), 0);
    const along = row.reduce((sum, r, i) => sum + r * ray.direction[i]!, 0);
    const [a, b] = [(-half[k]! - from) / along, (half[k]! - from) / along];
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  });
  return near <= far ? near : Infinity;
}

/** The nearest marker that is accepted by its index; small ones are met a little beside, too. */
export function pickMarker(
  { layout, offsets, frame }: Shown,
  ray: Ray,
  accepts: (index: number) => boolean,
): Picked | undefined {
  let best: Picked | undefined;
  layout.markers.forEach((marker, index) => {
    if (!accepts(index)) return;
    const to = [0, 1, 2].map((k) => frame[offsets.markers + 3 * index + k]! - ray.origin[k]!);
    const along = to.reduce((sum, value, k) => sum + value * ray.direction[k]!, 0);
    const aside = Math.hypot(...to.map((value, k) => value - along * ray.direction[k]!));
    if (along <= 0 || aside > 1.6 * marker.radius || along >= (best?.distance ?? Infinity)) return;
    best = { index, distance: along };
  });
  return best;
}

/** Where the line of sight meets the ground, and how far away. */
export function pickGround({ ground, floorHeight, layout }: Shown, ray: Ray) {
  let distance = Infinity;
  if (ground !== undefined) {
    const { positions, triangles } = ground.shape;
    distance = castRay(ray, positions, triangles)?.distance ?? Infinity;
  } else if (layout.ground !== undefined && ray.direction[2] < 0)
    distance = (floorHeight - ray.origin[2]) / ray.direction[2];
  if (!Number.isFinite(distance)) return undefined;
  const [x, y, z] = ray.origin.map((from, k) => from + distance * ray.direction[k]!) as [number, number, number];
  return { x, y, z, distance };
}

/** The nearest surface by its index, water aside; −1 for none. */
export function pickSurface({ surfaces }: Shown, ray: Ray): Picked {
  let best: Picked = { index: -1, distance: Infinity };
  surfaces.forEach(({ spec, shape }, index) => {
    if (spec.look === 'water') return;
    const distance = castRay(ray, shape.positions, shape.triangles)?.distance ?? Infinity;
    if (distance < best.distance) best = { index, distance };
  });
  return best;
}
