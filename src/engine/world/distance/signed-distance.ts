/** The ground as the engine asks for it: planes, height fields and closed meshes answer the same question. */

export interface Terrain {
  /**
   * Writes [distance, nx, ny, nz] at a point: how far it is from the surface, negative inside the ground, and the outward
   * unit normal of the surface there. Exact on the surface; away from it the distance may be that to the local tangent
   * plane. Never allocates.
   */
  sample(out: Float64Array, x: number, y: number, z: number): void;
}

/** Height of a ground that can be seen from above, down the vertical; for planes and height fields. */
export function computeHeight(ground: Terrain, x: number, y: number): number {
  const sample = new Float64Array(4);
  let z = 0;
  for (let round = 0; round < 40; round++) {
    ground.sample(sample, x, y, z);
    z -= sample[0]! / Math.max(0.2, sample[3]!);
  }
  return z;
}
