/** How a change of a run is said, without the engine: pages and files have only this. */

/** Made after `step` steps, before the next one. */
export interface Edit {
  readonly step: number;
  /** Of a parameter; empty for the whole creature, whose value is then a creature file, or null for the animal's own. */
  readonly path: string;
  /** In SI units. */
  readonly value: unknown;
}

/** Stands for who is at the wheel where a path is named: a plan, or null for nobody. */
export const pilotPath = '(pilot)';
/** Stands for where the pilot is to go: heading and elevation. */
export const targetDirectionPath = '(course)';
