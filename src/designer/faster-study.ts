/** Search variables of “make it faster”, and the same search as a study file for `bestiary fit`. */
import { createCreature } from './creature.ts';
import { type Document, type Drawing, type Wave } from './drawing.ts';

/** Simulated seconds of a trial: the pulses grow for one, then the speed is measured. */
export const trialSeconds = 4;

/**
 * Search variables with their ranges: those of the sliders, within what swims. Periods are shared, so that groups stay
 * synchronous.
 */
export const sharedWaveKeys = [{ key: 'period', from: 0.1, to: 1.2 }] as const;
export const ownWaveKeys = [
  { key: 'width', from: 0.15, to: 0.85 },
  { key: 'height', from: 0.1, to: 1 },
  { key: 'kappa', from: 1, to: 10 },
] as const;
export const phase = { key: 'phase', from: -0.5, to: 0.5 } as const;

export interface Free {
  readonly key: keyof Wave;
  readonly from: number;
  readonly to: number;
  /** The groups that take the value. */
  readonly groups: readonly number[];
}

export function listFree({ groups }: Drawing): Free[] {
  const all = groups.map((_, g) => g);
  return [
    ...sharedWaveKeys.map((one) => ({ ...one, groups: all })),
    ...all.flatMap((g) => ownWaveKeys.map((one) => ({ ...one, groups: [g] }))),
    ...all.slice(1).map((g) => ({ ...phase, groups: [g] })),
  ];
}

/** The same search as a study file, for the command line: `bestiary fit FILE`. */
export function createFasterStudy(drawing: Drawing): Document {
  const path = (group: number, key: string): string => `controller.waves[${group}].${key}`;
  const parameters = listFree(drawing).flatMap(({ key, from, to, groups }) =>
    groups.map((group, i) => [path(group, key), i === 0 ? { from, to } : { like: path(groups[0]!, key) }] as const),
  );
  return {
    title: `${drawing.title}, faster`,
    creature: createCreature(drawing),
    seconds: trialSeconds,
    parameters: Object.fromEntries(parameters),
    targets: [{ metric: 'bodyLengthsPerSecond', goal: 'maximise' }],
  };
}
