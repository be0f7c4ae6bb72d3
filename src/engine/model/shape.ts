/** Values from outside against a zod schema: the first thing that is wrong, as data. */
import type { z } from 'zod';
import { type Problem, type ProblemCode, printGot, shorten } from './problem.ts';

/** Deeper nesting than any file has. */
const maxDepth = 64;

/** Whether a value can be walked through by functions that call themselves. */
export function isShallow(value: unknown, depth = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((item) => isShallow(item, depth - 1));
}

/** What the schema makes of a value, or what is wrong with it; paths begin with `.` or `[`. */
export function readShape<T extends z.ZodType>(
  schema: T,
  value: unknown,
): { readonly data: z.output<T> } | { readonly problem: Problem } {
  const result = schema.safeParse(value);
  if (result.success) return { data: result.data };
  const issue = result.error.issues[0]!;
  const { path: keys, hint } = explain(issue);
  const got = findValue(value, keys);
  const path = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${shorten(String(key))}`)).join('');
  return { problem: { code: got === undefined ? 'missing' : codes[issue.code], path, got: printGot(got), hint } };
}

const codes: Readonly<Record<z.core.$ZodIssue['code'], ProblemCode>> = {
  invalid_type: 'wrong-type',
  invalid_union: 'wrong-type',
  invalid_format: 'wrong-type',
  invalid_key: 'not-allowed',
  invalid_element: 'wrong-type',
  invalid_value: 'not-allowed',
  unrecognized_keys: 'unknown-parameter',
  not_multiple_of: 'out-of-range',
  too_big: 'out-of-range',
  too_small: 'out-of-range',
  custom: 'inconsistent',
};

function explain(issue: z.core.$ZodIssue): { readonly path: readonly PropertyKey[]; readonly hint: string } {
  const { path } = issue;
  switch (issue.code) {
    case 'too_big':
      return { path, hint: `At most ${String(issue.maximum)}${countWord(issue.origin)}.` };
    case 'too_small': {
      const bound = issue.inclusive === false ? 'More than' : 'At least';
      return { path, hint: `${bound} ${String(issue.minimum)}${countWord(issue.origin)}.` };
    }
    case 'invalid_type':
      return { path, hint: `It is ${typeWords[issue.expected] ?? issue.expected}.` };
    case 'invalid_value':
      return { path, hint: `Allowed: ${issue.values.map(String).join(', ')}.` };
    case 'unrecognized_keys':
      return { path: [...path, issue.keys[0]!], hint: 'This program does not know it.' };
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'custom':
      return { path, hint: issue.message };
  }
}

const typeWords: Readonly<Record<string, string>> = {
  number: 'a finite number',
  int: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function countWord(origin: string): string {
  if (origin === 'array') return ' items';
  return origin === 'string' ? ' characters' : '';
}

function findValue(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<PropertyKey, unknown>)[key];
  }
  return found;
}
