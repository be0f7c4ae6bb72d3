/**
 * Weight and buoyancy of a submerged body: node i of mass m_i fills m_i/ρ_body, and the water lifts it by that volume's
 * weight in water, so that m_i (1 − ρ_water/ρ_body) g is left. A body as dense as water hovers.
 */

export interface WeightSettings {
  /** kg/m³; equal densities leave nothing. */
  readonly bodyDensity: number;
  readonly waterDensity: number;
  /** m/s², e.g. [0, 0, −9.81]. */
  readonly gravity: readonly [number, number, number];
}

/** Adds to the forces of nodes in rows as Water.add has them, the same in every lane. Masses in kg per node. */
export function addWeight(
  forces: Float32Array | Float64Array,
  masses: Float64Array,
  lanes: number,
  rowOf: Int32Array,
  { bodyDensity, waterDensity, gravity }: WeightSettings,
): void {
  const rest = 1 - waterDensity / bodyDensity;
  if (rest === 0) return;
  const rowNumbers = lanes === 1 ? 4 : 3 * lanes;
  for (let node = 0; node < masses.length; node++) {
    const at = rowNumbers * rowOf[node]!;
    for (let axis = 0; axis < 3; axis++) {
      const force = rest * masses[node]! * gravity[axis]!;
      for (let lane = 0; lane < lanes; lane++) forces[at + axis * lanes + lane]! += force;
    }
  }
}
