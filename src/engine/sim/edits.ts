/**
 * User edits of a run: step, parameter, value. With the start and the seed they define the whole run; the changes that the
 * engine applies are derived from them.
 */
import {
  getJsonSchema,
  parseDesc,
  renameParameter,
  renameParameterValue,
  replaceValue,
} from '../families/descriptions.ts';
import type { AnimalDesc } from '../model/desc-family.ts';
import { lookUp, parsePath } from '../model/field-tree.ts';
import { ModelError, printGot, type Problem, throwProblem } from '../model/problem.ts';
import { targetDirectionPath, type Edit, pilotPath } from './edit-paths.ts';
import type { Change } from './replay.ts';
import type { PilotPlan } from './pilot-slot.ts';

/** Whether a parameter is a live control: it acts at once and needs no other description. */
export function isLive(desc: AnimalDesc, path: string, value: unknown): boolean {
  return typeof value === 'number' && lookUp(getJsonSchema(desc), parsePath(path) ?? [])?.live === true;
}

/**
 * Edits → changes that the engine applies. Refused ones are left out and reported. `own` is the default animal, for edits that
 * return to it.
 */
export function createChanges(
  start: AnimalDesc,
  own: AnimalDesc,
  edits: readonly Edit[],
): { readonly changes: readonly Change[]; readonly problems: readonly Problem[] } {
  const changes: Change[] = [];
  const problems: Problem[] = [];
  let desc = start;
  for (const edit of [...edits].sort((a, b) => a.step - b.step)) {
    const { step } = edit;
    const path = renameParameter(desc, edit.path);
    const value = renameParameterValue(desc, edit.path, edit.value);
    try {
      if (path === pilotPath || path === targetDirectionPath) {
        checkPilot(path, value);
        changes.push({ step, path, value });
        continue;
      }
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

function checkPilot(path: string, value: unknown): void {
  const { name, settings } = (value ?? {}) as Partial<PilotPlan>;
  const isPlan = value === null || (typeof name === 'string' && Array.isArray(settings));
  const isCourse = Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
  if (path === pilotPath ? isPlan : isCourse) return;
  throwProblem('wrong-type', path, printGot(value), 'Give a policy and its target direction as they were saved.');
}

function readDocument(value: unknown, own: AnimalDesc): AnimalDesc {
  return value === null ? own : parseDesc(value);
}
