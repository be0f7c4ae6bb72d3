// Solve with a factor L D Lᵀ in dense panels of 4, 2 or 1 columns, for 4 k right-hand sides at once.
//
//   x ← L⁻¹ x,  x ← D⁻¹ x,  x ← L⁻ᵀ x,  in factor order
//
// Everything is read as a stream, forwards and then backwards, so no start arrays are needed (../pack-panels.ts writes it):
//   table    per panel four i32: width w, number of rows below it, byte offset of its first row in x, 0
//   rows     per panel the byte offsets in x of the rows below it
//   values   per panel the w × w unit lower block, then w values for each row below it, row-major
//   inverse  1 / D per row of x
// A row of x is 4 k numbers: k groups of xyz_. f32 takes a group as one v128, f64 as two (xy, z_), two v128 in a pass so that
// a loaded value serves both.

// @ts-ignore: decorator
@inline
function value<T>(at: usize, index: usize): v128 {
  return v128.load_splat<T>(at + index * sizeof<T>());
}

/** x[at] ← x[at] − a */
// @ts-ignore: decorator
@inline
function subtractAt<T>(at: usize, a: v128): void {
  v128.store(at, v128.sub<T>(v128.load(at), a));
}

// @ts-ignore: decorator
@inline
function sum2<T>(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.add<T>(v128.mul<T>(a, b), v128.mul<T>(c, d));
}

/** c − a b */
// @ts-ignore: decorator
@inline
function less<T>(c: v128, a: v128, b: v128): v128 {
  return v128.sub<T>(c, v128.mul<T>(a, b));
}

// @ts-ignore: decorator
@inline
function forward1<T>(x: usize, first: usize, rows: usize, end: usize, values: usize): void {
  const x0 = v128.load(x + first);
  for (let at = values + sizeof<T>(); rows < end; rows += 4, at += sizeof<T>()) {
    subtractAt<T>(x + load<u32>(rows), v128.mul<T>(value<T>(at, 0), x0));
  }
}

// @ts-ignore: decorator
@inline
function forward2<T>(x: usize, first: usize, rowBytes: usize, rows: usize, end: usize, values: usize): void {
  const p = x + first;
  const x0 = v128.load(p);
  const x1 = less<T>(v128.load(p + rowBytes), value<T>(values, 2), x0);
  v128.store(p + rowBytes, x1);
  for (let at = values + 4 * sizeof<T>(); rows < end; rows += 4, at += 2 * sizeof<T>()) {
    subtractAt<T>(x + load<u32>(rows), sum2<T>(value<T>(at, 0), x0, value<T>(at, 1), x1));
  }
}

// @ts-ignore: decorator
@inline
function forward4<T>(x: usize, first: usize, rowBytes: usize, rows: usize, end: usize, values: usize): void {
  const p = x + first;
  const x0 = v128.load(p);
  const x1 = less<T>(v128.load(p + rowBytes), value<T>(values, 4), x0);
  const x2 = v128.sub<T>(v128.load(p + 2 * rowBytes), sum2<T>(value<T>(values, 8), x0, value<T>(values, 9), x1));
  const x3 = v128.sub<T>(
    v128.load(p + 3 * rowBytes),
    v128.add<T>(sum2<T>(value<T>(values, 12), x0, value<T>(values, 13), x1), v128.mul<T>(value<T>(values, 14), x2)),
  );
  v128.store(p + rowBytes, x1);
  v128.store(p + 2 * rowBytes, x2);
  v128.store(p + 3 * rowBytes, x3);
  for (let at = values + 16 * sizeof<T>(); rows < end; rows += 4, at += 4 * sizeof<T>()) {
    const sum = v128.add<T>(
      v128.add<T>(sum2<T>(value<T>(at, 0), x0, value<T>(at, 1), x1), v128.mul<T>(value<T>(at, 2), x2)),
      v128.mul<T>(value<T>(at, 3), x3),
    );
    subtractAt<T>(x + load<u32>(rows), sum);
  }
}

/** Two neighbouring v128 of each row. */
// @ts-ignore: decorator
@inline
function forward4Pair<T>(x: usize, first: usize, rowBytes: usize, rows: usize, end: usize, values: usize): void {
  const p = x + first;
  const x0 = v128.load(p);
  const y0 = v128.load(p, 16);
  const l4 = value<T>(values, 4);
  const x1 = less<T>(v128.load(p + rowBytes), l4, x0);
  const y1 = less<T>(v128.load(p + rowBytes, 16), l4, y0);
  const l8 = value<T>(values, 8);
  const l9 = value<T>(values, 9);
  const x2 = v128.sub<T>(v128.load(p + 2 * rowBytes), sum2<T>(l8, x0, l9, x1));
  const y2 = v128.sub<T>(v128.load(p + 2 * rowBytes, 16), sum2<T>(l8, y0, l9, y1));
  const l12 = value<T>(values, 12);
  const l13 = value<T>(values, 13);
  const l14 = value<T>(values, 14);
  const x3 = v128.sub<T>(v128.load(p + 3 * rowBytes), v128.add<T>(sum2<T>(l12, x0, l13, x1), v128.mul<T>(l14, x2)));
  const y3 = v128.sub<T>(v128.load(p + 3 * rowBytes, 16), v128.add<T>(sum2<T>(l12, y0, l13, y1), v128.mul<T>(l14, y2)));
  v128.store(p + rowBytes, x1);
  v128.store(p + rowBytes, y1, 16);
  v128.store(p + 2 * rowBytes, x2);
  v128.store(p + 2 * rowBytes, y2, 16);
  v128.store(p + 3 * rowBytes, x3);
  v128.store(p + 3 * rowBytes, y3, 16);
  for (let at = values + 16 * sizeof<T>(); rows < end; rows += 4, at += 4 * sizeof<T>()) {
    const a = value<T>(at, 0);
    const b = value<T>(at, 1);
    const c = value<T>(at, 2);
    const d = value<T>(at, 3);
    const row = x + load<u32>(rows);
    const sx = v128.add<T>(v128.add<T>(sum2<T>(a, x0, b, x1), v128.mul<T>(c, x2)), v128.mul<T>(d, x3));
    const sy = v128.add<T>(v128.add<T>(sum2<T>(a, y0, b, y1), v128.mul<T>(c, y2)), v128.mul<T>(d, y3));
    v128.store(row, v128.sub<T>(v128.load(row), sx));
    v128.store(row, v128.sub<T>(v128.load(row, 16), sy), 16);
  }
}

// @ts-ignore: decorator
@inline
function backward1<T>(x: usize, first: usize, rows: usize, end: usize, values: usize, inverse: usize): void {
  const p = x + first;
  let x0 = v128.mul<T>(v128.load(p), value<T>(inverse, 0));
  for (let at = values + sizeof<T>(); rows < end; rows += 4, at += sizeof<T>()) {
    x0 = less<T>(x0, value<T>(at, 0), v128.load(x + load<u32>(rows)));
  }
  v128.store(p, x0);
}

// @ts-ignore: decorator
@inline
function backward2<T>(
  x: usize,
  first: usize,
  rowBytes: usize,
  rows: usize,
  end: usize,
  values: usize,
  inverse: usize,
): void {
  const p = x + first;
  let x0 = v128.mul<T>(v128.load(p), value<T>(inverse, 0));
  let x1 = v128.mul<T>(v128.load(p + rowBytes), value<T>(inverse, 1));
  for (let at = values + 4 * sizeof<T>(); rows < end; rows += 4, at += 2 * sizeof<T>()) {
    const row = v128.load(x + load<u32>(rows));
    x0 = less<T>(x0, value<T>(at, 0), row);
    x1 = less<T>(x1, value<T>(at, 1), row);
  }
  v128.store(p, less<T>(x0, value<T>(values, 2), x1));
  v128.store(p + rowBytes, x1);
}

// @ts-ignore: decorator
@inline
function backward4<T>(
  x: usize,
  first: usize,
  rowBytes: usize,
  rows: usize,
  end: usize,
  values: usize,
  inverse: usize,
): void {
  const p = x + first;
  let x0 = v128.mul<T>(v128.load(p), value<T>(inverse, 0));
  let x1 = v128.mul<T>(v128.load(p + rowBytes), value<T>(inverse, 1));
  let x2 = v128.mul<T>(v128.load(p + 2 * rowBytes), value<T>(inverse, 2));
  let x3 = v128.mul<T>(v128.load(p + 3 * rowBytes), value<T>(inverse, 3));
  for (let at = values + 16 * sizeof<T>(); rows < end; rows += 4, at += 4 * sizeof<T>()) {
    const row = v128.load(x + load<u32>(rows));
    x0 = less<T>(x0, value<T>(at, 0), row);
    x1 = less<T>(x1, value<T>(at, 1), row);
    x2 = less<T>(x2, value<T>(at, 2), row);
    x3 = less<T>(x3, value<T>(at, 3), row);
  }
  x2 = less<T>(x2, value<T>(values, 14), x3);
  x1 = v128.sub<T>(x1, sum2<T>(value<T>(values, 13), x3, value<T>(values, 9), x2));
  x0 = v128.sub<T>(
    x0,
    v128.add<T>(sum2<T>(value<T>(values, 12), x3, value<T>(values, 8), x2), v128.mul<T>(value<T>(values, 4), x1)),
  );
  v128.store(p, x0);
  v128.store(p + rowBytes, x1);
  v128.store(p + 2 * rowBytes, x2);
  v128.store(p + 3 * rowBytes, x3);
}

/** Two neighbouring v128 of each row. */
// @ts-ignore: decorator
@inline
function backward4Pair<T>(
  x: usize,
  first: usize,
  rowBytes: usize,
  rows: usize,
  end: usize,
  values: usize,
  inverse: usize,
): void {
  const p = x + first;
  let x0 = v128.mul<T>(v128.load(p), value<T>(inverse, 0));
  let y0 = v128.mul<T>(v128.load(p, 16), value<T>(inverse, 0));
  let x1 = v128.mul<T>(v128.load(p + rowBytes), value<T>(inverse, 1));
  let y1 = v128.mul<T>(v128.load(p + rowBytes, 16), value<T>(inverse, 1));
  let x2 = v128.mul<T>(v128.load(p + 2 * rowBytes), value<T>(inverse, 2));
  let y2 = v128.mul<T>(v128.load(p + 2 * rowBytes, 16), value<T>(inverse, 2));
  let x3 = v128.mul<T>(v128.load(p + 3 * rowBytes), value<T>(inverse, 3));
  let y3 = v128.mul<T>(v128.load(p + 3 * rowBytes, 16), value<T>(inverse, 3));
  for (let at = values + 16 * sizeof<T>(); rows < end; rows += 4, at += 4 * sizeof<T>()) {
    const row = x + load<u32>(rows);
    const rx = v128.load(row);
    const ry = v128.load(row, 16);
    const a = value<T>(at, 0);
    const b = value<T>(at, 1);
    const c = value<T>(at, 2);
    const d = value<T>(at, 3);
    x0 = less<T>(x0, a, rx);
    y0 = less<T>(y0, a, ry);
    x1 = less<T>(x1, b, rx);
    y1 = less<T>(y1, b, ry);
    x2 = less<T>(x2, c, rx);
    y2 = less<T>(y2, c, ry);
    x3 = less<T>(x3, d, rx);
    y3 = less<T>(y3, d, ry);
  }
  const l14 = value<T>(values, 14);
  x2 = less<T>(x2, l14, x3);
  y2 = less<T>(y2, l14, y3);
  const l13 = value<T>(values, 13);
  const l9 = value<T>(values, 9);
  x1 = v128.sub<T>(x1, sum2<T>(l13, x3, l9, x2));
  y1 = v128.sub<T>(y1, sum2<T>(l13, y3, l9, y2));
  const l12 = value<T>(values, 12);
  const l8 = value<T>(values, 8);
  const l4 = value<T>(values, 4);
  x0 = v128.sub<T>(x0, v128.add<T>(sum2<T>(l12, x3, l8, x2), v128.mul<T>(l4, x1)));
  y0 = v128.sub<T>(y0, v128.add<T>(sum2<T>(l12, y3, l8, y2), v128.mul<T>(l4, y1)));
  v128.store(p, x0);
  v128.store(p, y0, 16);
  v128.store(p + rowBytes, x1);
  v128.store(p + rowBytes, y1, 16);
  v128.store(p + 2 * rowBytes, x2);
  v128.store(p + 2 * rowBytes, y2, 16);
  v128.store(p + 3 * rowBytes, x3);
  v128.store(p + 3 * rowBytes, y3, 16);
}

function solve<T>(
  x: usize,
  table: usize,
  rows: usize,
  values: usize,
  inverse: usize,
  panelCount: i32,
  rowBytes: usize,
): void {
  const tableEnd = table + 16 * <usize>panelCount;
  const pairEnd = x + (rowBytes & ~31);
  const columnEnd = x + rowBytes;
  let panel = table;
  for (; panel < tableEnd; panel += 16) {
    const width = load<u32>(panel);
    const count = load<u32>(panel, 4);
    const first = load<u32>(panel, 8);
    const end = rows + 4 * count;
    if (width == 4) {
      for (let column = x; column < pairEnd; column += 32) {
        forward4Pair<T>(column, first, rowBytes, rows, end, values);
      }
      if (pairEnd < columnEnd) forward4<T>(pairEnd, first, rowBytes, rows, end, values);
    } else if (width == 2) {
      for (let column = x; column < columnEnd; column += 16) {
        forward2<T>(column, first, rowBytes, rows, end, values);
      }
    } else {
      for (let column = x; column < columnEnd; column += 16) forward1<T>(column, first, rows, end, values);
    }
    rows = end;
    values += width * (width + count) * sizeof<T>();
    inverse += width * sizeof<T>();
  }
  while (panel > table) {
    panel -= 16;
    const width = load<u32>(panel);
    const count = load<u32>(panel, 4);
    const first = load<u32>(panel, 8);
    const end = rows;
    rows -= 4 * count;
    values -= width * (width + count) * sizeof<T>();
    inverse -= width * sizeof<T>();
    if (width == 4) {
      for (let column = x; column < pairEnd; column += 32) {
        backward4Pair<T>(column, first, rowBytes, rows, end, values, inverse);
      }
      if (pairEnd < columnEnd) backward4<T>(pairEnd, first, rowBytes, rows, end, values, inverse);
    } else if (width == 2) {
      for (let column = x; column < columnEnd; column += 16) {
        backward2<T>(column, first, rowBytes, rows, end, values, inverse);
      }
    } else {
      for (let column = x; column < columnEnd; column += 16) {
        backward1<T>(column, first, rows, end, values, inverse);
      }
    }
  }
}

/** x: rows of `groups` times xyz_ in f32. */
export function solvePanelsF32(
  x: usize,
  table: usize,
  rows: usize,
  values: usize,
  inverse: usize,
  panelCount: i32,
  groups: i32,
): void {
  solve<f32>(x, table, rows, values, inverse, panelCount, 16 * <usize>groups);
}

/** x: rows of `groups` times xyz_ in f64. */
export function solvePanelsF64(
  x: usize,
  table: usize,
  rows: usize,
  values: usize,
  inverse: usize,
  panelCount: i32,
  groups: i32,
): void {
  solve<f64>(x, table, rows, values, inverse, panelCount, 32 * <usize>groups);
}
