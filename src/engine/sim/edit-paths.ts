/** The format of a change in a run, without the engine: used by pages and files. */

/** Made after `step` steps, before the next one. */
export interface Edit {
  readonly step: number;
  /** Of a parameter; empty for the whole creature, whose value is then a creature file, or null for the animal's own. */
  readonly path: string;
  /** In SI units. */
  readonly value: unknown;
}

/** Pseudo path of the pilot; its value is a plan, or null without a pilot. */
export const pilotPath = '(pilot)';
/** Pseudo path of the pilot's target direction: heading and elevation. */
export const targetDirectionPath = '(course)';
