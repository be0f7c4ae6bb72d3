// Force of water on the faces of a soft body: drag and thrust by angle of attack, [softcon eq. 6], or the drag and lift of
// the authors' program.
//
//   u = w(c) − (v0 + v1 + v2)/3,  U = |u|,  u_n = n·u,  s = sin Φ = −n·u/U   (Φ > 0 where the face meets the water)
//   eq. 6   F = ½ ρ A [ C_d U u − C_t U² n ],   C_d = 1.05 − cos 2Φ = 0.05 + 2 s²,   C_t = exp(0.8 Φ) − 1
//   plates  both sides at once: 2 C_d and C_t(Φ) − C_t(−Φ)
//   coded   faces with s > 0:  drag ½ ρ A s² U² along u and lift ½ ρ A C_l(Φ) U² along the part of −n across u, each at
//           most `most` newtons;  C_l: 0.45 at 0°, 1.8 at 15°, straight lines to 0.5 at 90°, nothing beyond 85°
// Each corner gets F/3. n outward unit normal, A area, both of the present shape; c centre of the face.
//
// Without trigonometry: t = tan(Φ/2) = −u_n/(U + |u − u_n n|) keeps its accuracy at every angle; g = tanh(0.4 Φ) =
// t P(t²) within 2e-8 of its value, C_t = 2 g/(1 − g), both sides together 4 g/(1 − g²); Φ = 2 t Q(t²) within 3e-9.
//
// Water  w(c) = w0 + G c + Σ_j  k_j a_j × r_j / (r_j² + core_j²),  r_j = c − centre_j less its part along the axis a_j.
//
// Layout: a node is a row of 4 numbers (x, y, z and one to spare) with one lane, else of 3 · lanes (axis · lanes + lane);
// lanes are a multiple of a vector's numbers. Corners are byte offsets of rows: with one lane, in blocks of as many faces as
// a vector has numbers, corner after corner; else three a face. `water` has the fields below, field · lanes + lane. Outputs
// per block, or per face and vector of lanes: force xyz of a corner, s.

// ρ/4 (A is half of the normal's length), most newtons; w0; G row by row; then eight a vortex.
const flowField: i32 = 2;
const gradientField: i32 = 5;
const vortexField: i32 = 14;
const vortexFields: i32 = 8;
const plateBit: i32 = 1;
const codedBit: i32 = 2;
const outputBytes: usize = 64;

// @ts-ignore: decorator
@inline
function dot<T>(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return v128.add<T>(v128.add<T>(v128.mul<T>(ax, bx), v128.mul<T>(ay, by)), v128.mul<T>(az, bz));
}

// @ts-ignore: decorator
@inline
function minor<T>(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.sub<T>(v128.mul<T>(a, b), v128.mul<T>(c, d));
}

// @ts-ignore: decorator
@inline
function step<T>(sum: v128, u: v128, coefficient: f64): v128 {
  return v128.add<T>(v128.mul<T>(sum, u), v128.splat<T>(<T>coefficient));
}

/** tanh(0.8 atan t)/t by u = t². */
// @ts-ignore: decorator
@inline
function thrustSeries<T>(u: v128): v128 {
  let sum = step<T>(v128.splat<T>(<T>-0.009114708710967534), u, 0.05388260254619581);
  sum = step<T>(sum, u, -0.1466362137518331);
  sum = step<T>(sum, u, 0.2514510050533403);
  sum = step<T>(sum, u, -0.3206846607615521);
  sum = step<T>(sum, u, 0.3472685436116225);
  sum = step<T>(sum, u, -0.35619023332361);
  sum = step<T>(sum, u, 0.3742471585630458);
  sum = step<T>(sum, u, -0.43733018176596145);
  return step<T>(sum, u, 0.799999984944032);
}

/** atan(t)/t by u = t². */
// @ts-ignore: decorator
@inline
function angleSeries<T>(u: v128): v128 {
  let sum = step<T>(v128.splat<T>(<T>-0.0017437011142646952), u, 0.010680719309675624);
  sum = step<T>(sum, u, -0.030717508640833557);
  sum = step<T>(sum, u, 0.05746355757260346);
  sum = step<T>(sum, u, -0.08372063931092555);
  sum = step<T>(sum, u, 0.10940198958949177);
  sum = step<T>(sum, u, -0.14261573678985717);
  sum = step<T>(sum, u, 0.19998230640231776);
  sum = step<T>(sum, u, -0.33333282295504557);
  return step<T>(sum, u, 0.999999997546019);
}

/** A field of `water`: its own number in every lane, or one for all. */
// @ts-ignore: decorator
@inline
export function field<T>(water: usize, stride: usize, index: i32): v128 {
  const at = water + <usize>index * stride;
  return stride == sizeof<T>() ? v128.load_splat<T>(at) : v128.load(at);
}

/** Velocity of the water at the centre of a face, to outputs 0–2; the centre comes in there. */
export function addWater<T>(outputs: usize, water: usize, stride: usize, vortices: i32): void {
  const x = v128.load(outputs);
  const y = v128.load(outputs, 16);
  const z = v128.load(outputs, 32);
  let wx = v128.add<T>(
    field<T>(water, stride, flowField),
    dot<T>(
      field<T>(water, stride, gradientField),
      field<T>(water, stride, gradientField + 1),
      field<T>(water, stride, gradientField + 2),
      x,
      y,
      z,
    ),
  );
  let wy = v128.add<T>(
    field<T>(water, stride, flowField + 1),
    dot<T>(
      field<T>(water, stride, gradientField + 3),
      field<T>(water, stride, gradientField + 4),
      field<T>(water, stride, gradientField + 5),
      x,
      y,
      z,
    ),
  );
  let wz = v128.add<T>(
    field<T>(water, stride, flowField + 2),
    dot<T>(
      field<T>(water, stride, gradientField + 6),
      field<T>(water, stride, gradientField + 7),
      field<T>(water, stride, gradientField + 8),
      x,
      y,
      z,
    ),
  );
  for (let vortex = 0; vortex < vortices; ++vortex) {
    const at = vortexField + vortex * vortexFields;
    const ax = field<T>(water, stride, at + 3);
    const ay = field<T>(water, stride, at + 4);
    const az = field<T>(water, stride, at + 5);
    let rx = v128.sub<T>(x, field<T>(water, stride, at));
    let ry = v128.sub<T>(y, field<T>(water, stride, at + 1));
    let rz = v128.sub<T>(z, field<T>(water, stride, at + 2));
    const along = dot<T>(rx, ry, rz, ax, ay, az);
    rx = v128.sub<T>(rx, v128.mul<T>(along, ax));
    ry = v128.sub<T>(ry, v128.mul<T>(along, ay));
    rz = v128.sub<T>(rz, v128.mul<T>(along, az));
    const square = v128.add<T>(dot<T>(rx, ry, rz, rx, ry, rz), field<T>(water, stride, at + 7));
    const turn = v128.div<T>(field<T>(water, stride, at + 6), square);
    wx = v128.add<T>(wx, v128.mul<T>(turn, minor<T>(ay, rz, az, ry)));
    wy = v128.add<T>(wy, v128.mul<T>(turn, minor<T>(az, rx, ax, rz)));
    wz = v128.add<T>(wz, v128.mul<T>(turn, minor<T>(ax, ry, ay, rx)));
  }
  v128.store(outputs, wx);
  v128.store(outputs, wy, 16);
  v128.store(outputs, wz, 32);
}

/** From edges, three times the centre and three times the velocity of a face to its outputs. */
// @ts-ignore: decorator
@inline
function face<T>(
  outputs: usize,
  water: usize,
  stride: usize,
  vortices: i32,
  mode: i32,
  ex: v128,
  ey: v128,
  ez: v128,
  fx: v128,
  fy: v128,
  fz: v128,
  cx: v128,
  cy: v128,
  cz: v128,
  vx: v128,
  vy: v128,
  vz: v128,
): void {
  const third = v128.splat<T>(<T>(1.0 / 3.0));
  const zero = v128.splat<T>(<T>0.0);
  let ux: v128;
  let uy: v128;
  let uz: v128;
  if (vortices < 0) {
    ux = v128.sub<T>(zero, v128.mul<T>(vx, third));
    uy = v128.sub<T>(zero, v128.mul<T>(vy, third));
    uz = v128.sub<T>(zero, v128.mul<T>(vz, third));
  } else {
    v128.store(outputs, v128.mul<T>(cx, third));
    v128.store(outputs, v128.mul<T>(cy, third), 16);
    v128.store(outputs, v128.mul<T>(cz, third), 32);
    addWater<T>(outputs, water, stride, vortices);
    ux = v128.sub<T>(v128.load(outputs), v128.mul<T>(vx, third));
    uy = v128.sub<T>(v128.load(outputs, 16), v128.mul<T>(vy, third));
    uz = v128.sub<T>(v128.load(outputs, 32), v128.mul<T>(vz, third));
  }
  let nx = minor<T>(ey, fz, ez, fy);
  let ny = minor<T>(ez, fx, ex, fz);
  let nz = minor<T>(ex, fy, ey, fx);
  const twiceArea = v128.sqrt<T>(dot<T>(nx, ny, nz, nx, ny, nz));
  const unit = v128.div<T>(v128.splat<T>(<T>1.0), v128.max<T>(twiceArea, v128.splat<T>(<T>1e-20)));
  nx = v128.mul<T>(nx, unit);
  ny = v128.mul<T>(ny, unit);
  nz = v128.mul<T>(nz, unit);
  let un = dot<T>(nx, ny, nz, ux, uy, uz);
  if ((mode & (plateBit | codedBit)) == (plateBit | codedBit)) {
    // The side of the plate that meets the water.
    const away = v128.gt<T>(un, zero);
    nx = v128.bitselect(v128.neg<T>(nx), nx, away);
    ny = v128.bitselect(v128.neg<T>(ny), ny, away);
    nz = v128.bitselect(v128.neg<T>(nz), nz, away);
    un = v128.bitselect(v128.neg<T>(un), un, away);
  }
  const tx = v128.sub<T>(ux, v128.mul<T>(un, nx));
  const ty = v128.sub<T>(uy, v128.mul<T>(un, ny));
  const tz = v128.sub<T>(uz, v128.mul<T>(un, nz));
  const across = v128.sqrt<T>(dot<T>(tx, ty, tz, tx, ty, tz));
  const speed = v128.sqrt<T>(dot<T>(ux, uy, uz, ux, uy, uz));
  // Below this speed the square of the speed may be zero where the speed is not.
  const tiny = v128.splat<T>(<T>1e-12);
  const t = v128.neg<T>(v128.div<T>(un, v128.max<T>(v128.add<T>(speed, across), tiny)));
  const s = v128.neg<T>(v128.div<T>(un, v128.max<T>(speed, tiny)));
  const half = v128.mul<T>(field<T>(water, stride, 0), twiceArea);
  const tt = v128.mul<T>(t, t);
  let alongFlow: v128;
  let alongNormal: v128;
  if ((mode & codedBit) == 0) {
    const g = v128.mul<T>(t, thrustSeries<T>(tt));
    const one = v128.splat<T>(<T>1.0);
    const two = v128.splat<T>(<T>2.0);
    alongFlow = v128.sub<T>(v128.mul<T>(v128.splat<T>(<T>0.05), speed), v128.mul<T>(two, v128.mul<T>(un, s)));
    const square = v128.mul<T>(speed, speed);
    const g2 = v128.add<T>(g, g);
    if ((mode & plateBit) != 0) {
      alongFlow = v128.add<T>(alongFlow, alongFlow);
      alongNormal = v128.div<T>(v128.add<T>(g2, g2), v128.sub<T>(one, v128.mul<T>(g, g)));
    } else {
      alongNormal = v128.div<T>(g2, v128.sub<T>(one, g));
    }
    alongFlow = v128.mul<T>(half, alongFlow);
    alongNormal = v128.mul<T>(half, v128.mul<T>(alongNormal, square));
  } else {
    const acts = v128.and(v128.gt<T>(s, zero), v128.ge<T>(speed, v128.splat<T>(<T>1e-6)));
    const degrees = v128.mul<T>(v128.mul<T>(t, angleSeries<T>(tt)), v128.splat<T>(<T>114.59155902616465));
    const rising = v128.mul<T>(v128.splat<T>(<T>0.09), v128.add<T>(degrees, v128.splat<T>(<T>5.0)));
    const falling = v128.sub<T>(
      v128.splat<T>(<T>1.8),
      v128.mul<T>(v128.splat<T>(<T>(1.3 / 75.0)), v128.sub<T>(degrees, v128.splat<T>(<T>15.0))),
    );
    let lift = v128.bitselect(rising, falling, v128.lt<T>(degrees, v128.splat<T>(<T>15.0)));
    lift = v128.bitselect(zero, lift, v128.gt<T>(degrees, v128.splat<T>(<T>85.0)));
    const most = field<T>(water, stride, 1);
    const dragForce = v128.min<T>(v128.mul<T>(half, v128.mul<T>(un, un)), most);
    const liftForce = v128.min<T>(v128.mul<T>(half, v128.mul<T>(lift, v128.mul<T>(speed, speed))), most);
    // Along the flow by its length; across it −(n − u u_n/U²) U/|u − u_n n|.
    const flowUnit = v128.div<T>(v128.splat<T>(<T>1.0), v128.max<T>(speed, tiny));
    alongNormal = v128.mul<T>(liftForce, v128.div<T>(speed, v128.max<T>(across, tiny)));
    alongFlow = v128.mul<T>(flowUnit, v128.sub<T>(dragForce, v128.mul<T>(alongNormal, s)));
    alongFlow = v128.and(alongFlow, acts);
    alongNormal = v128.and(alongNormal, acts);
  }
  alongFlow = v128.mul<T>(alongFlow, third);
  alongNormal = v128.mul<T>(alongNormal, third);
  v128.store(outputs, minor<T>(alongFlow, ux, alongNormal, nx));
  v128.store(outputs, minor<T>(alongFlow, uy, alongNormal, ny), 16);
  v128.store(outputs, minor<T>(alongFlow, uz, alongNormal, nz), 32);
  v128.store(outputs, s, 48);
}

/** Rows of four faces at one corner. */
// @ts-ignore: decorator
@inline
function row(from: usize, corners: usize, lane: i32): v128 {
  return v128.load(from + <usize>load<u32>(corners + ((<usize>lane) << 2)));
}

// Of four rows x y z _: the first or second halves of two of them side by side, then what two such pairs make.
// @ts-ignore: decorator
@inline
function front(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 4, 1, 5);
}
// @ts-ignore: decorator
@inline
function back(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 2, 6, 3, 7);
}
// @ts-ignore: decorator
@inline
function firsts(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 1, 4, 5);
}
// @ts-ignore: decorator
@inline
function seconds(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 2, 3, 6, 7);
}

// @ts-ignore: decorator
@inline
function addVector<T>(to: usize, value: v128): void {
  v128.store(to, v128.add<T>(v128.load(to), value));
}

/** Adds one row to the three corners of a face. */
// @ts-ignore: decorator
@inline
function addRow(forces: usize, corners: usize, lane: i32, value: v128): void {
  const at = corners + ((<usize>lane) << 2);
  addVector<f32>(forces + <usize>load<u32>(at), value);
  addVector<f32>(forces + <usize>load<u32>(at, 16), value);
  addVector<f32>(forces + <usize>load<u32>(at, 32), value);
}

/** Four faces side by side. */
function facesF32(
  forces: usize,
  positions: usize,
  velocities: usize,
  corners: usize,
  faceCount: i32,
  water: usize,
  vortices: i32,
  mode: i32,
  outputs: usize,
  outputStep: usize,
): void {
  for (let first = 0; first < faceCount; first += 4) {
    const b = corners + 16;
    const c = corners + 32;
    const a0 = row(positions, corners, 0);
    const a1 = row(positions, corners, 1);
    const a2 = row(positions, corners, 2);
    const a3 = row(positions, corners, 3);
    const b0 = row(positions, b, 0);
    const b1 = row(positions, b, 1);
    const b2 = row(positions, b, 2);
    const b3 = row(positions, b, 3);
    const c0 = row(positions, c, 0);
    const c1 = row(positions, c, 1);
    const c2 = row(positions, c, 2);
    const c3 = row(positions, c, 3);
    const e0 = f32x4.sub(b0, a0);
    const e1 = f32x4.sub(b1, a1);
    const e2 = f32x4.sub(b2, a2);
    const e3 = f32x4.sub(b3, a3);
    const f0 = f32x4.sub(c0, a0);
    const f1 = f32x4.sub(c1, a1);
    const f2 = f32x4.sub(c2, a2);
    const f3 = f32x4.sub(c3, a3);
    const v0 = f32x4.add(f32x4.add(row(velocities, corners, 0), row(velocities, b, 0)), row(velocities, c, 0));
    const v1 = f32x4.add(f32x4.add(row(velocities, corners, 1), row(velocities, b, 1)), row(velocities, c, 1));
    const v2 = f32x4.add(f32x4.add(row(velocities, corners, 2), row(velocities, b, 2)), row(velocities, c, 2));
    const v3 = f32x4.add(f32x4.add(row(velocities, corners, 3), row(velocities, b, 3)), row(velocities, c, 3));
    let x = f32x4.splat(0);
    let y = x;
    let z = x;
    if (vortices >= 0) {
      const m0 = f32x4.add(f32x4.add(a0, b0), c0);
      const m1 = f32x4.add(f32x4.add(a1, b1), c1);
      const m2 = f32x4.add(f32x4.add(a2, b2), c2);
      const m3 = f32x4.add(f32x4.add(a3, b3), c3);
      x = firsts(front(m0, m1), front(m2, m3));
      y = seconds(front(m0, m1), front(m2, m3));
      z = firsts(back(m0, m1), back(m2, m3));
    }
    face<f32>(
      outputs,
      water,
      4,
      vortices,
      mode,
      firsts(front(e0, e1), front(e2, e3)),
      seconds(front(e0, e1), front(e2, e3)),
      firsts(back(e0, e1), back(e2, e3)),
      firsts(front(f0, f1), front(f2, f3)),
      seconds(front(f0, f1), front(f2, f3)),
      firsts(back(f0, f1), back(f2, f3)),
      x,
      y,
      z,
      firsts(front(v0, v1), front(v2, v3)),
      seconds(front(v0, v1), front(v2, v3)),
      firsts(back(v0, v1), back(v2, v3)),
    );
    const px = v128.load(outputs);
    const py = v128.load(outputs, 16);
    const pz = v128.load(outputs, 32);
    const none = f32x4.splat(0);
    const count = min<i32>(4, faceCount - first);
    addRow(forces, corners, 0, firsts(front(px, py), front(pz, none)));
    if (count > 1) addRow(forces, corners, 1, seconds(front(px, py), front(pz, none)));
    if (count > 2) addRow(forces, corners, 2, firsts(back(px, py), back(pz, none)));
    if (count > 3) addRow(forces, corners, 3, seconds(back(px, py), back(pz, none)));
    corners += 48;
    outputs += outputStep;
  }
}

// @ts-ignore: decorator
@inline
function lows(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

// @ts-ignore: decorator
@inline
function highs(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
}

/** Adds x y and z _ to the three corners of a face. */
// @ts-ignore: decorator
@inline
function addHalves(forces: usize, corners: usize, lane: i32, xy: v128, z: v128): void {
  const at = corners + ((<usize>lane) << 2);
  for (let k: usize = 0; k < 24; k += 8) {
    const to = forces + <usize>load<u32>(at + k);
    addVector<f64>(to, xy);
    addVector<f64>(to + 16, z);
  }
}

/** Two faces side by side. */
function facesF64(
  forces: usize,
  positions: usize,
  velocities: usize,
  corners: usize,
  faceCount: i32,
  water: usize,
  vortices: i32,
  mode: i32,
  outputs: usize,
  outputStep: usize,
): void {
  for (let first = 0; first < faceCount; first += 2) {
    const b = corners + 8;
    const c = corners + 16;
    const a0 = row(positions, corners, 0);
    const a1 = row(positions, corners, 1);
    const b0 = row(positions, b, 0);
    const b1 = row(positions, b, 1);
    const c0 = row(positions, c, 0);
    const c1 = row(positions, c, 1);
    const ax = lows(a0, a1);
    const ay = highs(a0, a1);
    const az = lows(row(positions + 16, corners, 0), row(positions + 16, corners, 1));
    const bx = lows(b0, b1);
    const by = highs(b0, b1);
    const bz = lows(row(positions + 16, b, 0), row(positions + 16, b, 1));
    const cx = lows(c0, c1);
    const cy = highs(c0, c1);
    const cz = lows(row(positions + 16, c, 0), row(positions + 16, c, 1));
    const v0 = f64x2.add(f64x2.add(row(velocities, corners, 0), row(velocities, b, 0)), row(velocities, c, 0));
    const v1 = f64x2.add(f64x2.add(row(velocities, corners, 1), row(velocities, b, 1)), row(velocities, c, 1));
    const up = velocities + 16;
    const w0 = f64x2.add(f64x2.add(row(up, corners, 0), row(up, b, 0)), row(up, c, 0));
    const w1 = f64x2.add(f64x2.add(row(up, corners, 1), row(up, b, 1)), row(up, c, 1));
    face<f64>(
      outputs,
      water,
      8,
      vortices,
      mode,
      f64x2.sub(bx, ax),
      f64x2.sub(by, ay),
      f64x2.sub(bz, az),
      f64x2.sub(cx, ax),
      f64x2.sub(cy, ay),
      f64x2.sub(cz, az),
      f64x2.add(f64x2.add(ax, bx), cx),
      f64x2.add(f64x2.add(ay, by), cy),
      f64x2.add(f64x2.add(az, bz), cz),
      lows(v0, v1),
      highs(v0, v1),
      lows(w0, w1),
    );
    const px = v128.load(outputs);
    const py = v128.load(outputs, 16);
    const pz = v128.load(outputs, 32);
    const none = f64x2.splat(0);
    const count = min<i32>(2, faceCount - first);
    addHalves(forces, corners, 0, lows(px, py), lows(pz, none));
    if (count > 1) addHalves(forces, corners, 1, highs(px, py), highs(pz, none));
    corners += 24;
    outputs += outputStep;
  }
}

/** Environments side by side in the lanes. */
function environments<T>(
  forces: usize,
  positions: usize,
  velocities: usize,
  corners: usize,
  faceCount: i32,
  lanes: i32,
  water: usize,
  vortices: i32,
  mode: i32,
  outputs: usize,
  outputStep: usize,
): void {
  const axis = <usize>lanes * sizeof<T>();
  for (let index = 0; index < faceCount; ++index) {
    const na = <usize>load<u32>(corners);
    const nb = <usize>load<u32>(corners, 4);
    const nc = <usize>load<u32>(corners, 8);
    corners += 12;
    for (let lane: usize = 0; lane < axis; lane += 16) {
      const a = positions + na + lane;
      const b = positions + nb + lane;
      const c = positions + nc + lane;
      const ax = v128.load(a);
      const ay = v128.load(a + axis);
      const az = v128.load(a + 2 * axis);
      const bx = v128.load(b);
      const by = v128.load(b + axis);
      const bz = v128.load(b + 2 * axis);
      const cx = v128.load(c);
      const cy = v128.load(c + axis);
      const cz = v128.load(c + 2 * axis);
      const va = velocities + na + lane;
      const vb = velocities + nb + lane;
      const vc = velocities + nc + lane;
      face<T>(
        outputs,
        water + lane,
        axis,
        vortices,
        mode,
        v128.sub<T>(bx, ax),
        v128.sub<T>(by, ay),
        v128.sub<T>(bz, az),
        v128.sub<T>(cx, ax),
        v128.sub<T>(cy, ay),
        v128.sub<T>(cz, az),
        v128.add<T>(v128.add<T>(ax, bx), cx),
        v128.add<T>(v128.add<T>(ay, by), cy),
        v128.add<T>(v128.add<T>(az, bz), cz),
        v128.add<T>(v128.add<T>(v128.load(va), v128.load(vb)), v128.load(vc)),
        v128.add<T>(v128.add<T>(v128.load(va + axis), v128.load(vb + axis)), v128.load(vc + axis)),
        v128.add<T>(v128.add<T>(v128.load(va + 2 * axis), v128.load(vb + 2 * axis)), v128.load(vc + 2 * axis)),
      );
      const x = v128.load(outputs);
      const y = v128.load(outputs, 16);
      const z = v128.load(outputs, 32);
      for (let k = 0; k < 3; ++k) {
        const node = k == 0 ? na : k == 1 ? nb : nc;
        const to = forces + node + lane;
        addVector<T>(to, x);
        addVector<T>(to + axis, y);
        addVector<T>(to + 2 * axis, z);
      }
      outputs += outputStep;
    }
  }
}

export function waterF32(
  forces: usize,
  positions: usize,
  velocities: usize,
  corners: usize,
  faceCount: i32,
  lanes: i32,
  water: usize,
  vortices: i32,
  mode: i32,
  outputs: usize,
  keep: i32,
): void {
  const outputStep = keep != 0 ? outputBytes : 0;
  if (lanes == 1) {
    facesF32(forces, positions, velocities, corners, faceCount, water, vortices, mode, outputs, outputStep);
    return;
  }
  environments<f32>(
    forces,
    positions,
    velocities,
    corners,
    faceCount,
    lanes,
    water,
    vortices,
    mode,
    outputs,
    outputStep,
  );
}

export function waterF64(
  forces: usize,
  positions: usize,
  velocities: usize,
  corners: usize,
  faceCount: i32,
  lanes: i32,
  water: usize,
  vortices: i32,
  mode: i32,
  outputs: usize,
  keep: i32,
): void {
  const outputStep = keep != 0 ? outputBytes : 0;
  if (lanes == 1) {
    facesF64(forces, positions, velocities, corners, faceCount, water, vortices, mode, outputs, outputStep);
    return;
  }
  environments<f64>(
    forces,
    positions,
    velocities,
    corners,
    faceCount,
    lanes,
    water,
    vortices,
    mode,
    outputs,
    outputStep,
  );
}
