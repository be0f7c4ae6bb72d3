/**
 * Finished experiments on disk, found by the hash of their id, their length and the code that ran them: one file each, written
 * atomically, so that a killed run loses only what was in flight and a repeated one computes nothing.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ExperimentOutcome } from '../../experiments/reproduce/judge.ts';
import { isObject } from '../../engine/model/problem.ts';
import { hashText } from '../../experiments/studies/job.ts';
import { writeFileAtomic } from '../atomic-file.ts';
import { FileError } from '../file-error.ts';
import { makeRunFolder } from '../run-folder.ts';

export const outcomesFolder = 'experiments';

export class OutcomeStore {
  readonly #folder: string | undefined;
  readonly #version: string;
  readonly #quick: boolean;

  /** Without a folder nothing is kept. */
  constructor(folder: string | undefined, version: string, quick: boolean) {
    this.#folder = folder === undefined ? undefined : path.join(folder, outcomesFolder);
    this.#version = version;
    this.#quick = quick;
    if (this.#folder !== undefined) makeRunFolder({ folder: this.#folder });
  }

  get(id: string): ExperimentOutcome | undefined {
    const file = this.#name(id);
    if (file === undefined || !existsSync(file)) return undefined;
    try {
      const found = JSON.parse(readFileSync(file, 'utf8')) as Partial<ExperimentOutcome> | null;
      // A damaged file, or another's, is ignored: the experiment is computed and written again.
      return found?.experiment === id && isObject(found.result) ? (found as ExperimentOutcome) : undefined;
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw new FileError('read', file, error);
    }
  }

  add(outcome: ExperimentOutcome): void {
    const file = this.#name(outcome.experiment);
    if (file !== undefined) writeFileAtomic(file, `${JSON.stringify(outcome)}\n`);
  }

  #name(id: string): string | undefined {
    if (this.#folder === undefined) return undefined;
    const hash = hashText(JSON.stringify([id, this.#quick, this.#version]));
    return path.join(this.#folder, `${id.replaceAll('/', '-')}-${hash}.json`);
  }
}
