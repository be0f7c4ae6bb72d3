// Force of water on slices of slender bodies and on plates: Lighthill's large-amplitude theory as the Euler–Lagrange force of
// the kinetic energy of the water, a wake where the body narrows or ends, cross-flow and skin friction. Equations with their
// sources: docs/water.md and engine/forces/reactive-tables.ts, which makes the coefficients.
//
// An element lies between two neighbouring sections i (front) and j (rear), with centres c, velocities v against the water and
// width vectors D (sums over the nodes of a section):
//   d = c_j − c_i,  l = |d|,  t = d/l;   e1: D_i + D_j without its part along t, a unit vector;   e2 = t × e1
//   u, w1, w2 = v·t, v·e1, v·e2 with v = (v_i + v_j)/2;   w = √(w1² + w2²);   P = m1 w1 e1 + m2 w2 e2
//   i and j each:       (p* − l P)/2h,  p* the momentum before the step
//   j, less i:          ½ (P·v) t − u P − (m1 − m2) w1 w2 (D·t)/|D⊥| e2
//   D of i and j each:  l (m1 − m2) w1 w2 e2/|D_i + D_j|
//   wake at an end to which the water slides, with the velocity of that end: σ (u Δm w − ½ Δm w² t), σ = |u|/√(u² + w²/16)
//   i and j each:       −l (cross_n w + fric √ν √w) w_n along e_n,   −l skin c u along t,
//                       c = 1.328 √ν √(|u|/L + κ w/d), from R = |u| L/ν = 5e5 on at least |u| (0.074 R^(−1/5) − 1742/R)
//
// Layout. A node is a row of 4 numbers with one lane, else of 3 · lanes (axis · lanes + lane). Sections and elements are numbers
// index · lanes + lane of fields that are `stride` numbers apart: a vector is as many neighbouring elements of one body, or one
// element of as many bodies. Element k joins sections k and k + 1; where a chain ends its coefficients are zero. Plates: corners
// as in water.ts, but the last block is filled up with triangles whose coefficients are zero. `water`: √ν, 1/ν, then the current
// as in water.ts.
import { gatherWork } from './scratch';
import { addWater, field } from './water';

// Places in the plan of slices and in that of plates, 4 bytes each.
const planCount: usize = 0;
const planLanes: usize = 4;
const planStride: usize = 8;
const planCounts: usize = 12;
const planNodes: usize = 16;
const planWeights: usize = 20;
const planWork: usize = 24;
const planCoefficients: usize = 28;
const planMomenta: usize = 32;
const planWater: usize = 36;
const planVortices: usize = 40;

// Modes: forces; forces without those of added mass; momenta of the water instead of forces.
const lostMode: i32 = 1;
const momentumMode: i32 = 2;

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
function constant<T>(value: f64): v128 {
  return v128.splat<T>(<T>value);
}

/** The root of a square, above zero. */
// @ts-ignore: decorator
@inline
function length<T>(square: v128): v128 {
  return v128.sqrt<T>(v128.max<T>(square, constant<T>(1e-30)));
}

/** Whether any number of a comparison is true. */
// @ts-ignore: decorator
@inline
function isAny(mask: v128): bool {
  return v128.any_true(mask);
}

/** c of the skin: boundary layers as old as the way along the body or around it, or turbulent. */
// @ts-ignore: decorator
@inline
function friction<T>(speed: v128, across: v128, inverseLength: v128, kappa: v128, rootNu: v128, inverseNu: v128): v128 {
  const age = v128.add<T>(v128.mul<T>(speed, inverseLength), v128.mul<T>(across, kappa));
  let c = v128.mul<T>(v128.mul<T>(constant<T>(1.328), rootNu), v128.sqrt<T>(age));
  const reynolds = v128.div<T>(v128.mul<T>(speed, inverseNu), v128.max<T>(inverseLength, constant<T>(1e-9)));
  const isTurbulent = v128.gt<T>(reynolds, constant<T>(500000.0));
  if (isAny(isTurbulent)) {
    // R^(−1/5) by Newton's method from 0.8 R^(−3/16), within 8 % of it from 5e5 to 1e10; three rounds are enough for f32.
    const eighth = v128.sqrt<T>(v128.sqrt<T>(v128.sqrt<T>(v128.max<T>(reynolds, constant<T>(1.0)))));
    let y = v128.div<T>(constant<T>(0.8), v128.mul<T>(eighth, v128.sqrt<T>(eighth)));
    for (let i = sizeof<T>() == 4 ? 1 : 0; i < 4; ++i) {
      const yy = v128.mul<T>(y, y);
      const fifth = v128.mul<T>(v128.mul<T>(yy, yy), v128.mul<T>(y, reynolds));
      y = v128.mul<T>(y, v128.sub<T>(constant<T>(1.2), v128.mul<T>(constant<T>(0.2), fifth)));
    }
    const plate = v128.sub<T>(
      v128.mul<T>(constant<T>(0.074), y),
      v128.div<T>(constant<T>(1742.0), v128.max<T>(reynolds, constant<T>(1.0))),
    );
    c = v128.bitselect(v128.max<T>(c, v128.mul<T>(speed, plate)), c, isTurbulent);
  }
  return c;
}

/** Centres, velocities and width vectors of the sections of one body. */
function gatherAlone<T>(plan: usize, positions: usize, velocities: usize): void {
  const count = load<i32>(plan, planCount);
  const stride = <usize>load<u32>(plan, planStride) * sizeof<T>();
  const counts = <usize>load<u32>(plan, planCounts);
  let nodes = <usize>load<u32>(plan, planNodes);
  let weights = <usize>load<u32>(plan, planWeights);
  let work = <usize>load<u32>(plan, planWork);
  for (let section = 0; section < count; ++section) {
    let c = v128.splat<T>(<T>0.0);
    let v = c;
    let d = c;
    let cz = c;
    let vz = c;
    let dz = c;
    for (let k = load<i32>(counts + ((<usize>section) << 2)); k > 0; --k) {
      const row = <usize>load<u32>(nodes);
      const share = v128.load_splat<T>(weights);
      const spread = v128.load_splat<T>(weights + sizeof<T>());
      const x = v128.load(positions + row);
      c = v128.add<T>(c, v128.mul<T>(share, x));
      d = v128.add<T>(d, v128.mul<T>(spread, x));
      v = v128.add<T>(v, v128.mul<T>(share, v128.load(velocities + row)));
      if (sizeof<T>() == 8) {
        const z = v128.load(positions + row, 16);
        cz = v128.add<T>(cz, v128.mul<T>(share, z));
        dz = v128.add<T>(dz, v128.mul<T>(spread, z));
        vz = v128.add<T>(vz, v128.mul<T>(share, v128.load(velocities + row, 16)));
      }
      nodes += 4;
      weights += 2 * sizeof<T>();
    }
    if (sizeof<T>() == 4) {
      store<f32>(work, f32x4.extract_lane(c, 0));
      store<f32>(work + stride, f32x4.extract_lane(c, 1));
      store<f32>(work + 2 * stride, f32x4.extract_lane(c, 2));
      store<f32>(work + 3 * stride, f32x4.extract_lane(v, 0));
      store<f32>(work + 4 * stride, f32x4.extract_lane(v, 1));
      store<f32>(work + 5 * stride, f32x4.extract_lane(v, 2));
      store<f32>(work + 6 * stride, f32x4.extract_lane(d, 0));
      store<f32>(work + 7 * stride, f32x4.extract_lane(d, 1));
      store<f32>(work + 8 * stride, f32x4.extract_lane(d, 2));
    } else {
      store<f64>(work, f64x2.extract_lane(c, 0));
      store<f64>(work + stride, f64x2.extract_lane(c, 1));
      store<f64>(work + 2 * stride, f64x2.extract_lane(cz, 0));
      store<f64>(work + 3 * stride, f64x2.extract_lane(v, 0));
      store<f64>(work + 4 * stride, f64x2.extract_lane(v, 1));
      store<f64>(work + 5 * stride, f64x2.extract_lane(vz, 0));
      store<f64>(work + 6 * stride, f64x2.extract_lane(d, 0));
      store<f64>(work + 7 * stride, f64x2.extract_lane(d, 1));
      store<f64>(work + 8 * stride, f64x2.extract_lane(dz, 0));
    }
    work += sizeof<T>();
  }
}

/** The same for bodies side by side. */
function gatherLanes<T>(plan: usize, positions: usize, velocities: usize): void {
  const count = load<i32>(plan, planCount);
  const axis = <usize>load<u32>(plan, planLanes) * sizeof<T>();
  const stride = <usize>load<u32>(plan, planStride) * sizeof<T>();
  const counts = <usize>load<u32>(plan, planCounts);
  let nodes = <usize>load<u32>(plan, planNodes);
  let weights = <usize>load<u32>(plan, planWeights);
  let work = <usize>load<u32>(plan, planWork);
  for (let section = 0; section < count; ++section) {
    const own = load<i32>(counts + ((<usize>section) << 2));
    for (let lane: usize = 0; lane < axis; lane += 16) {
      for (let a: usize = 0; a < 3; ++a) {
        const at = a * axis + lane;
        let c = v128.splat<T>(<T>0.0);
        let v = c;
        let d = c;
        for (let k = 0; k < own; ++k) {
          const row = <usize>load<u32>(nodes + ((<usize>k) << 2)) + at;
          const entry = weights + 2 * <usize>k * sizeof<T>();
          const share = v128.load_splat<T>(entry);
          const x = v128.load(positions + row);
          c = v128.add<T>(c, v128.mul<T>(share, x));
          d = v128.add<T>(d, v128.mul<T>(v128.load_splat<T>(entry + sizeof<T>()), x));
          v = v128.add<T>(v, v128.mul<T>(share, v128.load(velocities + row)));
        }
        v128.store(work + lane + a * stride, c);
        v128.store(work + lane + (3 + a) * stride, v);
        v128.store(work + lane + (6 + a) * stride, d);
      }
    }
    nodes += (<usize>own) << 2;
    weights += 2 * <usize>own * sizeof<T>();
    work += axis;
  }
}

/** Velocities of the sections become those against the water. */
function subtractWater<T>(plan: usize): void {
  const lanes = load<i32>(plan, planLanes);
  const numbers = <usize>(load<i32>(plan, planCount) * lanes) * sizeof<T>();
  const axis = <usize>lanes * sizeof<T>();
  const stride = <usize>load<u32>(plan, planStride) * sizeof<T>();
  const work = <usize>load<u32>(plan, planWork);
  const water = <usize>load<u32>(plan, planWater);
  const vortices = load<i32>(plan, planVortices);
  for (let at: usize = 0; at < numbers; at += 16) {
    for (let a: usize = 0; a < 3; ++a) v128.store(gatherWork + 16 * a, v128.load(work + at + a * stride));
    addWater<T>(gatherWork, lanes == 1 ? water : water + (at % axis), axis, vortices);
    for (let a: usize = 0; a < 3; ++a) {
      const v = work + at + (3 + a) * stride;
      v128.store(v, v128.sub<T>(v128.load(v), v128.load(gatherWork + 16 * a)));
    }
  }
}

/** Local components of the wake at one end, u and w its velocity, to scratch: along t, e1, e2. `sign`: 1 at the rear, −1 in front. */
// @ts-ignore: decorator
@inline
function wake<T>(u: v128, w1: v128, w2: v128, m1: v128, m2: v128, sign: f64): void {
  const zero = v128.splat<T>(<T>0.0);
  // Speed with which the water slides to this end; nothing where it comes from it.
  const out = v128.max<T>(zero, v128.mul<T>(u, constant<T>(-sign)));
  const ww = v128.add<T>(v128.mul<T>(w1, w1), v128.mul<T>(w2, w2));
  const root = length<T>(v128.add<T>(v128.mul<T>(u, u), v128.mul<T>(constant<T>(0.0625), ww)));
  const share = v128.div<T>(out, root);
  const q1 = v128.mul<T>(m1, w1);
  const q2 = v128.mul<T>(m2, w2);
  const lost = v128.add<T>(v128.mul<T>(q1, w1), v128.mul<T>(q2, w2));
  v128.store(gatherWork, v128.mul<T>(v128.mul<T>(share, constant<T>(-0.5 * sign)), lost));
  const across = v128.neg<T>(v128.mul<T>(share, out));
  v128.store(gatherWork, v128.mul<T>(across, q1), 16);
  v128.store(gatherWork, v128.mul<T>(across, q2), 32);
}

/** Forces on the ends of all elements, or their momenta. */
function elements<T>(plan: usize, rate: f64, mode: i32): void {
  const lanes = <usize>load<u32>(plan, planLanes);
  const axis = lanes * sizeof<T>();
  const numbers = <usize>load<u32>(plan, planCount) * axis;
  const f = <usize>load<u32>(plan, planStride) * sizeof<T>();
  const work = <usize>load<u32>(plan, planWork);
  const coefficients = <usize>load<u32>(plan, planCoefficients);
  const momenta = <usize>load<u32>(plan, planMomenta);
  const water = <usize>load<u32>(plan, planWater);
  const isLost = mode == lostMode;
  const halfRate = constant<T>(rate / 2.0);
  const half = constant<T>(0.5);
  for (let at: usize = 0; at < numbers; at += 16) {
    const i = work + at;
    const j = i + axis;
    const dx = v128.sub<T>(v128.load(j), v128.load(i));
    const dy = v128.sub<T>(v128.load(j + f), v128.load(i + f));
    const dz = v128.sub<T>(v128.load(j + 2 * f), v128.load(i + 2 * f));
    const l = length<T>(dot<T>(dx, dy, dz, dx, dy, dz));
    const perLength = v128.div<T>(constant<T>(1.0), l);
    const tx = v128.mul<T>(dx, perLength);
    const ty = v128.mul<T>(dy, perLength);
    const tz = v128.mul<T>(dz, perLength);
    let ex = v128.add<T>(v128.load(i + 6 * f), v128.load(j + 6 * f));
    let ey = v128.add<T>(v128.load(i + 7 * f), v128.load(j + 7 * f));
    let ez = v128.add<T>(v128.load(i + 8 * f), v128.load(j + 8 * f));
    const along = dot<T>(ex, ey, ez, tx, ty, tz);
    ex = v128.sub<T>(ex, v128.mul<T>(along, tx));
    ey = v128.sub<T>(ey, v128.mul<T>(along, ty));
    ez = v128.sub<T>(ez, v128.mul<T>(along, tz));
    const width = length<T>(dot<T>(ex, ey, ez, ex, ey, ez));
    const perWidth = v128.div<T>(constant<T>(1.0), width);
    ex = v128.mul<T>(ex, perWidth);
    ey = v128.mul<T>(ey, perWidth);
    ez = v128.mul<T>(ez, perWidth);
    const gx = minor<T>(ty, ez, tz, ey);
    const gy = minor<T>(tz, ex, tx, ez);
    const gz = minor<T>(tx, ey, ty, ex);
    const ix = v128.load(i + 3 * f);
    const iy = v128.load(i + 4 * f);
    const iz = v128.load(i + 5 * f);
    const jx = v128.load(j + 3 * f);
    const jy = v128.load(j + 4 * f);
    const jz = v128.load(j + 5 * f);
    const ui = dot<T>(ix, iy, iz, tx, ty, tz);
    const wi1 = dot<T>(ix, iy, iz, ex, ey, ez);
    const wi2 = dot<T>(ix, iy, iz, gx, gy, gz);
    const uj = dot<T>(jx, jy, jz, tx, ty, tz);
    const wj1 = dot<T>(jx, jy, jz, ex, ey, ez);
    const wj2 = dot<T>(jx, jy, jz, gx, gy, gz);
    const u = v128.mul<T>(half, v128.add<T>(ui, uj));
    const w1 = v128.mul<T>(half, v128.add<T>(wi1, wj1));
    const w2 = v128.mul<T>(half, v128.add<T>(wi2, wj2));
    const own = coefficients + at;
    const m1 = v128.load(own);
    const m2 = v128.load(own + f);
    const q1 = v128.mul<T>(m1, w1);
    const q2 = v128.mul<T>(m2, w2);
    const lq1 = v128.mul<T>(l, q1);
    const lq2 = v128.mul<T>(l, q2);
    const p = momenta + at;
    if (mode == momentumMode) {
      v128.store(p, v128.add<T>(v128.mul<T>(lq1, ex), v128.mul<T>(lq2, gx)));
      v128.store(p + f, v128.add<T>(v128.mul<T>(lq1, ey), v128.mul<T>(lq2, gy)));
      v128.store(p + 2 * f, v128.add<T>(v128.mul<T>(lq1, ez), v128.mul<T>(lq2, gz)));
      continue;
    }
    // Cross-flow and skin, a half to either end.
    const table = lanes == 1 ? water : water + (at % axis);
    const rootNu = field<T>(table, axis, 0);
    const across = v128.sqrt<T>(v128.add<T>(v128.mul<T>(w1, w1), v128.mul<T>(w2, w2)));
    const viscous = v128.mul<T>(v128.mul<T>(v128.load(own + 8 * f), rootNu), v128.sqrt<T>(across));
    const c = friction<T>(
      v128.abs<T>(u),
      across,
      v128.load(own + 10 * f),
      v128.load(own + 11 * f),
      rootNu,
      field<T>(table, axis, 1),
    );
    let bothT = v128.neg<T>(v128.mul<T>(l, v128.mul<T>(v128.mul<T>(v128.load(own + 9 * f), c), u)));
    const drag1 = v128.add<T>(v128.mul<T>(v128.load(own + 6 * f), across), viscous);
    const drag2 = v128.add<T>(v128.mul<T>(v128.load(own + 7 * f), across), viscous);
    let both1 = v128.neg<T>(v128.mul<T>(l, v128.mul<T>(drag1, w1)));
    let both2 = v128.neg<T>(v128.mul<T>(l, v128.mul<T>(drag2, w2)));
    let moreT = v128.splat<T>(<T>0.0);
    let more1 = moreT;
    let more2 = moreT;
    let bx = moreT;
    let by = moreT;
    let bz = moreT;
    let twist = moreT;
    if (!isLost) {
      const turn = v128.mul<T>(v128.sub<T>(m1, m2), v128.mul<T>(w1, w2));
      both1 = v128.sub<T>(both1, v128.mul<T>(halfRate, lq1));
      both2 = v128.sub<T>(both2, v128.mul<T>(halfRate, lq2));
      bx = v128.mul<T>(halfRate, v128.load(p));
      by = v128.mul<T>(halfRate, v128.load(p + f));
      bz = v128.mul<T>(halfRate, v128.load(p + 2 * f));
      moreT = v128.mul<T>(half, v128.add<T>(v128.mul<T>(q1, w1), v128.mul<T>(q2, w2)));
      more1 = v128.neg<T>(v128.mul<T>(u, q1));
      more2 = v128.sub<T>(v128.neg<T>(v128.mul<T>(u, q2)), v128.mul<T>(turn, v128.mul<T>(along, perWidth)));
      twist = v128.mul<T>(v128.mul<T>(l, turn), perWidth);
    }
    wake<T>(uj, wj1, wj2, v128.load(own + 2 * f), v128.load(own + 3 * f), 1.0);
    let at0 = v128.add<T>(v128.add<T>(bothT, moreT), v128.load(gatherWork));
    let at1 = v128.add<T>(v128.add<T>(both1, more1), v128.load(gatherWork, 16));
    let at2 = v128.add<T>(v128.add<T>(both2, more2), v128.load(gatherWork, 32));
    // Loads: nine fields behind the sections, those of the rear end and the twist one section on.
    const rear = j + 9 * f;
    v128.store(rear, v128.add<T>(bx, dot<T>(at0, at1, at2, tx, ex, gx)));
    v128.store(rear + f, v128.add<T>(by, dot<T>(at0, at1, at2, ty, ey, gy)));
    v128.store(rear + 2 * f, v128.add<T>(bz, dot<T>(at0, at1, at2, tz, ez, gz)));
    wake<T>(ui, wi1, wi2, v128.load(own + 4 * f), v128.load(own + 5 * f), -1.0);
    at0 = v128.add<T>(v128.sub<T>(bothT, moreT), v128.load(gatherWork));
    at1 = v128.add<T>(v128.sub<T>(both1, more1), v128.load(gatherWork, 16));
    at2 = v128.add<T>(v128.sub<T>(both2, more2), v128.load(gatherWork, 32));
    const front = i + 12 * f;
    v128.store(front, v128.add<T>(bx, dot<T>(at0, at1, at2, tx, ex, gx)));
    v128.store(front + f, v128.add<T>(by, dot<T>(at0, at1, at2, ty, ey, gy)));
    v128.store(front + 2 * f, v128.add<T>(bz, dot<T>(at0, at1, at2, tz, ez, gz)));
    v128.store(rear + 6 * f, v128.mul<T>(twist, gx));
    v128.store(rear + 7 * f, v128.mul<T>(twist, gy));
    v128.store(rear + 8 * f, v128.mul<T>(twist, gz));
  }
}

/** Loads and twists of the sections to the nodes of one body. */
function scatterAlone<T>(plan: usize, forces: usize): void {
  const count = load<i32>(plan, planCount);
  const f = <usize>load<u32>(plan, planStride) * sizeof<T>();
  const counts = <usize>load<u32>(plan, planCounts);
  let nodes = <usize>load<u32>(plan, planNodes);
  let weights = <usize>load<u32>(plan, planWeights);
  let rear = <usize>load<u32>(plan, planWork) + 9 * f;
  for (let section = 0; section < count; ++section) {
    const x = load<T>(rear) + load<T>(rear + 3 * f);
    const y = load<T>(rear + f) + load<T>(rear + 4 * f);
    const z = load<T>(rear + 2 * f) + load<T>(rear + 5 * f);
    const twist = rear + 6 * f;
    const tx = load<T>(twist) + load<T>(twist + sizeof<T>());
    const ty = load<T>(twist + f) + load<T>(twist + f + sizeof<T>());
    const tz = load<T>(twist + 2 * f) + load<T>(twist + 2 * f + sizeof<T>());
    let load0 = v128.splat<T>(<T>0.0);
    let twist0 = load0;
    let load1 = load0;
    let twist1 = load0;
    if (sizeof<T>() == 4) {
      load0 = f32x4.replace_lane(f32x4.replace_lane(f32x4.replace_lane(load0, 0, <f32>x), 1, <f32>y), 2, <f32>z);
      twist0 = f32x4.replace_lane(f32x4.replace_lane(f32x4.replace_lane(twist0, 0, <f32>tx), 1, <f32>ty), 2, <f32>tz);
    } else {
      load0 = f64x2.replace_lane(f64x2.replace_lane(load0, 0, <f64>x), 1, <f64>y);
      twist0 = f64x2.replace_lane(f64x2.replace_lane(twist0, 0, <f64>tx), 1, <f64>ty);
      load1 = f64x2.replace_lane(load1, 0, <f64>z);
      twist1 = f64x2.replace_lane(twist1, 0, <f64>tz);
    }
    for (let k = load<i32>(counts + ((<usize>section) << 2)); k > 0; --k) {
      const row = forces + <usize>load<u32>(nodes);
      const share = v128.load_splat<T>(weights);
      const spread = v128.load_splat<T>(weights + sizeof<T>());
      v128.store(row, v128.add<T>(v128.load(row), v128.add<T>(v128.mul<T>(share, load0), v128.mul<T>(spread, twist0))));
      if (sizeof<T>() == 8)
        v128.store(
          row + 16,
          v128.add<T>(v128.load(row + 16), v128.add<T>(v128.mul<T>(share, load1), v128.mul<T>(spread, twist1))),
        );
      nodes += 4;
      weights += 2 * sizeof<T>();
    }
    rear += sizeof<T>();
  }
}

function scatterLanes<T>(plan: usize, forces: usize): void {
  const count = load<i32>(plan, planCount);
  const axis = <usize>load<u32>(plan, planLanes) * sizeof<T>();
  const f = <usize>load<u32>(plan, planStride) * sizeof<T>();
  const counts = <usize>load<u32>(plan, planCounts);
  let nodes = <usize>load<u32>(plan, planNodes);
  let weights = <usize>load<u32>(plan, planWeights);
  let rear = <usize>load<u32>(plan, planWork) + 9 * f;
  for (let section = 0; section < count; ++section) {
    const own = load<i32>(counts + ((<usize>section) << 2));
    for (let lane: usize = 0; lane < axis; lane += 16) {
      for (let a: usize = 0; a < 3; ++a) {
        const from = rear + lane + a * f;
        const sum = v128.add<T>(v128.load(from), v128.load(from + 3 * f));
        const twist = v128.add<T>(v128.load(from + 6 * f), v128.load(from + 6 * f + axis));
        for (let k = 0; k < own; ++k) {
          const row = forces + <usize>load<u32>(nodes + ((<usize>k) << 2)) + a * axis + lane;
          const entry = weights + 2 * <usize>k * sizeof<T>();
          const share = v128.mul<T>(v128.load_splat<T>(entry), sum);
          const spread = v128.mul<T>(v128.load_splat<T>(entry + sizeof<T>()), twist);
          v128.store(row, v128.add<T>(v128.load(row), v128.add<T>(share, spread)));
        }
      }
    }
    nodes += (<usize>own) << 2;
    weights += 2 * <usize>own * sizeof<T>();
    rear += axis;
  }
}

function slices<T>(forces: usize, positions: usize, velocities: usize, plan: usize, rate: f64, mode: i32): void {
  const isAlone = load<i32>(plan, planLanes) == 1;
  if (isAlone) gatherAlone<T>(plan, positions, velocities);
  else gatherLanes<T>(plan, positions, velocities);
  if (load<i32>(plan, planVortices) >= 0) subtractWater<T>(plan);
  elements<T>(plan, rate, mode);
  if (mode == momentumMode) return;
  if (isAlone) scatterAlone<T>(plan, forces);
  else scatterLanes<T>(plan, forces);
}

/** Rows of a corner of as many triangles as a vector has numbers, to three vectors at `to`. */
// @ts-ignore: decorator
@inline
function gatherCorner<T>(to: usize, from: usize, corners: usize): void {
  if (sizeof<T>() == 4) {
    const a = v128.load(from + <usize>load<u32>(corners));
    const b = v128.load(from + <usize>load<u32>(corners, 4));
    const c = v128.load(from + <usize>load<u32>(corners, 8));
    const d = v128.load(from + <usize>load<u32>(corners, 12));
    const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
    const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
    v128.store(to, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5));
    v128.store(to, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7), 16);
    v128.store(
      to,
      v128.shuffle<f32>(v128.shuffle<f32>(a, b, 2, 6, 3, 7), v128.shuffle<f32>(c, d, 2, 6, 3, 7), 0, 1, 4, 5),
      32,
    );
  } else {
    const first = from + <usize>load<u32>(corners);
    const second = from + <usize>load<u32>(corners, 4);
    const a = v128.load(first);
    const b = v128.load(second);
    v128.store(to, v128.shuffle<f64>(a, b, 0, 2));
    v128.store(to, v128.shuffle<f64>(a, b, 1, 3), 16);
    v128.store(to, v128.shuffle<f64>(v128.load(first, 16), v128.load(second, 16), 0, 2), 32);
  }
}

/** Adds the forces of a block of triangles to the rows of their corners, triangle by triangle. */
// @ts-ignore: decorator
@inline
function scatterBlock<T>(forces: usize, corners: usize, from: usize, count: usize): void {
  const none = v128.splat<T>(<T>0.0);
  const width: usize = 16 / sizeof<T>();
  // Rows of the corners behind the vectors of the block: triangle by triangle, three rows each.
  const rows = from + 144;
  for (let corner: usize = 0; corner < count; ++corner) {
    const x = v128.load(from + 48 * corner);
    const y = v128.load(from + 48 * corner, 16);
    const z = v128.load(from + 48 * corner, 32);
    if (sizeof<T>() == 4) {
      const to = rows + 16 * corner;
      const xy = v128.shuffle<f32>(x, y, 0, 4, 1, 5);
      const zn = v128.shuffle<f32>(z, none, 0, 4, 1, 5);
      v128.store(to, v128.shuffle<f32>(xy, zn, 0, 1, 4, 5));
      v128.store(to, v128.shuffle<f32>(xy, zn, 2, 3, 6, 7), 48);
      const xyBack = v128.shuffle<f32>(x, y, 2, 6, 3, 7);
      const znBack = v128.shuffle<f32>(z, none, 2, 6, 3, 7);
      v128.store(to, v128.shuffle<f32>(xyBack, znBack, 0, 1, 4, 5), 96);
      v128.store(to, v128.shuffle<f32>(xyBack, znBack, 2, 3, 6, 7), 144);
    } else {
      const to = rows + 32 * corner;
      v128.store(to, v128.shuffle<f64>(x, y, 0, 2));
      v128.store(to, v128.shuffle<f64>(z, none, 0, 2), 16);
      v128.store(to, v128.shuffle<f64>(x, y, 1, 3), 96);
      v128.store(to, v128.shuffle<f64>(z, none, 1, 3), 112);
    }
  }
  for (let k: usize = 0; k < width; ++k) {
    for (let corner: usize = 0; corner < count; ++corner) {
      const to = forces + <usize>load<u32>(corners + 4 * (width * corner + k));
      const own = rows + 4 * sizeof<T>() * (3 * k + corner);
      v128.store(to, v128.add<T>(v128.load(to), v128.load(own)));
      if (sizeof<T>() == 8) v128.store(to + 16, v128.add<T>(v128.load(to + 16), v128.load(own + 16)));
    }
  }
}

/** Water at the mean of the first `count` corners, and their mean velocity against it, to vectors 18–20 of the block. */
// @ts-ignore: decorator
@inline
function setVelocity<T>(block: usize, table: usize, axis: usize, vortices: i32, count: i32): void {
  const share = constant<T>(1.0 / <f64>count);
  for (let a: usize = 0; a < 48; a += 16) {
    let v = v128.add<T>(v128.load(block + 144 + a), v128.load(block + 192 + a));
    if (count == 3) v = v128.add<T>(v, v128.load(block + 240 + a));
    v128.store(block + 288 + a, v128.mul<T>(v, share));
  }
  if (vortices < 0) return;
  for (let a: usize = 0; a < 48; a += 16) {
    let x = v128.add<T>(v128.load(block + a), v128.load(block + 48 + a));
    if (count == 3) x = v128.add<T>(x, v128.load(block + 96 + a));
    v128.store(gatherWork + a, v128.mul<T>(x, share));
  }
  addWater<T>(gatherWork, table, axis, vortices);
  for (let a: usize = 0; a < 48; a += 16)
    v128.store(block + 288 + a, v128.sub<T>(v128.load(block + 288 + a), v128.load(gatherWork + a)));
}

/** Added mass, pressure and skin of triangles: positions, velocities and forces of the corners are vectors of the block. */
// @ts-ignore: decorator
@inline
function plate<T>(block: usize, own: usize, f: usize, p: usize, table: usize, axis: usize, rate: f64, mode: i32): void {
  const ux = v128.sub<T>(v128.load(block + 48), v128.load(block));
  const uy = v128.sub<T>(v128.load(block + 64), v128.load(block + 16));
  const uz = v128.sub<T>(v128.load(block + 80), v128.load(block + 32));
  const qx = v128.sub<T>(v128.load(block + 96), v128.load(block));
  const qy = v128.sub<T>(v128.load(block + 112), v128.load(block + 16));
  const qz = v128.sub<T>(v128.load(block + 128), v128.load(block + 32));
  let nx = minor<T>(uy, qz, uz, qy);
  let ny = minor<T>(uz, qx, ux, qz);
  let nz = minor<T>(ux, qy, uy, qx);
  const twice = length<T>(dot<T>(nx, ny, nz, nx, ny, nz));
  const unit = v128.div<T>(constant<T>(1.0), twice);
  nx = v128.mul<T>(nx, unit);
  ny = v128.mul<T>(ny, unit);
  nz = v128.mul<T>(nz, unit);
  const half = constant<T>(0.5);
  const area = v128.mul<T>(half, twice);
  const vx = v128.load(block + 288);
  const vy = v128.load(block + 304);
  const vz = v128.load(block + 320);
  const w = dot<T>(nx, ny, nz, vx, vy, vz);
  const mass = v128.load(own);
  const momentum = v128.mul<T>(v128.mul<T>(mass, area), w);
  if (mode == momentumMode) {
    v128.store(p, v128.mul<T>(momentum, nx));
    v128.store(p + f, v128.mul<T>(momentum, ny));
    v128.store(p + 2 * f, v128.mul<T>(momentum, nz));
    return;
  }
  const sx = v128.sub<T>(vx, v128.mul<T>(w, nx));
  const sy = v128.sub<T>(vy, v128.mul<T>(w, ny));
  const sz = v128.sub<T>(vz, v128.mul<T>(w, nz));
  const speed = v128.sqrt<T>(dot<T>(sx, sy, sz, sx, sy, sz));
  const abs = v128.abs<T>(w);
  const c = friction<T>(
    speed,
    abs,
    v128.load(own + 3 * f),
    v128.load(own + 4 * f),
    field<T>(table, axis, 0),
    field<T>(table, axis, 1),
  );
  const skin = v128.neg<T>(v128.mul<T>(v128.mul<T>(v128.load(own + 2 * f), area), c));
  let along = v128.neg<T>(v128.mul<T>(v128.mul<T>(v128.load(own + f), area), v128.mul<T>(abs, w)));
  const third = constant<T>(1.0 / 3.0);
  let bx = v128.splat<T>(<T>0.0);
  let by = bx;
  let bz = bx;
  if (mode != lostMode) {
    const perStep = constant<T>(rate);
    along = v128.sub<T>(along, v128.mul<T>(perStep, momentum));
    bx = v128.mul<T>(perStep, v128.load(p));
    by = v128.mul<T>(perStep, v128.load(p + f));
    bz = v128.mul<T>(perStep, v128.load(p + 2 * f));
  }
  const fx = v128.mul<T>(third, v128.add<T>(bx, v128.add<T>(v128.mul<T>(along, nx), v128.mul<T>(skin, sx))));
  const fy = v128.mul<T>(third, v128.add<T>(by, v128.add<T>(v128.mul<T>(along, ny), v128.mul<T>(skin, sy))));
  const fz = v128.mul<T>(third, v128.add<T>(bz, v128.add<T>(v128.mul<T>(along, nz), v128.mul<T>(skin, sz))));
  if (mode == lostMode) {
    for (let k: usize = 336; k < 480; k += 48) {
      v128.store(block + k, fx);
      v128.store(block + k, fy, 16);
      v128.store(block + k, fz, 32);
    }
    return;
  }
  // ∂T/∂N of N = ½ u × q, to the corners.
  const mw = v128.mul<T>(half, v128.mul<T>(mass, w));
  const mww = v128.mul<T>(half, v128.mul<T>(mw, w));
  const gx = minor<T>(mw, vx, mww, nx);
  const gy = minor<T>(mw, vy, mww, ny);
  const gz = minor<T>(mw, vz, mww, nz);
  const b1 = minor<T>(qy, gz, qz, gy);
  const b2 = minor<T>(qz, gx, qx, gz);
  const b3 = minor<T>(qx, gy, qy, gx);
  const c1 = minor<T>(gy, uz, gz, uy);
  const c2 = minor<T>(gz, ux, gx, uz);
  const c3 = minor<T>(gx, uy, gy, ux);
  v128.store(block + 336, v128.sub<T>(fx, v128.add<T>(b1, c1)));
  v128.store(block + 352, v128.sub<T>(fy, v128.add<T>(b2, c2)));
  v128.store(block + 368, v128.sub<T>(fz, v128.add<T>(b3, c3)));
  v128.store(block + 384, v128.add<T>(fx, b1));
  v128.store(block + 400, v128.add<T>(fy, b2));
  v128.store(block + 416, v128.add<T>(fz, b3));
  v128.store(block + 432, v128.add<T>(fx, c1));
  v128.store(block + 448, v128.add<T>(fy, c2));
  v128.store(block + 464, v128.add<T>(fz, c3));
}

/** A free edge from corner 0 to corner 1 of its triangle: wake where it trails, pressure on its thickness where it leads. */
// @ts-ignore: decorator
@inline
function edge<T>(block: usize, own: usize, f: usize): void {
  const ux = v128.sub<T>(v128.load(block + 48), v128.load(block));
  const uy = v128.sub<T>(v128.load(block + 64), v128.load(block + 16));
  const uz = v128.sub<T>(v128.load(block + 80), v128.load(block + 32));
  const qx = v128.sub<T>(v128.load(block + 96), v128.load(block));
  const qy = v128.sub<T>(v128.load(block + 112), v128.load(block + 16));
  const qz = v128.sub<T>(v128.load(block + 128), v128.load(block + 32));
  let nx = minor<T>(uy, qz, uz, qy);
  let ny = minor<T>(uz, qx, ux, qz);
  let nz = minor<T>(ux, qy, uy, qx);
  const unit = v128.div<T>(constant<T>(1.0), length<T>(dot<T>(nx, ny, nz, nx, ny, nz)));
  nx = v128.mul<T>(nx, unit);
  ny = v128.mul<T>(ny, unit);
  nz = v128.mul<T>(nz, unit);
  // Outward, as long as the edge.
  const ox = minor<T>(uy, nz, uz, ny);
  const oy = minor<T>(uz, nx, ux, nz);
  const oz = minor<T>(ux, ny, uy, nx);
  const l = length<T>(dot<T>(ox, oy, oz, ox, oy, oz));
  const vx = v128.load(block + 288);
  const vy = v128.load(block + 304);
  const vz = v128.load(block + 320);
  const u = v128.div<T>(dot<T>(vx, vy, vz, ox, oy, oz), l);
  const w = dot<T>(vx, vy, vz, nx, ny, nz);
  const zero = v128.splat<T>(<T>0.0);
  const lead = v128.max<T>(zero, u);
  const out = v128.max<T>(zero, v128.neg<T>(u));
  const root = length<T>(v128.add<T>(v128.mul<T>(u, u), v128.mul<T>(constant<T>(0.0625), v128.mul<T>(w, w))));
  // Half of it to either end.
  const mw = v128.mul<T>(v128.mul<T>(constant<T>(0.5), v128.load(own)), v128.mul<T>(v128.div<T>(out, root), w));
  const along = v128.neg<T>(v128.mul<T>(v128.mul<T>(mw, out), l));
  const outward = v128.neg<T>(
    v128.add<T>(
      v128.mul<T>(constant<T>(0.5), v128.mul<T>(mw, w)),
      v128.mul<T>(v128.load(own + f), v128.mul<T>(lead, lead)),
    ),
  );
  const fx = v128.add<T>(v128.mul<T>(along, nx), v128.mul<T>(outward, ox));
  const fy = v128.add<T>(v128.mul<T>(along, ny), v128.mul<T>(outward, oy));
  const fz = v128.add<T>(v128.mul<T>(along, nz), v128.mul<T>(outward, oz));
  for (let k: usize = 336; k < 432; k += 48) {
    v128.store(block + k, fx);
    v128.store(block + k, fy, 16);
    v128.store(block + k, fz, 32);
  }
}

/** All triangles (`isEdge` 0) or free edges (1) of a plan. */
// @ts-ignore: decorator
@inline
function plates<T>(
  forces: usize,
  positions: usize,
  velocities: usize,
  plan: usize,
  rate: f64,
  mode: i32,
  isEdge: bool,
): void {
  const lanes = <usize>load<u32>(plan, planLanes);
  const axis = lanes * sizeof<T>();
  const numbers = <usize>load<u32>(plan, planCount) * axis;
  const f = <usize>load<u32>(plan, planStride) * sizeof<T>();
  let corners = <usize>load<u32>(plan, planNodes);
  const block = <usize>load<u32>(plan, planWork);
  const coefficients = <usize>load<u32>(plan, planCoefficients);
  const momenta = <usize>load<u32>(plan, planMomenta);
  const water = <usize>load<u32>(plan, planWater);
  const vortices = load<i32>(plan, planVortices);
  const moved = isEdge ? 2 : 3;
  const step: usize = lanes == 1 ? 64 / sizeof<T>() : 4;
  for (let at: usize = 0; at < numbers; at += 16) {
    const lane = lanes == 1 ? 0 : at % axis;
    for (let k: usize = 0; k < 3; ++k) {
      const to = block + 48 * k;
      if (lanes == 1) {
        gatherCorner<T>(to, positions, corners + step * k);
        gatherCorner<T>(to + 144, velocities, corners + step * k);
      } else {
        const row = <usize>load<u32>(corners + 4 * k) + lane;
        for (let a: usize = 0; a < 3; ++a) {
          v128.store(to + 16 * a, v128.load(positions + row + a * axis));
          v128.store(to + 144 + 16 * a, v128.load(velocities + row + a * axis));
        }
      }
    }
    const table = water + lane;
    setVelocity<T>(block, table, axis, vortices, moved);
    if (isEdge) edge<T>(block, coefficients + at, f);
    else plate<T>(block, coefficients + at, f, momenta + at, table, axis, rate, mode);
    if (mode != momentumMode) {
      if (lanes == 1) scatterBlock<T>(forces, corners, block + 336, moved);
      else {
        for (let k: usize = 0; k < <usize>moved; ++k) {
          const from = block + 336 + 48 * k;
          const row = forces + <usize>load<u32>(corners + 4 * k) + lane;
          for (let a: usize = 0; a < 3; ++a) {
            const to = row + a * axis;
            v128.store(to, v128.add<T>(v128.load(to), v128.load(from + 16 * a)));
          }
        }
      }
    }
    if (lanes == 1) corners += 3 * step;
    else if ((at + 16) % axis == 0) corners += 12;
  }
}

export function reactiveSlicesF32(
  forces: usize,
  positions: usize,
  velocities: usize,
  plan: usize,
  rate: f64,
  mode: i32,
): void {
  slices<f32>(forces, positions, velocities, plan, rate, mode);
}

export function reactiveSlicesF64(
  forces: usize,
  positions: usize,
  velocities: usize,
  plan: usize,
  rate: f64,
  mode: i32,
): void {
  slices<f64>(forces, positions, velocities, plan, rate, mode);
}

export function reactivePlatesF32(
  forces: usize,
  positions: usize,
  velocities: usize,
  plan: usize,
  rate: f64,
  mode: i32,
): void {
  plates<f32>(forces, positions, velocities, plan, rate, mode, false);
}

export function reactivePlatesF64(
  forces: usize,
  positions: usize,
  velocities: usize,
  plan: usize,
  rate: f64,
  mode: i32,
): void {
  plates<f64>(forces, positions, velocities, plan, rate, mode, false);
}

export function reactiveEdgesF32(forces: usize, positions: usize, velocities: usize, plan: usize): void {
  plates<f32>(forces, positions, velocities, plan, 0.0, 0, true);
}

export function reactiveEdgesF64(forces: usize, positions: usize, velocities: usize, plan: usize): void {
  plates<f64>(forces, positions, velocities, plan, 0.0, 0, true);
}
