import { describe, expect, it } from 'vitest';
import type { LampreyDesc } from '../families/lamprey/schema.ts';
import { applySettings, parseDesc, replaceValue } from '../families/descriptions.ts';
import { readAt } from './field-tree.ts';
import { ModelError, type Problem } from './problem.ts';

const lamprey = parseDesc({ schemaVersion: 2, body: { kind: 'articulated' }, controller: { kind: 'spinal' } });
const set = (...settings: string[]) => applySettings(lamprey, settings) as LampreyDesc;

function problemsOf(act: () => unknown): readonly Problem[] {
  try {
    act();
  } catch (error) {
    if (error instanceof ModelError) return error.problems;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('applySettings', () => {
  it('sets numbers with and without units, choices, texts, lists and objects', () => {
    const before = JSON.stringify(lamprey);
    const desc = set(
      'brainstem.left = 0.5',
      'body.links[3].width=12 mm',
      'integration.method=reference',
      'title=A = B',
      'lesions.cutAfter=[50, 60]',
      'schedule=[{"at": 4, "set": {"brainstem.right": 0.4}}]',
      'schemaVersion=2',
      'segments=20',
    );
    expect(desc.brainstem.left).toBe(0.5);
    expect(desc.body.links[3]!.width).toBe(0.012);
    expect(desc.integration.method).toBe('reference');
    expect(desc.title).toBe('A = B');
    expect(desc.lesions.cutAfter).toEqual([50, 60]);
    expect(desc.schedule[0]!.set).toEqual({ 'brainstem.right': 0.4 });
    expect(desc.segments).toBe(20);
    expect(JSON.stringify(lamprey)).toBe(before);
  });

  it('takes one value for a list of values as a list of one', () => {
    expect(set('lesions.cutAfter=50').lesions.cutAfter).toEqual([50]);
    const [problem] = problemsOf(() => parseDesc({ ...lamprey, lesions: { ...lamprey['lesions']!, cutAfter: 50 } }));
    expect(problem).toMatchObject({
      code: 'wrong-type',
      path: 'lesions.cutAfter',
      hint: expect.stringMatching(/^Write \[50\]\./u),
    });
  });

  it('checks the whole after all settings, so that their order does not matter', () => {
    expect(set('schedule=[{"at": 5, "set": {}}, {"at": 9, "set": {}}]', 'schedule[1].at=6 s').schedule[1]!.at).toBe(6);
  });

  it.each([
    ['brainstem.lef=1', 'unknown-parameter', 'brainstem.lef', /Did you mean 'brainstem\.left'/u],
    ['body.links[3].widht=1', 'unknown-parameter', 'body.links[3].widht', /./u],
    ['body.links[10].width=1', 'out-of-range', 'body.links[10].width', /10 items, 0 to 9/u],
    ['lesions.cutAfter[0]=5', 'out-of-range', 'lesions.cutAfter[0]', /empty; set it whole/u],
    ['body.links[3].width=-12 mm', 'out-of-range', 'body.links[3].width', /0\.001 to 1 m/u],
    ['body.links[3].width=12 foo', 'unknown-unit', 'body.links[3].width', /m, cm, mm/u],
    ['body.links[3].width=wide', 'wrong-type', 'body.links[3].width', /0\.001 to 1 m/u],
    ['brainstem.left=NaN', 'not-finite', 'brainstem.left', /0 to 1/u],
    ['brainstem.left=-Infinity', 'not-finite', 'brainstem.left', /0 to 1/u],
    ['brainstem.left=1e999', 'not-finite', 'brainstem.left', /0 to 1/u],
    ['brainstem.left=', 'wrong-type', 'brainstem.left', /0 to 1/u],
    ['segments=105', 'out-of-range', 'segments', /steps of 10/u],
    ['integration.method=euler', 'not-allowed', 'integration.method', /fast, reference/u],
    ['lesions.cutAfter=[1', 'syntax', 'lesions.cutAfter', /list of 0 to 99 items/u],
    ['schemaVersion=3', 'unknown-version', 'schemaVersion', /versions 1 to 2/u],
    ['body.kind=balloon', 'unknown-kind', 'body.kind', /articulated/u],
    ['body=7', 'wrong-type', 'body', /group; set a member of it: body\.kind, /u],
    [
      'brainstem=0.4',
      'wrong-type',
      'brainstem',
      /member of it: .*brainstem\.left, brainstem\.right.*kind: steady, uneven/u,
    ],
    ['brainstem=wavy', 'not-allowed', 'brainstem.kind', /steady, uneven/u],
    ['brainstem.left=0,4', 'wrong-type', 'brainstem.left', /^Write 0\.4: the decimal sign is a point/u],
    ['body.links[3].width=0,4 cm', 'wrong-type', 'body.links[3].width', /^Write 0\.4/u],
    ['lesions.cutAfter=50,60', 'syntax', 'lesions.cutAfter', /^Write \[50,60\]/u],
    ['brainstem.right', 'missing', 'brainstem.right', /Write brainstem\.right=VALUE/u],
    ['=1', 'missing', '', /PATH=VALUE/u],
    ['__proto__.x=1', 'unknown-parameter', '__proto__.x', /./u],
    ['constructor=1', 'unknown-parameter', 'constructor', /./u],
  ])('refuses %s', (setting, code, path, hint) => {
    expect(problemsOf(() => set(setting))[0]).toEqual({
      code,
      path,
      got: expect.any(String),
      hint: expect.stringMatching(hint),
    });
  });

  it('refuses keys that reach into prototypes, where any key is allowed', () => {
    const scheduled = set('schedule=[{"at": 4, "set": {}}]');
    const problems = problemsOf(() => applySettings(scheduled, ['schedule[0].set.__proto__=1']));
    expect(problems[0]!.code).toBe('unknown-parameter');
  });
});

describe('replaceValue and readAt', () => {
  it('replace and read one value', () => {
    const desc = replaceValue(lamprey, 'body.links[2].height', 0.02);
    expect(readAt(desc, 'body.links[2].height')).toBe(0.02);
    expect(readAt(lamprey, 'body.links[2].height')).toBe(0.03);
    expect(readAt(desc, 'body.links[77].height')).toBeUndefined();
    expect(readAt(desc, 'nothing.at.all')).toBeUndefined();
  });

  it('make a group that was left out', () => {
    expect(readAt(lamprey, 'view')).toBeUndefined();
    expect(readAt(replaceValue(lamprey, 'view.azimuth', 0.5), 'view')).toMatchObject({ azimuth: 0.5 });
    expect(readAt(applySettings(lamprey, ['view.azimuth=30 deg']), 'view.azimuth')).toBeCloseTo(Math.PI / 6, 12);
  });

  it('refuse what the parser refuses', () => {
    expect(problemsOf(() => replaceValue(lamprey, 'segments', NaN))[0]!.path).toBe('segments');
    expect(problemsOf(() => replaceValue(lamprey, 'x', 1))[0]!.code).toBe('unknown-parameter');
  });
});
