/**
 * The result of one operation in the precision of the kernel. A flag and not a function to call: engines inline this, and
 * would box every number passed through a function value.
 */
export function round(x: number, single: boolean): number {
  return single ? Math.fround(x) : x;
}

/** (a0 b0 + a1 b1) + a2 b2, each operation rounded. */
export function dot(a0: number, a1: number, a2: number, b0: number, b1: number, b2: number, single: boolean): number {
  if (!single) return a0 * b0 + a1 * b1 + a2 * b2;
  const sum = Math.fround(Math.fround(a0 * b0) + Math.fround(a1 * b1));
  return Math.fround(sum + Math.fround(a2 * b2));
}

/** a b − c d, each operation rounded. */
export function minor(a: number, b: number, c: number, d: number, single: boolean): number {
  if (!single) return a * b - c * d;
  return Math.fround(Math.fround(a * b) - Math.fround(c * d));
}
