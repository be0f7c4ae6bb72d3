import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { applySettings } from '../descriptions.ts';
import { RunMetrics } from '../../sim/run-metrics.ts';
import { Simulation } from '../../sim/simulation.ts';

function create(seed: number, ...settings: string[]): Simulation {
  return new Simulation(applySettings(describeAnimal('lamprey'), settings), { seed });
}

function measureSpeed(seed: number, noise: number): number {
  const simulation = create(
    seed,
    'brainstem.kind=uneven',
    `brainstem.noise=${noise}`,
    'brainstem.left=0.5',
    'brainstem.right=0.5',
  );
  const metrics = new RunMetrics(simulation, 6);
  metrics.observe();
  while (simulation.time < 6 - 1e-9) {
    simulation.step();
    metrics.observe();
  }
  return metrics.read()['speed']!;
}

describe('an uneven brain stem', () => {
  it('is steady by default: all seeds are alike', () => {
    const [one, two] = [create(1), create(2)];
    for (let i = 0; i < 50; i++) [one, two].forEach((simulation) => simulation.step());
    expect(one.hash()).toBe(two.hash());
    expect(one.state.arrays['random']).toBeUndefined();
  });

  it('differs by seed, and is the same for the same seed and from a snapshot', () => {
    const [one, again, other] = [
      create(1, 'brainstem.kind=uneven'),
      create(1, 'brainstem.kind=uneven'),
      create(2, 'brainstem.kind=uneven'),
    ];
    const states = [one, again, other].map((simulation) => {
      for (let i = 0; i < 60; i++) simulation.step();
      return simulation.hash();
    });
    expect(states[1]).toBe(states[0]);
    expect(states[2]).not.toBe(states[0]);
    other.restore(one.snapshot());
    for (let i = 0; i < 60; i++) [one, other].forEach((simulation) => simulation.step());
    expect(other.hash()).toBe(one.hash());
  });

  it('is drawn every noiseTime, with the mean and the spread asked for, whatever the time between states', () => {
    const draws = ['0.005', '0.02'].map((interval) => {
      const simulation = create(
        3,
        'brainstem.kind=uneven',
        'brainstem.noise=0.2',
        `integration.outputInterval=${interval}`,
        'segments=10',
      );
      const seen: number[] = [];
      while (simulation.time < 40) {
        simulation.step();
        const factor = simulation.state.arrays['noise']![0]!;
        if (factor !== seen.at(-1)) seen.push(factor);
      }
      return seen;
    });
    expect(draws[1]).toEqual(draws[0]);
    const values = draws[0]!;
    expect(values).toHaveLength(400);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / values.length);
    expect(mean).toBeCloseTo(1, 1);
    expect(spread).toBeCloseTo(0.2, 1);
  });

  it('makes animals of different seeds swim at different speeds, more so with more of it', () => {
    const spread = (noise: number): number => {
      const speeds = [1, 2, 3, 4].map((seed) => measureSpeed(seed, noise));
      return Math.max(...speeds) - Math.min(...speeds);
    };
    const [slight, strong] = [spread(0.05), spread(0.3)];
    expect(slight).toBeGreaterThan(1e-4);
    expect(strong).toBeGreaterThan(slight);
    expect(strong).toBeLessThan(0.2);
  });
});
