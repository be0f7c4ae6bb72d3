import { describe, expect, it } from 'vitest';
import { parseDesc } from '../descriptions.ts';
import { ModelError } from '../../model/problem.ts';

const old = { schemaVersion: 1, animal: 'centipede', body: { kind: 'hybrid' } };

function read(document: Readonly<Record<string, unknown>>): Record<string, Record<string, unknown>> {
  return parseDesc({ ...old, controller: { kind: 'legs' }, ...document }) as never;
}

function getProblem(document: Readonly<Record<string, unknown>>) {
  try {
    read(document);
  } catch (error) {
    if (error instanceof ModelError) return error.problems[0]!;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('a myriapod of version 1', () => {
  it('loses what belongs to other grounds, gaits and shapes', () => {
    const { scene, controller } = read({
      controller: { kind: 'legs', gait: { coordination: 'time', adjustTime: 0.01, tokenDelay: 0.5, lag: 0.3 } },
      scene: {
        terrain: 'gaps',
        gapWidth: '3 cm',
        bumpHeight: 0.5,
        heights: [1],
        water: { side: 2 },
        obstacles: [
          { x: 0.5, length: 3 },
          { kind: 'box', x: 1, radius: 2 },
        ],
      },
    });
    expect(scene).toMatchObject({ terrain: 'gaps', gapWidth: 0.03, water: { kind: 'none' } });
    expect(scene).not.toHaveProperty('bumpHeight');
    expect(scene!['obstacles']).toMatchObject([
      { kind: 'cylinder', radius: 0.03 },
      { kind: 'box', length: 0.06 },
    ]);
    expect(controller!['gait']).toMatchObject({ coordination: 'time', adjustTime: 0.01 });
    expect(controller!['gait']).not.toHaveProperty('lag');
  });

  it('has a pond where it had a level, and a loop where its path was closed', () => {
    const { scene } = read({ scene: { water: { level: 0.02, side: 1 }, pathClosed: true, pathEnd: 'stay' } });
    expect(scene).toMatchObject({ water: { kind: 'pond', level: 0.02, side: 1 }, pathEnd: 'loop' });
    expect(read({ scene: { pathClosed: false, pathEnd: 'stay' } })['scene']).toMatchObject({ pathEnd: 'stay' });
  });

  it('may say numbers that are fixed now, as they are', () => {
    const { controller } = read({
      brain: { patience: 2, openWay: 1.5 },
      controller: { kind: 'legs', claws: { reach: 1.6 }, gait: { restRate: (100 * Math.PI) / 180 } },
    });
    expect(controller).not.toHaveProperty('claws');
  });

  it.each([
    [{ brain: { patience: 3 } }, 'brain.patience'],
    [{ controller: { kind: 'legs', claws: { reach: 2 } } }, 'controller.claws.reach'],
    [{ integration: { iterations: 3 } }, 'integration.iterations'],
    [{ scene: { randomRadius: 2 } }, 'scene.randomRadius'],
    [{ controller: { kind: 'legs', gait: { timing: 'free' } } }, 'controller.gait.timing'],
    [{ scene: { obstacles: [{ x: 1, turn: 1 }] } }, 'scene.obstacles[0].turn'],
  ])('is refused where the run would be another: %j', (document, path) => {
    expect(getProblem(document).path).toBe(path);
  });
});
