/** What tasks in open water or on open ground share. */
export const openTaskDefaults = {
  runUp: true,
  hasCourseReward: true,
  randomStartSeconds: 0,
  senses: [],
  rewards: [],
} as const;
