import { describe, expect, it } from 'vitest';
import { parseCreature } from '../../animals/registry.ts';
import { parseDesc } from '../families/descriptions.ts';
import { parseJson } from './json-text.ts';
import { formatProblem, ModelError, type Problem, printGot, shorten } from './problem.ts';
import { fc } from '../../testing/property.ts';

const base = { schemaVersion: 2, body: { kind: 'articulated' }, controller: { kind: 'spinal' } };
const whole = JSON.stringify(parseDesc(base));

/** The problems, or none when it is valid. Any other exception fails the test. */
function check(act: () => unknown): readonly Problem[] {
  try {
    act();
    return [];
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    expect(error.problems.length).toBeGreaterThan(0);
    for (const problem of error.problems) {
      expect(problem.got).not.toBe('');
      expect(problem.hint).not.toBe('');
      expect(formatProblem(problem).length).toBeLessThan(2000);
    }
    return error.problems;
  }
}

describe('parseDesc', () => {
  it('takes a note for editors and drops it', () => {
    expect(parseDesc({ $schema: './creature.schema.json', ...base })).toEqual(parseDesc(base));
    expect(parseCreature('{"$schema":"x","extends":"lamprey"}')).toEqual(parseCreature('{"extends":"lamprey"}'));
  });

  it('fills in defaults, and a description is a fixed point', () => {
    const desc = parseDesc(base);
    expect(desc).toMatchObject({ animal: 'lamprey', schedule: [] });
    expect(parseDesc(desc)).toEqual(desc);
    expect(parseCreature(whole)).toEqual(desc);
  });

  it('lists all problems, each once', () => {
    const problems = check(() =>
      parseDesc({ ...base, segments: '5 foo', brainstem: { left: 2, rigth: 1 }, integration: { method: 7 } }),
    );
    expect(problems.map((problem) => `${problem.code} ${problem.path}`).sort()).toEqual([
      'not-allowed integration.method',
      'out-of-range brainstem.left',
      'unknown-parameter brainstem.rigth',
      'unknown-unit segments',
    ]);
  });

  it('wants schedules in order of time, of live controls, within their ranges', () => {
    const schedule = [
      { at: 3, set: { 'brainstem.left': 7 } },
      { at: 2, set: { segments: 20 } },
    ];
    expect(check(() => parseDesc({ ...base, schedule })).map((problem) => `${problem.code} ${problem.path}`)).toEqual([
      'out-of-range schedule[0].set.brainstem.left',
      'inconsistent schedule[1].at',
      'unknown-parameter schedule[1].set.segments',
    ]);
  });

  it('refuses prototypes as keys, at any depth, and leaves them alone', () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const text = `{"schemaVersion":1,"body":{"kind":"articulated","links":[{"${key}":{"polluted":1}}]}}`;
      expect(check(() => parseCreature(text))[0]).toMatchObject({
        code: 'unsafe-key',
        path: `body.links[0].${key}`,
      });
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('stops at bounded cost: depth, list length, number of unknown keys', () => {
    const deep = '['.repeat(300_000) + ']'.repeat(300_000);
    expect(check(() => parseCreature(deep))[0]!.code).toBe('wrong-type');
    expect(check(() => parseCreature(`{"extends":${deep}}`))[0]!.path).toBe('extends');
    expect(check(() => parseCreature(`{"schemaVersion":${deep}}`))[0]!.code).toBe('too-large');
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i]));
    expect(check(() => parseDesc({ ...base, ...many })).length).toBeLessThanOrEqual(100);
    expect(check(() => parseDesc({ ...base, schedule: [{ at: 0, set: many }] })).length).toBeLessThanOrEqual(100);
    const cuts = Array.from({ length: 200_000 }, () => 0);
    expect(check(() => parseDesc({ ...base, lesions: { cutAfter: cuts } })).length).toBeLessThanOrEqual(100);
    expect(check(() => parseDesc({ ...base, title: 'x'.repeat(1e6) }))[0]!.got.length).toBeLessThan(100);
    expect(check(() => parseDesc({ ...base, segments: `1${' '.repeat(1e6)}\n!` }))[0]!.code).toBe('wrong-type');
  });

  it('refuses text that is too long before reading it', () => {
    expect(check(() => parseJson(' '.repeat(32 * 1024 * 1024 + 1)))[0]!.code).toBe('too-large');
  });
});

describe('hostile documents are valid or a ModelError', () => {
  it('cut off anywhere', () => {
    for (let end = 0; end < whole.length; end += 13)
      expect(check(() => parseCreature(whole.slice(0, end)))[0]!.code).toBe('syntax');
  });

  it('with a flipped bit', () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(6), (at, bit) => {
        const code = whole.charCodeAt(at) ^ (1 << bit);
        check(() => parseCreature(whole.slice(0, at) + String.fromCharCode(code) + whole.slice(at + 1)));
      }),
      { numRuns: 300 },
    );
  });

  it('with a length that nothing can be compared with', () => {
    const schedule = { length: { valueOf: 1, toString: 1 } };
    expect(check(() => parseDesc({ ...base, schedule }))[0]).toMatchObject({
      code: 'wrong-type',
      path: 'schedule.length',
    });
  });

  it('of any shape', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true }), (value) => {
        check(() => parseDesc(value));
        check(() => parseDesc({ ...base, body: value }));
        check(() => parseDesc({ ...base, schedule: value, brainstem: { left: value } }));
      }),
      { numRuns: 150 },
    );
  });

  it('with any value at any path', () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        NaN,
        Infinity,
        -Infinity,
        1e308,
        -1e308,
        -0,
        5e-324,
        2 ** 53,
        null,
        true,
        [],
        {},
        '',
        '1 m',
        '1e308 mm',
      ),
      fc.double(),
      fc.jsonValue(),
    );
    const paths = [...whole.matchAll(/:(-?[\d.e-]+|"[^"]*")(?=[,}])/gu)].map((match) => match.index);
    fc.assert(
      fc.property(fc.constantFrom(...paths), hostile, (at, value) => {
        const rest = whole.slice(at + 1).replace(/^(-?[\d.e-]+|"[^"]*")/u, '');
        const text = typeof value === 'number' && !Number.isFinite(value) ? String(value) : JSON.stringify(value);
        check(() => parseCreature(`${whole.slice(0, at + 1)}${text}${rest}`));
      }),
      { numRuns: 200 },
    );
  });
});

describe('the version of a file', () => {
  it.each([0, -1, 3, 1.5, NaN, '1', null, undefined])('is refused if it is %j', (schemaVersion) => {
    const document = { schemaVersion, body: { kind: 'articulated' }, controller: { kind: 'spinal' } };
    expect(check(() => parseDesc(document))[0]!.path).toBe('schemaVersion');
  });
});

describe('what is quoted', () => {
  it('is short and harmless', () => {
    expect(printGot('a"b')).toBe('"a\\"b"');
    expect(printGot([1, 2])).toBe('a list of 2 items');
    expect(printGot(null)).toBe('null');
    expect(printGot(Infinity)).toBe('Infinity');
    expect(shorten('\u001b[2J')).toBe('\\u001b[2J');
    expect(shorten('x'.repeat(1000)).length).toBeLessThanOrEqual(60);
  });
});
