/** Errors of the learning part as data: what is wrong, where, what was found, and what to do about it. */
import { ModelError, printGot } from '../engine/model/problem.ts';

export type LearnCode =
  | 'damaged'
  | 'unknown-version'
  | 'unsupported'
  | 'missing'
  | 'wrong-type'
  | 'not-finite'
  | 'out-of-range'
  | 'inconsistent'
  | 'failed';

const titles: Record<LearnCode, string> = {
  damaged: 'Damaged file',
  'unknown-version': 'Unknown version',
  unsupported: 'Not supported',
  missing: 'Missing value',
  'wrong-type': 'Wrong type',
  'not-finite': 'Not a finite number',
  'out-of-range': 'Out of range',
  inconsistent: 'Inconsistent values',
  failed: 'Failed',
};

export interface LearnProblem {
  readonly code: LearnCode;
  /** Where: an array, a field, a lane and step. */
  readonly path: string;
  /** What was found, printed. */
  readonly got: string;
  /** What to do. */
  readonly hint: string;
}

export class LearnError extends Error implements LearnProblem {
  readonly code: LearnCode;
  readonly path: string;
  readonly got: string;
  readonly hint: string;

  constructor(problem: LearnProblem) {
    super(formatProblem(problem));
    this.name = 'LearnError';
    this.code = problem.code;
    this.path = problem.path;
    this.got = problem.got;
    this.hint = problem.hint;
  }
}

export function failLearn(code: LearnCode, path: string, got: string, hint: string): never {
  throw new LearnError({ code, path, got, hint });
}

/** Why an environment could not be made, as data that travels. */
export function toLearnProblem(error: unknown): LearnProblem {
  if (error instanceof LearnError) {
    const { code, path, got, hint } = error;
    return { code, path, got, hint };
  }
  const first = error instanceof ModelError ? error.problems[0] : undefined;
  if (first !== undefined) return { code: 'unsupported', path: first.path, got: first.got, hint: first.hint };
  const got = error instanceof Error ? error.message : String(error);
  return { code: 'failed', path: 'environment', got, hint: 'It could not be made.' };
}

/** One sentence: what, where, got, do this. */
function formatProblem({ code, path, got, hint }: LearnProblem): string {
  return `${titles[code]}${path === '' ? '' : ` at ${path}`}${got === '' ? '' : `: got ${got}`}. ${hint}`;
}

/** Throws at the first element that is not finite, naming the array and the element. */
export function expectFinite(values: ArrayLike<number>, path: string, hint: string): void {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i]!)) failLearn('not-finite', `${path}[${i}]`, String(values[i]), hint);
  }
}

export function expectLength(values: ArrayLike<number>, length: number, path: string): void {
  if (!ArrayBuffer.isView(values) && !Array.isArray(values))
    failLearn('wrong-type', path, printGot(values), `Give ${length} numbers.`);
  if (values.length !== length) failLearn('inconsistent', path, `${values.length} elements`, `It needs ${length}.`);
}
