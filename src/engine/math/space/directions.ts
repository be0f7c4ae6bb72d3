/** Directions: drawn at random, toward a point, and as parts along the axes of a frame. */
import { cos, sin } from '../portable.ts';
import { nextFloat } from '../rng.ts';

export function drawBetween(rng: Uint32Array, low: number, high: number): number {
  return low + (high - low) * nextFloat(rng);
}

/** A unit vector, uniform over the sphere or at any heading in the horizontal plane. */
export function drawDirection(out: Float64Array, at: number, space: 'sphere' | 'plane', rng: Uint32Array): void {
  const angle = 2 * Math.PI * nextFloat(rng);
  const up = space === 'sphere' ? 2 * nextFloat(rng) - 1 : 0;
  const level = Math.sqrt(Math.max(0, 1 - up * up));
  out[at] = level * cos(angle);
  out[at + 1] = level * sin(angle);
  out[at + 2] = up;
}

/** Sets the unit vector from one point to another and gives their distance; leaves it as it is where they coincide. */
export function setDirectionTo(out: Float64Array, from: ArrayLike<number>, x: number, y: number, z: number): number {
  const [dx, dy, dz] = [x - from[0]!, y - from[1]!, z - from[2]!];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (length < 1e-12) return 0;
  out[0] = dx / length;
  out[1] = dy / length;
  out[2] = dz / length;
  return length;
}

/** Part of a world vector along axis 0, 1 or 2 of a frame of three unit vectors. */
export function computePart(frame: Float64Array, axis: number, x: number, y: number, z: number): number {
  return frame[3 * axis]! * x + frame[3 * axis + 1]! * y + frame[3 * axis + 2]! * z;
}
