import { describe, expect, it } from 'vitest';
import { chooseScale, chooseStep, formatTick, listTicks } from './plot-scale.ts';

describe('scales of plots', () => {
  it('fit the data and not what was expected', () => {
    // An energy of 0.25 to 3 J where up to 10 were expected.
    expect(chooseScale([0, 10], 0.25, 3, [0, 10])).toEqual([0, 3.5]);
    expect(chooseScale([0.9, 1.1], 0.985, 1.003, [0.9, 1.1]).map((value) => value.toFixed(3))).toEqual([
      '0.984',
      '1.004',
    ]);
    expect(chooseScale([-60, 60], -10, 22, [-60, 60])).toEqual([-25, 25]);
    expect(chooseScale([-5, 30], 40, 55, [-5, 30])).toEqual([0, 60]);
  });

  it('stay while the data fit and use them', () => {
    const before = [0, 4] as const;
    expect(chooseScale([0, 10], 0.3, 3.6, before)).toBe(before);
    expect(chooseScale([0, 10], 0.1, 2, before)).toBe(before);
    expect(chooseScale([0, 10], 0.1, 1, before)).toEqual([0, 1.1]);
    expect(chooseScale([0, 10], null, null, before)).toBe(before);
  });

  it('show noise as a flat line', () => {
    const [low, high] = chooseScale([-0.05, 0.3], -6e-14, 6e-14, [-0.05, 0.3]);
    expect(high - low).toBeGreaterThan(0.005);
    expect(chooseScale([0, 1], 0, 0, [0, 1])[1]).toBeGreaterThan(0);
  });

  it('count in ones, twos and fives', () => {
    expect([0.03, 1, 1.4, 3, 70].map(chooseStep)).toEqual([0.05, 1, 2, 5, 100]);
    expect(listTicks([-0.4, 0.4], 4)).toEqual([-0.4, -0.2, 0, 0.2, 0.4]);
    expect(listTicks([2.05, 3.9], 4)).toEqual([2.5, 3, 3.5]);
  });
});

describe('labels of ticks', () => {
  it('tell neighbours apart, however far from zero they are', () => {
    expect([205.2, 205.4, 205.6].map((value) => formatTick(value, 0.2))).toEqual(['205.2', '205.4', '205.6']);
    expect([0, 20, 40].map((value) => formatTick(value, 20))).toEqual(['0', '20', '40']);
    expect(formatTick(-0.0004, 0.01)).toBe('0');
  });
});

it('lays a flat line in the middle', () => {
  const [low, high] = chooseScale([10, 20], 15, 15, [0, 0]);
  expect(low).toBeLessThan(15);
  expect(low + high).toBeCloseTo(30, 9);
});
