import { describe, expect, it } from 'vitest';
import { animalNames, describeAnimal } from '../../animals/registry.ts';
import { applySettings, getFamily, getJsonSchema } from '../families/descriptions.ts';
import { lookUp, parsePath } from '../model/field-tree.ts';
import { listWarnings } from './warnings.ts';

const lamprey = describeAnimal('lamprey');

function compile(name: string, ...settings: string[]) {
  const desc = applySettings(describeAnimal(name), settings);
  return getFamily(desc).solver.compile(desc);
}

it('warns of numbers outside what is sound, and of nothing else', () => {
  const sound = { min: 0, max: 2, otherwise: 'Do less.' };
  const system = {
    desc: lamprey,
    validated: [],
    metrics: [
      { name: 'a', unit: 'm', about: '', sound },
      { name: 'b', unit: '', about: '', sound },
      { name: 'c', unit: '', about: '' },
    ],
  };
  expect(listWarnings(system, { a: 2, b: 0, c: 1e9 })).toEqual([]);
  expect(listWarnings(system, { a: null, c: 0 })).toEqual([]);
  expect(listWarnings(system, { a: 2.5, b: -1 })).toEqual([
    'a is 2.5 m; reliable is at most 2. Do less.',
    'b is -1; reliable is at least 0. Do less.',
  ]);
});

it('warns of settings outside what was validated, also of those that come later', () => {
  const validated = [
    { path: 'brainstem.left', max: 0.7, otherwise: 'It stops.' },
    { path: 'controller.start', only: ['left-bias', 'mirrored'], otherwise: 'It never starts.' },
    { path: 'integration.tolerance', min: 1e-4, otherwise: 'Slow.' },
  ];
  const warn = (...settings: string[]) =>
    listWarnings({ desc: applySettings(lamprey, settings), validated, metrics: [] }, {});
  expect(warn()).toEqual([]);
  expect(warn('brainstem.left=0.9')).toEqual(['brainstem.left is 0.9; validated is at most 0.7. It stops.']);
  expect(warn('schedule=[{"at":1,"set":{"brainstem.left":0.8}}]')).toEqual([
    'brainstem.left is 0.8; validated is at most 0.7. It stops.',
  ]);
  expect(warn('controller.start=symmetric')).toEqual([
    'controller.start is symmetric; validated is left-bias or mirrored. It never starts.',
  ]);
  expect(warn('integration.method=reference', 'integration.tolerance=1e-5')).toEqual([
    'integration.tolerance is 0.00001, validated is at least 0.0001. Slow.',
  ]);
});

describe.each(animalNames)('%s', (name) => {
  it('is inside of what was validated, in settings that it has, and says sentences', () => {
    const system = compile(name);
    expect(listWarnings(system, {})).toEqual([]);
    expect(system.validated.length).toBeGreaterThan(0);
    for (const { path, otherwise } of system.validated) {
      expect(lookUp(getJsonSchema(system.desc), parsePath(path)!), path).toBeDefined();
      expect(otherwise, path).toMatch(/^[A-Z].*\.$/u);
    }
  });

  it('declares what is sound, in sentences', () => {
    const sounds = compile(name).metrics.flatMap(({ sound }) => (sound === undefined ? [] : [sound]));
    for (const { otherwise } of sounds) expect(otherwise).toMatch(/^[A-Z].*\.$/u);
  });
});
