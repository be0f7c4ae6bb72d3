/**
 * Values of what a description leaves out or calls `auto`, by the kind of its drive: one table for the values and for the
 * sentences that tell them. `modal` and `two-mode` have the paper's scene, `muscle` and `reflex` true units.
 */

export interface DriveDefaults {
  /** Relaxation time of the tissues, s. */
  readonly damping: number;
  /** kg, or undefined for what the densities give. */
  readonly mass: number | undefined;
  /** m/s² */
  readonly gravity: number;
  /** s */
  readonly timeStep: number;
  readonly substeps: number;
  readonly viscosity: 'rayleigh' | 'objective';
  readonly friction: 'anchored' | 'lagged';
  /** Which coefficient holds a body that slides backward. */
  readonly backward: 'low' | 'high';
  readonly medium: 'viscous' | 'none';
  /** Rest before the drive begins, s. */
  readonly delay: number;
}

/**
 * [worm §7, §8] with the scales that its steps and its friction need: in mm and s a mass of order one and g = 9.81. The
 * damping is chosen; a body of this mass that slides down a steep slope needs half as much again, or its head crumples.
 */
const paper: DriveDefaults = {
  damping: 0.01,
  mass: 1e-3,
  gravity: 9.81e-3,
  timeStep: 0.02,
  substeps: 1,
  viscosity: 'rayleigh',
  friction: 'anchored',
  backward: 'high',
  medium: 'none',
  delay: 0.5,
};

/** True mass; water carries the body, and on agar the film presses far harder than its weight. The damping is chosen. */
const muscle: DriveDefaults = {
  damping: 0.02,
  mass: undefined,
  gravity: 0,
  timeStep: 0.02,
  substeps: 1,
  viscosity: 'objective',
  friction: 'lagged',
  backward: 'low',
  medium: 'viscous',
  delay: 0,
};

/**
 * Relaxation time of the tissues with consistent steps, s. Chosen: five steps of the paper, so that a step of 20 ms still follows it.
 */
export const consistentDamping = 0.1;

/** For a body of true mass without a medium. Measured: 4 carry the default worm, 1 does not. */
export const looseSubsteps = 10;

export const driveDefaults = {
  modal: paper,
  'two-mode': paper,
  muscle,
  // Reflexes switch at the ends of steps: they are given shorter ones.
  reflex: { ...muscle, substeps: 2 },
} as const satisfies Record<string, DriveDefaults>;

/** The value for each kind of drive in words, kinds that share it together: "1 s for modal, 2 s for muscle and reflex". */
export function sayDefault(say: (defaults: DriveDefaults) => string): string {
  const kinds = new Map<string, string[]>();
  for (const [kind, defaults] of Object.entries(driveDefaults)) {
    const text = say(defaults);
    kinds.set(text, [...(kinds.get(text) ?? []), kind]);
  }
  if (kinds.size === 1) return say(paper);
  return [...kinds].map(([text, names]) => `${text} for ${joinNames(names)}`).join(', ');
}

function joinNames(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
}
