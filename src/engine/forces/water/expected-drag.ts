/**
 * The drag that a solver may expect, per node: the steepness λ = ½ ρ A U (0.85 + 1.6 |s| + 5.05 s²) of the force of water
 * (kernels/assembly/water.ts) at one speed, averaged over all directions of the flow (mean |s| = ½, mean s² = ⅓), a third
 * of it for each corner. In the matrix of a constant-matrix solver it steers the iterations and leaves the answer alone:
 * they contract as long as the true steepness stays below twice of it (and of mass per step).
 */

export interface ExpectedDragSettings {
  /** Of the faces against the water, m/s. */
  readonly speed: number;
  /** Of water, kg/m³. */
  readonly density?: number;
}

const meanSteepness = 0.85 + 1.6 / 2 + 5.05 / 3;

/** N s/m per node. Positions at rest, xyz per node; surface faces count once, plates on both sides. */
export function createExpectedDrag(
  body: { readonly positions: Float64Array; readonly surface: Int32Array; readonly plates: Int32Array },
  { speed, density = 1000 }: ExpectedDragSettings,
): Float64Array {
  const drag = new Float64Array(body.positions.length / 3);
  for (const [triangles, sides] of [
    [body.surface, 1],
    [body.plates, 2],
  ] as const)
    for (let at = 0; at < triangles.length; at += 3) {
      const share = (0.5 * density * sides * computeArea(body.positions, triangles, at) * speed * meanSteepness) / 3;
      for (let k = 0; k < 3; k++) drag[triangles[at + k]!]! += share;
    }
  return drag;
}

function computeArea(positions: Float64Array, triangles: Int32Array, at: number): number {
  const [a, b, c] = [3 * triangles[at]!, 3 * triangles[at + 1]!, 3 * triangles[at + 2]!];
  const [ux, uy, uz] = [0, 1, 2].map((k) => positions[b + k]! - positions[a + k]!) as [number, number, number];
  const [vx, vy, vz] = [0, 1, 2].map((k) => positions[c + k]! - positions[a + k]!) as [number, number, number];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return 0.5 * Math.sqrt(nx * nx + ny * ny + nz * nz);
}
