import { describe, expect, it } from 'vitest';
import { setPathPoint } from './walk-path.ts';
import { keepEaten, type ObstacleShape, sampleObstacle } from './things.ts';

const out = new Float64Array(3);

function sample(shape: ObstacleShape, place: number[], x: number, y: number): number[] {
  sampleObstacle(out, shape, Float64Array.from(place), 0, x, y, 0);
  return [...out];
}

describe('the distance of an obstacle', () => {
  const box: ObstacleShape = { kind: 'box', halfX: 2, halfY: 1 };

  it('is that of a circle for a cylinder', () => {
    const cylinder: ObstacleShape = { kind: 'cylinder', halfX: 3, halfY: 3 };
    const [distance, nx, ny] = sample(cylinder, [1, 2, 0], 5, 5);
    expect([distance, nx, ny]).toEqual([2, 0.8, 0.6]);
    expect(sample(cylinder, [1, 2, 0], 1, 2)[0]).toBe(-3);
  });

  it('is that of a rectangle for a box: sides, corners, inside', () => {
    expect(sample(box, [0, 0, 0], 5, 0.5)).toEqual([3, 1, 0]);
    expect(sample(box, [0, 0, 0], 0.5, -3)).toEqual([2, 0, -1]);
    expect(sample(box, [0, 0, 0], 5, 5).map((value) => value.toFixed(6))).toEqual(['5.000000', '0.600000', '0.800000']);
    expect(sample(box, [0, 0, 0], 1.5, 0)[0]).toBe(-0.5);
  });

  it('turns and moves with the box, and grows at rate one along the normal', () => {
    const place = [1, -2, 0.7];
    for (const [x, y] of [
      [4, 1],
      [-3, -3],
      [1.2, -6],
    ] as const) {
      const [distance, nx, ny] = sample(box, place, x, y) as [number, number, number];
      expect(Math.hypot(nx, ny)).toBeCloseTo(1, 12);
      expect(sample(box, place, x + 0.01 * nx, y + 0.01 * ny)[0]).toBeCloseTo(distance + 0.01, 12);
    }
  });
});

describe('a path', () => {
  const points = Float64Array.of(0, 0, 1, 2, 4, 3, 5, -1);

  it('goes through its points', () => {
    for (let i = 0; i < 4; i++) {
      setPathPoint(out, { points, closed: false }, i);
      expect([out[0], out[1]]).toEqual([points[2 * i], points[2 * i + 1]]);
    }
  });

  it('is smooth, and comes back to its start when closed', () => {
    const path = { points, closed: true };
    setPathPoint(out, path, 4);
    expect([out[0], out[1]]).toEqual([0, 0]);
    for (let i = 0; i < 4; i++) {
      const slope = [i - 1e-6, i, i + 1e-6].map((u) => {
        setPathPoint(out, path, u);
        return out[0]!;
      });
      expect((slope[1]! - slope[0]!) / 1e-6).toBeCloseTo((slope[2]! - slope[1]!) / 1e-6, 4);
    }
  });
});

describe('food that comes and goes', () => {
  it('stays eaten where it was, and only there', () => {
    const before = { foodPlaces: Float64Array.of(1, 2, 0, 3, 2, 0, 1, 5, 0), foodEaten: Uint8Array.of(1, 0, 1) };
    const foodPlaces = Float64Array.of(3, 2, 0, 1, 5, 9, 1, 2, 0, 3, 5, 0);
    const arrays = { obstaclePlaces: new Float64Array(0), foodPlaces, foodEaten: new Uint8Array(4) };
    keepEaten(arrays, before);
    expect([...arrays.foodEaten]).toEqual([0, 1, 1, 0]);
  });
});
