import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { summariseAnimals } from '../../src/animals/summaries.ts';
import { createFolder, program, run, runJson, startProgram } from './program.ts';

const manifest = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'));

describe('help', () => {
  it('lists every command, on standard output when asked for', async () => {
    for (const words of [['help'], ['--help'], ['-h']]) {
      const { code, out, err } = await run(...words);
      expect(code).toBe(0);
      expect(err).toBe('');
      for (const name of ['list', 'describe', 'run', 'validate', 'bench', 'studio'])
        expect(out).toMatch(new RegExp(`^  ${name} `, 'mu'));
    }
  });

  it('is a JSON document with --json', async () => {
    const [overview, ofCommand] = await Promise.all([run('-h', '--json'), run('run', '-h', '--json')]);
    expect((JSON.parse(overview.out) as { help: string }).help).toContain('Usage: bestiary COMMAND');
    expect((JSON.parse(ofCommand.out) as { help: string }).help).toContain('--set PATH=VALUE');
  });

  it('is shown on standard error without a command, which is bad input', async () => {
    const { code, out, err } = await run();
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain('Usage: bestiary COMMAND');
  });

  it('explains a command, in either order', async () => {
    const [asked, flagged] = await Promise.all([run('help', 'run'), run('run', '--help')]);
    expect(asked.out).toBe(flagged.out);
    expect(asked.out).toContain('--set PATH=VALUE');
    expect(asked.out).toContain('Examples');
    // Aligned: every explanation of an option begins in the same column.
    const columns = asked.out
      .split('\n')
      .filter((line) => /^ {2}--/u.test(line))
      .map((line) => /^ {2}--\S+(?: [A-Z=|]+)?\s+/u.exec(line)![0].length);
    expect(new Set(columns).size).toBe(1);
  });

  it('lists all parameters of an animal with unit, range, default and sentence', async () => {
    const { code, out } = await run('help', 'run', 'lamprey');
    expect(code).toBe(0);
    expect(out).toMatch(/brainstem\.left +0 to 1 +0\.67 +live +Excitation of the left half/u);
    expect(out).toMatch(/body\.links\[i\]\.width +m +0\.001 to 1 +0\.02 +Horizontal axis/u);
    expect(out).toMatch(/segments +a whole number from 10 to 100.* 100 +restart/u);
  });

  it.each(['--version', '-V', '-v', 'version'])('prints the version for %s', async (word) => {
    expect((await run(word)).out).toBe(`${manifest.version}\n`);
  });

  it('says in the help of run what explains its numbers', async () => {
    const { out } = await run('help', 'run');
    expect(out).toMatch(/describe lamprey --metrics/u);
    expect(out).toMatch(/describe lamprey --signals/u);
  });
});

describe('list and describe', () => {
  it('lists animals without reading their descriptions, which would be most of its time', () => {
    const seen = createFolder();
    execFileSync(process.execPath, [program, 'list'], { env: { ...process.env, NODE_V8_COVERAGE: seen } });
    const scripts = readdirSync(seen).flatMap(
      (file) => (JSON.parse(readFileSync(path.join(seen, file), 'utf8')) as { result: { url: string }[] }).result,
    );
    const own = scripts
      .map(({ url }) => url)
      .filter((url) => url.startsWith(pathToFileURL(path.dirname(program)).href));
    expect(own.length).toBeGreaterThan(1);
    const bytes = own.reduce((sum, url) => sum + statSync(fileURLToPath(url)).size, 0);
    expect(bytes).toBeLessThan(100_000);
  });

  it('lists animals as a table and as JSON', async () => {
    const [table, data] = await Promise.all([run('list'), runJson('list')]);
    expect(table.code).toBe(0);
    expect(table.out).toContain('lamprey');
    expect(data.json).toEqual(summariseAnimals());
    const lamprey = data.json.find((animal: { name: string }) => animal.name === 'lamprey');
    expect(lamprey).toEqual({
      name: 'lamprey',
      title: 'Lamprey',
      paper: expect.stringContaining('lamprey'),
      body: 'articulated',
      about: expect.stringContaining('spinal cord'),
    });
    // A sentence each, and no paper fourteen times.
    const words = table.out.replaceAll(/\s+/gu, ' ');
    for (const { name, about } of data.json) expect(words, name).toContain(`${about.split('.')[0]}.`);
    expect(table.out).not.toContain('(2019)');
  });

  it('describes an animal as JSON in both modes', async () => {
    const [pretty, compact] = await Promise.all([run('describe', 'lamprey'), runJson('describe', 'lamprey')]);
    expect(JSON.parse(pretty.out)).toEqual(compact.json);
    expect(compact.json).toMatchObject({
      animal: 'lamprey',
      segments: 100,
      brainstem: { left: 0.67, right: 0.67 },
      body: { kind: 'articulated' },
    });
    expect(compact.out.trim().split('\n')).toHaveLength(1);
  });

  it('applies settings before describing', async () => {
    const { json } = await runJson(
      'describe',
      'lamprey',
      '--set',
      'body.links[3].width=12 mm',
      '--set',
      'integration.method=reference',
    );
    expect(json.body.links[3].width).toBe(0.012);
    expect(json.integration.method).toBe('reference');
  });

  it('prints the JSON Schema without an animal', async () => {
    const { json } = await runJson('describe', '--schema');
    expect(json.anyOf.length).toBeGreaterThan(0);
    expect(json.$schema).toContain('json-schema.org');
  });

  it.each(summariseAnimals().map(({ name }) => name))('lists metrics and signals of the %s', async (name) => {
    const [metrics, signals] = await Promise.all([
      runJson('describe', name, '--metrics'),
      runJson('describe', name, '--signals'),
    ]);
    for (const { json } of [metrics, signals]) {
      expect(json.length).toBeGreaterThan(3);
      for (const row of json) {
        expect(row.unit, row.name).toMatch(/./u);
        expect(row.about, row.name).toMatch(/^[\p{Lu}\d].*\.$/u);
      }
    }
    const described = metrics.json.map((row: { name: string }) => row.name);
    const { json } = await runJson('run', name, '--seconds', '0.001');
    expect(Object.keys(json.metrics).filter((metric) => !described.includes(metric))).toEqual([]);
  });

  it('writes a file itself, which any shell leaves as it is', async () => {
    const file = path.join(createFolder(), 'mine.creature.json');
    const first = await run('describe', 'lamprey', '--out', file);
    expect([first.code, first.out]).toEqual([0, `Wrote ${file}\n`]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual((await runJson('describe', 'lamprey')).json);
    const again = await run('describe', 'lamprey', '--out', file);
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('exists. Choose another, or add --force')]);
    expect((await run('describe', 'lamprey', '--out', file, '--force', '--metrics')).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/NAME +UNIT +RELIABLE/u);
  });

  it('lists metrics and signals with unit and sentence', async () => {
    const { json } = await runJson('describe', 'stingray', '--metrics');
    const names = json.map(({ name }: { name: string }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['distance', 'speed', 'groundSpeed', 'costOfTransport']));
    expect(json.find(({ name }: { name: string }) => name === 'speed').about).toContain('through the water');
    expect(json.find(({ name }: { name: string }) => name === 'powerPerMass')).toMatchObject({
      unit: 'W/kg',
      max: 100,
    });
    const signals = await runJson('describe', 'lamprey', '--signals');
    expect(signals.json[0]).toMatchObject({ name: 'position.x', unit: 'm', size: 1 });
    for (const row of [...json, ...signals.json]) expect(row.about, row.name).toMatch(/\.$/u);
    expect((await run('describe', 'lamprey', '--metrics')).out).toMatch(/^ *NAME +UNIT +RELIABLE +WHAT IT IS/u);
    const both = await run('describe', 'lamprey', '--metrics', '--signals');
    expect([both.code, both.err]).toEqual([2, expect.stringContaining('one table at a time')]);
  });

  it('gives the parameters as data', async () => {
    const { json } = await runJson('describe', 'lamprey', '--parameters');
    expect(json.find((row: { path: string }) => row.path === 'brainstem.left')).toMatchObject({
      range: '0 to 1',
      default: 0.67,
      change: 'live',
    });
    for (const row of json) expect(row.about, row.path).toMatch(/\.$/u);
  });
});

describe('misuse', () => {
  const cases: [string, string[], RegExp][] = [
    ['unknown command', ['lst'], /Unknown command 'lst'\. Did you mean 'list'/u],
    ['unknown option', ['run', 'lamprey', '--sed', '1'], /Unknown option '--sed' for 'run'\. Did you mean '--seed'/u],
    ['missing animal', ['run'], /'run' needs ANIMAL\|FILE/u],
    ['unknown animal', ['run', 'lampray'], /Unknown animal: got "lampray"\. Did you mean 'lamprey'/u],
    ['seconds not a number', ['run', 'lamprey', '--seconds', 'ten'], /'--seconds' is not a number: got 'ten'.* s\./u],
    ['every without out', ['run', 'lamprey', '--every', '2'], /'--every' has no effect without --out/u],
    ['nothing to measure', ['bench', '--filter', 'unicorn'], /Nothing to measure contains 'unicorn'/u],
  ];
  it.each(cases)('%s: a sentence on standard error, exit 2', async (_name, args, sentence) => {
    const { code, out, err } = await run(...args);
    expect(err).toMatch(sentence);
    expect(err).not.toContain('    at ');
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  it('is one JSON document on standard output with --json', async () => {
    const { code, json } = await runJson('run', 'lampray');
    expect(code).toBe(2);
    expect(json.error.code).toBe('unknown-animal');
    expect(json.error.message).toContain("Did you mean 'lamprey'");
    expect(json.error.problems[0]).toMatchObject({ code: 'unknown-animal', got: '"lampray"' });
    expect((await runJson('run', 'lamprey', '--sed')).json.error.code).toBe('usage');
  });

  it('shows a stack trace only to those who ask', async () => {
    const { err } = await startProgram(['run', 'lampray'], 'BESTIARY_DEBUG=1 "$@"').outcome;
    expect(err).toContain('    at ');
  });
});

describe('standard output', () => {
  it('may be closed by its reader without a word', async () => {
    const { err } = await startProgram(
      ['describe', 'lamprey', '--schema'],
      '"$@" | head -c 10; exit "${PIPESTATUS[0]}"',
    ).outcome;
    expect(err).toBe('');
  });

  it('being full is a failure', async () => {
    const { code, err } = await startProgram(['list'], '"$@" > /dev/full').outcome;
    expect(code).toBe(1);
    expect(err).toMatch(/Cannot write to standard output: .*no space/u);
  });
});
