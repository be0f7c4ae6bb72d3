import { describe, expect, it } from 'vitest';
import { computeAim } from './target-ring.ts';

const level = { heading: 0, elevation: 0 };

describe('the compass', () => {
  it('points to where the line of sight meets the level of the ring', () => {
    const ray = { origin: [10, 21, 5], direction: [0, 0, -1] } as const;
    expect(computeAim(ray, [10, 20, 0], 1, level, false).heading).toBeCloseTo(Math.PI / 2, 9);
    // A line that never comes down changes nothing.
    const up = { origin: [10, 21, 5], direction: [0, 0, 1] } as const;
    expect(computeAim(up, [10, 20, 0], 1, level, false)).toEqual(level);
  });

  it('is lifted along its own heading', () => {
    const ray = { origin: [1, -5, 1], direction: [0, 1, 0] } as const;
    const aim = computeAim(ray, [0, 0, 0], 1, level, true);
    expect(aim.heading).toBe(0);
    expect(aim.elevation).toBeCloseTo(Math.PI / 4, 9);
  });
});
