import { mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder, run, runJson } from './program.ts';

const head = '{"schemaVersion":1,"body":{"kind":"articulated"},"controller":{"kind":"spinal"}';

/** File contents, expected code and path of the first problem, and what its sentence must say. */
const cases: [string, string | Uint8Array, string, string, RegExp][] = [
  ['empty', '', 'syntax', '', /line 1, column 1: got the end\. The file is empty/u],
  ['truncated', `${head},"segm`, 'syntax', '', /no closing quotation mark/u],
  ['NaN', `${head},"brainstem":{"left":NaN}}`, 'syntax', '', /got 'NaN\}\}'\. Write a number/u],
  ['infinite', `${head},"brainstem":{"left":1e999}}`, 'not-finite', 'brainstem.left', /0 to 1/u],
  ['1e308', `${head},"brainstem":{"left":1e308}}`, 'out-of-range', 'brainstem.left', /0 to 1/u],
  [
    'negative width',
    `${head},"body":{"kind":"articulated","links":[${'{},'.repeat(9)}{"width":-0.01}]}}`,
    'out-of-range',
    'body.links[9].width',
    /got -0\.01 m.*0\.001 to 1 m/u,
  ],
  ['105 segments', `${head},"segments":105}`, 'out-of-range', 'segments', /from 10 to 100 in steps of 10/u],
  ['95.5 segments', `${head},"segments":95.5}`, 'out-of-range', 'segments', /whole number/u],
  ['__proto__', `${head},"__proto__":{"polluted":1}}`, 'unsafe-key', '__proto__', /Remove it/u],
  [
    'nested __proto__',
    `{"extends":"lamprey","body":{"__proto__":{"kind":"x"}}}`,
    'unsafe-key',
    'body.__proto__',
    /Remove it/u,
  ],
  [
    'unknown version',
    `{"schemaVersion":3,"body":{"kind":"articulated"},"controller":{"kind":"spinal"}}`,
    'unknown-version',
    'schemaVersion',
    /reads versions 1 to 2/u,
  ],
  ['no version', `{"body":{"kind":"articulated"}}`, 'missing', 'schemaVersion', /Add "schemaVersion": 2/u],
  [
    'unknown unit',
    `${head},"body":{"kind":"articulated","density":"1 kg/l"}}`,
    'unknown-unit',
    'body.density',
    /kg\/m\^3/u,
  ],
  ['unknown parameter', `${head},"segmets":100}`, 'unknown-parameter', 'segmets', /Did you mean 'segments'/u],
  ['unknown kind', `{"schemaVersion":1,"body":{"kind":"balloon"}}`, 'unknown-kind', 'body.kind', /articulated/u],
  ['unknown base', `{"extends":"unicorn"}`, 'unknown-animal', '', /lamprey/u],
  [
    'unknown control in a schedule',
    `${head},"schedule":[{"at":1,"set":{"brainstem.lef":0}}]}`,
    'unknown-parameter',
    'schedule[0].set.brainstem.lef',
    /Did you mean 'brainstem\.left'/u,
  ],
  [
    'deep nesting',
    `${head},"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    'too-large',
    expect.stringMatching(/^x\[0\]/u),
    /Flatten/u,
  ],
  ['a deep list', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'wrong-type', '', /JSON object/u],
  ['a number', '7', 'wrong-type', '', /JSON object/u],
  [
    'far too many items',
    `${head},"lesions":{"cutAfter":[${'1,'.repeat(300_000)}1]}}`,
    'out-of-range',
    'lesions.cutAfter',
    /0 to 99 items/u,
  ],
  ['binary', Uint8Array.from({ length: 4096 }, (_, i) => (i * 167 + 13) & 255), 'unreadable', '', /UTF-8/u],
  ['control characters', '\u001b[2J\u0000', 'syntax', '', /\\u001b/u],
];

describe('a bad creature file', () => {
  it.each(cases)('%s: code, path, sentence, exit 2', async (_name, contents, code, at, sentence) => {
    const folder = createFolder();
    const file = path.join(folder, 'bad.json');
    writeFileSync(file, contents);
    const { code: exitCode, json, err } = await runJson('validate', file);
    expect(json.valid).toBe(false);
    expect(json.problems[0]).toMatchObject({ code, path: at, got: expect.any(String), hint: expect.any(String) });
    expect(err).toMatch(sentence);
    expect(err).not.toContain('    at ');
    // No character in it would make a terminal do something.
    expect(err.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(exitCode).toBe(2);
  });

  it('is not run, and nothing is written', async () => {
    const folder = createFolder();
    const file = path.join(folder, 'bad.json');
    writeFileSync(file, `${head},"segments":105}`);
    const { code, err } = await run('run', file, '--out', path.join(folder, 'out'));
    expect(code).toBe(2);
    expect(err).toContain('Out of range at segments: got 105');
    expect(readdirSync(folder)).toEqual(['bad.json']);
  });

  it('lists all problems at once', async () => {
    const file = path.join(createFolder(), 'bad.json');
    writeFileSync(file, `${head},"segments":5,"brainstem":{"left":2,"rigth":0}}`);
    const { json } = await runJson('validate', file);
    expect(json.problems.map((problem: { path: string }) => problem.path).sort()).toEqual([
      'brainstem.left',
      'brainstem.rigth',
      'segments',
    ]);
  });

  it('is refused before reading when it is larger than 32 MB', async () => {
    const file = path.join(createFolder(), 'huge.json');
    writeFileSync(file, '{');
    truncateSync(file, 32 * 1024 * 1024 + 1);
    const { code, json } = await runJson('validate', file);
    expect(code).toBe(2);
    expect(json.problems[0].code).toBe('too-large');
  });

  it('may be a folder, missing, or endless', async () => {
    const folder = createFolder();
    mkdirSync(path.join(folder, 'sub'));
    const [sub, missing, endless] = await Promise.all([
      runJson('validate', path.join(folder, 'sub')),
      runJson('validate', path.join(folder, 'missing.json')),
      runJson('validate', '/dev/zero'),
    ]);
    expect([sub.code, missing.code, endless.code]).toEqual([2, 2, 2]);
    expect(sub.json.problems[0]).toMatchObject({ code: 'unreadable', got: 'a folder' });
    expect(missing.json.problems[0]).toMatchObject({ code: 'unreadable', got: 'no such file' });
    expect(endless.json.problems[0].code).toBe('too-large');
  });
});

/** What fits each range and still not together: found when the animal is put together, as `run` would. */
const unfit: [animal: string, members: string, path: string][] = [
  ['lamprey', '"body":{"kind":"articulated","muscle":{"delta":1}}', 'body.muscle.delta'],
  ['lamprey', '"segments":50,"lesions":{"cutAfter":[20,60]}', 'lesions.cutAfter[1]'],
  ['worm', '"lesions":{"paralyse":["MXX99"]}', 'lesions.paralyse[0]'],
  ['centipede', '"lesions":{"legs":[{"pair":400,"side":"left"}]}', 'lesions.legs[0].pair'],
  ['centipede', '"scene":{"terrain":"mesh"}', 'scene'],
  ['octopus', '"solver":{"rate":100}', 'solver.rate'],
  ['octopus', '"lesions":{"paralyse":["ninth arm"]}', 'lesions.paralyse[0]'],
];

describe('a creature file whose numbers do not go together', () => {
  it.each(unfit)('%s with %s is not valid, as run says too', async (animal, members, place) => {
    const file = path.join(createFolder(), 'unfit.json');
    writeFileSync(file, `{"schemaVersion":1,"extends":"${animal}",${members}}`);
    const [checked, ran] = await Promise.all([
      runJson('validate', file),
      runJson('run', file, '--seconds', '0.01', '--quiet'),
    ]);
    expect([checked.code, ran.code]).toEqual([2, 2]);
    expect(checked.json.problems).toEqual(ran.json.error.problems);
    expect(checked.json.problems[0].path).toContain(place);
  });
});

describe('a good creature file', () => {
  it('is valid, runs, and may extend an animal', async () => {
    const file = path.join(createFolder(), 'mine.creature.json');
    writeFileSync(file, '\ufeff{"extends":"lamprey","title":"Mine 🐟","segments":20,"body":{"density":"1.02 g/cm^3"}}');
    const { code, json } = await runJson('validate', file);
    expect({ code, json }).toEqual({ code: 0, json: { valid: true, problems: [], animal: 'lamprey' } });
    expect((await run('validate', file)).out).toContain('valid, Mine 🐟');
    const [described, ran] = await Promise.all([runJson('describe', file), runJson('run', file, '--seconds', '0.05')]);
    expect(described.json).toMatchObject({ segments: 20, body: { density: 1020 } });
    expect(ran.json.steps).toBe(10);
  });
});
