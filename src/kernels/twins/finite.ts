// Twin of ../assembly/finite.ts.
import type { MemoryViews } from '../memory/arena.ts';
import type { FiniteKernels } from '../signatures/finite.ts';

export function createFiniteTwin({ f64, f32 }: MemoryViews): FiniteKernels {
  return {
    areFiniteF64(x, count) {
      let sum = 0;
      for (let i = x / 8; i < x / 8 + count; i++) sum += f64[i]! * 0;
      return sum === 0 ? 1 : 0;
    },
    areFiniteF32(x, count) {
      let sum = 0;
      for (let i = x / 4; i < x / 4 + count; i++) sum += f32[i]! * 0;
      return sum === 0 ? 1 : 0;
    },
  };
}
