import { describe, expect, it } from 'vitest';
import { createRng, nextFloat, nextInt, nextNormal, nextUint32, setRngState } from './rng.ts';

function drawWords(state: Uint32Array, count: number): number[] {
  return Array.from({ length: count }, () => nextUint32(state));
}

describe('random streams', () => {
  it('follows the published xoshiro128** from state 1, 2, 3, 4', () => {
    // Output of the authors' xoshiro128starstar.c, version 1.1; the same vector is in the tests of Rust's rand_xoshiro.
    expect(drawWords(new Uint32Array([1, 2, 3, 4]), 10)).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]);
  });

  it('gives the same numbers for the same seed and name, for good', () => {
    expect(drawWords(createRng(42, 'noise'), 4)).toEqual(drawWords(createRng(42, 'noise'), 4));
    expect(drawWords(createRng(42, 'noise'), 4)).toEqual([201814547, 948571941, 717405588, 1295916773]);
    expect(nextNormal(createRng(42, 'noise'))).toBe(0.15450588273040203);
  });

  it('tells seeds and names apart, also where only the high half, the sign or the order differs', () => {
    const variants: [number, string][] = [
      [0, ''],
      [0, 'a'],
      [0, 'b'],
      [0, 'ab'],
      [0, 'ba'],
      [0, 'a\0'],
      [1, 'a'],
      [-1, 'a'],
      [2 ** 32, 'a'],
      [2 ** 32 + 1, 'a'],
      [-(2 ** 32), 'a'],
      [Number.MAX_SAFE_INTEGER, 'a'],
      [Number.MIN_SAFE_INTEGER, 'a'],
    ];
    const firsts = variants.map(([seed, name]) => drawWords(createRng(seed, name), 2).join());
    expect(new Set(firsts).size).toBe(variants.length);
  });

  it('keeps neighbouring seeds and streams uncorrelated', () => {
    const count = 100_000;
    for (const [first, second] of [
      [createRng(7, 'left'), createRng(7, 'right')],
      [createRng(7, 'left'), createRng(8, 'left')],
    ] as const) {
      let sum = 0;
      for (let i = 0; i < count; i++) sum += (nextFloat(first) - 0.5) * (nextFloat(second) - 0.5) * 12;
      // A correlation coefficient of independent streams has deviation 1/√count.
      expect(Math.abs(sum / count)).toBeLessThan(4 / Math.sqrt(count));
    }
  });

  it('continues from a copy of the state', () => {
    const rng = createRng(3, 'copy');
    drawWords(rng, 17);
    const copy = rng.slice();
    expect(drawWords(copy, 5)).toEqual(drawWords(rng, 5));
    setRngState(rng, 3, 'copy');
    expect(drawWords(rng, 3)).toEqual(drawWords(createRng(3, 'copy'), 3));
  });

  it('refuses seeds that are not safe integers and states of the wrong length', () => {
    for (const seed of [0.5, NaN, Infinity, 2 ** 53]) expect(() => createRng(seed, 'x')).toThrow(/safe integer/);
    expect(() => {
      setRngState(new Uint32Array(3), 1, 'x');
    }).toThrow(/4 words/);
  });
});

describe('distributions', () => {
  it('spreads 32-bit words evenly over 256 bins of their high and low byte', () => {
    const rng = createRng(11, 'chi');
    const high = new Float64Array(256);
    const low = new Float64Array(256);
    const count = 256_000;
    for (let i = 0; i < count; i++) {
      const word = nextUint32(rng);
      high[word >>> 24]! += 1;
      low[word & 255]! += 1;
    }
    for (const bins of [high, low]) {
      const chi = bins.reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0);
      // 255 degrees of freedom: mean 255, deviation √510 ≈ 22.6.
      expect(chi).toBeGreaterThan(255 - 4 * 22.6);
      expect(chi).toBeLessThan(255 + 4 * 22.6);
    }
  });

  it('draws floats in [0, 1) with all 53 bits in use', () => {
    const rng = createRng(12, 'float');
    let sum = 0;
    let lastBits = 0;
    const count = 100_000;
    for (let i = 0; i < count; i++) {
      const value = nextFloat(rng);
      if (!(value >= 0 && value < 1)) expect.fail(`${value} is outside [0, 1)`);
      sum += value;
      lastBits += (value * 2 ** 53) % 2;
    }
    expect(Math.abs(sum / count - 0.5)).toBeLessThan(4 * Math.sqrt(1 / 12 / count));
    expect(Math.abs(lastBits / count - 0.5)).toBeLessThan(4 * Math.sqrt(1 / 4 / count));
    // The largest float comes from all ones: words 2^32 − 1 give 1 − 2^−53.
    expect((((2 ** 32 - 1) >>> 5) * 67108864 + ((2 ** 32 - 1) >>> 6)) / 2 ** 53).toBe(1 - 2 ** -53);
  });

  it('draws integers without bias, where plain remainders would favour the lower half', () => {
    const rng = createRng(13, 'int');
    const n = 3 * 2 ** 30;
    let lower = 0;
    const count = 60_000;
    for (let i = 0; i < count; i++) if (nextInt(rng, n) < 2 ** 30) lower += 1;
    // A plain remainder would put half of the draws here instead of a third.
    expect(Math.abs(lower / count - 1 / 3)).toBeLessThan(4 * Math.sqrt(2 / 9 / count));
    expect(nextInt(rng, 1)).toBe(0);
    const bins = new Float64Array(7);
    for (let i = 0; i < 70_000; i++) bins[nextInt(rng, 7)]! += 1;
    expect(bins.reduce((sum, k) => sum + (k - 10_000) ** 2 / 10_000, 0)).toBeLessThan(22.5);
    expect(nextInt(new Uint32Array([1, 2, 3, 4]), 2 ** 32)).toBe(11520);
    for (const bad of [0, -1, 1.5, NaN, 2 ** 32 + 1]) expect(() => nextInt(rng, bad)).toThrow(RangeError);
  });

  it('draws normals with the moments and tails of the normal law', () => {
    const rng = createRng(14, 'normal');
    const count = 200_000;
    let mean = 0;
    let square = 0;
    let cube = 0;
    let fourth = 0;
    let beyondTwo = 0;
    for (let i = 0; i < count; i++) {
      const value = nextNormal(rng);
      mean += value / count;
      square += value ** 2 / count;
      cube += value ** 3 / count;
      fourth += value ** 4 / count;
      if (Math.abs(value) > 2) beyondTwo += 1 / count;
    }
    const deviation = 1 / Math.sqrt(count);
    expect(Math.abs(mean)).toBeLessThan(4 * deviation);
    expect(Math.abs(square - 1)).toBeLessThan(4 * Math.sqrt(2) * deviation);
    expect(Math.abs(cube)).toBeLessThan(4 * Math.sqrt(15) * deviation);
    expect(Math.abs(fourth - 3)).toBeLessThan(4 * Math.sqrt(96) * deviation);
    expect(Math.abs(beyondTwo - 0.0455)).toBeLessThan(4 * Math.sqrt(0.0455) * deviation);
  });

  it('stays finite when the uniform draw behind a normal is 0', () => {
    // Words of this state start with 0, 0: the first uniform is exactly 0.
    const value = nextNormal(new Uint32Array([5, 0, 5, 9]));
    expect(Number.isFinite(value)).toBe(true);
  });
});
