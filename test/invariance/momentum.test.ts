/** Without water nothing acts on a soft body: what it does to itself changes neither its momentum nor its angular momentum. */
import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../src/animals/registry.ts';
import { applySettings } from '../../src/engine/families/descriptions.ts';
import type { SoftSystem } from '../../src/engine/families/soft/system.ts';
import { Simulation } from '../../src/engine/sim/simulation.ts';

const animals = [
  'soft-lamprey',
  'starfish',
  'octopus',
  'stingray',
  'cuttlefish',
  'ribbon-eel',
  'manta',
  'butterfly',
  'comet',
];

interface Momenta {
  /** |Σ m v| over Σ m |v|, and |Σ l| over Σ |l| about the centre of mass. */
  readonly linear: number;
  readonly angular: number;
  readonly linearSum: number;
  readonly angularSum: number;
}

function measure(masses: ArrayLike<number>, positions: Float64Array, velocities: Float64Array): Momenta {
  const centre = [0, 0, 0];
  let total = 0;
  for (let node = 0; node < masses.length; node++) {
    total += masses[node]!;
    for (let k = 0; k < 3; k++) centre[k]! += masses[node]! * positions[3 * node + k]!;
  }
  const [p, l] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  let [linearSum, angularSum] = [0, 0];
  for (let node = 0; node < masses.length; node++) {
    const [x, y, z] = [0, 1, 2].map((k) => positions[3 * node + k]! - centre[k]! / total) as [number, number, number];
    const [u, v, w] = [0, 1, 2].map((k) => masses[node]! * velocities[3 * node + k]!) as [number, number, number];
    const spin = [y * w - z * v, z * u - x * w, x * v - y * u];
    [u, v, w].forEach((value, k) => (p[k]! += value));
    spin.forEach((value, k) => (l[k]! += value));
    linearSum += Math.hypot(u, v, w);
    angularSum += Math.hypot(...spin);
  }
  return { linear: Math.hypot(...p), angular: Math.hypot(...l), linearSum, angularSum };
}

describe('a soft body in empty space', () => {
  it.each(animals)('keeps both momenta over 3 s: %s', (animal) => {
    const simulation = new Simulation(applySettings(describeAnimal(animal), ['water.model=none']), { seed: 1 });
    const { masses } = (simulation.system as SoftSystem).tables;
    const { positions, velocities } = simulation.state.arrays as Record<string, Float64Array>;
    const most = { linear: 0, angular: 0, linearSum: 0, angularSum: 0 };
    while (simulation.time < 3 - 1e-9) {
      simulation.step();
      if (simulation.stepCount % 4 !== 0) continue;
      const now = measure(masses, positions!, velocities!);
      for (const key of ['linear', 'angular', 'linearSum', 'angularSum'] as const)
        most[key] = Math.max(most[key], now[key]);
    }
    expect(most.angular / most.angularSum).toBeLessThan(1e-3);
    expect(most.linear / most.linearSum).toBeLessThan(1e-12);
  });
});
