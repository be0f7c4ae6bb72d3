/** Parts of files from outside against a schema: whatever a checksum says, nothing is used that was not looked at here. */
import type { z } from 'zod';
import { parseJson } from '../engine/model/json-text.ts';
import { ModelError, type ProblemCode } from '../engine/model/problem.ts';
import { isShallow, readShape } from '../engine/model/shape.ts';
import { failLearn, type LearnCode } from './learn-error.ts';

/** The value of a JSON text: bounded in extent and depth. Throws a LearnError that names the file. */
export function parseFileJson(text: string, file: string, hint: string): unknown {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const [problem] = error instanceof ModelError ? error.problems : [];
    return failLearn('damaged', file, problem?.got ?? 'not JSON', hint);
  }
  if (!isShallow(value)) failLearn('damaged', file, 'deep nesting', hint);
  return value;
}

/** What the schema makes of a value. Throws a LearnError that names the file and the field. */
export function checkShape<T extends z.ZodType>(schema: T, value: unknown, file: string): z.output<T> {
  const read = readShape(schema, value);
  if ('data' in read) return read.data;
  const { code, path, got, hint } = read.problem;
  return failLearn(codes[code] ?? 'unsupported', `${file}${path}`, got, hint);
}

const codes: Partial<Record<ProblemCode, LearnCode>> = {
  missing: 'missing',
  'wrong-type': 'wrong-type',
  'out-of-range': 'out-of-range',
  inconsistent: 'inconsistent',
};
