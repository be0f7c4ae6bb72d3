// What ../assembly/finite.ts and its twin ../twins/finite.ts offer, where the equations and layouts are explained.

export interface FiniteKernels {
  /** 1 if all `count` doubles from byte `x` are finite, else 0. */
  areFiniteF64(x: number, count: number): number;
  /** The same for floats. */
  areFiniteF32(x: number, count: number): number;
}
