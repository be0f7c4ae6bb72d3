import { describe, expect, it } from 'vitest';
import { createRng } from '../engine/math/rng.ts';
import {
  createBox,
  createDiscrete,
  findOutside,
  findSpaceDifference,
  parseSpace,
  setRandomPoint,
  toSpaceJson,
} from './spaces.ts';

const box = createBox(['a', 'b', 'c'], [-1, -Infinity, 2], [1, Infinity, Infinity]);

describe('spaces', () => {
  it('tells points inside from points outside, NaN included', () => {
    expect(findOutside(box, Float64Array.of(1, 1e9, 2))).toBeUndefined();
    expect(findOutside(box, Float64Array.of(0, 0, 1.9))).toBe(2);
    expect(findOutside(box, Float64Array.of(0, NaN, 3))).toBe(1);
    expect(findOutside(createDiscrete(3), Float64Array.of(2))).toBeUndefined();
    expect(findOutside(createDiscrete(3), Float64Array.of(3))).toBe(0);
    expect(findOutside(createDiscrete(3), Float64Array.of(0.5))).toBe(0);
  });

  it('draws points that are inside', () => {
    const rng = createRng(3, 'test');
    const point = new Float64Array(3);
    for (const space of [box, createDiscrete(5)]) {
      for (let i = 0; i < 200; i++) {
        setRandomPoint(point, space, rng);
        expect(findOutside(space, point)).toBeUndefined();
      }
    }
  });

  it('keeps everything in its JSON form', () => {
    for (const space of [box, createDiscrete(4)]) {
      const back = parseSpace(JSON.parse(JSON.stringify(toSpaceJson(space))), 'space');
      expect(back).toEqual(space);
      expect(findSpaceDifference(space, back)).toBeUndefined();
    }
  });

  it('refuses what is not a space, and says where', () => {
    expect(() => parseSpace({ kind: 'ball' }, 'policy.actionSpace')).toThrow(/policy\.actionSpace\.kind/u);
    expect(() => parseSpace({ kind: 'box', names: ['a'], low: [0], high: ['x'] }, 'p')).toThrow(/p\.high\[0\]/u);
    expect(() => createBox(['a'], 1, 0)).toThrow(/lower limit/u);
    expect(() => createBox(['a', 'b'], [0], 1)).toThrow(/2 names/u);
    expect(() => createDiscrete(0)).toThrow(/at least 1/u);
  });

  it('says what differs', () => {
    expect(findSpaceDifference(box, createBox(['a', 'x', 'c'], box.low, box.high))).toContain(
      '"b" as number 1, not "x"',
    );
    expect(findSpaceDifference(box, createBox(['a', 'b', 'c'], box.low, [2, Infinity, Infinity]))).toContain(
      'to 1, not',
    );
    expect(findSpaceDifference(createDiscrete(2), createDiscrete(3))).toContain('2 choices');
    expect(findSpaceDifference(box, createDiscrete(3))).toContain('a box space, not a discrete one');
  });
});
