/**
 * Every code block of the tutorials, how-tos, examples and the README is run as a reader would run it; those that train, film or
 * study for long at night alone.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isNight } from '../../src/testing/nightly.ts';
import { findMissingLine, listBlocks, prepareFolder, runDocument } from './blocks.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const listPages = (folder: string): string[] =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => path.join(folder, name));

const examples = readdirSync(path.join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => path.join('examples', name, 'README.md'));

const long = [
  'docs/tutorials/biologist.md',
  'docs/tutorials/rl-researcher.md',
  'docs/how-to/own-creature.md',
  'docs/how-to/terrain.md',
  'docs/how-to/training.md',
  'docs/how-to/wcon.md',
  'examples/worm-in-water/README.md',
];
const pages = [...listPages('docs/tutorials'), ...listPages('docs/how-to'), ...examples, 'README.md'];

describe('documents do what they say', () => {
  it.each(pages.filter((page) => isNight || !long.includes(page)))(
    '%s',
    async (file) => {
      const place = mkdtempSync(path.join(tmpdir(), 'bestiary-document-'));
      folders.push(place);
      const { folder, env } = prepareFolder(place);
      const { ran } = await runDocument(path.join(root, file), folder, env);
      expect(ran, `${file} has a block that runs`).toBeGreaterThan(0);
    },
    300_000,
  );
});

it('are there, the long ones too', () => {
  expect(long.filter((page) => !pages.includes(page))).toEqual([]);
});

describe('blocks of a document', () => {
  it('have a language, a title and their line', () => {
    const text = 'a\n```json title="s.json"\n{}\n```\n\n```sh elsewhere\nsbatch x\n```\n';
    expect(listBlocks(text)).toEqual([
      { language: 'json', title: 's.json', elsewhere: false, text: '{}', line: 2 },
      { language: 'sh', title: undefined, elsewhere: true, text: 'sbatch x', line: 6 },
    ]);
  });

  it('are compared line by line, in order, with … for anything', () => {
    const printed = 'lamprey: 4 s\n  speed   0.4648 m/s\n  hash    4ade\n';
    expect(findMissingLine('lamprey: 4 s\n…\n  hash    …', printed)).toBeUndefined();
    expect(findMissingLine('  speed   0.46… m/s', printed)).toBeUndefined();
    expect(findMissingLine('  speed   0.47… m/s', printed)).toBe('  speed   0.47… m/s');
    expect(findMissingLine('  hash    4ade\nlamprey: 4 s', printed)).toBe('lamprey: 4 s');
  });
});
