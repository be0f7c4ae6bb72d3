// What ../assembly/stvk-prisms.ts and its twin ../twins/stvk-prisms.ts offer, where the equations and layouts are explained.

export interface StvkPrismKernels {
  /**
   * Adds the forces of all prisms and, unless `blocks` is 0, their matrix on and above the diagonal. Returns the number of
   * prisms whose mean F has det ≤ 0 or NaN.
   */
  stvkPrismsF64(
    forces: number,
    blocks: number,
    positions: number,
    nodes: number,
    offsets: number,
    gradients: number,
    materials: number,
    factors: number,
    prismCount: number,
  ): number;
}
