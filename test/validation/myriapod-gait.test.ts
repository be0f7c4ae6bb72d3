import { describe, expect, it } from 'vitest';
import { start, straight, walk, type Walk } from '../../src/testing/runs/centipede-run.ts';
import { describeOwn } from '../../src/animals/registry.ts';
import { listWarnings } from '../../src/engine/sim/warnings.ts';
import { watchSwingingTips } from '../../src/testing/runs/swinging-tips.ts';

describe('turns', () => {
  it.each([
    ['millipede', 0.35],
    ['millipede', 1],
    ['centipede', 1],
  ])('the %s keeps its wave at %f rad/s and steps once in a cycle', (animal, turn) => {
    const { metrics } = walk(start(animal, [straight, `control.turn=${turn}`]), 16);
    expect(metrics['coherence']).toBeGreaterThan(0.99);
    expect(metrics['doubleSteps']).toBeLessThan(0.01);
  });

  it.each([0, 0.35, 1])(
    'the millipede starts in its wave: at %f rad/s hardly a step is double in the first seconds',
    (turn) => {
      const { metrics } = walk(start('millipede', [straight, `control.turn=${turn}`]), 5);
      expect(metrics['coherence']).toBeGreaterThan(0.99);
      expect(metrics['doubleSteps']).toBeLessThan(0.01);
    },
  );

  it('where calls are deferred and no leg waits, as it was, the millipede steps twice', () => {
    const { metrics } = walk(
      start('millipede', [straight, 'control.turn=1', 'controller.gait.waitShare=0', 'controller.gait.dropShare=0']),
      12,
    );
    expect(metrics['doubleSteps']).toBeGreaterThan(0.1);
  });

  it('the centipede’s lag while it walks as it likes is that of living ones', () => {
    const { metrics } = walk(start('centipede'), 12);
    expect(metrics['phaseLag']).toBeGreaterThan(0.08);
    expect(metrics['phaseLag']).toBeLessThan(0.12);
    expect(metrics['coherence']).toBeGreaterThan(0.99);
  });
});

describe('rough ground', () => {
  it.each(['centipede', 'millipede'])('the %s keeps its wave over bumps of 4 mm', (animal) => {
    const bumps = ['scene.terrain=bumps', 'scene.bumpHeight=0.004'];
    const { metrics } = walk(start(animal, [straight, ...bumps]), 10);
    expect(metrics['coherence']).toBeGreaterThan(0.9);
    expect(metrics['footSlipMax']).toBeLessThan(1e-9);
  });

  it.each(['auto', 'time'])('no swinging leg is drawn deeper than a millimetre in it: %s', (coordination) => {
    const settings = ['scene.terrain=bumps', 'scene.bumpHeight=0.01', `controller.gait.coordination=${coordination}`];
    const simulation = start('centipede', [straight, ...settings]);
    const tips = watchSwingingTips(simulation);
    walk(simulation, 6, () => {
      if (simulation.stepCount % 12 === 0) tips.observe();
    });
    const { seen, deep } = tips.read();
    expect(seen).toBeGreaterThan(500);
    expect(deep).toBeLessThan(0.01);
  });
});

describe('gravity of the Earth', () => {
  const earth = 'scene.gravity=9.81';
  const warn = ({ simulation, metrics }: Walk): readonly string[] =>
    listWarnings(simulation.system, metrics, { describeOwn: () => describeOwn(simulation.system.desc) });

  it.each([
    ['millipede', 0.04],
    ['house-centipede', 0.12],
  ])('the %s walks %f m/s in it, dropped from its usual height', (animal, speed) => {
    const run = walk(start(animal, [earth]), 8);
    expect(run.metrics['coherence']).toBeGreaterThan(0.99);
    expect(run.metrics['speed']).toBeGreaterThan(0.9 * speed);
    expect(warn(run)).toEqual([]);
  });

  it('the centipede’s tissue sags until its belly drags; the run says so, and which tissue carries it', () => {
    const soft = walk(start('centipede', [earth]), 8);
    expect(soft.metrics['coherence']).toBeLessThan(0.99);
    const [belly, tissue] = warn(soft);
    expect(belly).toMatch(/^bodyHeightMin .*on the ground/u);
    expect(tissue).toMatch(/^scene\.gravity is 9\.81; validated is at most 2\.5\. .*sags/u);
    const stiff = walk(start('centipede', [earth, /body\.stiffness=\d+/u.exec(tissue!)![0]]), 8);
    expect(stiff.metrics['coherence']).toBeGreaterThan(0.99);
    expect(stiff.metrics['speed']).toBeGreaterThan(0.9 * 0.08);
    expect(warn(stiff)).toEqual([]);
    const heavy = start('centipede', ['scene.gravity=100']);
    expect(listWarnings(heavy.system, {})[0]).toContain('no stiffness carries so much');
  });

  it('falls from a tenth of a metre are survived by the lightest', () => {
    const { metrics } = walk(start('house-centipede', ['scene.gravity=9.81', 'scene.startHeight=0.1']), 3);
    expect(metrics['walkingFrom']).toBeGreaterThan(0.1);
  });
});
