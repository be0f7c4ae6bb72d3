import { describe, expect, it } from 'vitest';
import type { Point } from './drawing.ts';
import { createContour, createLine, resample, thinStroke } from './freehand.ts';
import {
  contains,
  deletePoint,
  expandOutline,
  findHalf,
  findPoint,
  findSide,
  insertPoint,
  movePoint,
} from './outline.ts';
import { findSelfCrossing } from './problems.ts';

const circle = (count: number, radius = 0.3): Point[] =>
  Array.from({ length: count }, (_, k): Point => {
    const angle = (2 * Math.PI * k) / count;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
const mirror = { kind: 'mirror', count: 5 } as const;

describe('freehand contours', () => {
  it('are closed without the overshoot of the hand', () => {
    // A circle and a tenth of a turn more, spiralling inward across its own beginning.
    const raw = Array.from({ length: 66 }, (_, k): Point => {
      const [angle, radius] = [(2 * Math.PI * k) / 60, 0.3 - 0.0008 * k];
      return [radius * Math.cos(angle), radius * Math.sin(angle) + 0.004 * k * (k > 55 ? 1 : 0) * 0.1];
    });
    const contour = createContour(raw, { smoothing: 0.3, mirrored: false, grid: 0 });
    expect(contour.length).toBeGreaterThan(8);
    expect(findSelfCrossing(contour)).toBeUndefined();
  });

  it('begin and end where the hand crossed its own line, and not a point later', () => {
    // Counter-clockwise from the lower left corner of a square, and on through its first side.
    const square: Point[] = [
      [0.1, 0],
      [0.2, 0],
      [0.4, 0],
      [0.4, 0.2],
      [0.4, 0.4],
      [0.2, 0.4],
      [0, 0.4],
      [0.14, 0.1],
      [0.14, -0.05],
    ];
    const contour = createContour(square, { smoothing: 0, mirrored: false, grid: 0 });
    expect(findSelfCrossing(contour)).toBeUndefined();
    expect(Math.min(...contour.map(([, y]) => y))).toBe(0);
    expect(contour).toContainEqual([0.14, 0]);
  });

  it('are a half only where the other half is its mirror image', () => {
    const half: Point[] = [
      [0.3, 0],
      [0.1, 0.2],
      [-0.3, 0],
    ];
    const whole = expandOutline({ outline: half, symmetry: mirror });
    expect(findHalf(whole)).toEqual(half);
    expect(findHalf(whole.map(([x, y]): Point => [x, y < 0 ? 0.9 * y : y]))).toBeUndefined();
    expect(findHalf([...whole, [-0.1, -0.1]])).toBeUndefined();
  });

  it('become the left half of a mirrored body, wherever they were drawn', () => {
    for (const side of [1, -1]) {
      const arc = circle(60).filter(([, y]) => side * y > 0);
      const half = createContour(arc, { smoothing: 0.2, mirrored: true, grid: 0 });
      expect(half[0]![1]).toBe(0);
      expect(half[half.length - 1]![1]).toBe(0);
      expect(half[0]![0]).toBeGreaterThan(half[half.length - 1]![0]);
      expect(half.slice(1, -1).every(([, y]) => y > 0)).toBe(true);
      const whole = expandOutline({ outline: half, symmetry: mirror });
      expect(findHalf(whole)).toEqual(half);
      expect(findSelfCrossing(whole)).toBeUndefined();
    }
  });

  it('take a whole loop for its farther half when mirrored', () => {
    const half = createContour(circle(80), { smoothing: 0, mirrored: true, grid: 0 });
    expect(Math.max(...half.map(([, y]) => y))).toBeCloseTo(0.3, 2);
  });

  it('snap to the grid', () => {
    const contour = createContour(circle(40), { smoothing: 0, mirrored: false, grid: 0.05 });
    for (const [x, y] of contour)
      expect(Math.abs(x / 0.05 - Math.round(x / 0.05)) + Math.abs(y / 0.05 - Math.round(y / 0.05))).toBeLessThan(1e-9);
  });

  it('leave out what is not finite and survive ten thousand points', () => {
    const raw: Point[] = [...circle(10_000), [Number.NaN, 0], [Infinity, 1]];
    const contour = createContour(raw, { smoothing: 0.5, mirrored: false, grid: 0 });
    expect(contour.length).toBeLessThanOrEqual(160);
    expect(contour.flat().every(Number.isFinite)).toBe(true);
  });

  it('are nothing when nothing was drawn', () => {
    expect(createContour([[0, 0]], { smoothing: 0, mirrored: true, grid: 0 })).toEqual([]);
    expect(createLine([], { smoothing: 1, grid: 0 })).toEqual([]);
  });

  it('are thinned by what a line hardly needs, and sampled evenly', () => {
    const straight = Array.from({ length: 50 }, (_, k): Point => [0.01 * k, 0]);
    expect(thinStroke(straight, 0.003)).toEqual([straight[0], straight[49]]);
    const even = resample(
      [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
      5,
    );
    expect(even).toEqual([
      [0, 0],
      [0.5, 0],
      [1, 0],
      [1, 0.5],
      [1, 1],
    ]);
  });
});

describe('points of an outline', () => {
  const half: readonly Point[] = [
    [0.3, 0],
    [0, 0.2],
    [-0.3, 0],
  ];
  const outlined = { outline: half, symmetry: mirror };

  it('are found, inserted, moved and deleted', () => {
    expect(findPoint(half, [0.01, 0.19], 0.05)).toBe(1);
    expect(findSide(half, false, [0.15, 0.11], 0.05)).toBe(0);
    expect(insertPoint(outlined, 0, [0.2, 0.12])).toEqual([
      [0.3, 0],
      [0.2, 0.12],
      [0, 0.2],
      [-0.3, 0],
    ]);
    expect(movePoint(outlined, 1, [0.05, 0.25])[1]).toEqual([0.05, 0.25]);
    expect(deletePoint({ ...outlined, symmetry: { kind: 'none', count: 5 } }, 1)).toHaveLength(2);
  });

  it('keep to their side of a mirror, and its ends to the axis', () => {
    expect(movePoint(outlined, 0, [0.4, 0.1])[0]).toEqual([0.4, 0]);
    expect(movePoint(outlined, 1, [0, -0.1])[1]).toEqual([0, 0]);
    expect(deletePoint(outlined, 0)).toEqual(half);
  });

  it('say what is inside', () => {
    expect(contains(circle(30), [0.1, 0.1])).toBe(true);
    expect(contains(circle(30), [0.4, 0])).toBe(false);
  });
});
