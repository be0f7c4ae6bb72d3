// Soft animals among things: no deeper than 0.3 % of a length, solved as stated, held and led.
import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../src/animals/registry.ts';
import { applySettings } from '../../src/engine/families/descriptions.ts';
import { computePathPlace } from '../../src/engine/world/curved-path.ts';
import type { SoftSystem } from '../../src/engine/families/soft/system.ts';
import { Simulation } from '../../src/engine/sim/simulation.ts';
import { setDistance } from '../../src/engine/world/distance/signed-distance.ts';

interface Watched {
  readonly simulation: Simulation;
  readonly system: SoftSystem;
  readonly deepest: number;
  readonly residual: number;
  readonly iterations: number;
  readonly inverted: number;
  readonly touching: number;
  readonly height: number;
  readonly place: number;
}

function run(animal: string, seconds: number, ...settings: string[]): Watched {
  const simulation = new Simulation(applySettings(describeAnimal(animal), settings), { seed: 1 });
  const system = simulation.system as SoftSystem;
  const { scene, body } = system;
  const arrays = simulation.state.arrays as Record<'positions' | 'track' | 'ball', Float64Array>;
  const nodes = new Set([...body.surface, ...body.plates]);
  const signals = new Float64Array(simulation.signalLength);
  const sample = new Float64Array(4);
  let [deepest, residual, iterations, inverted, touching, height] = [0, 0, 0, 0, 0, 0];
  const steps = Math.round(seconds / system.dt);
  for (let step = 0; step < steps; step++) {
    simulation.step();
    iterations += arrays.track[1]! / steps;
    if (step > steps / 8) residual = Math.max(residual, arrays.track[2]!);
    if (step % 12 !== 0) continue;
    simulation.writeSignals(signals);
    inverted = Math.max(inverted, signals[simulation.signalOffsets['inverted']!]!);
    touching = Math.max(touching, signals[simulation.signalOffsets['touching']!]!);
    height = Math.max(height, Math.abs(signals[2]!));
    for (const node of nodes) {
      const [x, y, z] = [0, 1, 2].map((k) => arrays.positions[3 * node + k]!) as [number, number, number];
      if (scene.obstacles) setDistance(sample, scene.obstacles, x, y, z);
      if (scene.obstacles) deepest = Math.max(deepest, -sample[0]!);
      if (scene.ball)
        deepest = Math.max(
          deepest,
          scene.ball.radius - Math.hypot(x - arrays.ball[0]!, y - arrays.ball[1]!, z - arrays.ball[2]!),
        );
    }
  }
  const place = scene.path ? computePathPlace(scene.path, signals[0]!, signals[1]!, signals[2]!) : 0;
  return { simulation, system, deepest, residual, iterations, inverted, touching, height, place };
}

describe('contact', () => {
  it.each([
    ['octopus', 'grasp', 5, 8],
    ['starfish', 'grasp', 5, 16],
    ['cuttlefish', 'grasp', 5, 8],
    ['octopus', 'bottle', 12, 8],
    ['soft-lamprey', 'bottle', 5, 20],
    ['soft-lamprey', 'pillars', 6, 12],
    ['ribbon-eel', 'valley', 5, 20],
  ] as const)('%s in %s is solved, and nothing goes in', (animal, kind, seconds, most) => {
    const { system, deepest, residual, iterations, inverted, touching } = run(animal, seconds, `scene.kind=${kind}`);
    expect(touching).toBeGreaterThan(0);
    expect(deepest).toBeLessThan(0.003 * system.bodyLength);
    expect(residual).toBeLessThanOrEqual(0.1);
    expect(iterations).toBeLessThan(most);
    expect(inverted).toBe(0);
  });

  it.each(['octopus', 'starfish', 'cuttlefish'])('%s holds its ball', (animal) => {
    const { simulation, system } = run(animal, 4, 'scene.kind=grasp');
    const { positions, ball } = simulation.state.arrays as Record<'positions' | 'ball', Float64Array>;
    const measure = (): number => {
      let square = 0;
      for (let k = 0; k < 3; k++) {
        let mean = 0;
        for (let at = k; at < positions.length; at += 3) mean += positions[at]! / (positions.length / 3);
        square += (ball[k]! - mean) * (ball[k]! - mean);
      }
      return Math.sqrt(square);
    };
    const before = measure();
    for (let step = 0; step < 120; step++) simulation.step();
    expect(Math.abs(measure() - before)).toBeLessThan(0.02 * system.bodyLength);
  });

  it('the valley leads a lamprey by itself, and touches it', () => {
    const { place, height, touching, system } = run('soft-lamprey', 14, 'scene.kind=valley');
    expect(place).toBeGreaterThan(0.6 * system.scene.path!.lengths.at(-1)!);
    expect(height).toBeLessThan(0.2);
    expect(touching).toBeGreaterThan(5);
  });

  it.each([0.03, 0.06, 0.1])('a looser tolerance (%d) costs no more than a tight one', (tolerance) => {
    const tight = run('octopus', 1.5, 'solver.tolerance=0.01').iterations;
    expect(run('octopus', 1.5, `solver.tolerance=${tolerance}`).iterations).toBeLessThan(tight);
  });
});
