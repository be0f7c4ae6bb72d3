/** What acts on the nodes of a soft body besides itself, named one by one: water, weight, a finger, things to touch. */
import type { ProjectiveScratch } from './scratch.ts';

/** A force that is looked at anew in every iteration (or once a step: settings.forces). */
export interface IterationForce {
  readonly name: string;
  /** Adds to scratch.forces what acts on the nodes at scratch.iterates with scratch.rates. */
  add(scratch: ProjectiveScratch): void;
}

/** Something that no node may enter. */
export interface IterationLimit {
  readonly name: string;
  /**
   * Moves nodes of scratch.iterates out of it, after each solve. Marks the lanes in scratch.isMoved of which it moved any, or
   * changed what acts on them: acceleration goes by what was before, and starts anew.
   */
  project(scratch: ProjectiveScratch): void;
}

/** In the order in which they act. */
export interface Acting {
  readonly forces: readonly IterationForce[];
  readonly limits: readonly IterationLimit[];
}

export const nothingActs: Acting = { forces: [], limits: [] };

export function addActingForces({ forces }: Acting, scratch: ProjectiveScratch): void {
  for (let i = 0; i < forces.length; i++) forces[i]!.add(scratch);
}
