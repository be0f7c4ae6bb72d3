/**
 * What is measured of an episode, the same for proportional controllers, evolution and networks.
 *
 *   angle       ° between the mean velocity and the target, now
 *   meanAngle   the same, mean over the second half of the episode (the last 5 s of 10), or all of it where it ends with the task
 *   speedShare  speed along the target in that half, over the speed asked for
 *   timeTo20    s until the angle is below 20° for good; the length of the episode if never
 *   return      sum of the rewards
 *   recovered   1 if it was within 15° 3 s after the last push; without pushes, if it is now
 *   progress    how far the task has come: pieces of food, of a curve; 1 for a bottle left, a ball held
 *   won         1 if that is 1 or more: out of the bottle, at the end of the valley, the ball held
 *   touched     share of the decisions in which it touched walls or a ball
 *   failed      1 if the animal broke
 */
import { acos } from '../../engine/math/portable.ts';
import { computeLength } from './senses/observation.ts';
import type { Outcome, TaskLane } from '../../engine/contract/learning.ts';

export const infoNames = [
  'angle',
  'meanAngle',
  'speedShare',
  'timeTo20',
  'return',
  'recovered',
  'progress',
  'won',
  'touched',
  'failed',
] as const;

/** Places in the numbers of a meter: sums over the second half and its length so far, the last time beyond 20°, what is now, decisions and those with a touch. */
const at = {
  angles: 0,
  speedAlong: 1,
  seconds: 2,
  lastOffCourse: 3,
  total: 4,
  angle: 5,
  recovered: 6,
  progress: 7,
  decisions: 8,
  touches: 9,
} as const;
export const meterLength = 10;

const toDegrees = 180 / Math.PI;
/** Within this angle it is on course; within this one it has recovered from a push. */
const onCourseDegrees = 20;
export const recoveredDegrees = 15;

/** Adds one decision; direction and speed count from `courseFrom` s on. */
export function addDecision(
  meter: Float64Array,
  lane: TaskLane,
  outcome: Outcome,
  reward: number,
  courseFrom: number,
): void {
  const { motion, target, reference, seconds, decision } = lane;
  const angle = computeAngle(lane);
  meter[at.angle] = angle;
  meter[at.total]! += reward;
  meter[at.recovered] = outcome.recovered;
  meter[at.progress] = outcome.progress;
  meter[at.decisions]! += 1;
  if (outcome.isTouched) meter[at.touches]! += 1;
  if (angle >= onCourseDegrees) meter[at.lastOffCourse] = seconds;
  if (seconds <= courseFrom) return;
  let along = 0;
  for (let k = 0; k < 3; k++) along += motion.velocity[k]! * target.direction[k]!;
  meter[at.angles]! += angle * decision;
  meter[at.speedAlong]! += (along / (target.speed[0]! * reference)) * decision;
  meter[at.seconds]! += decision;
}

function computeAngle({ motion, target }: TaskLane): number {
  const speed = computeLength(motion.velocity);
  if (speed < 1e-12) return 90;
  let along = 0;
  for (let k = 0; k < 3; k++) along += (motion.velocity[k]! * target.direction[k]!) / speed;
  return toDegrees * acos(Math.max(-1, Math.min(1, along)));
}

/** In the order of `infoNames`. */
export function writeInfos(
  out: Float64Array,
  offset: number,
  meter: Float64Array,
  horizon: number,
  failed: boolean,
): void {
  const angle = meter[at.angle]!;
  const seconds = meter[at.seconds]!;
  out[offset] = angle;
  out[offset + 1] = seconds > 0 ? meter[at.angles]! / seconds : angle;
  out[offset + 2] = seconds > 0 ? meter[at.speedAlong]! / seconds : 0;
  out[offset + 3] = angle >= onCourseDegrees || failed ? horizon : meter[at.lastOffCourse]!;
  out[offset + 4] = meter[at.total]!;
  out[offset + 5] = failed ? 0 : meter[at.recovered]! >= 0 ? meter[at.recovered]! : angle <= recoveredDegrees ? 1 : 0;
  out[offset + 6] = meter[at.progress]!;
  out[offset + 7] = !failed && meter[at.progress]! >= 1 ? 1 : 0;
  out[offset + 8] = meter[at.touches]! / Math.max(1, meter[at.decisions]!);
  out[offset + 9] = failed ? 1 : 0;
}
