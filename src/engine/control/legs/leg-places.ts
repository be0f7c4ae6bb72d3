// Where legs are in the world and seen from their roots. Model units, radians.
import type { LegArrays, LegPlan } from './leg-plan.ts';
import { isReachable, setLegAngles, setLegTip } from './leg-kinematics.ts';

/** Where the segments are: rotation (columns) and position, twelve numbers each. */
export type SegmentFrames = Float64Array;

/** Local vector from the root → world point. */
export function toWorld(v: Float64Array, frames: SegmentFrames, body: number, roots: Float64Array, at: number): void {
  const f = 12 * body;
  const x = v[0]! + roots[at]!;
  const y = v[1]! + roots[at + 1]!;
  const z = v[2]! + roots[at + 2]!;
  for (let a = 0; a < 3; a++)
    v[a] = frames[f + 9 + a]! + frames[f + a]! * x + frames[f + 3 + a]! * y + frames[f + 6 + a]! * z;
}

/** World point → vector from the root of the leg, in the frame of its segment at `frames[f]`. */
export function setFromRoot(
  out: Float64Array,
  plan: LegPlan,
  frames: SegmentFrames,
  f: number,
  leg: number,
  points: Float64Array,
  at: number,
): void {
  const x = points[at]! - frames[f + 9]!;
  const y = points[at + 1]! - frames[f + 10]!;
  const z = points[at + 2]! - frames[f + 11]!;
  for (let a = 0; a < 3; a++)
    out[a] =
      frames[f + 3 * a]! * x + frames[f + 3 * a + 1]! * y + frames[f + 3 * a + 2]! * z - plan.roots[3 * leg + a]!;
}

/** Whether the leg can stand with its tip at a vector from its root. */
export function isWithinReach(plan: LegPlan, leg: number, v: Float64Array, rise = 0): boolean {
  return isReachable(plan.pairShapes[leg >> 1]!, leg & 1 ? -1 : 1, v[0]!, v[1]!, v[2]! - rise);
}

const local = new Float64Array(3);

/** θ, α, β of a leg whose tip is at its anchor. */
export function setAnglesToTip(
  out: Float64Array,
  outAt: number,
  plan: LegPlan,
  frames: SegmentFrames,
  arrays: LegArrays,
  leg: number,
): void {
  setFromRoot(local, plan, frames, 12 * plan.pairBodies[leg >> 1]!, leg, arrays.legTips, 3 * leg);
  setLegAngles(out, outAt, plan.pairShapes[leg >> 1]!, leg & 1 ? -1 : 1, local[0]!, local[1]!, local[2]!);
}

/** World tip for the angles at `at`. */
export function setWorldTip(
  out: Float64Array,
  plan: LegPlan,
  frames: SegmentFrames,
  leg: number,
  angles: Float64Array,
  at: number,
): void {
  setLegTip(out, plan.pairShapes[leg >> 1]!, leg & 1 ? -1 : 1, angles, at);
  toWorld(out, frames, plan.pairBodies[leg >> 1]!, plan.roots, 3 * leg);
}
