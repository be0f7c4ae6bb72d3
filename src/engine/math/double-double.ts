/** Exact error terms of + and ×, for tables and functions that carry twice the digits of a double. */

/** a·b − product exactly, where product is the rounded a·b and |a|, |b| < 2^996 (Dekker 1971). */
export function computeProductError(a: number, b: number, product: number): number {
  const aScaled = a * 134217729;
  const aHead = aScaled - (aScaled - a);
  const aTail = a - aHead;
  const bScaled = b * 134217729;
  const bHead = bScaled - (bScaled - b);
  const bTail = b - bHead;
  return aHead * bHead - product + aHead * bTail + aTail * bHead + aTail * bTail;
}

/** a + b − sum exactly, where sum is the rounded a + b (Knuth). */
export function computeSumError(a: number, b: number, sum: number): number {
  const other = sum - a;
  return a - (sum - other) + (b - other);
}
