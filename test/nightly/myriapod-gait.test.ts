import { describe, expect, it } from 'vitest';
import { watchSwingingTips } from '../../src/testing/runs/swinging-tips.ts';
import { start, straight, walk } from '../../src/testing/runs/centipede-run.ts';

describe('the wave of the legs, at length', () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7];
  it.each(['centipede', 'millipede'].flatMap((animal) => seeds.map((seed) => [animal, seed] as const)))(
    'the %s walks for two minutes, seed %i',
    (animal, seed) => {
      const { metrics } = walk(start(animal, [], seed), 120);
      expect(metrics['coherence']).toBeGreaterThanOrEqual(0.99);
      expect(metrics['doubleSteps']).toBeLessThan(0.01);
      if (animal === 'centipede') expect(Math.abs(metrics['phaseLag']! - 0.1)).toBeLessThan(0.02);
    },
    600_000,
  );

  it.each(['centipede', 'millipede'].flatMap((animal) => [0, 0.2, 0.5, 0.7, 1].map((turn) => [animal, turn] as const)))(
    'the %s turns at %f rad/s',
    (animal, turn) => {
      const { metrics } = walk(start(animal, [straight, `control.turn=${turn}`]), 30);
      expect(metrics['coherence']).toBeGreaterThanOrEqual(0.99);
      expect(metrics['doubleSteps']).toBeLessThan(0.01);
    },
    300_000,
  );

  it.each(['centipede', 'millipede'])(
    'the %s keeps it on its way to four foods',
    (animal) => {
      const foods = [
        { x: 0.3, y: 0.15 },
        { x: 0.1, y: 0.45 },
        { x: -0.25, y: 0.35 },
        { x: -0.2, y: -0.05 },
      ];
      const settings = [`scene.foods=${JSON.stringify(foods)}`, 'brain.foodOrder=listed'];
      const { metrics } = walk(start(animal, settings), 40);
      expect(metrics['coherence']).toBeGreaterThanOrEqual(0.95);
    },
    300_000,
  );

  it.each([
    ['centipede', 'skull', 0.75],
    ['centipede', 'sphere', 0.9],
    ['millipede', 'skull', 0.9],
    ['house-centipede', 'sphere', 0.9],
  ] as const)(
    'the %s on the %s: one wave, and legs swing over it',
    (animal, terrain, least) => {
      // One start is luck: seeds differ by a tenth.
      const coherences = [1, 2, 3].map((seed) => {
        const simulation = start(animal, [`scene.terrain=${terrain}`], seed);
        const tips = watchSwingingTips(simulation);
        const { metrics } = walk(simulation, 30, () => {
          if (simulation.stepCount % 24 === 0) tips.observe();
        });
        const { seen, deep } = tips.read();
        expect(seen).toBeGreaterThan(1000);
        expect(deep).toBeLessThanOrEqual(0.01);
        return metrics['coherence']!;
      });
      expect(Math.min(...coherences)).toBeGreaterThanOrEqual(0.75);
      expect(coherences.reduce((sum, value) => sum + value / 3, 0)).toBeGreaterThanOrEqual(least);
    },
    600_000,
  );

  it('two hundred segments', () => {
    const { metrics } = walk(start('centipede', [straight, 'body.segments=200', 'body.cells=2']), 30);
    expect(metrics['coherence']).toBeGreaterThanOrEqual(0.98);
  }, 600_000);

  it.each([
    ['house-centipede', []],
    ['millipede', []],
    ['centipede', ['body.stiffness=4000']],
  ])(
    'the %s stays together under ten times the gravity of the Earth',
    (animal, tissue) => {
      const { simulation } = walk(start(animal, ['scene.gravity=100', ...tissue]), 6);
      expect(simulation.time).toBeGreaterThan(5.9);
    },
    300_000,
  );
});
