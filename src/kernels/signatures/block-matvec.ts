// What ../assembly/block-matvec.ts and its twin ../twins/block-matvec.ts offer, where the equations and layouts are explained.

export interface BlockMatvecKernels {
  /**
   * out and x: vertices xyz_; the fourth number of x is ignored and that of out is zero. The other arrays are those of a
   * PackedBlocks of the same precision; setPackedProduct passes them. out may not be x.
   */
  blockMatvecF32(out: number, x: number, blocks: number, columns: number, rowStart: number, rowCount: number): void;
  /** As blockMatvecF32 in double precision. */
  blockMatvecF64(out: number, x: number, blocks: number, columns: number, rowStart: number, rowCount: number): void;
}
