/** External forces on the nodes of a soft body: water, weight, pointer, contact. */
import type { Force } from '../../contract/force.ts';
import type { ProjectiveScratch } from './scratch.ts';

/**
 * A force that is evaluated in every iteration: adds its force on the nodes at scratch.iterates with scratch.rates to
 * scratch.forces, a function of these alone.
 */
export interface IterationForce extends Force<[ProjectiveScratch]> {
  /** Evaluated once a step instead, at the state before it, as the paper does for water. */
  readonly isExplicit?: boolean;
}

/** A contact force, as a change from λ, its value before the step (augmented Lagrangian). */
export interface ContactForce extends IterationForce {
  /** Per lane: nodes with a contact force at the last evaluation, or before the step. */
  readonly touching: Int32Array;
  /**
   * At an iterate that solves the step: where the force is much more than λ, sets λ to it; the step must then be solved again.
   * Returns whether it did.
   */
  renew(lane: number): boolean;
}

/** In the order in which they are summed. */
export interface ExternalForces {
  readonly forces: readonly IterationForce[];
  readonly contacts: readonly ContactForce[];
}

export const noExternalForces: ExternalForces = { forces: [], contacts: [] };

export function hasExplicitForces({ forces }: ExternalForces): boolean {
  for (let i = 0; i < forces.length; i++) if (forces[i]!.isExplicit === true) return true;
  return false;
}

/** Sets `given` to the explicit forces at the state before the step. */
export function setExplicitForces({ forces }: ExternalForces, scratch: ProjectiveScratch): void {
  scratch.forces.fill(0);
  for (let i = 0; i < forces.length; i++) if (forces[i]!.isExplicit === true) forces[i]!.add(scratch);
  scratch.work.given.set(scratch.forces);
}

/** All forces at the iterate. */
export function setExternalForces({ forces, contacts }: ExternalForces, scratch: ProjectiveScratch): void {
  scratch.forces.set(scratch.work.given);
  for (let i = 0; i < forces.length; i++) if (forces[i]!.isExplicit !== true) forces[i]!.add(scratch);
  for (let i = 0; i < contacts.length; i++) contacts[i]!.add(scratch);
}

/** Whether a lane is in contact. */
export function isTouching({ contacts }: ExternalForces, lane: number): boolean {
  for (let i = 0; i < contacts.length; i++) if (contacts[i]!.touching[lane]! > 0) return true;
  return false;
}

/** Renews λ of every contact; returns whether any changed. */
export function renewContacts({ contacts }: ExternalForces, lane: number): boolean {
  let any = false;
  for (let i = 0; i < contacts.length; i++) if (contacts[i]!.renew(lane)) any = true;
  return any;
}
