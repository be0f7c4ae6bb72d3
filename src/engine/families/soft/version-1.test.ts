import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import type { AnimalDesc } from '../../model/desc-family.ts';
import { ModelError } from '../../model/problem.ts';
import { applySettings, parseDesc } from '../descriptions.ts';
import type { SoftDesc } from './schema.ts';

const kinds = { body: { kind: 'soft' }, controller: { kind: 'excitation' } };

/** A file of version 1 with these groups. */
function read(groups: Record<string, object>, base?: AnimalDesc): SoftDesc {
  const document: Record<string, unknown> = { schemaVersion: 1, ...kinds };
  for (const [key, group] of Object.entries(groups))
    document[key] = { ...(kinds as Record<string, object>)[key], ...group };
  return parseDesc(document, base) as SoftDesc;
}

function findProblem(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ModelError) return `${error.problems[0]!.path}: ${error.problems[0]!.hint}`;
    throw error;
  }
  return '';
}

describe('waves of version 1', () => {
  const listCords = ({ controller }: SoftDesc): string[] => controller.waves.map(({ cords }) => cords);

  it('are a list without those at its end that drive and say nothing', () => {
    expect(listCords(read({}))).toEqual(['*']);
    expect(listCords(read({ controller: { waves: { first: { cords: 'a' }, second: { cords: 'b' } } } }))).toEqual([
      'a',
      'b',
    ]);
    expect(listCords(read({ controller: { waves: { first: { cords: '' }, third: { cords: 'c' } } } }))).toEqual([
      '',
      '',
      'c',
    ]);
    expect(listCords(read({ controller: { waves: { fourth: { height: 0.5, turn: 1 } } } }))).toEqual(['*', '', '', '']);
    expect(listCords(read({ controller: { waves: { first: { cords: '' }, second: { turn: 1 } } } }))).toEqual([]);
  });

  it('change those of the animal that a file extends', () => {
    const { controller } = read({ controller: { waves: { second: { height: 0.1 } } } }, describeAnimal('octopus'));
    const { waves } = (describeAnimal('octopus') as SoftDesc).controller;
    expect(controller.waves).toEqual([waves[0], { ...waves[1], height: 0.1 }, waves[2], waves[3]]);
  });

  it('are known by their names in settings, schedules and suggestions', () => {
    const desc = applySettings(describeAnimal('octopus'), ['controller.waves.second.height=0.3']) as SoftDesc;
    expect(desc.controller.waves[1]!.height).toBe(0.3);
    const document = {
      ...JSON.parse(JSON.stringify(describeAnimal('stingray'))),
      schemaVersion: 1,
      schedule: [{ at: 1, set: { 'controller.waves.first.height': 0.2, 'water.flowX': 0.1 } }],
      tryFirst: [{ label: 'Calm', set: ['controller.waves.first.height=0.2', 'scene.selfContact=on'] }],
    };
    const old = parseDesc(document);
    expect(old.schedule[0]!.set).toEqual({ 'controller.waves[0].height': 0.2, 'water.current.x': 0.1 });
    expect(old.tryFirst[0]!.set).toEqual(['controller.waves[0].height=0.2', 'scene.selfContact=true']);
  });
});

describe('other fields of version 1', () => {
  it('have other names and values', () => {
    const desc = read({
      body: { material: { keep: 0.99 }, jitterSeed: 1 },
      controller: { between: 'held' },
      scene: { kind: 'none', selfContact: 'on', friction: 0.7, neck: 0.4 },
      solver: { integrator: 'auto' },
      water: { flow: 'vortex', flowX: 0.2, core: 0.3 },
    });
    expect(desc.body.material).toMatchObject({ masses: 'volume', velocityRetention: 0.99 });
    expect(desc.controller.interpolation).toBe('held');
    expect(desc.scene).toEqual({ kind: 'open', animals: 1, selfContact: true });
    expect(desc.solver.integrator).toBe('bdf2');
    expect(desc.water).toMatchObject({ model: 'paper', current: { kind: 'vortex', x: 0.2, core: 0.3 } });
  });

  it('of a starfish are four or five arms', () => {
    for (const [arms, now] of [
      [5, 5],
      [7, 4],
    ])
      expect(read({ body: { shape: 'starfish', sizes: { arms } } }).body).toMatchObject({ sizes: { arms: now } });
    expect(read({ body: { shape: 'octopus', sizes: { arms: 7, finWidth: 1 } } }).body).not.toMatchObject({
      sizes: { arms: 7 },
    });
  });

  it('of drawings say their kinds', () => {
    const { body } = read({
      body: {
        shape: 'drawn',
        anatomy: [{ at: [0, 0.1, 0], cords: '*', flat: 0.5 }],
        drawn: {
          mirrored: 'yes',
          shapes: [
            { points: [[0, 0, 0]], radii: [0.1] },
            { kind: 'ellipsoid', points: [[0, 0, 1]], radii: [1, 2, 3], line: 'smooth' },
          ],
        },
      },
    });
    expect(body.anatomy).toEqual([{ kind: 'eye', at: [0, 0.1, 0], size: 0.01 }]);
    expect(body).toMatchObject({
      drawn: {
        mirrored: true,
        shapes: [
          { kind: 'stroke', points: [[0, 0, 0]], radii: [0.1], line: 'smooth' },
          { kind: 'ellipsoid', centre: [0, 0, 1], radii: [1, 2, 3] },
        ],
      },
    });
  });

  it('are refused by name where nothing stands for them', () => {
    expect(findProblem(() => read({ body: { jitterSeed: 2 } }))).toMatch(/^body\.jitterSeed: .*no such field/u);
    expect(findProblem(() => read({ solver: { method: 'newton' } }))).toMatch(/^solver\.method: .*anderson/u);
    expect(findProblem(() => read({ scene: { lead: 0.5 } }))).toMatch(/^scene\.lead: .*scene\.kind=valley/u);
    expect(findProblem(() => read({ water: { model: 'none', gravity: 9.81 } }))).toMatch(/^water\.gravity: /u);
  });
});

describe('a setting of another kind', () => {
  it.each([
    ['octopus', 'body.sizes.finWidth=0.1', 'body.shape=cuttlefish'],
    ['octopus', 'body.sizes.arms=5', 'body.shape=starfish'],
    ['octopus', 'body.triangles=100', 'body.shape=plate'],
    ['octopus', 'scene.neck=0.4', 'scene.kind=bottle'],
    ['stingray', 'body.material.volume=1', 'body.shape=eel'],
    ['stingray', 'controller.spinal.left=1', 'controller.pattern=spinal'],
    ['starfish', 'water.current.core=1', 'water.current.kind=vortex'],
    ['starfish', 'scene.friction=1', 'scene.kind=pillars'],
    ['starfish', 'body.material.totalMass=1', 'body.material.masses=equal'],
  ])('%s --set %s is refused with what it needs', (animal, setting, needs) => {
    expect(findProblem(() => applySettings(describeAnimal(animal), [setting]))).toContain(needs);
  });

  it('is kept where the next kind has it too', () => {
    const { body } = applySettings(describeAnimal('octopus'), ['body.shape=cuttlefish']) as SoftDesc;
    expect(body).toMatchObject({ sizes: { length: 0.22, armLength: 0.5, finWidth: 0.13 }, material: { muscle: 9e5 } });
  });
});
