/**
 * Problems of parts, at places of the file they come from. A mesh or a table is checked by code that knows nothing of creature
 * files and names its own places, such as `tets[74]`; the author of the file can only change what is in it.
 */
import { resolveSchema } from './branches.ts';
import type { AnimalDesc } from './desc-family.ts';
import { formatPath, getValue, type JsonSchema, lookUp, parsePath } from './field-tree.ts';
import { ModelError, type Problem } from './problem.ts';

/** The field that a place of a part was made of, where it is known. */
export type FindField = (path: string, desc: AnimalDesc) => string | undefined;

/** Runs `make`; problems that it throws name places of the description. */
export function withLocatedProblems<T>(
  make: () => T,
  desc: AnimalDesc,
  getSchema: () => JsonSchema,
  findField: FindField = () => undefined,
): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const schema = resolveSchema(getSchema(), desc);
    throw new ModelError(error.problems.map((problem) => locate(problem, desc, schema, findField)));
  }
}

function locate(problem: Problem, desc: AnimalDesc, schema: JsonSchema, findField: FindField): Problem {
  const { path, got } = problem;
  if (isInFile(path, desc, schema)) return problem;
  const found = findField(path, desc) ?? findNearest(path, desc, schema);
  // A part that is called like the field needs no second name.
  return { ...problem, path: found, got: found.endsWith(path) ? got : `${path} = ${got}` };
}

/** The longest beginning of a path that is in the file; empty where none is. */
function findNearest(path: string, desc: AnimalDesc, schema: JsonSchema): string {
  const keys = parsePath(path) ?? [];
  for (let count = keys.length - 1; count > 0; count--) {
    const shorter = formatPath(keys.slice(0, count));
    if (isInFile(shorter, desc, schema)) return shorter;
  }
  return '';
}

/** Whether a file with this content has the place, or could have it: a member that may be left out is one. */
export function isInFile(path: string, document: unknown, schema: JsonSchema): boolean {
  const keys = parsePath(path);
  if (keys === undefined || lookUp(schema, keys) === undefined) return false;
  let at: unknown = document;
  for (const key of keys) {
    if (typeof key === 'number' && !(Array.isArray(at) && key < at.length)) return false;
    at = getValue(at, key);
  }
  return true;
}
