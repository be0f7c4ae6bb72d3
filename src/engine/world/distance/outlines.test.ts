import { describe, expect, it } from 'vitest';
import { setBoxOutline, setCircleOutline } from './outlines.ts';

const out = new Float64Array(3);
const close = (values: readonly number[]): number[] => values.map((value) => expect.closeTo(value, 12) as number);

describe('outlines seen from above', () => {
  it.each([
    ['outside', 3, 4, [3, 0.6, 0.8]],
    ['inside', 0, -0.5, [-1.5, 0, -1]],
    ['in the middle', 0, 0, [-2, 1, 0]],
  ] as const)('a circle: %s', (_, dx, dy, wanted) => {
    setCircleOutline(out, dx, dy, 2);
    expect(Array.from(out)).toEqual(close(wanted));
  });

  it.each([
    ['beside it', 5, 0.5, [3, 1, 0]],
    ['before it', -1, -4, [3, 0, -1]],
    ['beyond a corner', 5, 5, [5, 0.6, 0.8]],
    ['beyond the other corner', -5, -5, [5, -0.6, -0.8]],
    ['inside, nearer to a long side', 1, -0.8, [-0.2, 0, -1]],
    ['inside, nearer to a short side', 1.9, 0.1, [-0.1, 1, 0]],
  ] as const)('a box of 4 × 2: %s', (_, dx, dy, wanted) => {
    setBoxOutline(out, dx, dy, 1, 0, 2, 1);
    expect(Array.from(out)).toEqual(close(wanted));
    // The same turned by an angle, point and all.
    const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
    setBoxOutline(out, c * dx - s * dy, s * dx + c * dy, c, s, 2, 1);
    const [distance, nx, ny] = wanted;
    expect(Array.from(out)).toEqual(close([distance, c * nx - s * ny, s * nx + c * ny]));
  });
});
