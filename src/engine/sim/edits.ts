/**
 * What people changed in a run, as they changed it: a step, a parameter, a value. Together with the start and the seed that is
 * the whole run; from it come the changes that the engine applies.
 */
import { getJsonSchema, parseDesc, replaceValue } from '../families/descriptions.ts';
import type { AnimalDesc } from '../model/desc-family.ts';
import { lookUp, parsePath } from '../model/field-tree.ts';
import { ModelError, type Problem } from '../model/problem.ts';
import type { Change } from './replay.ts';

/** Made after `step` steps, before the next one. */
export interface Edit {
  readonly step: number;
  /** Of a parameter; empty for the whole creature, whose value is then a creature file, or null for the animal's own. */
  readonly path: string;
  /** In SI units. */
  readonly value: unknown;
}

/** Whether a parameter is a live control: it acts at once and needs no other description. */
export function isLive(desc: AnimalDesc, path: string, value: unknown): boolean {
  return typeof value === 'number' && lookUp(getJsonSchema(desc), parsePath(path) ?? [])?.live === true;
}

/**
 * Edits → what the engine applies. Those that are refused are left out and told. `own` is the animal as it comes, for edits that
 * go back to it.
 */
export function createChanges(
  start: AnimalDesc,
  own: AnimalDesc,
  edits: readonly Edit[],
): { readonly changes: readonly Change[]; readonly problems: readonly Problem[] } {
  const changes: Change[] = [];
  const problems: Problem[] = [];
  let desc = start;
  for (const { step, path, value } of [...edits].sort((a, b) => a.step - b.step)) {
    try {
      const next = path === '' ? readDocument(value, own) : replaceValue(desc, path, value);
      if (path !== '' && isLive(desc, path, value)) changes.push({ step, path, value });
      else {
        desc = next;
        changes.push({ step, path, value, desc });
      }
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      problems.push(...error.problems);
    }
  }
  return { changes, problems };
}

function readDocument(value: unknown, own: AnimalDesc): AnimalDesc {
  return value === null ? own : parseDesc(value);
}
