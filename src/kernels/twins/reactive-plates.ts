// The triangles and free edges of ./reactive.ts; vectors of the block as they are numbered there.
import { computeFriction, computeLength, lostMode, momentumMode } from './reactive-law.ts';
import { dot, minor, round } from './round.ts';

type Numbers = Float32Array | Float64Array;

/** Edges of a triangle from its first corner, 0–5, unit normal, 6–8, and twice its area, 9. */
const shape = new Float64Array(10);

function setShape(block: Float64Array, single: boolean): void {
  for (let k = 0; k < 6; k += 1) shape[k] = round(block[3 + k]! - block[k % 3]!, single);
  const nx = minor(shape[1]!, shape[5]!, shape[2]!, shape[4]!, single);
  const ny = minor(shape[2]!, shape[3]!, shape[0]!, shape[5]!, single);
  const nz = minor(shape[0]!, shape[4]!, shape[1]!, shape[3]!, single);
  const twice = computeLength(dot(nx, ny, nz, nx, ny, nz, single), single);
  const unit = round(1 / twice, single);
  shape[6] = round(nx * unit, single);
  shape[7] = round(ny * unit, single);
  shape[8] = round(nz * unit, single);
  shape[9] = twice;
}

/** Added mass, pressure and skin. */
export function setPlate(
  block: Float64Array,
  numbers: Numbers,
  own: number,
  stride: number,
  p: number,
  table: number,
  lanes: number,
  rate: number,
  mode: number,
  single: boolean,
): void {
  setShape(block, single);
  const n = shape.subarray(6, 9);
  const v = block.subarray(18, 21);
  const area = round(0.5 * shape[9]!, single);
  const w = dot(n[0]!, n[1]!, n[2]!, v[0]!, v[1]!, v[2]!, single);
  const mass = numbers[own]!;
  const momentum = round(round(mass * area, single) * w, single);
  if (mode === momentumMode) {
    for (let k = 0; k < 3; k += 1) numbers[p + k * stride] = round(momentum * n[k]!, single);
    return;
  }
  const slide = (k: number): number => round(v[k]! - round(w * n[k]!, single), single);
  const s = [slide(0), slide(1), slide(2)] as const;
  const speed = round(Math.sqrt(dot(s[0], s[1], s[2], s[0], s[1], s[2], single)), single);
  const across = Math.abs(w);
  const [inverseLength, kappa] = [numbers[own + 3 * stride]!, numbers[own + 4 * stride]!];
  const c = computeFriction(speed, across, inverseLength, kappa, numbers[table]!, numbers[table + lanes]!, single);
  const skin = -round(round(numbers[own + 2 * stride]! * area, single) * c, single);
  let along = -round(round(numbers[own + stride]! * area, single) * round(across * w, single), single);
  const isWhole = mode !== lostMode;
  const perStep = round(rate, single);
  if (isWhole) along = round(along - round(perStep * momentum, single), single);
  const third = round(1 / 3, single);
  for (let k = 0; k < 3; k += 1) {
    const before = isWhole ? round(perStep * numbers[p + k * stride]!, single) : 0;
    const lost = round(round(along * n[k]!, single) + round(skin * s[k]!, single), single);
    const force = round(third * round(before + lost, single), single);
    for (let corner = 21; corner < 30; corner += 3) block[corner + k] = force;
  }
  if (isWhole) addShapeForce(block, mass, w, single);
}

/** ∂T/∂N of N = ½ e × f, to the corners. */
function addShapeForce(block: Float64Array, mass: number, w: number, single: boolean): void {
  const mw = round(0.5 * round(mass * w, single), single);
  const mww = round(0.5 * round(mw * w, single), single);
  const gradient = (k: number): number => minor(mw, block[18 + k]!, mww, shape[6 + k]!, single);
  const g = [gradient(0), gradient(1), gradient(2)] as const;
  for (let k = 0; k < 3; k += 1) {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    const b = minor(shape[3 + i]!, g[j]!, shape[3 + j]!, g[i]!, single);
    const c = minor(g[i]!, shape[j]!, g[j]!, shape[i]!, single);
    block[21 + k] = round(block[21 + k]! - round(b + c, single), single);
    block[24 + k] = round(block[24 + k]! + b, single);
    block[27 + k] = round(block[27 + k]! + c, single);
  }
}

/** A free edge from corner 0 to corner 1: wake where it trails, pressure on its thickness where it leads. */
export function setEdge(block: Float64Array, numbers: Numbers, own: number, stride: number, single: boolean): void {
  setShape(block, single);
  const [nx, ny, nz] = [shape[6]!, shape[7]!, shape[8]!];
  const ox = minor(shape[1]!, nz, shape[2]!, ny, single);
  const oy = minor(shape[2]!, nx, shape[0]!, nz, single);
  const oz = minor(shape[0]!, ny, shape[1]!, nx, single);
  const l = computeLength(dot(ox, oy, oz, ox, oy, oz, single), single);
  const [vx, vy, vz] = [block[18]!, block[19]!, block[20]!];
  const u = round(dot(vx, vy, vz, ox, oy, oz, single) / l, single);
  const w = dot(vx, vy, vz, nx, ny, nz, single);
  const lead = Math.max(0, u);
  const out = Math.max(0, -u);
  const square = round(round(u * u, single) + round(0.0625 * round(w * w, single), single), single);
  const share = round(round(out / computeLength(square, single), single) * w, single);
  const mw = round(round(0.5 * numbers[own]!, single) * share, single);
  const along = -round(round(mw * out, single) * l, single);
  const suction = round(0.5 * round(mw * w, single), single);
  const front = round(numbers[own + stride]! * round(lead * lead, single), single);
  const outward = -round(suction + front, single);
  const normal = [nx, ny, nz] as const;
  const away = [ox, oy, oz] as const;
  for (let k = 0; k < 3; k += 1) {
    const force = round(round(along * normal[k]!, single) + round(outward * away[k]!, single), single);
    block[21 + k] = force;
    block[24 + k] = force;
  }
}
