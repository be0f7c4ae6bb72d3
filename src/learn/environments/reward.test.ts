import { describe, expect, it } from 'vitest';
import type { MeanMotion, Target } from '../../engine/contract/learning.ts';
import { computeReward } from './reward.ts';

const target = { direction: Float64Array.of(1, 0, 0), speed: Float64Array.of(1) } as unknown as Target;

/** The animal goes at `angle` from the target and faces it at `facing`, rolled by `roll`, all in the plane of its own. */
function move(speed: number, angle: number, facing: number, roll: number): MeanMotion {
  const velocity = Float64Array.of(speed * Math.cos(angle), speed * Math.sin(angle), 0);
  const frame = new Float64Array(9);
  frame.set([Math.cos(facing), Math.sin(facing), 0]);
  frame.set([0, Math.sin(roll), Math.cos(roll)], 6);
  return { velocity, frame } as unknown as MeanMotion;
}

describe('the reward of a decision', () => {
  it('is the equation of its header', () => {
    for (const [speed, angle, facing, roll] of [
      [0.2, 0, 0, 0],
      [0.1, 0.5, -0.3, 0.2],
      [0.3, -2, 1, 3],
    ] as const) {
      const off = (turn: number) => 2 - 2 * Math.cos(turn);
      const speedTerm = 0.5 * Math.exp((-3 * Math.abs(0.2 - speed)) / 0.2);
      const course = (sharp: number) => 0.5 * (Math.exp(-sharp * off(angle)) + Math.exp(-sharp * off(facing)));
      const upright = 0.7 * Math.exp(-off(roll));
      const motion = move(speed, angle, facing, roll);
      expect(computeReward(motion, target, 0.2, 0)).toBeCloseTo(speedTerm + course(1.5), 12);
      expect(computeReward(motion, target, 0.2, 0.7)).toBeCloseTo(speedTerm + course(1.5) + upright, 12);
      const fine = computeReward(motion, target, 0.2, 0, true);
      expect(fine).toBeCloseTo(speedTerm + course(1.5) + 0.5 * course(12), 12);
    }
  });
});
