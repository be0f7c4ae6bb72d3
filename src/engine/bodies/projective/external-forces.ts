/** What acts on the nodes of a soft body besides itself, named one by one: water, weight, a finger, things to touch. */
import type { ProjectiveScratch } from './scratch.ts';

/** A force that is looked at anew in every iteration. */
export interface IterationForce {
  readonly name: string;
  /** Instead once a step, at the state before it, as the paper does with the water. */
  readonly isExplicit?: boolean;
  /** Adds to scratch.forces what acts on the nodes at scratch.iterates with scratch.rates: a function of these alone. */
  add(scratch: ProjectiveScratch): void;
}

/** A force of contact, measured from what it was before the step (λ, an augmented Lagrangian). */
export interface ContactForce extends IterationForce {
  /** Per lane: nodes that carried force when it was last looked at, or before the step. */
  readonly touching: Int32Array;
  /**
   * At an iterate that solves the step: where it found much more force than it was measured from, λ becomes what it found, and
   * the step is to be solved again. Returns whether.
   */
  renew(lane: number): boolean;
}

/** In the order in which they act. */
export interface ExternalForces {
  readonly forces: readonly IterationForce[];
  readonly contacts: readonly ContactForce[];
}

export const noExternalForces: ExternalForces = { forces: [], contacts: [] };

export function hasExplicitForces({ forces }: ExternalForces): boolean {
  for (let i = 0; i < forces.length; i++) if (forces[i]!.isExplicit === true) return true;
  return false;
}

/** Explicit forces at the state before the step, to `given`. */
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

/** Whether anything pushes a lane. */
export function isTouching({ contacts }: ExternalForces, lane: number): boolean {
  for (let i = 0; i < contacts.length; i++) if (contacts[i]!.touching[lane]! > 0) return true;
  return false;
}

/** λ of every contact anew; returns whether any changed. */
export function renewContacts({ contacts }: ExternalForces, lane: number): boolean {
  let any = false;
  for (let i = 0; i < contacts.length; i++) if (contacts[i]!.renew(lane)) any = true;
  return any;
}
