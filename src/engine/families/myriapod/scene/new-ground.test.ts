/** Another ground under a running animal: it is put onto it, and the run continues. */
import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../../animals/registry.ts';
import { replaceValue } from '../../descriptions.ts';
import { Simulation } from '../../../sim/simulation.ts';

function walk(settings: readonly (readonly [string, unknown])[], steps: number): Simulation {
  const desc = settings.reduce((made, [path, value]) => replaceValue(made, path, value), describeAnimal('centipede'));
  const simulation = new Simulation(desc, { seed: 1 });
  for (let i = 0; i < steps; i++) simulation.step();
  return simulation;
}

function exchange(before: Simulation, settings: readonly (readonly [string, unknown])[]): Simulation {
  const desc = settings.reduce((made, [path, value]) => replaceValue(made, path, value), before.desc);
  const { simulation, restarted } = before.changeDesc(desc);
  expect(restarted).toBe(false);
  return simulation;
}

function readHead(simulation: Simulation): number[] {
  return [...(simulation.state.arrays['bodyPositions'] as Float64Array).subarray(0, 3)];
}

describe('new ground under a running animal', () => {
  it('is a sphere: the animal walks on its top', () => {
    const next = exchange(walk([], 800), [['scene.terrain', 'sphere']]);
    for (let i = 0; i < 400; i++) next.step();
    const fresh = walk([['scene.terrain', 'sphere']], 400);
    // Other random numbers, the same place: within half its length, cm.
    const [head, like] = [readHead(next), readHead(fresh)];
    expect(Math.hypot(...head.map((value, k) => value - like[k]!))).toBeLessThan(6);
  });

  it('was nothing at all: it comes back up onto blocks, where it was', () => {
    const falling = walk([['scene.terrain', 'none']], 1200);
    const [x, y, z] = readHead(falling);
    expect(z).toBeLessThan(-5);
    const next = exchange(falling, [['scene.terrain', 'blocks']]);
    const placed = readHead(next);
    expect(placed.slice(0, 2)).toEqual([x, y]);
    expect(placed[2]).toBeGreaterThan(0);
    for (let i = 0; i < 400; i++) next.step();
    expect(readHead(next)[2]).toBeGreaterThan(0);
  });

  it('leaves an animal alone that stands on the new ground as well', () => {
    const before = walk([], 400);
    const next = exchange(before, [['scene.slope', 1e-3]]);
    expect(readHead(next)).toEqual(readHead(before));
  });
});
