// Symmetric positive systems of a chain of bodies with six unknowns each, in which every body is joined to its neighbours only:
// Cholesky's factor in place, body by body. The row of an unknown begins with the first unknown of the body before its own.

/** The lower band: (row, column) at bandStride · row + column − row + bandStride − 1. */
export const bandStride = 12;
/** From (row, column) to (row + 1, column). */
const down = bandStride - 1;

/** x ← A⁻¹ x for the rows from `first` to before `end`, whole bodies, by Cholesky's factor, which replaces A. */
export function solveBodyBand(a: Float64Array, x: Float64Array, first: number, end: number): void {
  for (let body = first; body < end; body += 6) {
    if (body > first) for (let row = body; row < body + 6; row++) eliminate(a, x, row, body);
    factorBody(a, x, body);
  }
  for (let i = end - 1; i >= first; i--) {
    const row = i * down + down;
    const value = x[i]! / a[row + i]!;
    x[i] = value;
    const low = Math.max(first, i - (i % 6) - 6);
    for (let j = low; j < i; j++) x[j] = x[j]! - a[row + j]! * value;
  }
}

/**
 * Entries of a row in the columns of the body before, and what they take from the rest of the row and from its right side. Written out: the
 * six rows of a body do not wait for each other then, except where they meet in its own columns.
 */
function eliminate(a: Float64Array, x: Float64Array, row: number, body: number): void {
  const before = body - 6;
  const at = row * down + down + before;
  const r0 = before * bandStride + down;
  const r1 = r0 + down;
  const r2 = r1 + down;
  const r3 = r2 + down;
  const r4 = r3 + down;
  const r5 = r4 + down;
  const e0 = a[at]! / a[r0]!;
  const e1 = (a[at + 1]! - e0 * a[r1]!) / a[r1 + 1]!;
  const e2 = (a[at + 2]! - e0 * a[r2]! - e1 * a[r2 + 1]!) / a[r2 + 2]!;
  const e3 = (a[at + 3]! - e0 * a[r3]! - e1 * a[r3 + 1]! - e2 * a[r3 + 2]!) / a[r3 + 3]!;
  const e4 = (a[at + 4]! - e0 * a[r4]! - e1 * a[r4 + 1]! - e2 * a[r4 + 2]! - e3 * a[r4 + 3]!) / a[r4 + 4]!;
  const rest = a[at + 5]! - e0 * a[r5]! - e1 * a[r5 + 1]! - e2 * a[r5 + 2]! - e3 * a[r5 + 3]!;
  const e5 = (rest - e4 * a[r5 + 4]!) / a[r5 + 5]!;
  a[at] = e0;
  a[at + 1] = e1;
  a[at + 2] = e2;
  a[at + 3] = e3;
  a[at + 4] = e4;
  a[at + 5] = e5;
  const value = x[row]! - e0 * x[before]! - e1 * x[before + 1]! - e2 * x[before + 2]! - e3 * x[before + 3]!;
  x[row] = value - e4 * x[before + 4]! - e5 * x[before + 5]!;
  // The rows above of the same body, and this one, which has the entries by now.
  for (let j = body; j <= row; j++) {
    const other = j * down + down + before;
    const to = at + 6 + j - body;
    const less = a[to]! - e0 * a[other]! - e1 * a[other + 1]! - e2 * a[other + 2]!;
    a[to] = less - e3 * a[other + 3]! - e4 * a[other + 4]! - e5 * a[other + 5]!;
  }
}

/** The rows of a body in its own columns, and the solution of the lower triangle. */
function factorBody(a: Float64Array, x: Float64Array, body: number): void {
  for (let i = body; i < body + 6; i++) {
    const row = i * down + down;
    let value = x[i]!;
    let square = a[row + i]!;
    for (let j = body; j < i; j++) {
      const other = j * down + down;
      let sum = a[row + j]!;
      for (let k = body; k < j; k++) sum -= a[row + k]! * a[other + k]!;
      const entry = sum / a[other + j]!;
      a[row + j] = entry;
      value -= entry * x[j]!;
      square -= entry * entry;
    }
    const root = Math.sqrt(square);
    a[row + i] = root;
    x[i] = value / root;
  }
}
