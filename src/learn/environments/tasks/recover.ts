/** Keep going straight ahead, and get back on course after a push at the head. */
import type { LearnHandle, Task } from '../../../engine/contract/learning.ts';
import { acos } from '../../../engine/math/portable.ts';
import { recoveredDegrees } from '../meter.ts';
import { conditionsLength, drawPush, getSecondsAfterPush, updatePush } from './conditions.ts';
import { openTaskDefaults } from './open-task.ts';

/** s of the episode in which a push begins, and s after it in which the animal has to recover. Chosen. */
const pushTimes = [1, 3] as const;
const recoverySeconds = 3;

/** Memory: whether the animal recovered in time (−1 before), behind that of the conditions. */
const recoveredAt = conditionsLength;

export function createRecoverTask({ push, horizon }: LearnHandle): Task | undefined {
  if (push === undefined) return undefined;
  return {
    ...openTaskDefaults,
    name: 'recover',
    about: `Go straight ahead, and be within ${recoveredDegrees}° again ${recoverySeconds} s after a push of ${push.shares[0]} to ${push.shares[1]} of its weight at the head.`,
    horizon,
    memory: conditionsLength + 1,
    begin(lane) {
      const { target, motion, memory } = lane;
      for (let k = 0; k < 3; k++) target.direction[k] = motion.frame[k]!;
      target.speed[0] = 1;
      drawPush(lane, push, pushTimes);
      memory[recoveredAt] = -1;
    },
    tick: (lane) => updatePush(lane, push),
    advance(lane, outcome) {
      const { memory, motion, target } = lane;
      if (memory[recoveredAt]! < 0 && getSecondsAfterPush(lane, push) >= recoverySeconds) {
        let along = 0;
        for (let k = 0; k < 3; k++) along += motion.frame[k]! * target.direction[k]!;
        const angle = acos(Math.max(-1, Math.min(1, along)));
        memory[recoveredAt] = angle <= (recoveredDegrees * Math.PI) / 180 ? 1 : 0;
      }
      outcome.recovered = memory[recoveredAt]!;
    },
  };
}
