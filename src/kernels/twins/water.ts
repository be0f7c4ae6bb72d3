// Twin of ../assembly/water.ts, one face of one environment at a time. Equal to the kernels in every bit: what is f32 there
// is rounded here after each operation.
import type { MemoryViews } from '../memory/arena.ts';
import { dot, minor, round } from './round.ts';

const thrustSeries = [
  -0.009114708710967534, 0.05388260254619581, -0.1466362137518331, 0.2514510050533403, -0.3206846607615521,
  0.3472685436116225, -0.35619023332361, 0.3742471585630458, -0.43733018176596145, 0.799999984944032,
];
const angleSeries = [
  -0.0017437011142646952, 0.010680719309675624, -0.030717508640833557, 0.05746355757260346, -0.08372063931092555,
  0.10940198958949177, -0.14261573678985717, 0.19998230640231776, -0.33333282295504557, 0.999999997546019,
];

function sumSeries(series: readonly number[], u: number, single: boolean): number {
  let sum = round(series[0]!, single);
  for (let k = 1; k < series.length; k += 1) sum = round(round(sum * u, single) + round(series[k]!, single), single);
  return sum;
}

/** What `setFace` reads: edges 0–5, centre 6–8, velocity 9–11 (both threefold); and writes: force, s 12–15. */
const faceNumbers = 16;

/** Velocity of the water at (x, y, z), to w; field i of `water` is numbers[at + i · stride]. */
export function setWater(
  w: Float64Array,
  numbers: ArrayLike<number>,
  at: number,
  stride: number,
  vortices: number,
  x: number,
  y: number,
  z: number,
  single: boolean,
): void {
  const field = (index: number): number => numbers[at + index * stride]!;
  for (let k = 0; k < 3; k += 1) {
    const rise = dot(field(5 + 3 * k), field(6 + 3 * k), field(7 + 3 * k), x, y, z, single);
    w[k] = round(field(2 + k) + rise, single);
  }
  for (let vortex = 0; vortex < vortices; vortex += 1) {
    const first = 14 + 8 * vortex;
    const ax = field(first + 3);
    const ay = field(first + 4);
    const az = field(first + 5);
    let rx = round(x - field(first), single);
    let ry = round(y - field(first + 1), single);
    let rz = round(z - field(first + 2), single);
    const along = dot(rx, ry, rz, ax, ay, az, single);
    rx = round(rx - round(along * ax, single), single);
    ry = round(ry - round(along * ay, single), single);
    rz = round(rz - round(along * az, single), single);
    const square = round(dot(rx, ry, rz, rx, ry, rz, single) + field(first + 7), single);
    const turn = round(field(first + 6) / square, single);
    w[0] = round(w[0]! + round(turn * minor(ay, rz, az, ry, single), single), single);
    w[1] = round(w[1]! + round(turn * minor(az, rx, ax, rz, single), single), single);
    w[2] = round(w[2]! + round(turn * minor(ax, ry, ay, rx, single), single), single);
  }
}

function setFace(
  f: Float64Array,
  w: Float64Array,
  numbers: ArrayLike<number>,
  at: number,
  stride: number,
  vortices: number,
  mode: number,
  single: boolean,
): void {
  const third = round(1 / 3, single);
  if (vortices < 0) w.fill(0);
  else {
    const [x, y, z] = [round(f[6]! * third, single), round(f[7]! * third, single), round(f[8]! * third, single)];
    setWater(w, numbers, at, stride, vortices, x, y, z, single);
  }
  const ux = round(w[0]! - round(f[9]! * third, single), single);
  const uy = round(w[1]! - round(f[10]! * third, single), single);
  const uz = round(w[2]! - round(f[11]! * third, single), single);
  let nx = minor(f[1]!, f[5]!, f[2]!, f[4]!, single);
  let ny = minor(f[2]!, f[3]!, f[0]!, f[5]!, single);
  let nz = minor(f[0]!, f[4]!, f[1]!, f[3]!, single);
  const twiceArea = round(Math.sqrt(dot(nx, ny, nz, nx, ny, nz, single)), single);
  const unit = round(1 / Math.max(twiceArea, round(1e-20, single)), single);
  nx = round(nx * unit, single);
  ny = round(ny * unit, single);
  nz = round(nz * unit, single);
  let un = dot(nx, ny, nz, ux, uy, uz, single);
  if (mode === 3 && un > 0) {
    nx = -nx;
    ny = -ny;
    nz = -nz;
    un = -un;
  }
  const tx = round(ux - round(un * nx, single), single);
  const ty = round(uy - round(un * ny, single), single);
  const tz = round(uz - round(un * nz, single), single);
  const across = round(Math.sqrt(dot(tx, ty, tz, tx, ty, tz, single)), single);
  const speed = round(Math.sqrt(dot(ux, uy, uz, ux, uy, uz, single)), single);
  const tiny = round(1e-12, single);
  const t = -round(un / Math.max(round(speed + across, single), tiny), single);
  const s = -round(un / Math.max(speed, tiny), single);
  const half = round(numbers[at]! * twiceArea, single);
  const law = mode & 2 ? setCoded : setPaper;
  f[12] = un;
  f[13] = numbers[at + stride]!;
  f[14] = across;
  law(f, t, s, speed, half, (mode & 1) === 1, single);
  const alongFlow = round(f[12] * third, single);
  const alongNormal = round(f[13] * third, single);
  f[12] = minor(alongFlow, ux, alongNormal, nx, single);
  f[13] = minor(alongFlow, uy, alongNormal, ny, single);
  f[14] = minor(alongFlow, uz, alongNormal, nz, single);
  f[15] = s;
}

/** Factors of u and −n, to 12 and 13; u_n comes in at 12. */
function setPaper(
  f: Float64Array,
  t: number,
  s: number,
  speed: number,
  half: number,
  plate: boolean,
  single: boolean,
): void {
  const g = round(t * sumSeries(thrustSeries, round(t * t, single), single), single);
  const drag = round(round(round(0.05, single) * speed, single) - round(2 * round(f[12]! * s, single), single), single);
  const thrust = plate
    ? round((4 * g) / round(1 - round(g * g, single), single), single)
    : round((2 * g) / round(1 - g, single), single);
  f[12] = round(half * (plate ? 2 * drag : drag), single);
  f[13] = round(half * round(thrust * round(speed * speed, single), single), single);
}

/** As setPaper; the most newtons come in at 13, the speed across the normal at 14. */
function setCoded(
  f: Float64Array,
  t: number,
  s: number,
  speed: number,
  half: number,
  _plate: boolean,
  single: boolean,
): void {
  const un = f[12]!;
  const max = f[13]!;
  const tiny = round(1e-12, single);
  const acts = s > 0 && speed >= round(1e-6, single);
  const angle = round(t * sumSeries(angleSeries, round(t * t, single), single), single);
  const degrees = round(angle * round(114.59155902616465, single), single);
  const rising = round(round(0.09, single) * round(degrees + 5, single), single);
  const falling = round(
    round(1.8, single) - round(round(1.3 / 75, single) * round(degrees - 15, single), single),
    single,
  );
  const lift = degrees > 85 ? 0 : degrees < 15 ? rising : falling;
  const dragForce = Math.min(round(half * round(un * un, single), single), max);
  const square = round(speed * speed, single);
  const liftForce = Math.min(round(half * round(lift * square, single), single), max);
  const flowUnit = round(1 / Math.max(speed, tiny), single);
  const normal = round(liftForce * round(speed / Math.max(f[14]!, tiny), single), single);
  const flow = round(flowUnit * round(dragForce - round(normal * s, single), single), single);
  f[12] = acts ? flow : 0;
  f[13] = acts ? normal : 0;
}

export function createWaterTwin(views: MemoryViews) {
  const f = new Float64Array(faceNumbers);
  const w = new Float64Array(3);
  const add = (numbers: Float32Array | Float64Array, at: number, value: number): void => {
    numbers[at]! += value;
  };
  const create =
    (single: boolean) =>
    (
      forces: number,
      positions: number,
      velocities: number,
      corners: number,
      faceCount: number,
      lanes: number,
      water: number,
      vortices: number,
      mode: number,
      outputs: number,
      keep: number,
    ): void => {
      const numbers = single ? views.f32 : views.f64;
      const bytes = single ? 4 : 8;
      const width = 16 / bytes;
      const read = (offset: number): number => numbers[offset / bytes]!;
      for (let index = 0; index < faceCount; index += 1) {
        for (let lane = 0; lane < lanes; lane += 1) {
          const inBlock = index % width;
          const [row, first] = lanes === 1 ? [width, 3 * (index - inBlock) + inBlock] : [1, 3 * index];
          const node = (k: number): number => views.i32[corners / 4 + first + k * row]!;
          const at = (base: number, k: number, axis: number): number => base + node(k) + (axis * lanes + lane) * bytes;
          for (let axis = 0; axis < 3; axis += 1) {
            const a = read(at(positions, 0, axis));
            const b = read(at(positions, 1, axis));
            const c = read(at(positions, 2, axis));
            f[axis] = round(b - a, single);
            f[3 + axis] = round(c - a, single);
            f[6 + axis] = round(round(a + b, single) + c, single);
            const sum = round(read(at(velocities, 0, axis)) + read(at(velocities, 1, axis)), single);
            f[9 + axis] = round(sum + read(at(velocities, 2, axis)), single);
          }
          setFace(f, w, numbers, water / bytes + lane, lanes, vortices, mode, single);
          for (let k = 0; k < 3; k += 1) {
            for (let axis = 0; axis < 3; axis += 1) add(numbers, at(forces, k, axis) / bytes, f[12 + axis]!);
          }
          const block = lanes === 1 ? (index - inBlock) / width : index * (lanes / width) + Math.floor(lane / width);
          const to = outputs / bytes + (keep === 0 ? 0 : 4 * width * block) + (lanes === 1 ? inBlock : lane % width);
          for (let k = 0; k < 4; k += 1) numbers[to + k * width] = f[12 + k]!;
        }
      }
    };
  return {
    /**
     * Adds the water's force to `forces`. `vortices`: −1 for still water, else how many `water` holds. `mode`: 1 for plates,
     * plus 2 for the coded law. `keep` 0: `outputs` is scratch of 4 vectors; 1: 4 vectors a block of faces (one lane), or a
     * face and vector of lanes. Layouts in ../assembly/water.ts.
     */
    waterF32: create(true),
    waterF64: create(false),
  };
}
