import { describe, expect, it } from 'vitest';
import { createRng, nextFloat } from '../../../math/rng.ts';
import type { Obstructions } from '../../../world/obstructions.ts';
import { createHerd, updateHerd } from '../../../world/herd.ts';
import { computeHerdGap, createContactOptions, partAnimals, partFromObstacles, type PushedArrays } from './contact.ts';

const dt = 1 / 240;

/** Two animals of two segments side by side, `apart` between their centre lines. */
function createPair(apart: number, carried: 0 | 1): PushedArrays {
  return {
    bodyPositions: Float64Array.of(0, 0, 1, -1, 0, 1, 0, apart, 1, -1, apart, 1),
    bodyVelocities: new Float64Array(12),
    bodyKinematic: new Uint8Array(4).fill(carried),
  };
}

describe('the gap between animals', () => {
  it('is that of the nearest two segments of all', () => {
    const random = createRng(3, 'curves');
    const [animals, segments] = [4, 60];
    for (let round = 0; round < 20; round++) {
      // Curves that wind, with links of all lengths.
      const positions = new Float64Array(3 * animals * segments);
      for (let i = 0; i < positions.length; i++)
        positions[i] = (i % (3 * segments) < 3 ? 0 : positions[i - 3]!) + (nextFloat(random) - 0.5);
      const herd = createHerd(animals, segments, positions, 1);
      updateHerd(herd);
      let least = Infinity;
      for (let a = 0; a < animals * segments; a++)
        for (let b = a + 1; b < animals * segments; b++) {
          if (Math.floor(a / segments) === Math.floor(b / segments)) continue;
          const [dx, dy, dz] = [0, 1, 2].map((k) => positions[3 * a + k]! - positions[3 * b + k]!);
          least = Math.min(least, Math.sqrt(dx! * dx! + dy! * dy! + dz! * dz!));
        }
      expect(computeHerdGap(herd, 1)).toBe(least - 2);
    }
  });

  it('is that of segments that lie on one point, too', () => {
    const herd = createHerd(2, 3, new Float64Array(18).fill(0.5), 1);
    updateHerd(herd);
    expect(computeHerdGap(herd, 1)).toBe(-2);
  });
});

describe('bodies that come too near', () => {
  it('are moved apart evenly when carried, until there is a gap', () => {
    const arrays = createPair(1.8, 1);
    const herd = createHerd(2, 2, arrays.bodyPositions, 1);
    const options = createContactOptions(1, dt);
    updateHerd(herd);
    expect(computeHerdGap(herd, 1)).toBeCloseTo(-0.2, 12);
    for (let step = 0; step < 240; step++) partAnimals(arrays, herd, options, dt);
    updateHerd(herd);
    expect(computeHerdGap(herd, 1)).toBeGreaterThan(0.2);
    const { bodyPositions: p } = arrays;
    expect(p[1]! + p[7]!).toBeCloseTo(1.8, 12);
    expect([p[0], p[2], p[3]]).toEqual([0, 1, -1]);
  });

  it('get the velocity alone when they are off their feet, and no more than is needed', () => {
    const arrays = createPair(1.8, 0);
    const herd = createHerd(2, 2, arrays.bodyPositions, 1);
    updateHerd(herd);
    const options = createContactOptions(1, dt);
    partAnimals(arrays, herd, options, dt);
    const once = arrays.bodyVelocities.slice();
    partAnimals(arrays, herd, options, dt);
    expect(arrays.bodyVelocities).toEqual(once);
    expect(once[1]).toBeLessThan(0);
    expect(once[7]).toBe(-once[1]!);
    expect(arrays.bodyPositions[7]).toBe(1.8);
  });

  it('are left alone at a distance', () => {
    const arrays = createPair(2.5, 1);
    const herd = createHerd(2, 2, arrays.bodyPositions, 1);
    updateHerd(herd);
    partAnimals(arrays, herd, createContactOptions(1, dt), dt);
    expect(arrays.bodyPositions[7]).toBe(2.5);
  });

  it('are moved out of obstacles', () => {
    const arrays = createPair(9, 1);
    const obstructions: Obstructions = {
      scene: {
        obstacles: [{ kind: 'cylinder', halfX: 3, halfY: 3 }],
        ...{ foodSizes: [], obstaclePlaces: [], foodPlaces: [], radius: 1, starts: [], margin: 1 },
      },
      arrays: {
        obstaclePlaces: Float64Array.of(0, -3.5, 0),
        foodPlaces: new Float64Array(0),
        foodEaten: new Uint8Array(0),
      },
      herd: null,
      own: 0,
    };
    for (let step = 0; step < 240; step++)
      partFromObstacles(arrays, obstructions, createContactOptions(1, dt), new Float64Array(4), dt);
    expect(Math.hypot(arrays.bodyPositions[0]!, arrays.bodyPositions[1]! + 3.5)).toBeCloseTo(4, 6);
    expect(arrays.bodyPositions[7]).toBe(9);
  });
});
