import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../../animals/registry.ts';
import { RunMetrics } from '../../../sim/run-metrics.ts';
import { Simulation } from '../../../sim/simulation.ts';
import { applySettings } from '../../descriptions.ts';
import type { SoftSystem } from '../system.ts';

function create(...settings: string[]): Simulation {
  return new Simulation(applySettings(describeAnimal('ribbon-eel'), ['body.sizes.cells=24', ...settings]), { seed: 1 });
}

function run(simulation: Simulation, seconds: number): Record<string, number | null> {
  const metrics = new RunMetrics(simulation, seconds);
  metrics.observe();
  while (simulation.time < seconds - 1e-9) {
    simulation.step();
    metrics.observe();
  }
  return metrics.read();
}

describe('several animals in one scene', () => {
  it('are copies of the first, with cords of their own that take the same waves', () => {
    const one = create().system as SoftSystem;
    const three = create('scene.animals=3').system as SoftSystem;
    const nodes = one.body.positions.length;
    expect(three.body.positions.subarray(0, nodes)).toEqual(one.body.positions);
    expect(three.body.tets.length).toBe(3 * one.body.tets.length);
    expect(Math.max(...three.body.tets)).toBe(three.body.positions.length / 3 - 1);
    expect(new Set(three.body.cords.map(({ name }) => name)).size).toBe(3 * one.body.cords.length);
    expect([...three.plan.waveOf]).toEqual([...one.plan.waveOf, ...one.plan.waveOf, ...one.plan.waveOf]);
    expect([...three.plan.sides.subarray(0, one.plan.sides.length)]).toEqual([...one.plan.sides]);
    expect(three.mass).toBeCloseTo(one.mass, 12);
    expect(three.restReach).toBeCloseTo(one.restReach, 12);
  });

  it('swim as one does where they do not meet', () => {
    const alone = run(create('scene.selfContact=true'), 1.5);
    const school = run(create('scene.animals=3'), 1.5);
    expect(school['speed']! / alone['speed']!).toBeCloseTo(1, 1);
    expect(alone['speed']).toBeGreaterThan(0.1);
  });

  it('do not swim through each other', () => {
    const simulation = create('scene.animals=2');
    const { positions } = simulation.state.arrays as { positions: Float64Array };
    const half = positions.length / 2;
    // The second right beside the first, and pushed onto it.
    const gap = 0.08;
    const start = (simulation.system as SoftSystem).body.positions;
    for (let i = 0; i < half; i++) positions[half + i] = start[i]! + (i % 3 === 1 ? gap : 0);
    simulation.state.arrays['positionsBefore']!.set(positions);
    const { velocities } = simulation.state.arrays as { velocities: Float64Array };
    for (let i = 1; i < half; i += 3) velocities[half + i] = -0.5;
    simulation.state.arrays['velocitiesBefore']!.set(velocities);
    const distance = (): number => {
      let sum = 0;
      for (let i = 1; i < half; i += 3) sum += positions[half + i]! - positions[i]!;
      return sum / (half / 3);
    };
    for (let i = 0; i < 60; i++) simulation.step();
    expect(distance()).toBeGreaterThan(0.03);
  });

  it('have no room in a bottle', () => {
    expect(() => create('scene.animals=2', 'scene.kind=bottle')).toThrow(/scene\.animals/u);
  });
});
