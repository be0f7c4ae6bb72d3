/** Cords by name: patterns with * and ?, and which of them are cut. */
import { ModelError } from '../../../model/problem.ts';
import { suggestSentence } from '../../../model/suggest.ts';
import type { Cord } from '../../../mesh/soft/soft-body.ts';

/** Whether a pattern with * (any text) and ? (any character) is the whole name; an empty one is no name. */
export function findPattern(pattern: string, name: string): boolean {
  if (pattern === '') return false;
  let [p, n, star, mark] = [0, 0, -1, 0];
  while (n < name.length) {
    if (p < pattern.length && (pattern[p] === '?' || (pattern[p] === name[n] && pattern[p] !== '*'))) {
      p++;
      n++;
    } else if (pattern[p] === '*') {
      star = p++;
      mark = n;
    } else if (star >= 0) {
      p = star + 1;
      n = ++mark;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

/** 1 per segment of all cords, 0 for those a pattern names. Throws for patterns that name none. */
export function createCordMask(cords: readonly Cord[], patterns: readonly string[]): Float64Array {
  patterns.forEach((pattern, i) => {
    if (!cords.some((cord) => findPattern(pattern, cord.name)))
      throw new ModelError([
        {
          code: 'not-allowed',
          path: `lesions.paralyse[${i}]`,
          got: `'${pattern}'`,
          hint: `No cord has this name. ${suggestSentence(
            pattern,
            cords.map((cord) => cord.name),
          )} * and ? stand for any text and any character.`,
        },
      ]);
  });
  return Float64Array.from(
    cords.flatMap((cord) => {
      const cut = patterns.some((pattern) => findPattern(pattern, cord.name));
      return Array.from({ length: cord.segments }, () => (cut ? 0 : 1));
    }),
  );
}
