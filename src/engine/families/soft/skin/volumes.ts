/** Signed volumes of tetrahedra, m³. */
export function setTetVolumes(out: Float64Array, tets: Int32Array, positions: Float64Array): void {
  for (let t = 0; t < out.length; t++) {
    const a = 3 * tets[4 * t]!;
    const b = 3 * tets[4 * t + 1]!;
    const c = 3 * tets[4 * t + 2]!;
    const d = 3 * tets[4 * t + 3]!;
    const x = positions[a]!;
    const y = positions[a + 1]!;
    const z = positions[a + 2]!;
    const ux = positions[b]! - x;
    const uy = positions[b + 1]! - y;
    const uz = positions[b + 2]! - z;
    const vx = positions[c]! - x;
    const vy = positions[c + 1]! - y;
    const vz = positions[c + 2]! - z;
    const along =
      (uy * vz - uz * vy) * (positions[d]! - x) +
      (uz * vx - ux * vz) * (positions[d + 1]! - y) +
      (ux * vy - uy * vx) * (positions[d + 2]! - z);
    out[t] = along / 6;
  }
}
