/** What people type by mistake: every one is told what is wrong, where, and what to write instead. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder, run, runJson } from './program.ts';

const short = ['--seconds', '0.001'];

describe('values', () => {
  const cases: [string, string[], RegExp][] = [
    [
      'comma decimals',
      ['--set', 'brainstem.right=0,4'],
      /at brainstem\.right: got "0,4"\. Write 0\.4: the decimal sign/u,
    ],
    ['comma decimals of options', ['--seconds', '0,5'], /'--seconds' is not a number: got '0,5'\. Write 0\.5:/u],
    ['thousands', ['--seconds', '1,000'], /Write 1\.000 or 1000:/u],
    ['words for numbers', ['--seconds', 'five'], /'--seconds' is not a number: got 'five'\. Write a number from/u],
    [
      'unknown units',
      ['--seconds', '5 parsec'],
      /has an unknown unit: got '5 parsec'\. Allowed units: s, ms, min, h\./u,
    ],
    ['units of a number without unit', ['--seed', '5 s'], /'--seed' takes no unit: got '5 s'/u],
    [
      'a group',
      ['--set', 'brainstem=0.4'],
      /at brainstem: got "0\.4"\. It is a group; set a member of it:.* brainstem\.right/u,
    ],
    [
      'no value',
      ['--set', 'brainstem.right'],
      /got 'brainstem\.right' without a value\. Write --set brainstem\.right=VALUE/u,
    ],
    ['a space for the sign', ['--set', 'brainstem.right', '0.4'], /Write --set brainstem\.right=0\.4\./u],
    ['a list without brackets', ['--set', 'lesions.cutAfter=50,60'], /Write \[50,60\]/u],
    ["cmd.exe's quotes", ['--set', "'lesions.cutAfter=[50]'"], /Use straight double quotes.*cmd\.exe/u],
    ["cmd.exe's quotes around a space", ['--set', "'body.links[3].width=12", "mm'"], /Use straight double quotes/u],
    ['a singular', ['--second', '5'], /Unknown option '--second' for 'run'\. Did you mean '--seconds'\? See/u],
    ['a misspelt policy', ['--policy', 'netwrok'], /Cannot read netwrok: .* Did you mean 'network'\?/u],
    [
      'a place without folders',
      ['--out', '/proc/nope'],
      /Cannot prepare \/proc\/nope: no folder can be made there\. Choose/u,
    ],
  ];
  it.each(cases)('%s', async (name, words, sentence) => {
    const { code, out, err } = await run('run', 'lamprey', ...words);
    expect(err).toMatch(sentence);
    expect(out).toBe('');
    // A file system that refuses is no bad input.
    expect(code).toBe(name === 'a place without folders' ? 1 : 2);
  });

  it('suggest a figure once, however many claims it has', async () => {
    const { code, err } = await run('reproduce', 'worm/fig-77');
    expect(code).toBe(2);
    expect(err).toMatch(/Did you mean 'worm\/fig-7' or 'worm\/fig-1'/u);
  });

  it('may have units in options, and one value stands for a list of one', async () => {
    const half = await runJson('run', 'lamprey', '--seconds', '20 ms');
    expect([half.code, half.json.seconds]).toEqual([0, expect.closeTo(0.02, 9)]);
    const { json } = await runJson('describe', 'lamprey', '--set', 'lesions.cutAfter=50');
    expect(json.lesions.cutAfter).toEqual([50]);
  });
});

describe('commands', () => {
  const cases: [string, string[], RegExp][] = [
    [
      'an animal',
      ['lamprey', '--seconds', '5'],
      /Unknown command 'lamprey'\. To simulate it, write: bestiary run lamprey --seconds 5$/u,
    ],
    ['a creature file', ['mine.creature.json'], /write: bestiary run mine\.creature\.json$/u],
    ['an option alone', ['--set', 'a=1'], /A command is missing before '--set'/u],
    [
      'nothing like it',
      ['frobnicate'],
      /Unknown command 'frobnicate'\. Known: list, .*completion.*See: bestiary help/u,
    ],
    [
      'a format',
      ['export', 'nofolder', '--format', 'fbx'],
      /Unknown format 'fbx'\. Write --format and one of: [^.]*csv[^.]*\.$/u,
    ],
    ['no format', ['export', 'nofolder'], /needs --format: got nothing\. Write --format and one of:/u],
    ['a task', ['train', 'lamprey', '--task', 'fly', '--out', 'x'], /got "fly"\. This animal has: steer, [a-z, ]*\.$/u],
    ['a shell', ['completion', 'tcsh'], /Unknown shell 'tcsh'/u],
  ];
  it.each(cases)('%s', async (_name, words, sentence) => {
    const { code, err } = await run(...words);
    expect(err.trim()).toMatch(sentence);
    expect(code).toBe(2);
  });

  it('may stand behind their options', async () => {
    const first = await runJson('run', 'lamprey', ...short, '--set', 'brainstem.right=0.4');
    const { code, json } = await runJson('--set', 'brainstem.right=0.4', ...short, 'run', 'lamprey');
    expect([code, json.hash]).toEqual([0, first.json.hash]);
    expect((await run('--quiet', 'list')).code).toBe(0);
    // The value of an option is no command.
    expect((await run('--out', 'list', 'list')).err).toMatch(/A command is missing before '--out'/u);
  });

  it('are all quiet', async () => {
    for (const words of [['list'], ['validate', '/nowhere'], ['diff', 'a', 'b'], ['export', 'a', '--format', 'csv']])
      expect((await run(...words, '--quiet')).err).not.toContain('Unknown option');
  });
});

describe('files', () => {
  const bad = '{\n  "schemaVersion": 2,\n  "extends": "lamprey"\n  "segments": 20\n}\n';

  it('with a mistake in them name line, column and what stands there', async () => {
    const file = path.join(createFolder(), 'bad.json');
    writeFileSync(file, bad);
    const said = /line 4, column 3: got '"segments": 20'\. Write a comma or \} before it\./u;
    for (const words of [
      ['run', file],
      ['validate', file],
      ['sweep', file, '--dry-run'],
      ['fit', file, '--out', path.join(createFolder(), 'fit')],
    ]) {
      const { code, err } = await run(...words);
      expect(err, words[0]).toMatch(said);
      expect(err, words[0]).toContain(file);
      expect(code).toBe(2);
    }
    const { json } = await runJson('run', file);
    expect(json.error.problems[0]).toMatchObject({ code: 'syntax', path: file, line: 4, column: 3 });
    writeFileSync(file, '{"schemaVersion": 2, "extends": "lamprey", "brainstem": {"left": 0,4}}');
    expect((await run('run', file)).err).toMatch(/Write 0\.4: the decimal sign is a point/u);
  });

  it('of Windows PowerShell, in UTF-16, are read', async () => {
    const file = path.join(createFolder(), 'mine.json');
    const text = '{"schemaVersion": 2, "extends": "lamprey", "title": "Neunäugige"}';
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16(), Buffer.from(`\ufeff${text}`)]) {
      writeFileSync(file, bytes);
      expect((await runJson('describe', file)).json.title).toBe('Neunäugige');
    }
    writeFileSync(file, little.subarray(0, -1));
    expect((await run('describe', file)).err).toMatch(/not UTF-16LE text\. Check .* or save it as UTF-8/u);
  });

  it('that are missing are bad input', async () => {
    const folder = createFolder();
    const nowhere = path.join(folder, 'nofolder');
    for (const words of [
      ['export', nowhere, '--format', 'csv'],
      ['validate', nowhere],
      ['diff', nowhere, nowhere],
      ['run', '--from', nowhere],
      ['evaluate', 'lamprey', '--policy', nowhere],
      ['render', `${nowhere}/`, '--out', path.join(folder, 'film.mp4')],
      ['merge', nowhere, '--out', path.join(folder, 'merged')],
      ['plot', nowhere],
    ])
      expect((await run(...words)).code, words.join(' ')).toBe(2);
    expect((await run('export', nowhere, '--format', 'csv')).err).toMatch(
      /There is no folder .*nofolder\. Record a run/u,
    );
    mkdirSync(nowhere);
    expect((await run('export', nowhere, '--format', 'csv')).err).toMatch(
      /holds no recording \(recording\.bst\)\. Name/u,
    );
  });

  it('with an open mesh name its holes in metres, as the file has them', async () => {
    const file = path.join(createFolder(), 'open.json');
    const vertices = [
      [-1, -1, 0],
      [1, -1, 0],
      [1, 1, 0],
      [0, 0, -1],
    ];
    const triangles = [
      [0, 1, 2],
      [0, 1, 3],
    ];
    writeFileSync(
      file,
      JSON.stringify({ schemaVersion: 2, extends: 'centipede', scene: { terrain: 'mesh', vertices, triangles } }),
    );
    const { code, err } = await run('run', file, ...short);
    expect(err).toMatch(/open edges, the first near \(-?1, -?1, 0\) m/u);
    expect(code).toBe(2);
  });
});
