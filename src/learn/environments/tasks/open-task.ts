/** What tasks in open water or on open ground share. */
import type { TaskTraits } from '../../../engine/contract/learning.ts';

export const steeringTraits: TaskTraits = { kind: 'open', isSteering: true };

export const openTaskDefaults = {
  traits: steeringTraits,
  runUp: true,
  hasCourseReward: true,
  randomStartSeconds: 0,
  senses: [],
  rewards: [],
} as const;
