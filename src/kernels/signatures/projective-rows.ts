// What ../assembly/projective-rows.ts and its twin ../twins/projective-rows.ts offer, where the equations and layouts are explained.

export type InertiaKernel = (
  right: number,
  forces: number,
  u: number,
  start: number,
  masses: number,
  rowCount: number,
  rowBytes: number,
) => void;

export type PlaceKernel = (x: number, v: number, base: number, u: number, bytes: number, rate: number) => void;

export type DotsKernel = (
  out: number,
  a: number,
  b: number,
  stride: number,
  count: number,
  bytes: number,
  laneBytes: number,
) => void;

export type CombineKernel = (
  out: number,
  base: number,
  vectors: number,
  stride: number,
  coefficients: number,
  count: number,
  bytes: number,
  laneBytes: number,
) => void;

export interface ProjectiveRowKernels {
  /** right ← forces + m (start − u), one m per row. */
  projectiveInertiaF32: InertiaKernel;
  projectiveInertiaF64: InertiaKernel;
  /** x ← base + u, v ← rate u. */
  projectivePlaceF32: PlaceKernel;
  projectivePlaceF64: PlaceKernel;
  /** out[j] ← per lane Σ a b_j; b_j are `stride` bytes apart, laneBytes is 16 for one body, those of an axis for many. */
  projectiveDotsF32: DotsKernel;
  projectiveDotsF64: DotsKernel;
  /** out ← base + Σ_j c_j v_j with a coefficient per lane; out may be base. */
  projectiveCombineF32: CombineKernel;
  projectiveCombineF64: CombineKernel;
}
