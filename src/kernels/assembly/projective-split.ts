// Vectors of plates, node by node, along their normals and across them, for a solve with two matrices (global/global.ts):
//   split:  first = n (n·r),  second = r − first        join:  first = second + (n·first − n·second) n
//   normals:  n of a node is the sum of the normals of its triangles, b − a times c − a, made a unit vector; corners are byte offsets
// Rows of 4 numbers with one lane, else of 3 · lanes (axis · lanes + lane); the spare number of a row and of its normal is 0.

/** (a0 b0 + a1 b1) + a2 b2 of one row, in every number. */
// @ts-ignore: decorator
@inline
function rowDot(a: v128, b: v128): v128 {
  const p = f32x4.mul(a, b);
  return f32x4.splat(f32x4.extract_lane(p, 0) + f32x4.extract_lane(p, 1) + f32x4.extract_lane(p, 2));
}

/** The same of a row in two halves. */
// @ts-ignore: decorator
@inline
function halvesDot(a: v128, az: v128, b: v128, bz: v128): v128 {
  const p = f64x2.mul(a, b);
  const z = f64x2.mul(az, bz);
  return f64x2.splat(f64x2.extract_lane(p, 0) + f64x2.extract_lane(p, 1) + f64x2.extract_lane(z, 0));
}

// @ts-ignore: decorator
@inline
function laneDot<T>(a: usize, b: usize, axis: usize): v128 {
  const xy = v128.add<T>(
    v128.mul<T>(v128.load(a), v128.load(b)),
    v128.mul<T>(v128.load(a + axis), v128.load(b + axis)),
  );
  return v128.add<T>(xy, v128.mul<T>(v128.load(a + 2 * axis), v128.load(b + 2 * axis)));
}

function split<T>(first: usize, second: usize, from: usize, normals: usize, rows: usize, lanes: usize): void {
  if (lanes == 1) {
    const bytes = 4 * sizeof<T>();
    for (let at: usize = 0; at < rows * bytes; at += bytes) {
      const r = v128.load(from + at);
      const n = v128.load(normals + at);
      if (sizeof<T>() == 4) {
        const along = f32x4.mul(rowDot(r, n), n);
        v128.store(first + at, along);
        v128.store(second + at, f32x4.sub(r, along));
      } else {
        const rz = v128.load(from + at, 16);
        const nz = v128.load(normals + at, 16);
        const s = halvesDot(r, rz, n, nz);
        const along = f64x2.mul(s, n);
        const alongZ = f64x2.mul(s, nz);
        v128.store(first + at, along);
        v128.store(first + at, alongZ, 16);
        v128.store(second + at, f64x2.sub(r, along));
        v128.store(second + at, f64x2.sub(rz, alongZ), 16);
      }
    }
    return;
  }
  const axis = lanes * sizeof<T>();
  for (let row: usize = 0; row < rows; ++row) {
    for (let lane: usize = 0; lane < axis; lane += 16) {
      const at = 3 * axis * row + lane;
      const s = laneDot<T>(from + at, normals + at, axis);
      for (let a = at; a < at + 3 * axis; a += axis) {
        const along = v128.mul<T>(s, v128.load(normals + a));
        v128.store(first + a, along);
        v128.store(second + a, v128.sub<T>(v128.load(from + a), along));
      }
    }
  }
}

function join<T>(first: usize, second: usize, normals: usize, rows: usize, lanes: usize): void {
  if (lanes == 1) {
    const bytes = 4 * sizeof<T>();
    for (let at: usize = 0; at < rows * bytes; at += bytes) {
      const a = v128.load(first + at);
      const b = v128.load(second + at);
      const n = v128.load(normals + at);
      if (sizeof<T>() == 4) {
        const s = f32x4.sub(rowDot(a, n), rowDot(b, n));
        v128.store(first + at, f32x4.add(b, f32x4.mul(s, n)));
      } else {
        const bz = v128.load(second + at, 16);
        const nz = v128.load(normals + at, 16);
        const s = f64x2.sub(halvesDot(a, v128.load(first + at, 16), n, nz), halvesDot(b, bz, n, nz));
        v128.store(first + at, f64x2.add(b, f64x2.mul(s, n)));
        v128.store(first + at, f64x2.add(bz, f64x2.mul(s, nz)), 16);
      }
    }
    return;
  }
  const axis = lanes * sizeof<T>();
  for (let row: usize = 0; row < rows; ++row) {
    for (let lane: usize = 0; lane < axis; lane += 16) {
      const at = 3 * axis * row + lane;
      const s = v128.sub<T>(laneDot<T>(first + at, normals + at, axis), laneDot<T>(second + at, normals + at, axis));
      for (let a = at; a < at + 3 * axis; a += axis)
        v128.store(first + a, v128.add<T>(v128.load(second + a), v128.mul<T>(s, v128.load(normals + a))));
    }
  }
}

/** x y z _ → y z x _. */
// @ts-ignore: decorator
@inline
function turnAxes(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 1, 2, 0, 3);
}

// @ts-ignore: decorator
@inline
function addVector<T>(to: usize, value: v128): void {
  v128.store(to, v128.add<T>(v128.load(to), value));
}

// @ts-ignore: decorator
@inline
function minor<T>(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.sub<T>(v128.mul<T>(a, b), v128.mul<T>(c, d));
}

/** Adds the normals of triangles of one body to the rows of their corners. */
function addNormalsAlone<T>(normals: usize, x: usize, corners: usize, count: usize): void {
  for (let end = corners + 12 * count; corners < end; corners += 12) {
    const a = <usize>load<u32>(corners);
    const b = <usize>load<u32>(corners, 4);
    const c = <usize>load<u32>(corners, 8);
    if (sizeof<T>() == 4) {
      const first = v128.load(x + a);
      const u = f32x4.sub(v128.load(x + b), first);
      const v = f32x4.sub(v128.load(x + c), first);
      // In the order z x y: u_x v_y − u_y v_x and so on.
      const n = turnAxes(minor<f32>(u, turnAxes(v), turnAxes(u), v));
      addVector<f32>(normals + a, n);
      addVector<f32>(normals + b, n);
      addVector<f32>(normals + c, n);
    } else {
      const ux = load<f64>(x + b) - load<f64>(x + a);
      const uy = load<f64>(x + b, 8) - load<f64>(x + a, 8);
      const uz = load<f64>(x + b, 16) - load<f64>(x + a, 16);
      const vx = load<f64>(x + c) - load<f64>(x + a);
      const vy = load<f64>(x + c, 8) - load<f64>(x + a, 8);
      const vz = load<f64>(x + c, 16) - load<f64>(x + a, 16);
      const xy = f64x2.replace_lane(f64x2.splat(uy * vz - uz * vy), 1, uz * vx - ux * vz);
      const z = f64x2.replace_lane(f64x2.splat(0), 0, ux * vy - uy * vx);
      for (let k: usize = 0; k < 12; k += 4) {
        const to = normals + <usize>load<u32>(corners + k);
        addVector<f64>(to, xy);
        addVector<f64>(to + 16, z);
      }
    }
  }
}

function addNormalsLanes<T>(normals: usize, x: usize, corners: usize, count: usize, axis: usize): void {
  for (let end = corners + 12 * count; corners < end; corners += 12) {
    for (let lane: usize = 0; lane < axis; lane += 16) {
      const a = x + <usize>load<u32>(corners) + lane;
      const b = x + <usize>load<u32>(corners, 4) + lane;
      const c = x + <usize>load<u32>(corners, 8) + lane;
      const ux = v128.sub<T>(v128.load(b), v128.load(a));
      const uy = v128.sub<T>(v128.load(b + axis), v128.load(a + axis));
      const uz = v128.sub<T>(v128.load(b + 2 * axis), v128.load(a + 2 * axis));
      const vx = v128.sub<T>(v128.load(c), v128.load(a));
      const vy = v128.sub<T>(v128.load(c + axis), v128.load(a + axis));
      const vz = v128.sub<T>(v128.load(c + 2 * axis), v128.load(a + 2 * axis));
      for (let k: usize = 0; k < 12; k += 4) {
        const to = normals + <usize>load<u32>(corners + k) + lane;
        addVector<T>(to, minor<T>(uy, vz, uz, vy));
        addVector<T>(to + axis, minor<T>(uz, vx, ux, vz));
        addVector<T>(to + 2 * axis, minor<T>(ux, vy, uy, vx));
      }
    }
  }
}

function setNormals<T>(normals: usize, x: usize, corners: usize, count: usize, rows: usize, lanes: usize): void {
  const axis = lanes * sizeof<T>();
  memory.fill(normals, 0, rows * (lanes == 1 ? 4 * sizeof<T>() : 3 * axis));
  if (lanes == 1) addNormalsAlone<T>(normals, x, corners, count);
  else addNormalsLanes<T>(normals, x, corners, count, axis);
  const one = v128.splat<T>(<T>1.0);
  const tiny = v128.splat<T>(<T>1e-30);
  for (let row: usize = 0; row < rows; ++row) {
    if (lanes == 1) {
      const at = normals + 4 * sizeof<T>() * row;
      const n = v128.load(at);
      if (sizeof<T>() == 4) {
        v128.store(at, f32x4.mul(n, f32x4.div(one, f32x4.sqrt(f32x4.max(rowDot(n, n), tiny)))));
      } else {
        const z = v128.load(at, 16);
        const unit = f64x2.div(one, f64x2.sqrt(f64x2.max(halvesDot(n, z, n, z), tiny)));
        v128.store(at, f64x2.mul(n, unit));
        v128.store(at, f64x2.mul(z, unit), 16);
      }
    } else {
      for (let lane: usize = 0; lane < axis; lane += 16) {
        const at = normals + 3 * axis * row + lane;
        const unit = v128.div<T>(one, v128.sqrt<T>(v128.max<T>(laneDot<T>(at, at, axis), tiny)));
        for (let a: usize = 0; a < 3 * axis; a += axis) v128.store(at + a, v128.mul<T>(v128.load(at + a), unit));
      }
    }
  }
}

export function projectiveNormalsF32(
  normals: usize,
  positions: usize,
  corners: usize,
  count: i32,
  rows: i32,
  lanes: i32,
): void {
  setNormals<f32>(normals, positions, corners, count, rows, lanes);
}

export function projectiveNormalsF64(
  normals: usize,
  positions: usize,
  corners: usize,
  count: i32,
  rows: i32,
  lanes: i32,
): void {
  setNormals<f64>(normals, positions, corners, count, rows, lanes);
}

export function projectiveSplitF32(
  first: usize,
  second: usize,
  from: usize,
  normals: usize,
  rows: i32,
  lanes: i32,
): void {
  split<f32>(first, second, from, normals, rows, lanes);
}

export function projectiveSplitF64(
  first: usize,
  second: usize,
  from: usize,
  normals: usize,
  rows: i32,
  lanes: i32,
): void {
  split<f64>(first, second, from, normals, rows, lanes);
}

export function projectiveJoinF32(first: usize, second: usize, normals: usize, rows: i32, lanes: i32): void {
  join<f32>(first, second, normals, rows, lanes);
}

export function projectiveJoinF64(first: usize, second: usize, normals: usize, rows: i32, lanes: i32): void {
  join<f64>(first, second, normals, rows, lanes);
}
