import { describe, expect, it } from 'vitest';
import { drawLearningCurves } from './learning-curves.ts';

describe('curves of numbers that nobody expects', () => {
  it.each([
    [-1e308, 1e308],
    [0, 5e-324],
    [1e99, 1e99 + 1e84],
    [-1e99, 1e99],
    [Infinity, NaN],
    [0, 1],
  ])('are drawn or left out: %d and %d', (one, two) => {
    const rows = [one, two].map((value, i) => ({ step: 8 * i, seconds: i, 'eval/return': value }));
    const drawn = drawLearningCurves([{ name: 'a<b>', rows }], 'transitions') ?? '';
    expect(drawn).not.toMatch(/NaN|Infinity|undefined|<b>/u);
    expect(drawn.length).toBeLessThan(20_000);
  });
});
