import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { animalNames, describeAnimal, describeOwn, parseCreature } from '../../animals/registry.ts';
import { applySettings, getFamily, getJsonSchema } from '../families/descriptions.ts';
import { Simulation } from './simulation.ts';
import { lookUp, parsePath } from '../model/field-tree.ts';
import { listVariedWithoutEffect, listWarnings } from './warnings.ts';

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
    'integration.tolerance is 0.00001; validated is at least 0.0001. Slow.',
  ]);
});

describe.each(animalNames)('%s', (name) => {
  it('is inside of what was validated, in settings that it has, and says sentences', () => {
    const system = compile(name);
    expect(listWarnings(system, {}, { describeOwn: () => describeOwn(system.desc) })).toEqual([]);
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

it('warns of an upward turn that a plate cannot make', () => {
  const warn = (animal: string): readonly string[] => {
    const system = compile(animal, 'control.climb=0.3');
    return listWarnings(system, {}, { describeOwn: () => describeOwn(system.desc) });
  };
  expect(warn('comet')).toEqual([expect.stringContaining('control.climb is 0.3')]);
  expect(warn('octopus')).toEqual([]);
});

it('warns of numbers of thin parts in a drawn body that has none', () => {
  const read = (...settings: string[]): readonly string[] => {
    const drawn = readFileSync('test/version-1/creatures/tadpole.creature.json', 'utf8');
    const desc = applySettings(parseCreature(drawn), settings);
    return listWarnings(new Simulation(desc, { seed: 1 }).system, {});
  };
  const usual = read();
  expect(read('body.material.bend=9').filter((warning) => !usual.includes(warning))).toEqual([
    expect.stringContaining('body.material.bend is 9; validated is 5. It has no effect: this body has no thin parts.'),
  ]);
  const depths = read('water.model=reactive', 'water.plateDepth=0.2');
  expect(depths.filter((warning) => warning.includes('plateDepth'))).toHaveLength(1);
});

it('warns of walks that are faster than any that was compared, and of the reflex in water', () => {
  const warn = (animal: string, ...settings: string[]) => listWarnings(compile(animal, ...settings), {}).join(' ');
  expect(warn('centipede', 'brain.speed=0.5')).toMatch(/^brain\.speed is 0\.5; validated is at most 0\.2\. The lag/u);
  expect(warn('centipede', 'control.manual=1', 'control.speed=0.5')).toMatch(/^control\.speed is 0\.5/u);
  expect(warn('worm', 'drive.kind=reflex', 'medium.water=1')).toMatch(
    /medium\.water is 1; validated is 0\. The reflex/u,
  );
  expect(warn('worm', 'drive.kind=reflex')).toBe('');
});

/** Each field beside what it needs, which is enough for it to act. */
const conditional: readonly (readonly [animal: string, setting: string, needs: string])[] = [
  ['centipede', 'brain.smell=0.5', 'scene.randomFoods=1'],
  ['centipede', 'brain.eatDistance=0.5', 'scene.foods=[{"x":1}]'],
  ['centipede', 'brain.foodOrder=listed', 'scene.randomFoods=1'],
  ['centipede', 'brain.foodRate=3', 'scene.path=[{"x":0.1,"y":0},{"x":0.2,"y":0}]'],
  ['centipede', 'brain.slowInTurns=0.1', 'scene.randomFoods=1'],
  ['centipede', 'brain.avoidRate=5', 'scene.randomObstacles=1'],
  ['centipede', 'brain.avoidSpeed=0.9', 'scene.animals=2'],
  ['centipede', 'control.turn=1', 'control.manual=1'],
  ['centipede', 'control.speed=0.1', 'control.manual=1'],
  ['centipede', 'controller.gait.lag=0.2', 'controller.gait.coordination=phase'],
  ['centipede', 'controller.gait.duty=0.5', 'scene.terrain=bumps'],
  ['centipede', 'controller.gait.lag=0.2', 'body.segments=100'],
  ['lamprey', 'lesions.driveBehindCut=0.5', 'lesions.cutAfter=[50]'],
  ['worm', 'drive.noise.memory=5', 'drive.noise.rate=0.1'],
  ['worm', 'drive.waterEase=0.2', 'medium.water=0.5'],
  ['worm', 'medium.waterAlong=5e-6', 'medium.water=0.5'],
  ['worm', 'medium.waterAcross=6e-6', 'schedule=[{"at":1,"set":{"medium.water":0.5}}]'],
  ['octopus', 'water.gravity=9.81', 'body.material.density=1100'],
  ['octopus', 'controller.waves[2].width=0.4', 'controller.waves[2].height=0.5'],
  ['octopus', 'controller.waves[2].phase=0.4', 'controller.waves[2].height=0.5'],
  ['octopus', 'controller.waves[0].turn=0.4', 'control.turn=0.5'],
  ['octopus', 'controller.waves[0].back=0.4', 'target.follow=1'],
  ['octopus', 'controller.waves[0].climb=0.4', 'control.climb=-0.5'],
  ['octopus', 'controller.waves[2].alpha=0.7', 'controller.waves[2].tone=0.5'],
  ['cuttlefish', 'controller.waves[1].kappa=2', 'scene.kind=grasp'],
];

it.each(conditional)('%s: warns of %s, and not with %s', (animal, setting, needs) => {
  const [path] = setting.split('=') as [string];
  const warn = (...settings: string[]): readonly string[] => {
    const system = compile(animal, ...settings);
    return listWarnings(system, {}, { describeOwn: () => describeOwn(system.desc) }).filter((line) =>
      line.startsWith(path),
    );
  };
  expect(warn(setting)).toEqual([expect.stringContaining('has no effect: it needs')]);
  expect(warn(needs, setting)).toEqual([]);
});

it('leaves live numbers to a policy that may use them', () => {
  const system = compile('octopus', 'controller.waves[0].turn=0.4', 'controller.waves[2].alpha=0.4');
  const describe = (): ReturnType<typeof describeOwn> => describeOwn(system.desc);
  expect(listWarnings(system, {}, { describeOwn: describe })).toHaveLength(2);
  expect(listWarnings(system, {}, { describeOwn: describe, isDriven: true })).toEqual([]);
});

it('says of a study what changes nothing, unless another of its parameters may change that', () => {
  const centipede = compile('centipede');
  expect(listVariedWithoutEffect(centipede, ['controller.gait.lag', 'brain.speed'])).toEqual([
    expect.stringMatching(
      /^controller\.gait\.lag is varied and has no effect: it needs controller\.gait\.coordination=phase/u,
    ),
  ]);
  expect(listVariedWithoutEffect(centipede, ['controller.gait.lag', 'scene.terrain'])).toEqual([]);
  expect(listVariedWithoutEffect(compile('stingray'), ['control.climb'])).toEqual([
    expect.stringMatching(/^control\.climb is varied\. It has no effect/u),
  ]);
});
