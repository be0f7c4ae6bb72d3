// What ../assembly/exp.ts and its twin ../twins/exp.ts offer, where the equations and layouts are explained.

export interface ExpKernels {
  /** out[i] = e^x[i] for `count` doubles, within about 1 ulp (0.96 at worst in 60,000); out may be x. */
  expF64(out: number, x: number, count: number): void;
  /** As expF64 with x clamped to [−708, 709]: a little faster, and never 0 or infinite. */
  expClampedF64(out: number, x: number, count: number): void;
}
