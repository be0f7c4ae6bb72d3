/** Interface of all surfaces: planes, height fields, closed meshes and shells return signed distance and normal. */

export interface SignedDistance {
  /**
   * Takes the point [x, y, z] from `place` and writes [distance, nx, ny, nz] over it: how far it is from the surface, negative
   * inside the ground, and the outward unit normal of the surface there. Exact on the surface; away from it the distance may be
   * that to the local tangent plane. Never allocates: coordinates as arguments would be boxed, 16 bytes each, at every call
   * that the compiler cannot inline, and it can inline none of many surfaces.
   */
  measure(place: Float64Array): void;
}

/** Writes [distance, nx, ny, nz] of a surface at a point. */
export function setDistance(out: Float64Array, surface: SignedDistance, x: number, y: number, z: number): void {
  out[0] = x;
  out[1] = y;
  out[2] = z;
  surface.measure(out);
}

/** Least cosine of the slope for a full step down the vertical: steeper surfaces are approached in small steps. */
const minUprightCosine = 0.2;
const maxRounds = 40;
const sample = new Float64Array(4);

/** How far below a point the ground is, straight down: exact for planes, elsewhere to the plane that touches it nearby. */
export function computeDrop(ground: SignedDistance, x: number, y: number, z: number): number {
  setDistance(sample, ground, x, y, z);
  return sample[0]! / Math.max(minUprightCosine, sample[3]!);
}

/**
 * Height of a ground that can be seen from above, down the vertical; for planes and height fields. Looks from height `from`
 * until the distance is less than `near`.
 */
export function computeHeight(ground: SignedDistance, x: number, y: number, from = 0, near = 0): number {
  let z = from;
  for (let round = 0; round < maxRounds; round++) {
    z -= computeDrop(ground, x, y, z);
    if (Math.abs(sample[0]!) < near) break;
  }
  return z;
}
