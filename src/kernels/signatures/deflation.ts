// What ../assembly/deflation.ts and its twin ../twins/deflation.ts offer, where the equations and layouts are explained.

type Turn = (
  out: number,
  x: number,
  turns: number,
  scale: number,
  sections: number,
  nodes: number,
  size: number,
) => void;

export interface DeflationKernels {
  /** image = A W for a matrix of 3 × 3 blocks whose rows have their blocks in three groups. */
  coarseImageF64(
    image: number,
    blocks: number,
    columns: number,
    groups: number,
    weights: number,
    rowCount: number,
  ): void;
  /** E = Wᵀ image: 180 numbers per section. */
  coarseMatrixF64(out: number, image: number, weights: number, sections: number, nodes: number): void;
  /**
   * Factor of E, 270 numbers per section. A pivot must exceed `noise` times its entry of E; returns the first section
   * where one does not, or −1.
   */
  factorCoarseF64(factor: number, matrix: number, noise: number, sections: number): number;
  /** coarse ← E⁻¹ coarse */
  solveCoarseF64(coarse: number, factor: number, sections: number): void;
  /** coarse = imageᵀ z */
  coarseProductF64(coarse: number, image: number, z: number, sections: number, nodes: number): void;
  /** z ← z − W coarse; returns r · z. */
  subtractCoarseF64(z: number, coarse: number, weights: number, r: number, sections: number, nodes: number): number;
  /** Vertices xyz_ in f64 to turned xyz in f32: out = scale Rᵀ x. */
  turnInF32: Turn;
  /** And back: out = scale R x. */
  turnOutF32: Turn;
  dotVerticesF64(a: number, b: number, count: number): number;
  /** x ← x + step p, r ← r − step q; returns r · r. */
  advanceCgF64(x: number, r: number, p: number, q: number, step: number, count: number): number;
  /** p ← z + ratio p */
  turnDirectionF64(p: number, z: number, ratio: number, count: number): void;
}
