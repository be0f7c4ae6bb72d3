import { describe, expect, it } from 'vitest';
import { createKernels } from './load.ts';
import { createTwinInstance } from './twin.ts';

describe.each([
  ['wasm', () => createKernels(4096)],
  ['twin', () => createTwinInstance(4096)],
] as const)('the finite check (%s)', (_name, create) => {
  it('finds one bad number at any place of arrays of any length', () => {
    const kernels = create();
    const doubles = kernels.arena.allocF64(40);
    const floats = kernels.arena.allocF32(40);
    for (let length = 0; length <= 19; length++) {
      doubles.fill(-1e300);
      floats.fill(3e38);
      expect(kernels.areFiniteF64(doubles.byteOffset, length)).toBe(1);
      expect(kernels.areFiniteF32(floats.byteOffset, length)).toBe(1);
      for (const bad of [NaN, Infinity, -Infinity]) {
        for (let at = 0; at <= length; at++) {
          doubles.fill(1e-310);
          floats.fill(1);
          doubles[at] = bad;
          floats[at] = bad;
          // A bad number right behind the end must not matter.
          expect(kernels.areFiniteF64(doubles.byteOffset, length)).toBe(at < length ? 0 : 1);
          expect(kernels.areFiniteF32(floats.byteOffset, length)).toBe(at < length ? 0 : 1);
        }
      }
    }
  });
});
