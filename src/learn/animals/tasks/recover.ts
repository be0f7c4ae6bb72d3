/** Keep going straight ahead, and get back on the way after a push at the head. */
import type { LearnHandle } from '../../../engine/contract/learning.ts';
import { acos } from '../../../engine/math/portable.ts';
import { drawBetween, drawDirection } from './directions.ts';
import type { Task, TaskLane } from './task.ts';

/** s of the episode in which a push begins; s after it, and the angle, rad, within which it has to be back. */
const begins = [1, 3] as const;
const grace = 3;
const back = (15 * Math.PI) / 180;

/** Memory: when it begins, its force (N), and whether the animal was back in time (−1 before). */
const at = { begin: 0, force: 1, recovered: 4 } as const;

export function createRecoverTask({ push, horizon }: LearnHandle): Task | undefined {
  if (push === undefined) return undefined;
  return {
    name: 'recover',
    about: `Go straight ahead, and be within 15° again ${grace} s after a push of ${push.newtons[0]} to ${push.newtons[1]} N at the head.`,
    settings: {},
    runUp: true,
    isSwimming: true,
    scramble: 0,
    senses: [],
    horizon,
    memory: 5,
    begin(lane) {
      const { target, motion, memory, rng } = lane;
      for (let k = 0; k < 3; k++) target.direction[k] = motion.frame[k]!;
      target.speed[0] = 1;
      memory[at.begin] = drawBetween(rng, begins[0], begins[1]);
      drawDirection(memory, at.force, 'sphere', rng);
      const newtons = drawBetween(rng, push.newtons[0], push.newtons[1]);
      for (let k = 0; k < 3; k++) memory[at.force + k]! *= newtons;
      memory[at.recovered] = -1;
      lane.simulation.setControl(push.node, push.index);
      setPush(lane, push.force, 0);
    },
    tick(lane) {
      const since = lane.seconds - lane.memory[at.begin]!;
      setPush(lane, push.force, since >= 0 && since < push.seconds ? 1 : 0);
    },
    advance({ seconds, memory, motion, target }, outcome) {
      if (memory[at.recovered]! < 0 && seconds >= memory[at.begin]! + push.seconds + grace) {
        let along = 0;
        for (let k = 0; k < 3; k++) along += motion.frame[k]! * target.direction[k]!;
        memory[at.recovered] = acos(Math.max(-1, Math.min(1, along))) <= back ? 1 : 0;
      }
      outcome.recovered = memory[at.recovered]!;
    },
  };
}

function setPush({ simulation, memory }: TaskLane, paths: readonly string[], share: number): void {
  for (let k = 0; k < 3; k++) simulation.setControl(paths[k]!, share * memory[at.force + k]!);
}
