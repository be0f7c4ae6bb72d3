// A leg of two links in a plane that turns about the segment's vertical axis. [myriapod App. B, Fig. 9]
//
//   r = OM cos α + MP cos(α − β),  h = OM sin α + MP sin(α − β),  tip = root + (r sin θ, side r cos θ, h)
//
// in the frame of the rigid segment: x forward, y left, z up; side +1 left, −1 right; θ > 0 points forward, α > 0 up,
// β ≥ 0 bends the knee upward. Model units and radians. The inverse is closed and its test needs no trigonometry.
import { acos, atan2, setCosSinPairs } from '../../math/portable.ts';

/** Lengths and limits of a leg. */
export interface LegShape {
  /** OM, root to knee. */
  readonly upper: number;
  /** MP, knee to tip. */
  readonly lower: number;
  /** Largest |θ| of a standing leg, and its tangent. */
  readonly maxTheta: number;
  readonly maxSlope: number;
  /** Largest distance from root to tip of a standing leg. */
  readonly maxLength: number;
}

/** Angles, and their cosines and sines: numbers in arrays need no place on the heap. */
const turns = new Float64Array(3);
const pairs = new Float64Array(6);

/** Tip relative to the root, in the frame of the segment, from θ, α, β at `angles[at]`. */
export function setLegTip(out: Float64Array, shape: LegShape, side: number, angles: Float64Array, at: number): void {
  turns[0] = angles[at]!;
  turns[1] = angles[at + 1]!;
  turns[2] = angles[at + 1]! - angles[at + 2]!;
  setCosSinPairs(pairs, turns, 0, 3);
  const r = shape.upper * pairs[2]! + shape.lower * pairs[4]!;
  out[0] = r * pairs[1]!;
  out[1] = side * r * pairs[0]!;
  out[2] = shape.upper * pairs[3]! + shape.lower * pairs[5]!;
}

/** Knee relative to the root, in the frame of the segment. */
export function setLegKnee(out: Float64Array, shape: LegShape, side: number, angles: Float64Array, at: number): void {
  setCosSinPairs(pairs, angles, at, 2);
  const r = shape.upper * pairs[2]!;
  out[0] = r * pairs[1]!;
  out[1] = side * r * pairs[0]!;
  out[2] = shape.upper * pairs[3]!;
}

/** Whether a leg can stand with its tip at (x, y, z) relative to its root. */
export function isReachable(shape: LegShape, side: number, x: number, y: number, z: number): boolean {
  const out = side * y;
  if (!(out > 0) || Math.abs(x) > shape.maxSlope * out) return false;
  const square = x * x + y * y + z * z;
  const shortest = shape.upper - shape.lower;
  return square <= shape.maxLength * shape.maxLength && square >= shortest * shortest;
}

/** θ, α, β for a tip at (x, y, z) relative to the root; out of reach: the leg points there as far as it can. */
export function setLegAngles(
  angles: Float64Array,
  at: number,
  shape: LegShape,
  side: number,
  x: number,
  y: number,
  z: number,
): void {
  const { upper, lower, maxTheta } = shape;
  const r = Math.sqrt(x * x + y * y);
  const d = Math.sqrt(x * x + y * y + z * z);
  const theta = atan2(x, side * y);
  angles[at] = Math.min(maxTheta, Math.max(-maxTheta, theta));
  const lean = atan2(z, r);
  if (d >= upper + lower || d <= Math.abs(upper - lower)) {
    angles[at + 1] = lean;
    angles[at + 2] = d >= upper + lower ? 0 : Math.PI;
    return;
  }
  angles[at + 1] = acos((d * d + upper * upper - lower * lower) / (2 * d * upper)) + lean;
  angles[at + 2] = Math.PI - acos((upper * upper + lower * lower - d * d) / (2 * upper * lower));
}
