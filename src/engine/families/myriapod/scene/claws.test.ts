import { describe, expect, it } from 'vitest';
import { createPlaneDistance } from '../../../world/distance/plane.ts';
import { checkHold, type Claws, holdToGround, keepHeight } from './contact.ts';

const dt = 1 / 240;
const claws: Claws = {
  grip: 40,
  height: 2,
  lowest: -50,
  dt,
};
const plane = createPlaneDistance({ slope: 0, slopeAcross: 0 });
const sample = new Float64Array(4);

function createSegment(height: number, speed = 0): { bodyPositions: Float64Array; bodyVelocities: Float64Array } {
  return { bodyPositions: Float64Array.of(0, 0, height), bodyVelocities: Float64Array.of(0, 0, speed) };
}

describe('a carried segment on a closed surface', () => {
  it.each([
    ['within the play', 2.07, 2.07],
    ['too high by more', 2.1, 2.08],
    ['too low by more', 1.9, 1.92],
    ['far too high: as fast as it may', 4, 4 - 12 * dt],
    ['far too low', 0, 12 * dt],
  ])('%s', (_, height, wanted) => {
    const segment = createSegment(height);
    keepHeight(claws, segment, 0, plane, sample);
    expect(segment.bodyPositions[2]).toBeCloseTo(wanted, 12);
    expect(segment.bodyVelocities[2]).toBeCloseTo((wanted - height) / dt, 9);
  });
});

describe('a segment off its feet', () => {
  it.each([
    ['at its height, at rest', 2, 0, 0],
    ['a little too high: in proportion', 2.1, 0, -20],
    ['too high: with all it has', 2.5, 0, -40],
    ['too low', 1.5, 0, 40],
    ['out of reach', 3.3, 0, 0],
    ['at its height, moving away', 2, 3, -30],
  ])('%s', (_, height, speed, pull) => {
    const segment = createSegment(height, speed);
    holdToGround(claws, segment, 0, plane, sample);
    expect((segment.bodyVelocities[2]! - speed) / dt).toBeCloseTo(pull, 9);
    expect(segment.bodyPositions[2]).toBe(height);
  });
});

describe('an animal that falls from a closed surface', () => {
  it('is noticed below it', () => {
    expect(() => checkHold(claws, createSegment(-49))).not.toThrow();
    expect(() => checkHold(claws, createSegment(-51))).toThrow(/lost its hold.*scene\.grip/);
    expect(() => checkHold({ ...claws, lowest: -Infinity }, createSegment(-1e9))).not.toThrow();
  });
});
