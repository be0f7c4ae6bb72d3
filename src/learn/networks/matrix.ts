/**
 * The two loops in which a network spends its time, on row-major matrices inside flat arrays.
 *
 * Every element is summed over `inner` by fours in the same order, whatever the number of rows: the result of a row does
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
  const fours = inner - (inner % 4);
  const together = rows - (rows % 4);
  for (let row = 0; row < together; row += 4) {
    const o = outAt + row * columns;
    const p = aAt + row * inner;
    for (let i = 0; i < fours; i += 4) addFourByFour(out, o, a, p + i, b, bAt + i * columns, columns, inner);
  }
  for (let row = together; row < rows; row++) {
    const o = outAt + row * columns;
    for (let i = 0; i < fours; i += 4) {
      const p = aAt + row * inner + i;
      const p0 = a[p]!;
      const p1 = a[p + 1]!;
      const p2 = a[p + 2]!;
      const p3 = a[p + 3]!;
      const b0 = bAt + i * columns;
      const b1 = b0 + columns;
      const b2 = b1 + columns;
      const b3 = b2 + columns;
      for (let c = 0; c < columns; c++)
        out[o + c]! += p0 * b[b0 + c]! + p1 * b[b1 + c]! + p2 * b[b2 + c]! + p3 * b[b3 + c]!;
    }
  }
  for (let row = 0; row < rows; row++) {
    for (let i = fours; i < inner; i++) {
      const p = a[aAt + row * inner + i]!;
      for (let c = 0; c < columns; c++) out[outAt + row * columns + c]! += p * b[bAt + i * columns + c]!;
    }
  }
}

/** Four rows and four inner indices: sixteen products for every four numbers of b that are loaded. */
function addFourByFour(
  out: Float64Array,
  o0: number,
  a: Float64Array,
  a0: number,
  b: Float64Array,
  b0: number,
  columns: number,
  inner: number,
): void {
  const a1 = a0 + inner;
  const a2 = a1 + inner;
  const a3 = a2 + inner;
  const p0 = a[a0]!;
  const p1 = a[a0 + 1]!;
  const p2 = a[a0 + 2]!;
  const p3 = a[a0 + 3]!;
  const q0 = a[a1]!;
  const q1 = a[a1 + 1]!;
  const q2 = a[a1 + 2]!;
  const q3 = a[a1 + 3]!;
  const r0 = a[a2]!;
  const r1 = a[a2 + 1]!;
  const r2 = a[a2 + 2]!;
  const r3 = a[a2 + 3]!;
  const s0 = a[a3]!;
  const s1 = a[a3 + 1]!;
  const s2 = a[a3 + 2]!;
  const s3 = a[a3 + 3]!;
  const o1 = o0 + columns;
  const o2 = o1 + columns;
  const o3 = o2 + columns;
  const b1 = b0 + columns;
  const b2 = b1 + columns;
  const b3 = b2 + columns;
  for (let c = 0; c < columns; c++) {
    const x = b[b0 + c]!;
    const y = b[b1 + c]!;
    const z = b[b2 + c]!;
    const w = b[b3 + c]!;
    out[o0 + c]! += p0 * x + p1 * y + p2 * z + p3 * w;
    out[o1 + c]! += q0 * x + q1 * y + q2 * z + q3 * w;
    out[o2 + c]! += r0 * x + r1 * y + r2 * z + r3 * w;
    out[o3 + c]! += s0 * x + s1 * y + s2 * z + s3 * w;
  }
}

/** out (columns × rows) = transpose of a (rows × columns). */
export function setTranspose(out: Float64Array, a: Float64Array, aAt: number, rows: number, columns: number): void {
  for (let row = 0; row < rows; row++)
    for (let c = 0; c < columns; c++) out[c * rows + row] = a[aAt + row * columns + c]!;
}
