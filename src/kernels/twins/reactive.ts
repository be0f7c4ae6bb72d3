// Twin of ../assembly/reactive.ts, one element or triangle of one environment at a time. Equal to the kernels in every bit: what
// is f32 there is rounded here after each operation.
import type { MemoryViews } from '../memory/arena.ts';
import { setEdge, setPlate } from './reactive-plates.ts';
import { computeFriction, computeLength, lostMode, momentumMode } from './reactive-law.ts';
import { dot, minor, round } from './round.ts';
import { setWater } from './water.ts';

/** Fields of the plan, in the order of ../assembly/reactive.ts. */
interface Plan {
  readonly count: number;
  readonly lanes: number;
  readonly stride: number;
  readonly counts: number;
  readonly nodes: number;
  readonly weights: number;
  readonly work: number;
  readonly coefficients: number;
  readonly momenta: number;
  readonly water: number;
  readonly vortices: number;
}

function readPlan({ i32 }: MemoryViews, plan: number): Plan {
  const at = plan / 4;
  return {
    count: i32[at]!,
    lanes: i32[at + 1]!,
    stride: i32[at + 2]!,
    counts: i32[at + 3]!,
    nodes: i32[at + 4]!,
    weights: i32[at + 5]!,
    work: i32[at + 6]!,
    coefficients: i32[at + 7]!,
    momenta: i32[at + 8]!,
    water: i32[at + 9]!,
    vortices: i32[at + 10]!,
  };
}

type Numbers = Float32Array | Float64Array;

/** Centres, velocities and width vectors of the sections. */
function gather(views: MemoryViews, plan: Plan, positions: number, velocities: number, single: boolean): void {
  const numbers = single ? views.f32 : views.f64;
  const bytes = single ? 4 : 8;
  const { lanes, stride } = plan;
  let entry = 0;
  for (let section = 0; section < plan.count; section += 1) {
    const own = views.i32[plan.counts / 4 + section]!;
    for (let lane = 0; lane < lanes; lane += 1) {
      for (let axis = 0; axis < 3; axis += 1) {
        let [c, v, d] = [0, 0, 0];
        for (let k = entry; k < entry + own; k += 1) {
          const row = views.i32[plan.nodes / 4 + k]! / bytes + axis * lanes + lane;
          const share = numbers[plan.weights / bytes + 2 * k]!;
          const x = numbers[positions / bytes + row]!;
          c = round(c + round(share * x, single), single);
          d = round(d + round(numbers[plan.weights / bytes + 2 * k + 1]! * x, single), single);
          v = round(v + round(share * numbers[velocities / bytes + row]!, single), single);
        }
        const to = plan.work / bytes + section * lanes + lane + axis * stride;
        numbers[to] = c;
        numbers[to + 3 * stride] = v;
        numbers[to + 6 * stride] = d;
      }
    }
    entry += own;
  }
}

/** Velocities of the sections become those against the water. */
function subtractWater(numbers: Numbers, plan: Plan, w: Float64Array, single: boolean): void {
  const bytes = single ? 4 : 8;
  const { lanes, stride } = plan;
  for (let index = 0; index < plan.count * lanes; index += 1) {
    const at = plan.work / bytes + index;
    const [x, y, z] = [numbers[at]!, numbers[at + stride]!, numbers[at + 2 * stride]!];
    setWater(w, numbers, plan.water / bytes + (index % lanes), lanes, plan.vortices, x, y, z, single);
    for (let axis = 0; axis < 3; axis += 1) {
      const to = at + (3 + axis) * stride;
      numbers[to] = round(numbers[to]! - w[axis]!, single);
    }
  }
}

/** Local components of the wake at one end, u and w its velocity, to `out`. `sign`: 1 at the rear, −1 in front. */
function setWake(
  out: Float64Array,
  u: number,
  w1: number,
  w2: number,
  m1: number,
  m2: number,
  sign: number,
  single: boolean,
): void {
  const speed = Math.max(0, round(u * -sign, single));
  const ww = round(round(w1 * w1, single) + round(w2 * w2, single), single);
  const root = computeLength(round(round(u * u, single) + round(0.0625 * ww, single), single), single);
  const share = round(speed / root, single);
  const q1 = round(m1 * w1, single);
  const q2 = round(m2 * w2, single);
  const lost = round(round(q1 * w1, single) + round(q2 * w2, single), single);
  out[0] = round(round(share * (-0.5 * sign), single) * lost, single);
  const across = -round(share * speed, single);
  out[1] = round(across * q1, single);
  out[2] = round(across * q2, single);
}

/** t, e1, e2 of an element row by row, then l, D·t, 1/|D⊥|; and the velocities of both ends and of its middle along them. */
interface ElementWork {
  readonly frame: Float64Array;
  readonly ends: Float64Array;
  readonly wake: Float64Array;
  readonly water: Float64Array;
}

function setFrame(frame: Float64Array, numbers: Numbers, i: number, j: number, stride: number, single: boolean): void {
  const difference = (axis: number): number => round(numbers[j + axis * stride]! - numbers[i + axis * stride]!, single);
  const [dx, dy, dz] = [difference(0), difference(1), difference(2)];
  const l = computeLength(dot(dx, dy, dz, dx, dy, dz, single), single);
  const perLength = round(1 / l, single);
  const [tx, ty, tz] = [round(dx * perLength, single), round(dy * perLength, single), round(dz * perLength, single)];
  const sum = (axis: number): number => round(numbers[i + axis * stride]! + numbers[j + axis * stride]!, single);
  let [ex, ey, ez] = [sum(6), sum(7), sum(8)];
  const along = dot(ex, ey, ez, tx, ty, tz, single);
  ex = round(ex - round(along * tx, single), single);
  ey = round(ey - round(along * ty, single), single);
  ez = round(ez - round(along * tz, single), single);
  const perWidth = round(1 / computeLength(dot(ex, ey, ez, ex, ey, ez, single), single), single);
  ex = round(ex * perWidth, single);
  ey = round(ey * perWidth, single);
  ez = round(ez * perWidth, single);
  frame[0] = tx;
  frame[1] = ty;
  frame[2] = tz;
  frame[3] = ex;
  frame[4] = ey;
  frame[5] = ez;
  frame[6] = minor(ty, ez, tz, ey, single);
  frame[7] = minor(tz, ex, tx, ez, single);
  frame[8] = minor(tx, ey, ty, ex, single);
  frame[9] = l;
  frame[10] = along;
  frame[11] = perWidth;
}

/** Velocity of the section at `at` along the frame. */
function setEnd(
  out: Float64Array,
  first: number,
  frame: Float64Array,
  numbers: Numbers,
  at: number,
  stride: number,
  single: boolean,
): void {
  const [x, y, z] = [numbers[at + 3 * stride]!, numbers[at + 4 * stride]!, numbers[at + 5 * stride]!];
  for (let k = 0; k < 3; k += 1)
    out[first + k] = dot(x, y, z, frame[3 * k]!, frame[3 * k + 1]!, frame[3 * k + 2]!, single);
}

function setElement(
  { frame, ends, wake }: ElementWork,
  numbers: Numbers,
  plan: Plan,
  index: number,
  rate: number,
  mode: number,
  single: boolean,
): void {
  const bytes = single ? 4 : 8;
  const { stride, lanes } = plan;
  const i = plan.work / bytes + index;
  const j = i + lanes;
  setFrame(frame, numbers, i, j, stride, single);
  setEnd(ends, 0, frame, numbers, i, stride, single);
  setEnd(ends, 3, frame, numbers, j, stride, single);
  const mean = (k: number): number => round(0.5 * round(ends[k]! + ends[3 + k]!, single), single);
  const [u, w1, w2] = [mean(0), mean(1), mean(2)];
  const l = frame[9]!;
  const coefficient = (k: number): number => numbers[plan.coefficients / bytes + index + k * stride]!;
  const [m1, m2] = [coefficient(0), coefficient(1)];
  const q1 = round(m1 * w1, single);
  const q2 = round(m2 * w2, single);
  const lq1 = round(l * q1, single);
  const lq2 = round(l * q2, single);
  const p = plan.momenta / bytes + index;
  if (mode === momentumMode) {
    for (let k = 0; k < 3; k += 1) {
      const along1 = round(lq1 * frame[3 + k]!, single);
      numbers[p + k * stride] = round(along1 + round(lq2 * frame[6 + k]!, single), single);
    }
    return;
  }
  const table = plan.water / bytes + (index % lanes);
  const rootNu = numbers[table]!;
  const across = round(Math.sqrt(round(round(w1 * w1, single) + round(w2 * w2, single), single)), single);
  const viscous = round(round(coefficient(8) * rootNu, single) * round(Math.sqrt(across), single), single);
  const inverseNu = numbers[table + lanes]!;
  const c = computeFriction(Math.abs(u), across, coefficient(10), coefficient(11), rootNu, inverseNu, single);
  const bothT = -round(l * round(round(coefficient(9) * c, single) * u, single), single);
  const drag1 = round(round(coefficient(6) * across, single) + viscous, single);
  const drag2 = round(round(coefficient(7) * across, single) + viscous, single);
  let both1 = -round(l * round(drag1 * w1, single), single);
  let both2 = -round(l * round(drag2 * w2, single), single);
  let [moreT, more1, more2, twist, halfRate] = [0, 0, 0, 0, 0];
  if (mode !== lostMode) {
    halfRate = round(rate / 2, single);
    const turn = round(round(m1 - m2, single) * round(w1 * w2, single), single);
    both1 = round(both1 - round(halfRate * lq1, single), single);
    both2 = round(both2 - round(halfRate * lq2, single), single);
    moreT = round(0.5 * round(round(q1 * w1, single) + round(q2 * w2, single), single), single);
    more1 = -round(u * q1, single);
    const tilt = round(turn * round(frame[10]! * frame[11]!, single), single);
    more2 = round(-round(u * q2, single) - tilt, single);
    twist = round(round(l * turn, single) * frame[11]!, single);
  }
  for (const sign of [1, -1]) {
    const [end, first] = sign === 1 ? [3, 2] : [0, 4];
    setWake(wake, ends[end]!, ends[end + 1]!, ends[end + 2]!, coefficient(first), coefficient(first + 1), sign, single);
    const at0 = round(round(bothT + sign * moreT, single) + wake[0]!, single);
    const at1 = round(round(both1 + sign * more1, single) + wake[1]!, single);
    const at2 = round(round(both2 + sign * more2, single) + wake[2]!, single);
    const to = sign === 1 ? j + 9 * stride : i + 12 * stride;
    for (let k = 0; k < 3; k += 1) {
      const before = mode === lostMode ? 0 : round(halfRate * numbers[p + k * stride]!, single);
      const turned = dot(at0, at1, at2, frame[k]!, frame[3 + k]!, frame[6 + k]!, single);
      numbers[to + k * stride] = round(before + turned, single);
    }
  }
  for (let k = 0; k < 3; k += 1) numbers[j + (15 + k) * stride] = round(twist * frame[6 + k]!, single);
}

/** Loads and twists of the sections to their nodes. */
function scatter(views: MemoryViews, plan: Plan, forces: number, single: boolean): void {
  const numbers = single ? views.f32 : views.f64;
  const bytes = single ? 4 : 8;
  const { lanes, stride } = plan;
  let entry = 0;
  for (let section = 0; section < plan.count; section += 1) {
    const own = views.i32[plan.counts / 4 + section]!;
    for (let lane = 0; lane < lanes; lane += 1) {
      for (let axis = 0; axis < 3; axis += 1) {
        const from = plan.work / bytes + section * lanes + lane + (9 + axis) * stride;
        const sum = round(numbers[from]! + numbers[from + 3 * stride]!, single);
        const twist = round(numbers[from + 6 * stride]! + numbers[from + 6 * stride + lanes]!, single);
        for (let k = entry; k < entry + own; k += 1) {
          const row = forces / bytes + views.i32[plan.nodes / 4 + k]! / bytes + axis * lanes + lane;
          const share = round(numbers[plan.weights / bytes + 2 * k]! * sum, single);
          const spread = round(numbers[plan.weights / bytes + 2 * k + 1]! * twist, single);
          numbers[row]! += round(share + spread, single);
        }
      }
    }
    entry += own;
  }
}

/** Vectors of a triangle, in the order of ../assembly/reactive.ts: positions 0–8, velocities 9–17, velocity 18–20, forces 21–29. */
const blockNumbers = 30;

/** Mean velocity of the first `count` corners against the water. */
function setVelocity(
  block: Float64Array,
  water: Float64Array,
  numbers: Numbers,
  table: number,
  { lanes, vortices }: Plan,
  count: number,
  single: boolean,
): void {
  const share = round(1 / count, single);
  const mean = (first: number): number => {
    let sum = round(block[first]! + block[first + 3]!, single);
    if (count === 3) sum = round(sum + block[first + 6]!, single);
    return round(sum * share, single);
  };
  for (let axis = 0; axis < 3; axis += 1) block[18 + axis] = mean(9 + axis);
  if (vortices < 0) return;
  setWater(water, numbers, table, lanes, vortices, mean(0), mean(1), mean(2), single);
  for (let axis = 0; axis < 3; axis += 1) block[18 + axis] = round(block[18 + axis]! - water[axis]!, single);
}

export function createReactiveTwin(views: MemoryViews) {
  const work: ElementWork = {
    frame: new Float64Array(12),
    ends: new Float64Array(6),
    wake: new Float64Array(3),
    water: new Float64Array(3),
  };
  const block = new Float64Array(blockNumbers);
  const createSlices =
    (single: boolean) =>
    (forces: number, positions: number, velocities: number, at: number, rate: number, mode: number): void => {
      const plan = readPlan(views, at);
      const numbers = single ? views.f32 : views.f64;
      gather(views, plan, positions, velocities, single);
      if (plan.vortices >= 0) subtractWater(numbers, plan, work.water, single);
      const width = single ? 4 : 2;
      const all = Math.ceil((plan.count * plan.lanes) / width) * width;
      for (let index = 0; index < all; index += 1) setElement(work, numbers, plan, index, rate, mode, single);
      if (mode !== momentumMode) scatter(views, plan, forces, single);
    };
  const runTriangles = (
    single: boolean,
    isEdge: boolean,
    forces: number,
    positions: number,
    velocities: number,
    at: number,
    rate: number,
    mode: number,
  ): void => {
    const plan = readPlan(views, at);
    const numbers = single ? views.f32 : views.f64;
    const bytes = single ? 4 : 8;
    const width = 16 / bytes;
    const { lanes, count } = plan;
    const moved = isEdge ? 2 : 3;
    for (let index = 0; index < count * lanes; index += 1) {
      const lane = index % lanes;
      const triangle = (index - lane) / lanes;
      const inBlock = triangle % width;
      const [row, first] = lanes === 1 ? [width, 3 * (triangle - inBlock) + inBlock] : [1, 3 * triangle];
      const place = (base: number, k: number, axis: number): number =>
        (base + views.i32[plan.nodes / 4 + first + k * row]!) / bytes + axis * lanes + lane;
      for (let k = 0; k < 3; k += 1) {
        for (let axis = 0; axis < 3; axis += 1) {
          block[3 * k + axis] = numbers[place(positions, k, axis)]!;
          block[9 + 3 * k + axis] = numbers[place(velocities, k, axis)]!;
        }
      }
      const table = plan.water / bytes + lane;
      setVelocity(block, work.water, numbers, table, plan, moved, single);
      const own = plan.coefficients / bytes + index;
      const p = plan.momenta / bytes + index;
      if (isEdge) setEdge(block, numbers, own, plan.stride, single);
      else setPlate(block, numbers, own, plan.stride, p, table, lanes, rate, mode, single);
      if (mode === momentumMode) continue;
      for (let k = 0; k < moved; k += 1)
        for (let axis = 0; axis < 3; axis += 1) numbers[place(forces, k, axis)]! += block[21 + 3 * k + axis]!;
    }
  };
  const createPlates =
    (single: boolean) =>
    (forces: number, positions: number, velocities: number, plan: number, rate: number, mode: number): void =>
      runTriangles(single, false, forces, positions, velocities, plan, rate, mode);
  const createEdges =
    (single: boolean) =>
    (forces: number, positions: number, velocities: number, plan: number): void =>
      runTriangles(single, true, forces, positions, velocities, plan, 0, 0);
  return {
    /** Adds the force on slices. `mode` 0: all of it; 1: without that of added mass; 2: sets the momenta of the plan instead. `rate` is 1/h. */
    reactiveSlicesF32: createSlices(true),
    reactiveSlicesF64: createSlices(false),
    /** The same for triangles of plates. */
    reactivePlatesF32: createPlates(true),
    reactivePlatesF64: createPlates(false),
    /** Adds the force on free edges of plates. */
    reactiveEdgesF32: createEdges(true),
    reactiveEdgesF64: createEdges(false),
  };
}
