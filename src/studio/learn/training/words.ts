/** What went wrong, as data and in words. */
import { ModelError } from '../../../engine/model/problem.ts';
import { LearnError, type LearnProblem } from '../../../learn/learn-error.ts';

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
