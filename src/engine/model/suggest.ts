/** "Did you mean": the nearest names by edit distance. */

/** Longer words are not taken for misspellings. */
const longestName = 100;

/** Shorter names are inside too many others by chance. */
const shortestPart = 3;

/** Of the known names those that are nearest, and those nearly as near; names that hold it, or that it holds, come after. */
export function suggest(name: string, known: readonly string[], most = 3): string[] {
  // From a program of others anything may come.
  if (typeof name !== 'string' || name === '' || name.length > longestName) return [];
  const limit = Math.max(1, Math.floor(name.length / 3));
  const includes = (whole: string, part: string): boolean => part.length >= shortestPart && whole.includes(part);
  const near = known
    .map((candidate) => {
      const distance = computeDistance(name.toLowerCase(), candidate.toLowerCase());
      const isPart = includes(candidate, name) || includes(name, candidate);
      return { candidate, distance: distance <= limit ? distance : isPart ? limit + distance : Infinity };
    })
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  const nearest = near[0]?.distance ?? 0;
  return near
    .filter(({ distance }) => nearest > limit || distance <= nearest + 1)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** A sentence for a hint: a suggestion where there is one, else the whole list. */
export function suggestSentence(name: string, known: readonly string[]): string {
  const near = suggest(name, known);
  if (near.length > 0) return `Did you mean ${near.map((candidate) => `'${candidate}'`).join(' or ')}?`;
  return known.length === 0
    ? 'Nothing is known here.'
    : `Known: ${known.slice(0, 12).join(', ')}${known.length > 12 ? ', …' : ''}.`;
}

/** Damerau–Levenshtein distance (adjacent swaps count one). */
function computeDistance(a: string, b: string): number {
  let previous: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, previous[j - 2]! + 1);
      next.push(best);
    }
    previous = row;
    row = next;
  }
  return row[b.length]!;
}
