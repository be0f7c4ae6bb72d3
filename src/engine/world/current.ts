/**
 * Water currents: a uniform stream, a shear, and vortices.
 *
 *   w(x) = stream + rate (x·across) along + Σ circulation/2π a × r / (r² + core²),  r = x − centre less its part along a
 *
 * The vortex turns like a solid body inside its core and falls off as 1/r outside; it is fastest at r = core.
 */
import { computeDot, type Vector } from '../math/space/vector.ts';

export interface Shear {
  /** Change of speed per metre, 1/s. */
  readonly rate: number;
  /** Direction of the flow, and the one along which it grows; any lengths. */
  readonly along: Vector;
  readonly across: Vector;
  /** Where the shear has no speed, m. */
  readonly centre: Vector;
}

export interface Vortex {
  readonly centre: Vector;
  readonly axis: Vector;
  /** m²/s, counter-clockwise about the axis. */
  readonly circulation: number;
  /** m, above zero. */
  readonly core: number;
}

export interface Current {
  /** m/s. */
  readonly stream?: Vector;
  readonly shear?: Shear;
  readonly vortices?: readonly Vortex[];
}

const zeroVelocity: Vector = [0, 0, 0];

/** Numbers of one environment's current: w0, the gradient row by row, then per vortex centre, axis, strength, core². */
export const currentNumbers = 12;
export const vortexNumbers = 8;

/** Writes a current every `stride` numbers from `at`; vortices beyond those given have no strength. */
export function setCurrent(out: Float64Array, at: number, stride: number, current: Current, maxVortices: number): void {
  const { stream = zeroVelocity, shear, vortices = [] } = current;
  const put = (field: number, value: number): void => void (out[at + field * stride] = value);
  const along = shear ? toUnit(shear.along) : zeroVelocity;
  const across = shear ? toUnit(shear.across) : zeroVelocity;
  const rate = shear?.rate ?? 0;
  const offset = shear ? rate * computeDot(shear.centre, across) : 0;
  for (let i = 0; i < 3; i++) {
    put(i, stream[i]! - offset * along[i]!);
    for (let j = 0; j < 3; j++) put(3 + 3 * i + j, rate * along[i]! * across[j]!);
  }
  for (let v = 0; v < maxVortices; v++) {
    const vortex = vortices[v];
    const axis = vortex ? toUnit(vortex.axis) : [0, 0, 1];
    const first = currentNumbers + vortexNumbers * v;
    for (let k = 0; k < 3; k++) {
      put(first + k, vortex?.centre[k] ?? 0);
      put(first + 3 + k, axis[k]!);
    }
    put(first + 6, (vortex?.circulation ?? 0) / (2 * Math.PI));
    put(first + 7, vortex ? vortex.core * vortex.core : 1);
  }
}

/** Velocity of the water at a place, m/s. */
export function setCurrentVelocity(out: Float64Array, current: Current | undefined, place: Float64Array): void {
  out.fill(0);
  if (current === undefined) return;
  const { stream, shear, vortices } = current;
  if (stream !== undefined) for (let k = 0; k < 3; k++) out[k] = stream[k]!;
  if (shear !== undefined) addShear(out, shear, place);
  if (vortices !== undefined) for (let v = 0; v < vortices.length; v++) addVortex(out, vortices[v]!, place);
}

function addShear(out: Float64Array, { rate, along, across, centre }: Shear, place: Float64Array): void {
  const lengths = Math.sqrt(computeDot(along, along) * computeDot(across, across));
  if (!(lengths > 0)) return;
  let beyond = 0;
  for (let k = 0; k < 3; k++) beyond += (place[k]! - centre[k]!) * across[k]!;
  for (let k = 0; k < 3; k++) out[k] = out[k]! + (rate * beyond * along[k]!) / lengths;
}

function addVortex(out: Float64Array, { centre, axis, circulation, core }: Vortex, place: Float64Array): void {
  const length = Math.sqrt(computeDot(axis, axis));
  if (!(length > 0)) return;
  const x = place[0]! - centre[0];
  const y = place[1]! - centre[1];
  const z = place[2]! - centre[2];
  const along = (x * axis[0] + y * axis[1] + z * axis[2]) / length;
  const strength = circulation / (2 * Math.PI * length * (x * x + y * y + z * z - along * along + core * core));
  out[0] = out[0]! + strength * (axis[1] * z - axis[2] * y);
  out[1] = out[1]! + strength * (axis[2] * x - axis[0] * z);
  out[2] = out[2]! + strength * (axis[0] * y - axis[1] * x);
}

function toUnit(a: Vector): Vector {
  const length = Math.sqrt(computeDot(a, a));
  return length > 0 ? [a[0] / length, a[1] / length, a[2] / length] : zeroVelocity;
}
