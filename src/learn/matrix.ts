/**
 * The two loops in which a network spends its time, on row-major matrices inside flat arrays.
 *
 * Every element is summed over `inner` in pairs in the same order, whatever the number of rows: the result of a row does
 * not depend on which rows are computed beside it, so one worker with eight lanes and two with four agree bit for bit.
 */

/** out (rows × columns) += a (rows × inner) · b (inner × columns); each matrix begins at its offset. */
export function addProduct(
  out: Float64Array,
  outAt: number,
  a: Float64Array,
  aAt: number,
  b: Float64Array,
  bAt: number,
  rows: number,
  columns: number,
  inner: number,
): void {
  const pairs = inner - (inner % 2);
  let row = 0;
  // Four rows and two inner indices at a time: eight products for each pair of numbers of b that is loaded.
  for (; row + 4 <= rows; row += 4) {
    const o0 = outAt + row * columns;
    const o1 = o0 + columns;
    const o2 = o1 + columns;
    const o3 = o2 + columns;
    const a0 = aAt + row * inner;
    const a1 = a0 + inner;
    const a2 = a1 + inner;
    const a3 = a2 + inner;
    for (let i = 0; i < pairs; i += 2) {
      const p0 = a[a0 + i]!;
      const q0 = a[a0 + i + 1]!;
      const p1 = a[a1 + i]!;
      const q1 = a[a1 + i + 1]!;
      const p2 = a[a2 + i]!;
      const q2 = a[a2 + i + 1]!;
      const p3 = a[a3 + i]!;
      const q3 = a[a3 + i + 1]!;
      const b0 = bAt + i * columns;
      const b1 = b0 + columns;
      for (let c = 0; c < columns; c++) {
        const x = b[b0 + c]!;
        const y = b[b1 + c]!;
        out[o0 + c]! += p0 * x + q0 * y;
        out[o1 + c]! += p1 * x + q1 * y;
        out[o2 + c]! += p2 * x + q2 * y;
        out[o3 + c]! += p3 * x + q3 * y;
      }
    }
  }
  for (; row < rows; row++) {
    const o = outAt + row * columns;
    for (let i = 0; i < pairs; i += 2) {
      const p = a[aAt + row * inner + i]!;
      const q = a[aAt + row * inner + i + 1]!;
      const b0 = bAt + i * columns;
      const b1 = b0 + columns;
      for (let c = 0; c < columns; c++) out[o + c]! += p * b[b0 + c]! + q * b[b1 + c]!;
    }
  }
  if (pairs < inner) addLastInner(out, outAt, a, aAt, b, bAt, rows, columns, inner);
}

/** The last inner index of an odd number of them. */
function addLastInner(
  out: Float64Array,
  outAt: number,
  a: Float64Array,
  aAt: number,
  b: Float64Array,
  bAt: number,
  rows: number,
  columns: number,
  inner: number,
): void {
  const last = bAt + (inner - 1) * columns;
  for (let row = 0; row < rows; row++) {
    const p = a[aAt + row * inner + inner - 1]!;
    for (let c = 0; c < columns; c++) out[outAt + row * columns + c]! += p * b[last + c]!;
  }
}

/** out (columns × rows) = transpose of a (rows × columns). */
export function setTranspose(out: Float64Array, a: Float64Array, aAt: number, rows: number, columns: number): void {
  for (let row = 0; row < rows; row++)
    for (let c = 0; c < columns; c++) out[c * rows + row] = a[aAt + row * columns + c]!;
}
