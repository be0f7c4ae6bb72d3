/** Keep going straight ahead, and get back on course after a push at the head. */
import type { LearnHandle, Task, TaskLane, TaskTraits } from '../../../engine/contract/learning.ts';
import { acos } from '../../../engine/math/portable.ts';
import { drawBetween, drawDirection } from '../../../engine/math/space/directions.ts';
import { recoveredDegrees } from '../meter.ts';
import { openTaskDefaults } from './open-task.ts';

export const recoverTraits: TaskTraits = { kind: 'open', isSteering: true, hasPushes: true };

/** s of the episode in which a push begins, and s after it in which the animal has to recover. Chosen. */
const pushTimes = [1, 3] as const;
const recoverySeconds = 3;

/** Memory: when the push begins, its force (N), and whether the animal recovered in time (−1 before). */
const places = { begin: 0, force: 1, recovered: 4 } as const;

export function createRecoverTask({ push, horizon }: LearnHandle): Task | undefined {
  if (push === undefined) return undefined;
  const setPush = ({ simulation, memory }: TaskLane, share: number): void => {
    const [x, y, z] = [0, 1, 2].map((k) => share * memory[places.force + k]!);
    push.set(simulation, x!, y!, z!);
  };
  return {
    ...openTaskDefaults,
    name: 'recover',
    about: `Go straight ahead, and be within ${recoveredDegrees}° again ${recoverySeconds} s after a push of ${push.range[0]} to ${push.range[1]} N at the head.`,
    traits: recoverTraits,
    horizon,
    memory: 5,
    begin(lane) {
      const { target, motion, memory, rng } = lane;
      for (let k = 0; k < 3; k++) target.direction[k] = motion.frame[k]!;
      target.speed[0] = 1;
      memory[places.begin] = drawBetween(rng, pushTimes[0], pushTimes[1]);
      drawDirection(memory, places.force, 'sphere', rng);
      const newtons = drawBetween(rng, push.range[0], push.range[1]);
      for (let k = 0; k < 3; k++) memory[places.force + k]! *= newtons;
      memory[places.recovered] = -1;
      setPush(lane, 0);
    },
    tick(lane) {
      const since = lane.seconds - lane.memory[places.begin]!;
      setPush(lane, since >= 0 && since < push.seconds ? 1 : 0);
    },
    advance({ seconds, memory, motion, target }, outcome) {
      if (memory[places.recovered]! < 0 && seconds >= memory[places.begin]! + push.seconds + recoverySeconds) {
        let along = 0;
        for (let k = 0; k < 3; k++) along += motion.frame[k]! * target.direction[k]!;
        const angle = acos(Math.max(-1, Math.min(1, along)));
        memory[places.recovered] = angle <= (recoveredDegrees * Math.PI) / 180 ? 1 : 0;
      }
      outcome.recovered = memory[places.recovered]!;
    },
  };
}
