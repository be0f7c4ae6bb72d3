/** Fingers on the board. */
import { describe, expect, it } from 'vitest';
import { type BoardSight, toBoard } from './board-painter.ts';
import { Grip } from './grip.ts';

const sight: BoardSight = { width: 400, height: 300, scale: 500, x: 0.1, y: -0.2 };

describe('a grip', () => {
  it('of two fingers keeps both places under them, also when they move apart', () => {
    const grip = new Grip();
    grip.hold(1, [100, 100]);
    grip.hold(2, [200, 160]);
    grip.begin(sight);
    let now = grip.follow(1, [50, 90], sight);
    now = grip.follow(2, [250, 210], now);
    expect(now.scale).toBeCloseTo((500 * Math.hypot(200, 120)) / Math.hypot(100, 60), 6);
    for (const [before, after] of [
      [toBoard(sight, 100, 100), toBoard(now, 50, 90)],
      [toBoard(sight, 200, 160), toBoard(now, 250, 210)],
    ])
      for (const axis of [0, 1] as const) expect(after![axis]).toBeCloseTo(before![axis], 9);
  });

  it('continues with one finger when the other was lifted, and ends with the last', () => {
    const grip = new Grip();
    grip.hold(1, [100, 100]);
    grip.hold(2, [200, 100]);
    grip.begin(sight);
    grip.release(2, sight);
    const now = grip.follow(1, [130, 100], sight);
    expect(now.scale).toBe(500);
    expect(now.x).toBeCloseTo(0.1 - 30 / 500, 9);
    grip.release(1, now);
    expect(grip.moves).toBe(false);
  });

  it('that has not begun moves nothing', () => {
    const grip = new Grip();
    grip.hold(1, [100, 100]);
    expect(grip.follow(1, [150, 100], sight)).toBe(sight);
  });
});
