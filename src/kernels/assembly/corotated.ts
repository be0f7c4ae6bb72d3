// Soft segments of fixed-corotated material, one segment per lane: four f32 or two f64 at a time. [myriapod eq. 2–15]
//
//   F = Ds Dm⁻¹,  P = 2µ (F − R) + λ (J − 1) cof F,  f = −V P Dm⁻ᵀ      (cof F needs no inverse: J ≤ 0 is no special case)
//   f_damp = −D w  with  D = γ Σ_e V_e (1 − ¼ 1 1ᵀ):  over the edges of the tets,  γ V_e / 4 · (w_j − w_i)      [eq. 13]
//
// All segments have one rest shape, so that rest data are scalars and nothing is gathered. The shape is a grid of boxes cut
// in five: four tets with a corner of the box and its three edges, whose Dm is diagonal, and a central tet between the
// other four corners, whose edges are the face diagonals: with u, v, w its edges from node 0, the columns of F are
// (u + v − w) gx, (u + w − v) gy, (v + w − u) gz. g are inverse edge lengths (half of them for central tets), with signs.
//
// R: per call `turns` Newton steps on the quaternion of the last call, as in ./polar.ts; where the Hessian is not safely
// positive the step is a / |tr B|, kept below 10 rad so that a collapsed tet gives numbers.
//
// Positions and velocities of the state are f64, [node][axis][4 segments]; what the kernels work on is relative to node 0
// of the segment, [node][axis][lane] in 16-byte vectors, so that f32 does not lose digits far from the origin. The f64
// kernels take two of the four segments: their state pointers point at the first of the two.
//
// tet record:  i32 × 4 byte offsets of the nodes, then gx, gy, gz, – of the kernel's type.
// edge record: i32 × 2 byte offsets, then weight, – of the kernel's type.

/** Bytes of one node: three vectors here, three times four f64 in the state. */
const nodeBytes: usize = 48;
const stateNodeBytes: usize = 96;

// @ts-ignore: decorator
@inline
function det2<T>(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.sub<T>(v128.mul<T>(a, d), v128.mul<T>(b, c));
}

// @ts-ignore: decorator
@inline
function dot3<T>(a0: v128, a1: v128, a2: v128, b0: v128, b1: v128, b2: v128): v128 {
  return v128.add<T>(v128.add<T>(v128.mul<T>(a0, b0), v128.mul<T>(a1, b1)), v128.mul<T>(a2, b2));
}

// @ts-ignore: decorator
@inline
function addAt<T>(at: usize, value: v128): void {
  v128.store(at, v128.add<T>(v128.load(at), value));
}

// @ts-ignore: decorator
@inline
function addTetForces<T>(
  forces: usize,
  quaternion: usize,
  positions: usize,
  tet: usize,
  central: bool,
  shear: v128,
  bulk: v128,
  turns: i32,
): void {
  const at0 = <usize>load<i32>(tet);
  const at1 = <usize>load<i32>(tet, 4);
  const at2 = <usize>load<i32>(tet, 8);
  const at3 = <usize>load<i32>(tet, 12);
  const node0 = positions + at0;
  const node1 = positions + at1;
  const node2 = positions + at2;
  const node3 = positions + at3;
  const u0 = v128.sub<T>(v128.load(node1), v128.load(node0));
  const u1 = v128.sub<T>(v128.load(node1, 16), v128.load(node0, 16));
  const u2 = v128.sub<T>(v128.load(node1, 32), v128.load(node0, 32));
  const v0 = v128.sub<T>(v128.load(node2), v128.load(node0));
  const v1 = v128.sub<T>(v128.load(node2, 16), v128.load(node0, 16));
  const v2 = v128.sub<T>(v128.load(node2, 32), v128.load(node0, 32));
  const w0 = v128.sub<T>(v128.load(node3), v128.load(node0));
  const w1 = v128.sub<T>(v128.load(node3, 16), v128.load(node0, 16));
  const w2 = v128.sub<T>(v128.load(node3, 32), v128.load(node0, 32));
  const gx = v128.load_splat<T>(tet, 16);
  const gy = v128.load_splat<T>(tet + sizeof<T>(), 16);
  const gz = v128.load_splat<T>(tet + 2 * sizeof<T>(), 16);
  const f00 = v128.mul<T>(central ? v128.sub<T>(v128.add<T>(u0, v0), w0) : u0, gx);
  const f10 = v128.mul<T>(central ? v128.sub<T>(v128.add<T>(u1, v1), w1) : u1, gx);
  const f20 = v128.mul<T>(central ? v128.sub<T>(v128.add<T>(u2, v2), w2) : u2, gx);
  const f01 = v128.mul<T>(central ? v128.sub<T>(v128.add<T>(u0, w0), v0) : v0, gy);
  const f11 = v128.mul<T>(central ? v128.sub<T>(v128.add<T>(u1, w1), v1) : v1, gy);
  const f21 = v128.mul<T>(central ? v128.sub<T>(v128.add<T>(u2, w2), v2) : v2, gy);
  const f02 = v128.mul<T>(central ? v128.sub<T>(v128.add<T>(v0, w0), u0) : w0, gz);
  const f12 = v128.mul<T>(central ? v128.sub<T>(v128.add<T>(v1, w1), u1) : w1, gz);
  const f22 = v128.mul<T>(central ? v128.sub<T>(v128.add<T>(v2, w2), u2) : w2, gz);

  const one = v128.splat<T>(<T>1.0);
  let qx = v128.load(quaternion);
  let qy = v128.load(quaternion, 16);
  let qz = v128.load(quaternion, 32);
  let qw = v128.load(quaternion, 48);
  let r00: v128, r01: v128, r02: v128, r10: v128, r11: v128, r12: v128, r20: v128, r21: v128, r22: v128;
  for (let turn = 0; ; turn++) {
    const tx = v128.add<T>(qx, qx);
    const ty = v128.add<T>(qy, qy);
    const tz = v128.add<T>(qz, qz);
    const xx = v128.mul<T>(tx, qx);
    const yy = v128.mul<T>(ty, qy);
    const zz = v128.mul<T>(tz, qz);
    const xy = v128.mul<T>(tx, qy);
    const xz = v128.mul<T>(tx, qz);
    const yz = v128.mul<T>(ty, qz);
    const xw = v128.mul<T>(tx, qw);
    const yw = v128.mul<T>(ty, qw);
    const zw = v128.mul<T>(tz, qw);
    r00 = v128.sub<T>(one, v128.add<T>(yy, zz));
    r11 = v128.sub<T>(one, v128.add<T>(xx, zz));
    r22 = v128.sub<T>(one, v128.add<T>(xx, yy));
    r01 = v128.sub<T>(xy, zw);
    r10 = v128.add<T>(xy, zw);
    r02 = v128.add<T>(xz, yw);
    r20 = v128.sub<T>(xz, yw);
    r12 = v128.sub<T>(yz, xw);
    r21 = v128.add<T>(yz, xw);
    if (turn == turns) break;
    const b00 = dot3<T>(r00, r10, r20, f00, f10, f20);
    const b01 = dot3<T>(r00, r10, r20, f01, f11, f21);
    const b02 = dot3<T>(r00, r10, r20, f02, f12, f22);
    const b10 = dot3<T>(r01, r11, r21, f00, f10, f20);
    const b11 = dot3<T>(r01, r11, r21, f01, f11, f21);
    const b12 = dot3<T>(r01, r11, r21, f02, f12, f22);
    const b20 = dot3<T>(r02, r12, r22, f00, f10, f20);
    const b21 = dot3<T>(r02, r12, r22, f01, f11, f21);
    const b22 = dot3<T>(r02, r12, r22, f02, f12, f22);
    // a and H = tr(B) 1 − sym B; the turn is H⁻¹ a, half of it goes into the quaternion.
    const ax = v128.sub<T>(b21, b12);
    const ay = v128.sub<T>(b02, b20);
    const az = v128.sub<T>(b10, b01);
    const minusHalf = v128.splat<T>(<T>-0.5);
    const h00 = v128.add<T>(b11, b22);
    const h11 = v128.add<T>(b00, b22);
    const h22 = v128.add<T>(b00, b11);
    const h01 = v128.mul<T>(minusHalf, v128.add<T>(b01, b10));
    const h02 = v128.mul<T>(minusHalf, v128.add<T>(b02, b20));
    const h12 = v128.mul<T>(minusHalf, v128.add<T>(b12, b21));
    const c00 = det2<T>(h11, h12, h12, h22);
    const c01 = det2<T>(h02, h01, h22, h12);
    const c02 = det2<T>(h01, h02, h11, h12);
    const c11 = det2<T>(h00, h02, h02, h22);
    const c12 = det2<T>(h01, h00, h12, h02);
    const c22 = det2<T>(h00, h01, h01, h11);
    const volume = dot3<T>(h00, h01, h02, c00, c01, c02);
    const zero = v128.splat<T>(<T>0.0);
    const trace = v128.add<T>(h00, b00);
    const bounded = v128.pmax<T>(trace, zero);
    const least = v128.mul<T>(v128.splat<T>(<T>0.01), v128.mul<T>(bounded, v128.mul<T>(bounded, bounded)));
    const convex = v128.and(v128.and(v128.gt<T>(h00, zero), v128.gt<T>(c22, zero)), v128.gt<T>(volume, least));
    let nx = dot3<T>(c00, c01, c02, ax, ay, az);
    let ny = dot3<T>(c01, c11, c12, ax, ay, az);
    let nz = dot3<T>(c02, c12, c22, ax, ay, az);
    let divisor = v128.add<T>(volume, volume);
    if (!v128.all_true<i32>(convex)) {
      const size = v128.add<T>(v128.add<T>(v128.abs<T>(ax), v128.abs<T>(ay)), v128.abs<T>(az));
      const floor = v128.add<T>(v128.mul<T>(v128.splat<T>(<T>0.1), size), v128.splat<T>(<T>1e-12));
      const length = v128.pmax<T>(v128.abs<T>(trace), floor);
      nx = v128.bitselect(nx, ax, convex);
      ny = v128.bitselect(ny, ay, convex);
      nz = v128.bitselect(nz, az, convex);
      divisor = v128.bitselect(divisor, v128.add<T>(length, length), convex);
    }
    const inverse = v128.div<T>(one, divisor);
    const i = v128.mul<T>(nx, inverse);
    const j = v128.mul<T>(ny, inverse);
    const k = v128.mul<T>(nz, inverse);
    const px = v128.add<T>(qx, v128.sub<T>(v128.add<T>(v128.mul<T>(qw, i), v128.mul<T>(qy, k)), v128.mul<T>(qz, j)));
    const py = v128.add<T>(qy, v128.sub<T>(v128.add<T>(v128.mul<T>(qw, j), v128.mul<T>(qz, i)), v128.mul<T>(qx, k)));
    const pz = v128.add<T>(qz, v128.sub<T>(v128.add<T>(v128.mul<T>(qw, k), v128.mul<T>(qx, j)), v128.mul<T>(qy, i)));
    const pw = v128.sub<T>(qw, dot3<T>(qx, qy, qz, i, j, k));
    const square = v128.add<T>(dot3<T>(px, py, pz, px, py, pz), v128.mul<T>(pw, pw));
    const scale = v128.div<T>(one, v128.sqrt<T>(square));
    qx = v128.mul<T>(px, scale);
    qy = v128.mul<T>(py, scale);
    qz = v128.mul<T>(pz, scale);
    qw = v128.mul<T>(pw, scale);
  }
  v128.store(quaternion, qx);
  v128.store(quaternion, qy, 16);
  v128.store(quaternion, qz, 32);
  v128.store(quaternion, qw, 48);

  const k00 = det2<T>(f11, f12, f21, f22);
  const k01 = det2<T>(f12, f10, f22, f20);
  const k02 = det2<T>(f10, f11, f20, f21);
  const pressure = v128.mul<T>(bulk, v128.sub<T>(dot3<T>(f00, f01, f02, k00, k01, k02), one));
  // One column of V P g at a time: fewer values alive at once.
  const sx = v128.mul<T>(shear, gx);
  const cx = v128.mul<T>(pressure, gx);
  const x0 = v128.add<T>(v128.mul<T>(sx, v128.sub<T>(f00, r00)), v128.mul<T>(cx, k00));
  const x1 = v128.add<T>(v128.mul<T>(sx, v128.sub<T>(f10, r10)), v128.mul<T>(cx, det2<T>(f02, f01, f22, f21)));
  const x2 = v128.add<T>(v128.mul<T>(sx, v128.sub<T>(f20, r20)), v128.mul<T>(cx, det2<T>(f01, f02, f11, f12)));
  const sy = v128.mul<T>(shear, gy);
  const cy = v128.mul<T>(pressure, gy);
  const y0 = v128.add<T>(v128.mul<T>(sy, v128.sub<T>(f01, r01)), v128.mul<T>(cy, k01));
  const y1 = v128.add<T>(v128.mul<T>(sy, v128.sub<T>(f11, r11)), v128.mul<T>(cy, det2<T>(f00, f02, f20, f22)));
  const y2 = v128.add<T>(v128.mul<T>(sy, v128.sub<T>(f21, r21)), v128.mul<T>(cy, det2<T>(f02, f00, f12, f10)));
  const sz = v128.mul<T>(shear, gz);
  const cz = v128.mul<T>(pressure, gz);
  const z0 = v128.add<T>(v128.mul<T>(sz, v128.sub<T>(f02, r02)), v128.mul<T>(cz, k02));
  const z1 = v128.add<T>(v128.mul<T>(sz, v128.sub<T>(f12, r12)), v128.mul<T>(cz, det2<T>(f01, f00, f21, f20)));
  const z2 = v128.add<T>(v128.mul<T>(sz, v128.sub<T>(f22, r22)), v128.mul<T>(cz, det2<T>(f00, f01, f10, f11)));
  const s0 = v128.add<T>(v128.add<T>(x0, y0), z0);
  const s1 = v128.add<T>(v128.add<T>(x1, y1), z1);
  const s2 = v128.add<T>(v128.add<T>(x2, y2), z2);
  const force0 = forces + at0;
  const force1 = forces + at1;
  const force2 = forces + at2;
  const force3 = forces + at3;
  addAt<T>(force0, s0);
  addAt<T>(force0 + 16, s1);
  addAt<T>(force0 + 32, s2);
  if (central) {
    // x + y − z = s − 2 z for node 1, and so on.
    addAt<T>(force1, v128.sub<T>(v128.add<T>(z0, z0), s0));
    addAt<T>(force1 + 16, v128.sub<T>(v128.add<T>(z1, z1), s1));
    addAt<T>(force1 + 32, v128.sub<T>(v128.add<T>(z2, z2), s2));
    addAt<T>(force2, v128.sub<T>(v128.add<T>(y0, y0), s0));
    addAt<T>(force2 + 16, v128.sub<T>(v128.add<T>(y1, y1), s1));
    addAt<T>(force2 + 32, v128.sub<T>(v128.add<T>(y2, y2), s2));
    addAt<T>(force3, v128.sub<T>(v128.add<T>(x0, x0), s0));
    addAt<T>(force3 + 16, v128.sub<T>(v128.add<T>(x1, x1), s1));
    addAt<T>(force3 + 32, v128.sub<T>(v128.add<T>(x2, x2), s2));
  } else {
    subtractAt<T>(force1, x0);
    subtractAt<T>(force1 + 16, x1);
    subtractAt<T>(force1 + 32, x2);
    subtractAt<T>(force2, y0);
    subtractAt<T>(force2 + 16, y1);
    subtractAt<T>(force2 + 32, y2);
    subtractAt<T>(force3, z0);
    subtractAt<T>(force3 + 16, z1);
    subtractAt<T>(force3 + 32, z2);
  }
}

// @ts-ignore: decorator
@inline
function subtractAt<T>(at: usize, value: v128): void {
  v128.store(at, v128.sub<T>(v128.load(at), value));
}

// @ts-ignore: decorator
@inline
function addForces<T>(
  forces: usize,
  quaternions: usize,
  positions: usize,
  tets: usize,
  cornerCount: i32,
  centralCount: i32,
  shearVolume: T,
  bulkVolume: T,
  turns: i32,
): void {
  const record: usize = 16 + 4 * sizeof<T>();
  let shear = v128.splat<T>(shearVolume);
  let bulk = v128.splat<T>(bulkVolume);
  let tet = tets;
  let quaternion = quaternions;
  const corners = tets + <usize>cornerCount * record;
  for (; tet < corners; tet += record, quaternion += 64) {
    addTetForces<T>(forces, quaternion, positions, tet, false, shear, bulk, turns);
  }
  // A central tet has twice the volume of a corner tet.
  shear = v128.add<T>(shear, shear);
  bulk = v128.add<T>(bulk, bulk);
  const end = corners + <usize>centralCount * record;
  for (; tet < end; tet += record, quaternion += 64) {
    addTetForces<T>(forces, quaternion, positions, tet, true, shear, bulk, turns);
  }
}

export function corotatedForcesF32(
  forces: usize,
  quaternions: usize,
  positions: usize,
  tets: usize,
  cornerCount: i32,
  centralCount: i32,
  shearVolume: f32,
  bulkVolume: f32,
  turns: i32,
): void {
  addForces<f32>(forces, quaternions, positions, tets, cornerCount, centralCount, shearVolume, bulkVolume, turns);
}

export function corotatedForcesF64(
  forces: usize,
  quaternions: usize,
  positions: usize,
  tets: usize,
  cornerCount: i32,
  centralCount: i32,
  shearVolume: f64,
  bulkVolume: f64,
  turns: i32,
): void {
  addForces<f64>(forces, quaternions, positions, tets, cornerCount, centralCount, shearVolume, bulkVolume, turns);
}

/** Forces −W w of a weighted graph, edge by edge, so that they sum to nothing. */
// @ts-ignore: decorator
@inline
function addEdges<T>(forces: usize, velocities: usize, edges: usize, edgeCount: i32): void {
  const record: usize = 8 + 2 * sizeof<T>();
  const end = edges + <usize>edgeCount * record;
  for (let edge = edges; edge < end; edge += record) {
    const i = <usize>load<i32>(edge);
    const j = <usize>load<i32>(edge, 4);
    const weight = v128.load_splat<T>(edge, 8);
    for (let axis: usize = 0; axis < nodeBytes; axis += 16) {
      const d = v128.sub<T>(v128.load(velocities + j + axis), v128.load(velocities + i + axis));
      const force = v128.mul<T>(weight, d);
      addAt<T>(forces + i + axis, force);
      subtractAt<T>(forces + j + axis, force);
    }
  }
}

export function softEdgesF32(forces: usize, velocities: usize, edges: usize, edgeCount: i32): void {
  addEdges<f32>(forces, velocities, edges, edgeCount);
}

export function softEdgesF64(forces: usize, velocities: usize, edges: usize, edgeCount: i32): void {
  addEdges<f64>(forces, velocities, edges, edgeCount);
}

/** One vector of the state, in the kernel's type. */
// @ts-ignore: decorator
@inline
function loadState<T>(at: usize, origin: usize): v128 {
  if (sizeof<T>() == 4) {
    const low = f32x4.demote_f64x2_zero(f64x2.sub(v128.load(at), v128.load(origin)));
    const high = f32x4.demote_f64x2_zero(f64x2.sub(v128.load(at, 16), v128.load(origin, 16)));
    return v128.shuffle<u64>(low, high, 0, 2);
  }
  return f64x2.sub(v128.load(at), v128.load(origin));
}

/**
 * Positions and velocities relative to node 0 of each segment; those of the free nodes, `first` ≤ node < `last`, are moved
 * on by dt times their velocity. Differences are taken before anything is rounded.
 */
// @ts-ignore: decorator
@inline
function localise<T>(
  positions: usize,
  velocities: usize,
  statePositions: usize,
  stateVelocities: usize,
  nodeCount: i32,
  first: i32,
  last: i32,
  dt: T,
): void {
  const step = v128.splat<T>(dt);
  for (let node = 0; node < nodeCount; node++) {
    const to = <usize>node * nodeBytes;
    const from = <usize>node * stateNodeBytes;
    const moves = node >= first && node < last;
    for (let axis: usize = 0; axis < 3; axis++) {
      const at = from + 32 * axis;
      const x = loadState<T>(statePositions + at, statePositions + 32 * axis);
      const v = loadState<T>(stateVelocities + at, stateVelocities + 32 * axis);
      v128.store(velocities + to + 16 * axis, v);
      // Node 0 is attached and already where it will be: its own velocity must be added back.
      const whole = v128.add<T>(v, originVelocity<T>(stateVelocities + 32 * axis));
      v128.store(positions + to + 16 * axis, moves ? v128.add<T>(x, v128.mul<T>(step, whole)) : x);
    }
  }
}

// @ts-ignore: decorator
@inline
function originVelocity<T>(at: usize): v128 {
  if (sizeof<T>() == 4) {
    const low = f32x4.demote_f64x2_zero(v128.load(at));
    const high = f32x4.demote_f64x2_zero(v128.load(at, 16));
    return v128.shuffle<u64>(low, high, 0, 2);
  }
  return v128.load(at);
}

export function softLocaliseF32(
  positions: usize,
  velocities: usize,
  statePositions: usize,
  stateVelocities: usize,
  nodeCount: i32,
  first: i32,
  last: i32,
  dt: f32,
): void {
  localise<f32>(positions, velocities, statePositions, stateVelocities, nodeCount, first, last, dt);
}

export function softLocaliseF64(
  positions: usize,
  velocities: usize,
  statePositions: usize,
  stateVelocities: usize,
  nodeCount: i32,
  first: i32,
  last: i32,
  dt: f64,
): void {
  localise<f64>(positions, velocities, statePositions, stateVelocities, nodeCount, first, last, dt);
}

/**
 * One quasi-Newton step for the free nodes. forces ← forces + m ((start − w) / dt + g); change ← G forces, each number cut
 * to ±limit, which only torn or inverted segments reach; w ← w + change; positions ← positions + dt change. Pointers are
 * those of the first free node; `gravity` has three numbers.
 */
// @ts-ignore: decorator
@inline
function solve<T>(
  changes: usize,
  velocities: usize,
  positions: usize,
  forces: usize,
  starts: usize,
  masses: usize,
  matrix: usize,
  gravity: usize,
  freeCount: i32,
  dt: T,
  limit: T,
): void {
  const size = sizeof<T>();
  const rate = v128.splat<T>(<T>1.0 / dt);
  const step = v128.splat<T>(dt);
  const end = <usize>freeCount * nodeBytes;
  for (let at: usize = 0, mass = masses; at < end; at += nodeBytes, mass += size) {
    const m = v128.load_splat<T>(mass);
    for (let axis: usize = 0; axis < 3; axis++) {
      const here = at + 16 * axis;
      const slow = v128.sub<T>(v128.load(starts + here), v128.load(velocities + here));
      const pull = v128.add<T>(v128.mul<T>(slow, rate), v128.load_splat<T>(gravity + axis * size));
      addAt<T>(forces + here, v128.mul<T>(m, pull));
    }
  }
  const most = v128.splat<T>(limit);
  const least = v128.neg<T>(most);
  let row = matrix;
  for (let at: usize = 0; at < end; at += nodeBytes) {
    let x = v128.splat<T>(<T>0.0);
    let y = x;
    let z = x;
    for (let from: usize = 0; from < end; from += nodeBytes, row += size) {
      const g = v128.load_splat<T>(row);
      x = v128.add<T>(x, v128.mul<T>(g, v128.load(forces + from)));
      y = v128.add<T>(y, v128.mul<T>(g, v128.load(forces + from, 16)));
      z = v128.add<T>(z, v128.mul<T>(g, v128.load(forces + from, 32)));
    }
    x = v128.pmax<T>(v128.pmin<T>(x, most), least);
    y = v128.pmax<T>(v128.pmin<T>(y, most), least);
    z = v128.pmax<T>(v128.pmin<T>(z, most), least);
    v128.store(changes + at, x);
    v128.store(changes + at, y, 16);
    v128.store(changes + at, z, 32);
    addAt<T>(velocities + at, x);
    addAt<T>(velocities + at + 16, y);
    addAt<T>(velocities + at + 32, z);
    addAt<T>(positions + at, v128.mul<T>(step, x));
    addAt<T>(positions + at + 16, v128.mul<T>(step, y));
    addAt<T>(positions + at + 32, v128.mul<T>(step, z));
  }
}

export function softSolveF32(
  changes: usize,
  velocities: usize,
  positions: usize,
  forces: usize,
  starts: usize,
  masses: usize,
  matrix: usize,
  gravity: usize,
  freeCount: i32,
  dt: f32,
  limit: f32,
): void {
  solve<f32>(changes, velocities, positions, forces, starts, masses, matrix, gravity, freeCount, dt, limit);
}

export function softSolveF64(
  changes: usize,
  velocities: usize,
  positions: usize,
  forces: usize,
  starts: usize,
  masses: usize,
  matrix: usize,
  gravity: usize,
  freeCount: i32,
  dt: f64,
  limit: f64,
): void {
  solve<f64>(changes, velocities, positions, forces, starts, masses, matrix, gravity, freeCount, dt, limit);
}

/** State velocities of `count` nodes += velocities − starts. */
// @ts-ignore: decorator
@inline
function addChanges<T>(stateVelocities: usize, velocities: usize, starts: usize, count: i32): void {
  for (let at: usize = 0, end = <usize>count * nodeBytes, to = stateVelocities; at < end; at += 16, to += 32) {
    const change = v128.sub<T>(v128.load(velocities + at), v128.load(starts + at));
    if (sizeof<T>() == 4) {
      v128.store(to, f64x2.add(v128.load(to), f64x2.promote_low_f32x4(change)));
      const high = v128.shuffle<u64>(change, change, 1, 1);
      v128.store(to, f64x2.add(v128.load(to, 16), f64x2.promote_low_f32x4(high)), 16);
    } else {
      addAt<f64>(to, change);
    }
  }
}

export function softChangesF32(stateVelocities: usize, velocities: usize, starts: usize, count: i32): void {
  addChanges<f32>(stateVelocities, velocities, starts, count);
}

export function softChangesF64(stateVelocities: usize, velocities: usize, starts: usize, count: i32): void {
  addChanges<f64>(stateVelocities, velocities, starts, count);
}

/** Positions of `count` nodes of the state += dt times velocities; all four segments. */
export function softAdvance(statePositions: usize, stateVelocities: usize, count: i32, dt: f64): void {
  const step = f64x2.splat(dt);
  for (let at: usize = 0, end = <usize>count * stateNodeBytes; at < end; at += 16) {
    addAt<f64>(statePositions + at, f64x2.mul(step, v128.load(stateVelocities + at)));
  }
}

/** out (6 vectors): sum of the forces on `count` nodes and of their moments about node 0, axis by axis. */
// @ts-ignore: decorator
@inline
function wrench<T>(out: usize, forces: usize, positions: usize, count: i32): void {
  let fx = v128.splat<T>(<T>0.0);
  let fy = fx;
  let fz = fx;
  let mx = fx;
  let my = fx;
  let mz = fx;
  for (let at: usize = 0, end = <usize>count * nodeBytes; at < end; at += nodeBytes) {
    const x = v128.load(positions + at);
    const y = v128.load(positions + at, 16);
    const z = v128.load(positions + at, 32);
    const px = v128.load(forces + at);
    const py = v128.load(forces + at, 16);
    const pz = v128.load(forces + at, 32);
    fx = v128.add<T>(fx, px);
    fy = v128.add<T>(fy, py);
    fz = v128.add<T>(fz, pz);
    mx = v128.add<T>(mx, det2<T>(y, z, py, pz));
    my = v128.add<T>(my, det2<T>(z, x, pz, px));
    mz = v128.add<T>(mz, det2<T>(x, y, px, py));
  }
  v128.store(out, fx);
  v128.store(out, fy, 16);
  v128.store(out, fz, 32);
  v128.store(out, mx, 48);
  v128.store(out, my, 64);
  v128.store(out, mz, 80);
}

export function softWrenchF32(out: usize, forces: usize, positions: usize, count: i32): void {
  wrench<f32>(out, forces, positions, count);
}

export function softWrenchF64(out: usize, forces: usize, positions: usize, count: i32): void {
  wrench<f64>(out, forces, positions, count);
}

/**
 * State positions and velocities of the nodes of one end face, all four segments: c + a y + b z. `face` holds six vectors
 * [axis][4 segments] of f64: centre and the turned y and z axes, then their velocities; `grid` holds y, z per node.
 */
export function softFace(statePositions: usize, stateVelocities: usize, face: usize, grid: usize, count: i32): void {
  const row: usize = stateNodeBytes;
  for (let node = 0; node < count; node++) {
    const y = v128.load_splat<f64>(grid + ((<usize>node) << 4));
    const z = v128.load_splat<f64>(grid + ((<usize>node) << 4), 8);
    const to = <usize>node * row;
    for (let at: usize = 0; at < row; at += 16) {
      const f = face + at;
      const turned = f64x2.add(f64x2.mul(v128.load(f + row), y), f64x2.mul(v128.load(f + 2 * row), z));
      v128.store(statePositions + to + at, f64x2.add(v128.load(f), turned));
      const swept = f64x2.add(f64x2.mul(v128.load(f + 4 * row), y), f64x2.mul(v128.load(f + 5 * row), z));
      v128.store(stateVelocities + to + at, f64x2.add(v128.load(f + 3 * row), swept));
    }
  }
}
