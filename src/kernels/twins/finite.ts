// Twin of ../assembly/finite.ts.
import type { MemoryViews } from '../memory/arena.ts';

export function createFiniteTwin({ f64, f32 }: MemoryViews) {
  return {
    /** 1 if all `count` doubles from byte `x` are finite, else 0. */
    areFiniteF64(x: number, count: number): number {
      let sum = 0;
      for (let i = x / 8; i < x / 8 + count; i++) sum += f64[i]! * 0;
      return sum === 0 ? 1 : 0;
    },
    /** The same for floats. */
    areFiniteF32(x: number, count: number): number {
      let sum = 0;
      for (let i = x / 4; i < x / 4 + count; i++) sum += f32[i]! * 0;
      return sum === 0 ? 1 : 0;
    },
  };
}
