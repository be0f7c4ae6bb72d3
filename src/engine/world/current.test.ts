import { describe, expect, it } from 'vitest';
import { type Current, currentNumbers, setCurrent, setCurrentVelocity, vortexNumbers } from './current.ts';

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

it('tells the velocity of the water at a place', () => {
  const out = new Float64Array(3);
  const read = (current: Current | undefined, ...place: number[]): number[] => {
    setCurrentVelocity(out, current, Float64Array.from(place));
    return [...out];
  };
  expect(read(undefined, 1, 2, 3)).toEqual([0, 0, 0]);
  expect(read({ stream: [1, 2, 3] }, 4, 5, 6)).toEqual([1, 2, 3]);
  const shear = { rate: 0.5, along: [2, 0, 0], across: [0, 0, 3], centre: [0, 0, 1] } as const;
  expect(read({ stream: [0, 1, 0], shear }, 7, 8, 3)).toEqual([1, 1, 0]);
  const vortex = { centre: [1, 0, 0], axis: [0, 0, 2], circulation: 4 * Math.PI * 0.3, core: 1 } as const;
  // Fastest at the core, circulation / (4π core); still on the axis.
  expect(read({ vortices: [vortex] }, 2, 0, 5)[1]).toBeCloseTo(0.3, 12);
  expect(read({ vortices: [vortex] }, 1, -1, 0)[0]).toBeCloseTo(0.3, 12);
  expect(read({ vortices: [vortex] }, 1, 0, -4)).toEqual([0, 0, 0]);
});
