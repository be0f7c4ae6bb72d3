// What ../assembly/sections.ts and its twin ../twins/sections.ts offer, where the equations and layouts are explained.

export type SolveSections = (
  x: number,
  work: number,
  inverses: number,
  lower: number,
  lowerColumns: number,
  lowerCounts: number,
  upperEnd: number,
  upperColumnsEnd: number,
  upperCounts: number,
  sections: number,
  nodes: number,
  size: number,
) => void;

export interface SectionKernels {
  /**
   * a ← a⁻¹ for a symmetric positive definite size × size matrix of which the lower half is read, size a multiple of 4.
   * Every pivot must exceed its entry of `limits`; returns the first row whose pivot does not, or −1. `work` has room for
   * 8 size + 16 numbers.
   */
  invertSymmetricF64(a: number, limits: number, work: number, size: number): number;
  /** out ← out − B dense, size × size, for the sparse rows of one section. */
  subtractSparseDenseF64(
    out: number,
    dense: number,
    blocks: number,
    offsets: number,
    rows: number,
    counts: number,
    rowCount: number,
    size: number,
  ): void;
  /** x ← A⁻¹ x; the arrays are those of a SectionFactor. `work` has room for `size` numbers. */
  solveSectionsF32: SolveSections;
}
