import { describe, expect, it } from 'vitest';
import { type Current, currentNumbers, setCurrent, vortexNumbers } from './current.ts';

function write(current: Current, vortices = 1): number[] {
  const out = new Float64Array(currentNumbers + vortices * vortexNumbers);
  setCurrent(out, 0, 1, current, vortices);
  return [...out];
}

describe('a current as the kernels read it', () => {
  it('is fastest at the core of a vortex: circulation over 4π core', () => {
    const numbers = write({ vortices: [{ centre: [1, 2, 3], axis: [0, 0, 2], circulation: 0.5, core: 0.2 }] });
    const [strength, core2] = numbers.slice(currentNumbers + 6);
    expect(numbers.slice(currentNumbers, currentNumbers + 6)).toEqual([1, 2, 3, 0, 0, 1]);
    const speed = (r: number): number => (strength! * r) / (r * r + core2!);
    expect(speed(0.2)).toBeCloseTo(0.5 / (4 * Math.PI * 0.2), 12);
    expect(speed(0.19)).toBeLessThan(speed(0.2));
    expect(speed(0.21)).toBeLessThan(speed(0.2));
  });

  it('grows across a shear, and stands at its centre', () => {
    const shear = { rate: 2, along: [3, 0, 0], across: [0, 0, 5], centre: [7, 7, 0.4] } as const;
    const numbers = write({ stream: [0, 0.1, 0], shear });
    const at = (x: readonly number[], i: number): number =>
      numbers[i]! + [0, 1, 2].reduce((sum, j) => sum + numbers[3 + 3 * i + j]! * x[j]!, 0);
    expect([0, 1, 2].map((i) => at([0, 0, 0.4], i))).toEqual([0, 0.1, 0]);
    expect(at([5, 5, 1.4], 0)).toBeCloseTo(2, 12);
  });
});
