/** Errors as data: what is wrong, where, what was found, and what to do about it. */

export type ProblemCode =
  | 'unreadable'
  | 'damaged'
  | 'syntax'
  | 'too-large'
  | 'unsafe-key'
  | 'unknown-animal'
  | 'unknown-kind'
  | 'unknown-version'
  | 'unknown-parameter'
  | 'other-kind'
  | 'unknown-metric'
  | 'unknown-signal'
  | 'unknown-unit'
  | 'missing'
  | 'wrong-type'
  | 'not-finite'
  | 'out-of-range'
  | 'not-allowed'
  | 'inconsistent';

export interface Problem {
  readonly code: ProblemCode;
  /** Where, in the notation of `--set`: `body.links[3].width`; empty for the whole document. */
  readonly path: string;
  /** What was found, printed. */
  readonly got: string;
  /** What to do. */
  readonly hint: string;
  /** Where in the animal, where that is one point: x, y and perhaps z, m. */
  readonly place?: readonly number[];
  /** Where in the text of a file, from 1. */
  readonly line?: number;
  readonly column?: number;
}

/** One sentence: what, where, got, do this. */
export function formatProblem(problem: Problem): string {
  expectObject(problem, 'problem', 'Give one of the problems of a ModelError.', ['code', 'path', 'got', 'hint']);
  const lines = problem.line === undefined ? [] : [`line ${problem.line}`, `column ${problem.column ?? 1}`];
  const places = [problem.path, ...lines].filter((place) => place !== '');
  const where = places.length === 0 ? '' : ` at ${places.join(', ')}`;
  const got = problem.got === '' ? '' : `: got ${problem.got}`;
  return `${titles[problem.code]}${where}${got}. ${problem.hint}`;
}

const titles: Record<ProblemCode, string> = {
  unreadable: 'Cannot read the file',
  damaged: 'Damaged recording',
  syntax: 'Not readable as JSON',
  'too-large': 'Too large',
  'unsafe-key': 'Forbidden key',
  'unknown-animal': 'Unknown animal',
  'unknown-kind': 'Unknown kind',
  'unknown-version': 'Unknown schema version',
  'unknown-parameter': 'Unknown parameter',
  'other-kind': 'Parameter without effect',
  'unknown-metric': 'Unknown metric',
  'unknown-signal': 'Unknown signal',
  'unknown-unit': 'Unknown unit',
  missing: 'Missing value',
  'wrong-type': 'Wrong type',
  'not-finite': 'Not a finite number',
  'out-of-range': 'Out of range',
  'not-allowed': 'Value not allowed',
  inconsistent: 'Inconsistent values',
};

export class ModelError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.name = 'ModelError';
    this.problems = problems;
  }
}

export function throwProblem(code: ProblemCode, path: string, got: string, hint: string): never {
  throw new ModelError([{ code, path, got, hint }]);
}

const longestText = 60;

/** How a found value is printed in a problem: short, quoted where it is text, and never walking into a hostile depth. */
export function printGot(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (Array.isArray(value)) return `a list of ${value.length} items`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return JSON.stringify(value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Refuses what a program of others gives where an object with certain members is wanted. */
export function expectObject(value: unknown, path: string, hint: string, members: readonly string[] = []): void {
  if (!isObject(value)) throwProblem('wrong-type', path, printGot(value), hint);
  const missing = members.find((member) => value[member] === undefined);
  if (missing !== undefined) throwProblem('missing', path, `an object without '${missing}'`, hint);
}

/** Refuses what is no list of bytes. */
export function expectBytes(value: unknown, path: string, hint: string): void {
  if (!(value instanceof Uint8Array)) throwProblem('wrong-type', path, printGot(value), hint);
}

/** Text of a file in a message: short, and without characters that a terminal would obey. */
export function shorten(text: string, longest = longestText): string {
  const short = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
  return short.replace(/[\u0000-\u001f\u007f-\u009f]/gu, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
