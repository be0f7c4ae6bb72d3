/** Regions switched off by a list of names and patterns, such as `["MDL07", "M?R2*"]`. */
import { matchesAny, matchesPattern } from '../../../engine/model/pattern.ts';

/** The names that a list of patterns switches off. */
export function listLesioned(names: readonly string[], patterns: readonly string[]): string[] {
  return names.filter((name) => matchesAny(patterns, name));
}

/** The list with one name switched off, or on again; a pattern that covers it is written out without it. */
export function toggleLesion(names: readonly string[], patterns: readonly string[], name: string): string[] {
  if (!listLesioned(names, patterns).includes(name)) return [...patterns, name];
  const kept = patterns.flatMap((pattern) =>
    matchesPattern(pattern, name) ? listLesioned(names, [pattern]).filter((other) => other !== name) : [pattern],
  );
  return [...new Set(kept)];
}
