/** What tasks between walls share: the reward is for the distance made, and for being out early. */
import type { Outcome, RewardTerm, TaskLane } from '../../../contract/learning.ts';

/** Worth of the end, of a body length of the way, and of a decision: being out early pays, staying never does. Chosen. */
const [exitBonus, progressReward, stepPenalty] = [5, 2, 0.02] as const;

/** s of random actions before an episode, at most. Chosen. */
const randomStartSeconds = 3;

const rewards: readonly RewardTerm[] = [
  { name: 'progressReward', range: [-Infinity, Infinity], about: `${progressReward} for each body length of the way.` },
  { name: 'stepPenalty', range: [-stepPenalty, 0], about: 'In every decision.' },
  { name: 'exitBonus', range: [0, exitBonus], about: 'Once, at the end of the way.' },
];

export const wallTaskDefaults = {
  runUp: false,
  hasCourseReward: false,
  randomStartSeconds,
  memory: 2,
  senses: [],
  rewards,
} as const;

/** Memory of both: the distance along the way, m, at the last decision and at the start. */
export function beginWay({ target, memory }: TaskLane, distance: number): void {
  target.speed[0] = 1;
  memory[0] = memory[1] = distance;
}

/** `distance` along the way and where it ends, m. */
export function advanceWay(lane: TaskLane, outcome: Outcome, distance: number, end: number): void {
  const { memory, bodyLength } = lane;
  outcome.reward = (progressReward * (distance - memory[0]!)) / bodyLength - stepPenalty;
  memory[0] = distance;
  outcome.isDone = distance > end;
  if (outcome.isDone) outcome.reward += exitBonus;
  const whole = end - memory[1]!;
  outcome.progress = Math.max(0, Math.min(1, whole > 0 ? (distance - memory[1]!) / whole : 1));
}
