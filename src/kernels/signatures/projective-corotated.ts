// What ../assembly/projective-corotated.ts and its twin ../twins/projective-corotated.ts offer, where the equations and layouts are explained.

export type FramesKernel = (
  out: number,
  x: number,
  counts: number,
  offsets: number,
  weights: number,
  rowCount: number,
  axisBytes: number,
) => void;

export type TurnKernel = (
  out: number,
  x: number,
  frames: number,
  rowCount: number,
  axisBytes: number,
  back: number,
) => void;

export type BlockSolveKernel = (x: number, counts: number, rows: number, values: number, rowCount: number) => void;

export interface ProjectiveCorotatedKernels {
  /** Rotations around the nodes at the rows x; axisBytes 0 for one body, bytes of an axis for many. */
  projectiveFramesF32: FramesKernel;
  projectiveFramesF64: FramesKernel;
  /** out ← Rᵀ x of every row, or R x when `back` is not 0. */
  projectiveTurnF32: TurnKernel;
  projectiveTurnF64: TurnKernel;
  /** x ← (L D Lᵀ)⁻¹ x of one body, 3 × 3 blocks. */
  projectiveBlocksF32: BlockSolveKernel;
  projectiveBlocksF64: BlockSolveKernel;
}
