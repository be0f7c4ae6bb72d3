// What ../assembly/projective.ts and its twin ../twins/projective.ts offer, where the equations and layouts are explained.

export type TetsKernel = (
  out: number,
  x: number,
  records: number,
  fibreCounts: number,
  fibres: number,
  activations: number,
  inverted: number,
  count: number,
  axisBytes: number,
) => void;

export type PlatesKernel = (out: number, x: number, records: number, count: number, axisBytes: number) => void;

export type HingesKernel = (
  out: number,
  x: number,
  records: number,
  targets: number,
  count: number,
  axisBytes: number,
) => void;

export interface ProjectiveKernels {
  /**
   * Adds the forces of tets with their fibres to the rows at `out`, and counts inverted tets per lane (or per body) at
   * `inverted`. axisBytes: 0 for one body, with `count` blocks of lanes; bytes of one axis of a row for many bodies, with
   * `count` tets.
   */
  projectiveTetsF32: TetsKernel;
  projectiveTetsF64: TetsKernel;
  projectivePlatesF32: PlatesKernel;
  projectivePlatesF64: PlatesKernel;
  projectiveHingesF32: HingesKernel;
  projectiveHingesF64: HingesKernel;
}
