import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { ModelError, type Problem } from '../../engine/model/problem.ts';
import { parsePermalink } from '../../engine/record/permalink.ts';
import { createStudySchema, parseStudySpec } from './spec.ts';
import { countJobs, expandJobs, resolveFit, resolveSweep } from './study.ts';
import { formatCsv } from '../tables/table.ts';
import { createTable, formatRunCommand, formatStudioLink, type Row } from './table.ts';

const base = { animal: 'lamprey', seconds: 0.5 };

function resolve(document: object, version = 'v1') {
  const spec = parseStudySpec(JSON.stringify({ ...base, ...document }));
  return resolveSweep(spec, describeAnimal(spec.animal ?? 'lamprey'), version);
}

function listProblems(run: () => unknown): readonly Problem[] {
  try {
    run();
  } catch (error) {
    if (error instanceof ModelError) return error.problems;
    throw error;
  }
  return [];
}

describe('expansion', () => {
  it('crosses grids and lists with seeds, the first parameter slowest', () => {
    const study = resolve({
      seeds: [7, 8],
      parameters: { 'brainstem.left': { from: 0.2, to: 0.6, steps: 3 }, 'brainstem.right': { list: [0.3, 0.5] } },
    });
    const jobs = expandJobs(study);
    expect(countJobs(study)).toBe(12);
    expect(jobs).toHaveLength(12);
    expect(jobs.slice(0, 3).map(({ seed, parameters }) => [seed, ...Object.values(parameters)])).toEqual([
      [7, 0.2, 0.3],
      [8, 0.2, 0.3],
      [7, 0.2, 0.5],
    ]);
    expect(jobs.at(-1)!.parameters).toEqual({ 'brainstem.left': 0.6, 'brainstem.right': 0.5 });
  });

  it('draws parameters together and lets others follow', () => {
    const study = resolve({
      seeds: 1,
      parameters: {
        'brainstem.right': { like: 'brainstem.left', times: 0.5, plus: 0.1 },
        'brainstem.left': { latin: 10, from: 0.2, to: 0.8 },
        'body.links[2].width': { latin: 10, from: '8 mm', to: '12 mm' },
      },
    });
    const jobs = expandJobs(study);
    expect(jobs).toHaveLength(10);
    for (const { parameters } of jobs) {
      const left = parameters['brainstem.left'] as number;
      expect(parameters['brainstem.right']).toBe(left * 0.5 + 0.1);
      expect(parameters['body.links[2].width']).toBeGreaterThanOrEqual(0.008);
      expect(parameters['body.links[2].width']).toBeLessThanOrEqual(0.012);
    }
    expect(Object.keys(jobs[0]!.parameters)[0]).toBe('brainstem.right');
  });

  it('writes the values of a grid as a person would', () => {
    const study = resolve({ parameters: { 'brainstem.left': { from: 0.2, to: 0.8, steps: 4 } } });
    expect(expandJobs(study).map(({ parameters }) => parameters['brainstem.left'])).toEqual([0.2, 0.4, 0.6, 0.8]);
  });

  it('spaces logarithmic values by even factors and meets both ends exactly', () => {
    const study = resolve({ parameters: { 'brainstem.left': { from: 0.01, to: 1, steps: 3, scale: 'log' } } });
    const values = expandJobs(study).map(({ parameters }) => parameters['brainstem.left'] as number);
    expect(values[0]).toBe(0.01);
    expect(values[1]).toBeCloseTo(0.1, 12);
    expect(values[2]).toBe(1);
  });

  it('rounds where the creature wants whole numbers, and does nothing twice', () => {
    const spec = parseStudySpec(
      JSON.stringify({
        animal: 'centipede',
        seconds: 0.1,
        parameters: { 'body.segments': { from: 10, to: 12, steps: 9 } },
      }),
    );
    const jobs = expandJobs(resolveSweep(spec, describeAnimal('centipede'), 'v'));
    expect(jobs.map(({ parameters }) => parameters['body.segments'])).toEqual([10, 11, 12]);
  });
});

describe('keys', () => {
  const parameters = { 'brainstem.left': { list: [0.2, 0.4] } };
  const keys = (document: object, version?: string): string[] =>
    expandJobs(resolve({ parameters, ...document }, version)).map((job) => job.key);

  it('are all different, and the same for the same study', () => {
    const some = keys({ seeds: [1, 2] });
    expect(new Set(some).size).toBe(4);
    expect(keys({ seeds: [1, 2], title: 'another', metrics: ['speed'] })).toEqual(some);
  });

  it('keep what an enlarged study shares with the smaller one', () => {
    const small = keys({ seeds: 2 });
    const large = keys({ seeds: 3, parameters: { 'brainstem.left': { list: [0.1, 0.2, 0.4] } } });
    expect(small.every((key) => large.includes(key))).toBe(true);
  });

  it('change with version, creature, seconds and rules', () => {
    const first = keys({})[0];
    expect(keys({}, 'v2')[0]).not.toBe(first);
    expect(keys({ set: { 'brainstem.right': 0.1 } })[0]).not.toBe(first);
    expect(keys({ seconds: 0.6 })[0]).not.toBe(first);
    expect(keys({ stop: [{ metric: 'distance', above: 1 }] })[0]).not.toBe(first);
  });
});

describe('bad input is one clear problem', () => {
  const cases: [string, object, Partial<Problem>][] = [
    [
      'a misspelt key',
      { secnds: 1 },
      { code: 'unknown-parameter', path: 'secnds', hint: "Did you mean 'seconds' or 'seeds'?" },
    ],
    [
      'a misspelt parameter',
      { parameters: { 'brainstem.lft': { list: [1] } } },
      {
        code: 'unknown-parameter',
        path: 'parameters.brainstem.lft',
        hint: "Did you mean 'brainstem.left'?",
      },
    ],
    [
      'an unknown metric',
      { metrics: ['sped'] },
      { code: 'unknown-metric', path: 'metrics[0]', hint: "Did you mean 'speed'?" },
    ],
    ['an empty list', { parameters: { 'brainstem.left': { list: [] } } }, { code: 'out-of-range' }],
    ['no steps', { parameters: { 'brainstem.left': { from: 0, to: 1, steps: 0 } } }, { code: 'out-of-range' }],
    [
      'no count',
      { parameters: { 'brainstem.left': { from: 0, to: 1 } } },
      { code: 'missing', path: 'parameters.brainstem.left' },
    ],
    [
      'a value outside',
      { parameters: { 'brainstem.left': { list: [0.2, 7] } } },
      { code: 'out-of-range', path: 'parameters.brainstem.left.list[1]', got: '7' },
    ],
    ['a wrong unit', { parameters: { 'body.links[0].width': { list: ['5 kg'] } } }, { code: 'unknown-unit' }],
    ['an index too far', { parameters: { 'body.links[99].width': { list: [0.01] } } }, { code: 'out-of-range' }],
    [
      'two kinds',
      { parameters: { 'brainstem.left': { list: [1], steps: 3 } } },
      { code: 'inconsistent', got: 'list and steps' },
    ],
    ['a prototype', { parameters: { 'constructor.name': { list: [1] } } }, { code: 'unknown-parameter' }],
    [
      'a range of a choice',
      { parameters: { 'integration.method': { from: 0, to: 1, steps: 2 } } },
      { code: 'wrong-type' },
    ],
    [
      'different draws',
      {
        parameters: {
          'brainstem.left': { random: 5, from: 0, to: 1 },
          'brainstem.right': { random: 6, from: 0, to: 1 },
        },
      },
      { code: 'inconsistent', path: 'parameters.brainstem.right.random' },
    ],
    [
      'a link to nothing',
      { parameters: { 'brainstem.left': { like: 'brainstem.rigth' } } },
      { code: 'unknown-parameter' },
    ],
    ['a rule without limit', { stop: [{ metric: 'speed' }] }, { code: 'inconsistent', path: 'stop[0]' }],
    ['an unknown signal', { record: { signals: ['sped'] } }, { code: 'unknown-signal', path: 'record.signals[0]' }],
    ['a recording too large', { seconds: 1e5, record: { signals: ['speed'], every: 1e-4 } }, { code: 'too-large' }],
    ['a seed twice', { seeds: [1, 1] }, { code: 'inconsistent', path: 'seeds' }],
    [
      'invalid seeds',
      { seeds: 'many' },
      { code: 'wrong-type', path: 'seeds', hint: 'Allowed: How many seeds (1, 2, 3 …), or a list of whole numbers.' },
    ],
    ['both sources', { creature: 'x.json' }, { code: 'inconsistent', path: 'animal' }],
  ];

  it.each(cases)('%s', (_, document, expected) => {
    const problems = listProblems(() => resolve(document));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject(expected);
  });

  it('and free ranges of a fit are checked too', () => {
    const fit = (parameters: object): readonly Problem[] =>
      listProblems(() =>
        resolveFit(parseStudySpec(JSON.stringify({ ...base, parameters })), describeAnimal('lamprey'), 'v'),
      );
    expect(fit({})[0]).toMatchObject({ code: 'missing', path: 'parameters' });
    expect(fit({ 'brainstem.left': { from: 0, to: 1, steps: 3 } })[0]).toMatchObject({ code: 'inconsistent' });
    expect(fit({ 'brainstem.left': { from: 0, to: 1 } })).toEqual([]);
  });
});

it('has a JSON Schema with a sentence at every field', () => {
  const schema = createStudySchema() as { properties: Record<string, { description?: string }> };
  for (const [name, field] of Object.entries(schema.properties))
    if (name !== '$schema') expect(field.description, name).toMatch(/\.$/u);
});

describe('the table', () => {
  const study = resolve({
    metrics: ['speed'],
    set: { 'brainstem.right': 0.2 },
    parameters: { 'integration.method': { list: ['fast'] } },
  });
  const rows = expandJobs(study).map(
    (job): Row => ({
      job,
      result: { key: job.key, status: 'complete', steps: 100, seconds: 0.5, hash: 'ab', metrics: { speed: 0.1 + 0.2 } },
    }),
  );

  it('is CSV that reads back to the same numbers', () => {
    const [head, row] = formatCsv(createTable(study, rows)).split('\r\n');
    expect(head).toBe('job,integration.method,seed,speed,status,steps,seconds,hash,reason,key,command');
    expect(Number(row!.split(',')[3])).toBe(0.1 + 0.2);
  });

  it('has a command and a studio address for every row', () => {
    const { job } = rows[0]!;
    expect(formatRunCommand(study, { job })).toBe(
      'bestiary run lamprey --seconds 0.5 --seed 1 --set brainstem.right=0.2 --set integration.method=fast',
    );
    expect(parsePermalink(formatStudioLink(study, job)!)).toEqual({
      animal: 'lamprey',
      settings: [
        ['brainstem.right', 0.2],
        ['integration.method', 'fast'],
      ],
      seed: 1,
    });
  });
});
