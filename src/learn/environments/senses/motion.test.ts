import { describe, expect, it } from 'vitest';
import type { LearnHandle, Target } from '../../../engine/contract/learning.ts';
import { setLevelPose } from '../../../engine/contract/pose.ts';
import { cos, sin } from '../../../engine/math/portable.ts';
import type { Simulation } from '../../../engine/sim/simulation.ts';
import { createMotion } from './motion.ts';
import { createObserver } from './observation.ts';
import { computeReward } from '../reward.ts';

const handle = {
  ...{ tick: 0.1, window: 1, period: 0.4, repeat: 2 },
  senses: { terms: [], write: () => undefined },
} as unknown as LearnHandle;

/** An animal that swims at 2 m/s to the heading, and sways by ±0.3 rad with a period of four ticks. */
function swim(heading: number, ticks: number, turn = 0) {
  const motion = createMotion(handle, 2);
  let tick = 0;
  let [x, y] = [5, -3];
  const simulation = {
    writePose(out: Float64Array) {
      const course = heading + turn * tick;
      const sway = [0.3, 0, -0.3, 0][tick % 4]!;
      setLevelPose(out, Float64Array.of(x, y, 1, course + sway, 2));
    },
    state: { arrays: {} },
  } as unknown as Simulation;
  for (; tick < ticks; tick++) {
    motion.update(simulation);
    x += 0.2 * cos(heading + turn * tick);
    y += 0.2 * sin(heading + turn * tick);
  }
  return { motion, simulation };
}

const createTarget = (x: number, y: number, z: number): Target => ({
  direction: Float64Array.of(x, y, z),
  speed: Float64Array.of(1),
});

describe('how an animal has moved', () => {
  it('is seen without the sway of its strokes', () => {
    const { motion } = swim(0.7, 30);
    expect(motion.frame[0]).toBeCloseTo(cos(0.7), 10);
    expect(motion.frame[1]).toBeCloseTo(sin(0.7), 10);
    expect([...motion.frame.subarray(3)].map((value) => +value.toFixed(10))).toEqual(
      [-sin(0.7), cos(0.7), 0, 0, 0, 1].map((value) => +value.toFixed(10)),
    );
    expect(motion.velocity[0]).toBeCloseTo(2 * cos(0.7), 10);
    expect(motion.rates[0]).toBeCloseTo(0, 10);
  });

  it('turns by so much in a stroke', () => {
    // 0.05 rad a tick, four ticks a stroke.
    expect(swim(0, 30, 0.05).motion.rates[0]).toBeCloseTo(0.2, 2);
  });

  it('continues after being saved and loaded', () => {
    const { motion, simulation } = swim(0.7, 12);
    const other = createMotion(handle, 2);
    other.numbers.set(motion.numbers);
    motion.update(simulation);
    other.update(simulation);
    expect(other.numbers).toEqual(motion.numbers);
  });
});

describe('what a policy sees', () => {
  const observe = (target: Target) => {
    const { motion, simulation } = swim(Math.PI / 2, 30);
    const observer = createObserver(handle, 'aim', () => 2);
    const names = observer.terms.flatMap(({ parts }) => parts);
    const out = new Float64Array(names.length);
    observer.write(out, 0, simulation, motion, target);
    return Object.fromEntries(names.map((name, i) => [name, out[i]!]));
  };

  it('is where the target is in its own frame', () => {
    expect(observe(createTarget(-1, 0, 0))['left']).toBeCloseTo(1, 10);
    expect(observe(createTarget(1, 0, 0))['left']).toBeCloseTo(-1, 10);
    expect(observe(createTarget(0, 0.8, 0.6))).toMatchObject({ up: expect.closeTo(0.6, 10) as number });
    expect(observe(createTarget(0, 1, 0))['missing speed']).toBeCloseTo(0, 10);
  });

  it('does not fade for a target behind', () => {
    const seen = observe(createTarget(-0.06, -Math.sqrt(1 - 0.01), 0.08));
    expect(seen['left']).toBeCloseTo(0.6, 6);
    expect(seen['up']).toBeCloseTo(0.8, 6);
  });
});

describe('the reward', () => {
  it('is the sum of its weights on the way, and less off it', () => {
    const { motion } = swim(0, 30);
    expect(computeReward(motion, createTarget(1, 0, 0), 2, 0.2)).toBeCloseTo(1.7, 10);
    // Speed right; both directions at a right angle: |d_d − d|² = 2.
    expect(computeReward(motion, createTarget(0, 1, 0), 2, 0)).toBeCloseTo(0.5 + Math.exp(-3), 10);
    // Twice as fast as asked for.
    expect(computeReward(motion, createTarget(1, 0, 0), 1, 0)).toBeCloseTo(1 + 0.5 * Math.exp(-3), 10);
    // While training half of w₂ more, for the last degrees alone.
    expect(computeReward(motion, createTarget(1, 0, 0), 2, 0, true)).toBeCloseTo(2, 10);
    expect(computeReward(motion, createTarget(0, 1, 0), 2, 0, true)).toBeCloseTo(
      0.5 + Math.exp(-3) + 0.5 * Math.exp(-24),
      10,
    );
  });
});
