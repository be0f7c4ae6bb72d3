// What ../assembly/svd.ts and its twin ../twins/svd.ts offer, where the equations and layouts are explained.

export interface SvdKernels {
  /**
   * Blocks of four matrices, one lane each: entry (i, j) of matrix `lane` at (9 block + 3 i + j) · 4 + lane, for the
   * input and for u and v; sigma has 3 fields per block. Outputs may not overlap the input.
   */
  svdF32(u: number, sigma: number, v: number, matrices: number, blockCount: number): void;
  /** As svdF32 with blocks of two matrices. */
  svdF64(u: number, sigma: number, v: number, matrices: number, blockCount: number): void;
}
