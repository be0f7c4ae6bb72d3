// Search for a foothold of a leg that found no ground: ahead of its root, beside it or behind, near or far. Not in the paper.
//
// Points on a fan around the root, forward ones first because the longest stance lies ahead of them, are laid on the ground
// below; the first that is ground (not a wall), and that the leg reaches with something to spare from the height its
// segment keeps, is taken. Model units, radians.
import { cos, sin } from '../../math/portable.ts';
import { type SignedDistance, setDistance } from '../../world/distance/signed-distance.ts';
import { isReachable, type LegShape } from './leg-kinematics.ts';

const degree = Math.PI / 180;
const angles = [20, 10, 28, 0, -10, -20].map((angle) => angle * degree);
const directions = angles.map((angle) => [sin(angle), cos(angle)] as const);
/** Horizontal distances from the root, as shares of the leg's length. */
const reachShares = [0.8, 0.65, 0.9, 0.5];
/** A leg extended beyond this share of its length would soon lose the ground. */
const maxLegShare = 0.97;
/** Least cosine of the angle between the ground and the segment: steeper is a wall. */
const minUprightCosine = 0.6;
/** Depth below the ground that a foot aims at, so that it makes contact. */
const aimDepth = 0.02;

const point = new Float64Array(3);
const sample = new Float64Array(4);

/**
 * Sets the world point `out[at]` to a foothold, a little inside the ground; false if nothing is found. `frames[f]` is the
 * segment's rotation (columns) and position, `roots[r]` the root in it, `height` that of the root above level ground.
 */
export function findFoothold(
  out: Float64Array,
  at: number,
  shape: LegShape,
  side: number,
  terrain: SignedDistance,
  frames: Float64Array,
  f: number,
  roots: Float64Array,
  r: number,
  height: number,
): boolean {
  const length = shape.upper + shape.lower;
  for (const reach of reachShares) {
    for (const [forward, outward] of directions) {
      const x = roots[r]! + reach * length * forward;
      const y = roots[r + 1]! + side * reach * length * outward;
      const z = roots[r + 2]! - height;
      for (let a = 0; a < 3; a++)
        point[a] = frames[f + 9 + a]! + frames[f + a]! * x + frames[f + 3 + a]! * y + frames[f + 6 + a]! * z;
      if (isFoothold(shape, side, terrain, frames, f, roots, r)) {
        for (let a = 0; a < 3; a++) out[at + a] = point[a]! - aimDepth * sample[a + 1]!;
        return true;
      }
    }
  }
  return false;
}

/** Projects `point` onto the ground and tests whether it is a foothold. */
function isFoothold(
  shape: LegShape,
  side: number,
  terrain: SignedDistance,
  frames: Float64Array,
  f: number,
  roots: Float64Array,
  r: number,
): boolean {
  for (let round = 0; round < 2; round++) {
    setDistance(sample, terrain, point[0]!, point[1]!, point[2]!);
    for (let a = 0; a < 3; a++) point[a] = point[a]! - sample[0]! * sample[a + 1]!;
  }
  setDistance(sample, terrain, point[0]!, point[1]!, point[2]!);
  const upright = frames[f + 6]! * sample[1]! + frames[f + 7]! * sample[2]! + frames[f + 8]! * sample[3]!;
  if (Math.abs(sample[0]!) > 0.5 * aimDepth || upright < minUprightCosine) return false;
  const dx = point[0]! - frames[f + 9]!;
  const dy = point[1]! - frames[f + 10]!;
  const dz = point[2]! - frames[f + 11]!;
  const x = frames[f]! * dx + frames[f + 1]! * dy + frames[f + 2]! * dz - roots[r]!;
  const y = frames[f + 3]! * dx + frames[f + 4]! * dy + frames[f + 5]! * dz - roots[r + 1]!;
  const z = frames[f + 6]! * dx + frames[f + 7]! * dy + frames[f + 8]! * dz - roots[r + 2]!;
  return isReachable(shape, side, x / maxLegShare, y / maxLegShare, z / maxLegShare);
}
