// What ../assembly/stvk.ts and its twin ../twins/stvk.ts offer, where the equations and layouts are explained.

export interface StvkKernels {
  /**
   * Adds the forces of all tets and, unless `blocks` is 0, their matrix on and above the diagonal. Writes min det F and the
   * tet that has it to `report` (2 numbers), returns the number of tets with det F ≤ 0 or NaN.
   * StvkTets and TetBlocks hold the arrays.
   */
  stvkF64(
    report: number,
    forces: number,
    blocks: number,
    positions: number,
    nodes: number,
    offsets: number,
    gradients: number,
    materials: number,
    factors: number,
    actives: number,
    tetCount: number,
  ): number;
  /** Writes the transposes of `count` blocks; pairs: byte offsets in blocks, from and to. */
  mirrorBlocksF64(blocks: number, pairs: number, count: number): void;
}
