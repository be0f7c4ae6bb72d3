/**
 * Names given as patterns: `*` stands for any text, `?` for one character, everything else for itself, case included.
 * One matcher for descriptions, solvers and the studio, so that a lesion means the same to all of them.
 */
import { type Problem, printGot } from './problem.ts';
import { suggestSentence } from './suggest.ts';

/** Whether a pattern is the whole name; an empty pattern matches nothing. Linear in memory for every pattern. */
export function matchesPattern(pattern: string, name: string): boolean {
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

export function matchesAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matchesPattern(pattern, name));
}

/** A problem for each pattern of the list at `path` that names nothing; `things` says what they are: "muscle". */
export function listPatternProblems(
  patterns: readonly string[],
  names: readonly string[],
  path: string,
  things: string,
): Problem[] {
  return patterns.flatMap((pattern, i) => {
    if (names.some((name) => matchesPattern(pattern, name))) return [];
    const hint = `No ${things} has this name. ${suggestSentence(pattern, names)} * and ? stand for any text and any character.`;
    return [{ code: 'not-allowed', path: `${path}[${i}]`, got: printGot(pattern), hint }];
  });
}
