/** The ground as the engine asks for it: planes, height fields and closed meshes answer the same question. */

export interface Terrain {
  /**
   * Writes [distance, nx, ny, nz] at a point: how far it is from the surface, negative inside the ground, and the outward
   * unit normal of the surface there. Exact on the surface; away from it the distance may be that to the local tangent
   * plane. Never allocates.
   */
  sample(out: Float64Array, x: number, y: number, z: number): void;
}
