// Drawn poses of swinging legs: raised where they would penetrate the ground.
//
// A leg of the automaton swings through obstacles, because its poses ignore the ground. If the automaton itself lifted them,
// the times of touch and with them the gait would change (measured: the body sinks to the ground on a plane, the period falls
// to a tenth on bumps). So the gait continues with the bare leg and only what is shown is raised, about its root: α by what is
// missing over the leg's reach, until the tip is outside.
import { type SignedDistance, setDistance } from '../../world/distance/signed-distance.ts';
import type { LegPlan } from './leg-plan.ts';
import { type SegmentFrames, setWorldTip } from './leg-places.ts';

/** Rounds, greatest turn in one, and greatest α, rad. */
const maxRounds = 5;
const maxTurn = 0.5;
const maxAlpha = 1.4;
/** Clearance from the ground that is enough, as a share of the leg; and the least cosine to it that a rotation assumes. */
const clearEnoughShare = 0.02;
const minUprightCosine = 0.4;

const tip = new Float64Array(3);
const sample = new Float64Array(4);

/** Raises α of the angles θ, α, β of a leg until its tip is out of the ground. */
export function raiseLeg(
  angles: Float64Array,
  plan: LegPlan,
  frames: SegmentFrames,
  leg: number,
  terrain: SignedDistance,
): void {
  const { upper, lower } = plan.pairShapes[leg >> 1]!;
  const reach = upper + lower;
  const up = 12 * plan.pairBodies[leg >> 1]! + 6;
  for (let round = 0; round < maxRounds && angles[1]! < maxAlpha; round++) {
    setWorldTip(tip, plan, frames, leg, angles, 0);
    setDistance(sample, terrain, tip[0]!, tip[1]!, tip[2]!);
    if (sample[0]! >= 0) return;
    const upright = frames[up]! * sample[1]! + frames[up + 1]! * sample[2]! + frames[up + 2]! * sample[3]!;
    const turn = (clearEnoughShare * reach - sample[0]!) / (Math.max(minUprightCosine, upright) * reach);
    angles[1] = Math.min(maxAlpha, angles[1]! + Math.min(maxTurn, turn));
  }
}
