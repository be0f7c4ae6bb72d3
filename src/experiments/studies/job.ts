/**
 * A job is a pure function: the same task, parameters and seed give the same result on every machine. Its key is the hash of
 * all of that and of the program's version, so a result that is there never has to be computed again.
 */
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { formatCanonical, hashText } from '../../jobs/task-hash.ts';

export { formatCanonical, hashTask, hashText } from '../../jobs/task-hash.ts';

/** A number, text, truth value or list at a path of the creature. */
export type ParameterValue = number | string | boolean | readonly unknown[];

/** Ends a run, or constrains a solution. */
export interface Rule {
  readonly of: 'metric' | 'signal';
  readonly name: string;
  readonly side: 'above' | 'below';
  readonly limit: number;
}

/** What all jobs of a study share. */
export interface StudyTask {
  /** Version of the code: results of different versions are kept apart. */
  readonly version: string;
  readonly creature: AnimalDesc;
  readonly seconds: number;
  readonly stop: readonly Rule[];
  /** Signals kept over time, sampled every so many simulated seconds. */
  readonly record: { readonly signals: readonly string[]; readonly every: number };
}

export interface Job {
  readonly key: string;
  readonly seed: number;
  /** Values that differ from the task's creature, by path. */
  readonly parameters: Readonly<Record<string, ParameterValue>>;
}

export interface JobResult {
  readonly key: string;
  /** stopped: a stopping rule held. failed: the creature was refused or the simulation broke down, which is deterministic. */
  readonly status: 'complete' | 'stopped' | 'failed';
  readonly steps: number;
  readonly seconds: number;
  /** Hash of the last good state, as `bestiary run` prints it; empty without any. */
  readonly hash: string;
  readonly metrics: Readonly<Record<string, number | null>>;
  /** Why it failed or stopped: a code for scripts and a sentence. */
  readonly reason?: { readonly code: string; readonly message: string };
  readonly series?: Series;
}

/** Recorded signals: one list for each number of each signal. */
export interface Series {
  readonly time: readonly number[];
  readonly columns: Readonly<Record<string, readonly number[]>>;
}

export function computeJobKey(taskHash: string, parameters: Job['parameters'], seed: number): string {
  return hashText(formatCanonical([taskHash, parameters, seed]));
}

/** Whole steps that cover the time; a hair less than a step counts as rounding. */
export function countSteps(seconds: number, dt: number): number {
  return Math.max(1, Math.ceil(seconds / dt - 1e-6));
}
