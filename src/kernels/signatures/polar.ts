// What ../assembly/polar.ts and its twin ../twins/polar.ts offer, where the equations and layouts are explained.

export interface PolarKernels {
  /**
   * Blocks of four matrices, one lane each: entry (i, j) of matrix `lane` at (9 block + 3 i + j) · 4 + lane, for the
   * input and the rotations; quaternions x, y, z, w have 4 fields per block and are the start on entry and the answer on
   * return. Returns how many matrices needed their singular values. Outputs may not overlap the input.
   */
  polarF32(rotations: number, quaternions: number, matrices: number, blockCount: number): number;
  /** As polarF32 with blocks of two matrices. */
  polarF64(rotations: number, quaternions: number, matrices: number, blockCount: number): number;
}
