/**
 * The initial guess of a solve: the best combination of the last few solutions,
 *
 *   x = Σ c_i y_i  with  yᵀ(b − A x) = 0 for all y_i,   that is  (yᵀA y) c = yᵀb.
 *
 * A body that moves smoothly is mostly where its past says it is; a product with A per solution kept costs a fraction of
 * an iteration. Vectors are vertices xyz_ in the arena.
 */
import type { Kernels } from '../../../../kernels/functions.ts';
import { setPackedProduct } from '../../../../kernels/pack-blocks.ts';
import type { SystemMatrix } from '../assembly.ts';

/** Solutions kept. */
export const pastCount = 3;
/** A solution that adds less than this to the others is left out: it depends on them, up to rounding. */
const dependenceShare = 1e-10;

export interface PastSolutions {
  /** The newest first: views of one array, which is part of a state. */
  readonly past: readonly Float64Array[];
  readonly all: Float64Array;
  readonly product: Float64Array;
  /** Cholesky factor of yᵀA y, row by row, and its right-hand side. */
  readonly matrix: Float64Array;
  readonly load: Float64Array;
}

/** `all` holds pastCount vectors; `product` is one more for the work. */
export function createPastSolutions(all: Float64Array, product: Float64Array): PastSolutions {
  const length = product.length;
  return {
    past: Array.from({ length: pastCount }, (_, i) => all.subarray(i * length, (i + 1) * length)),
    all,
    product,
    matrix: new Float64Array(pastCount * pastCount),
    load: new Float64Array(pastCount),
  };
}

/** Overwrites x with the guess. */
export function setGuess(
  kernels: Kernels,
  x: Float64Array,
  { past, product, matrix: a, load: c }: PastSolutions,
  matrix: SystemMatrix,
  b: Float64Array,
): void {
  const n = pastCount;
  const dot = (u: Float64Array, v: Float64Array): number =>
    kernels.dotVerticesF64(u.byteOffset, v.byteOffset, matrix.nodeCount);
  for (let j = 0; j < n; j++) {
    setPackedProduct(kernels, product.byteOffset, matrix.packed, past[j]!.byteOffset);
    for (let i = j; i < n; i++) a[n * i + j] = dot(past[i]!, product);
    c[j] = dot(past[j]!, b);
  }
  for (let j = 0; j < n; j++) {
    const before = a[n * j + j]!;
    for (let i = j; i < n; i++) for (let k = 0; k < j; k++) a[n * i + j]! -= a[n * i + k]! * a[n * j + k]!;
    const pivot = a[n * j + j]!;
    // An infinite pivot takes its solution out of the combination.
    const root = pivot > dependenceShare * before ? Math.sqrt(pivot) : Infinity;
    a[n * j + j] = root;
    for (let i = j + 1; i < n; i++) a[n * i + j]! /= root;
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) c[i]! -= a[n * i + k]! * c[k]!;
    c[i]! /= a[n * i + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) c[i]! -= a[n * k + i]! * c[k]!;
    c[i]! /= a[n * i + i]!;
  }
  x.fill(0);
  for (let k = 0; k < n; k++) addScaled(x, past[k]!, c[k]!);
}

function addScaled(x: Float64Array, y: Float64Array, share: number): void {
  if (share !== 0) for (let i = 0; i < x.length; i++) x[i]! += share * y[i]!;
}

/** The newest takes the place of the oldest. */
export function storeSolution({ all, past }: PastSolutions, x: Float64Array): void {
  all.copyWithin(x.length, 0, all.length - x.length);
  past[0]!.set(x);
}
