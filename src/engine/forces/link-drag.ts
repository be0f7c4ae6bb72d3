/**
 * Inertial water force on a link, along its axis and across it separately. [lamprey §2.2]
 *   W = −λ∥ v∥ |v∥| t − λ⊥ v⊥ |v⊥| n,   t the link's axis, n its left normal, v the velocity of its centre
 * λ = ρ A C / 2. Units g, mm, ms: λ in g/mm, forces in N = g mm/ms², power in W = N mm/ms.
 */

/** Adds the force on each link as pairs (x, y); `axes` are pairs (cos φ, sin φ), `velocities` pairs of the link centres. */
export function addDragForces(
  forces: Float64Array,
  axes: Float64Array,
  velocities: Float64Array,
  normalDrags: Float64Array,
  axialDrags: Float64Array,
): void {
  for (let link = 0; link < normalDrags.length; link++) {
    const x = 2 * link;
    const y = x + 1;
    const cos = axes[x]!;
    const sin = axes[y]!;
    const axial = velocities[x]! * cos + velocities[y]! * sin;
    const normal = velocities[y]! * cos - velocities[x]! * sin;
    const axialForce = -axialDrags[link]! * axial * Math.abs(axial);
    const normalForce = -normalDrags[link]! * normal * Math.abs(normal);
    forces[x]! += axialForce * cos - normalForce * sin;
    forces[y]! += axialForce * sin + normalForce * cos;
  }
}

/** Power of forces at moving points: Σ F · v. Never positive for drag. */
export function computePower(forces: Float64Array, velocities: Float64Array): number {
  let power = 0;
  for (let i = 0; i < forces.length; i++) power += forces[i]! * velocities[i]!;
  return power;
}
