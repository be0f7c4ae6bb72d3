import { describe, expect, it } from 'vitest';
import { formatKeptRuns, type KeptRun } from '../../engine/record/kept-run.ts';
import { createRunLink } from '../session/kept/run-link.ts';
import { planShared } from './plan.ts';
import { joinRuns, readLinks, readRunFile } from './read-runs.ts';
import { createComparisonAddress } from './shared-address.ts';

const animals = ['lamprey', 'worm'];
const run: KeptRun = {
  animal: 'lamprey',
  settings: [['segments', 20]],
  seed: 3,
  edits: [{ step: 5, path: 'brainstem.left', value: 0.4 }],
  step: 9,
  hash: '0123456789abcdef',
};
const noRecording = (): Promise<KeptRun> => Promise.reject(new Error('It is cut off.'));

describe('runs to compare', () => {
  it('come out of links in any text, plain, with a run, or of another comparison', async () => {
    const link = (await createRunLink(run, run.settings))!;
    const compared = (await createComparisonAddress([
      { title: 'one', run },
      { title: 'two', run: { ...run, seed: 4 } },
    ]))!;
    const text = `See http://host/${link} and\n http://other/x/${compared} too,\n#/worm?drive.bias=0.1`;
    const found = await readLinks(text, animals);
    expect(found.map(({ run: { animal, seed, edits } }) => [animal, seed, edits.length])).toEqual([
      ['lamprey', 3, 1],
      ['lamprey', 3, 1],
      ['lamprey', 4, 1],
      ['worm', 1, 0],
    ]);
    expect(found[3]!.title).toBe('worm, drive.bias 0.1');
    expect(found[3]!.run.step).toBe(0);
    expect(planShared(found.slice(1)).runs.map(({ label, caption }) => `${label} ${caption}`)).toEqual([
      'a one',
      'b two',
      'c worm, drive.bias 0.1',
    ]);
  });

  it.each([
    ['', 'Paste a link'],
    ['hello there', '“hello there” is not a link'],
    ['#/unicorn', 'no animal “unicorn”'],
    ['http://x/#/lamprey?v=9&run=AAAA', 'version 9'],
    ['http://x/#/lamprey?v=1&run=AAAA', 'cut off or damaged'],
    ['http://x/#/compare?v=1&runs=AAAA', 'cut off or damaged'],
    ['#/lamprey/learn', 'not a link of a run'],
  ])('%j is refused in words', async (text, said) => {
    await expect(readLinks(text, animals)).rejects.toThrow(said);
  });

  it('come out of files of runs, creature files and recordings', async () => {
    const kept = formatKeptRuns({ current: 1, branches: [{ ...run, id: 1, from: 0, title: 'mine' }] });
    const files = [
      new File([kept], 'kept.json'),
      new File([JSON.stringify({ animal: 'worm', schemaVersion: 2 })], 'my worm.creature.json'),
    ];
    const read = await Promise.all(files.map((file) => readRunFile(file, animals, noRecording)));
    expect(read.flat().map(({ title, run: { animal } }) => [title, animal])).toEqual([
      ['mine', 'lamprey'],
      ['my worm.creature', 'worm'],
    ]);
    const [recorded] = await readRunFile(new File([''], 'recording.bst'), animals, () => Promise.resolve(run));
    expect(recorded).toEqual({ title: 'recording', run });
    for (const [name, text, said] of [
      ['recording.bst', '', 'recording.bst is not opened. It is cut off.'],
      ['notes.txt', 'hello', 'notes.txt is not opened. It is neither'],
      ['list.json', '[]', 'neither a file of runs nor a creature file'],
    ] as const)
      await expect(readRunFile(new File([text], name), animals, noRecording)).rejects.toThrow(said);
  });

  it('are four at most', () => {
    const titled = { title: '', run };
    expect(joinRuns([titled], [titled, titled, titled])).toHaveLength(4);
    expect(() => joinRuns([titled, titled, titled], [titled, titled])).toThrow('5 runs are too many: 4 at most');
  });
});
