/** Which cords are cut, by patterns of their names. */
import { ModelError } from '../../../model/problem.ts';
import { listPatternProblems, matchesAny } from '../../../model/pattern.ts';
import type { Cord } from '../../../mesh/soft/soft-body.ts';

/** 1 per segment of all cords, 0 for those a pattern names. Throws for patterns that name none. */
export function createCordMask(cords: readonly Cord[], patterns: readonly string[]): Float64Array {
  const names = cords.map((cord) => cord.name);
  const problems = listPatternProblems(patterns, names, 'lesions.paralyse', 'cord');
  if (problems.length > 0) throw new ModelError(problems);
  return Float64Array.from(
    cords.flatMap((cord) => {
      const kept = matchesAny(patterns, cord.name) ? 0 : 1;
      return Array.from({ length: cord.segments }, () => kept);
    }),
  );
}
