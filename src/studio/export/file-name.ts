/** Names of exported files: the animal and the time, so that two of them in one folder tell themselves apart. */

/** At most three digits after the point, and no more than are needed. */
function formatSeconds(seconds: number): string {
  return `${Number(seconds.toFixed(3))}s`;
}

export function createFileName(animal: string, times: readonly number[], ending: string): string {
  const plain = animal.toLowerCase().replaceAll(/[^a-z0-9-]+/gu, '-');
  return `${[plain || 'animal', ...times.map(formatSeconds)].join('-')}.${ending}`;
}
