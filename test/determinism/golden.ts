/** Hashes kept from earlier: results may change only on purpose. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Fingerprints } from './fingerprints.ts';

const folder = new URL('../golden/', import.meta.url);
const file = new URL('hashes.json', folder);

export const isBlessing = process.env['BESTIARY_BLESS'] === '1';

export function readGolden(): Fingerprints {
  return JSON.parse(readFileSync(file, 'utf8')) as Fingerprints;
}

export function writeGolden(fingerprints: Fingerprints): void {
  const sorted = Object.fromEntries(Object.entries(fingerprints).sort(([a], [b]) => (a < b ? -1 : 1)));
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** One line for each name whose hash differs or is on one side only. */
export function listDifferences(expected: Fingerprints, found: Fingerprints): string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
  return names
    .filter((name) => expected[name] !== found[name])
    .map((name) => `${name}: ${expected[name] ?? 'absent'} became ${found[name] ?? 'absent'}`);
}
