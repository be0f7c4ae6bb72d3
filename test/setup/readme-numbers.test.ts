import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { papers } from '../../src/experiments/papers.ts';
import { createTable, marks, replaceTable, shown } from '../../tools/readme-numbers.mjs';

const root = join(import.meta.dirname, '../..');
const claims = papers.flatMap(({ experiments }) => experiments.flatMap((experiment) => experiment.claims));

it('rows of the README are rows of the registry, all of those chosen, with the paper’s values', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const table = text.slice(text.indexOf(marks[0]!), text.indexOf(marks[1]!));
  const ids = [...table.matchAll(/^\| `([^`]+)` \|/gmu)].map((match) => match[1]);
  expect(ids).toEqual(shown);
  for (const id of shown) {
    const claim = claims.find((one) => one.id === id);
    expect(claim, id).toBeDefined();
    expect(table).toContain(`| \`${id}\` | ${claim!.claim} |`);
  }
});

it('the table is put between its marks and nowhere else', () => {
  const rows = shown.map((id) => ({
    id,
    claim: 'c',
    theirs: 1,
    ours: null,
    unit: '',
    kind: 'input',
    verdict: 'differs',
  }));
  const text = replaceTable(`before\n${marks.join('\nold\n')}\nafter\n`, createTable(rows));
  expect(text).toMatch(/^before\n/u);
  expect(text).toMatch(/\nafter\n$/u);
  expect(text).not.toContain('\nold\n');
  expect(text).toContain('| – | input | **differs** |');
  expect(() => createTable(rows.slice(1))).toThrow(shown[0]);
  expect(() => replaceTable('nothing', '')).toThrow(/README/u);
});
