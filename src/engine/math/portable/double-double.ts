/**
 * Numbers of 106 bits as head + tail pairs, for tables that are computed when a module loads.
 * The `set*` functions write head and tail to the first argument; their relative error is below 2^−100.
 */

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

/** a + b − sum exactly, where sum is the rounded a + b (Knuth 1969). */
function computeSumError(a: number, b: number, sum: number): number {
  const other = sum - a;
  return a - (sum - other) + (b - other);
}

function setNormalised(out: Float64Array, head: number, tail: number): void {
  const sum = head + tail;
  out[0] = sum;
  out[1] = tail - (sum - head);
}

export function setPairSum(out: Float64Array, a: Float64Array, b: Float64Array): void {
  const sum = a[0]! + b[0]!;
  setNormalised(out, sum, computeSumError(a[0]!, b[0]!, sum) + (a[1]! + b[1]!));
}

export function setPairProduct(out: Float64Array, a: Float64Array, b: Float64Array): void {
  const product = a[0]! * b[0]!;
  const cross = a[0]! * b[1]! + a[1]! * b[0]!;
  setNormalised(out, product, computeProductError(a[0]!, b[0]!, product) + cross);
}

/** out = a/divisor for a plain divisor. */
export function setPairQuotient(out: Float64Array, a: Float64Array, divisor: number): void {
  const quotient = a[0]! / divisor;
  const back = quotient * divisor;
  setNormalised(out, quotient, (a[0]! - back - computeProductError(quotient, divisor, back) + a[1]!) / divisor);
}

/** out = √a. */
export function setPairRoot(out: Float64Array, a: Float64Array): void {
  const root = Math.sqrt(a[0]!);
  const square = root * root;
  setNormalised(out, root, (a[0]! - square - computeProductError(root, root, square) + a[1]!) / (2 * root));
}
