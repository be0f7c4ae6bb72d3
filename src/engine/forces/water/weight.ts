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

/** Adds to forces at (3 node + axis) · lanes + lane, the same in every lane. Masses in kg per node. */
export function addWeight(
  forces: Float32Array | Float64Array,
  masses: Float32Array | Float64Array,
  lanes: number,
  { bodyDensity, waterDensity, gravity }: WeightSettings,
): void {
  const rest = 1 - waterDensity / bodyDensity;
  for (let at = 0; at < forces.length; at++) {
    const coordinate = Math.floor(at / lanes);
    forces[at]! += rest * masses[Math.floor(coordinate / 3)]! * gravity[coordinate % 3]!;
  }
}
