/**
 * How an animal has moved lately, seen as a policy should see it: a body sways with every stroke, so its axis is the mean over one
 * stroke and its velocity that over about a second. All of it is numbers that can be saved.
 */
import { poseLength, posePlaces } from '../../../engine/contract/pose.ts';
import type { LearnHandle, MeanMotion } from '../../../engine/contract/learning.ts';
import type { Simulation } from '../../../engine/sim/simulation.ts';

export interface MotionTracker extends MeanMotion {
  /** Everything, for saving and loading. */
  readonly numbers: Float64Array;
  /** Reads the animal's pose: once every tick. */
  update(simulation: Simulation): void;
  /** Forgets the past; the next update stands for all before. */
  clear(): void;
}

/** `repeat`: ticks over which the axis is watched turning; `shared`: the numbers of another tracker of such a handle, to be used here too. */
export function createMotion(
  { tick, window, period }: LearnHandle,
  repeat: number,
  shared?: Float64Array,
): MotionTracker {
  const centres = 3 * (Math.max(1, Math.round(window / tick)) + 1);
  const axes = 3 * Math.max(1, Math.round(period / tick));
  const past = 3 * (repeat + 1);
  const lengths = [1, poseLength, 9, 3, 2, centres, axes, axes, past];
  const numbers = shared ?? new Float64Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  const [count, pose, frame, velocity, rates, centreRing, forwardRing, upRing, axisRing] = lengths.map((length) => {
    at += length;
    return numbers.subarray(at - length, at);
  }) as [Float64Array, ...Float64Array[]] & Record<1 | 2 | 3 | 4 | 5 | 6 | 7 | 8, Float64Array>;

  function update(simulation: Simulation): void {
    simulation.writePose(pose);
    const isFirst = count[0] === 0;
    pushVector(centreRing, pose, posePlaces.centre, isFirst);
    pushVector(forwardRing, pose, posePlaces.forward, isFirst);
    pushVector(upRing, pose, posePlaces.up, isFirst);
    setFrame(frame, forwardRing, upRing);
    pushVector(axisRing, frame, 0, isFirst);
    count[0]! += 1;
    const seconds = tick * Math.min(count[0]! - 1, centres / 3 - 1);
    const turning = period / (tick * repeat);
    rates.fill(0);
    for (let k = 0; k < 3; k++) {
      const moved = centreRing[centres - 3 + k]! - centreRing[0 + k]!;
      velocity[k] = seconds > 0 ? moved / seconds : pose[posePlaces.velocity + k]!;
      const turned = turning * (frame[k]! - axisRing[k]!);
      rates[0]! += turned * frame[3 + k]!;
      rates[1]! += turned * frame[6 + k]!;
    }
  }

  return { numbers, pose, frame, velocity, rates, update, clear: () => void numbers.fill(0) };
}

/** Newest last. */
function pushVector(ring: Float64Array, from: Float64Array, at: number, isFirst: boolean): void {
  if (isFirst) for (let i = 0; i < ring.length; i++) ring[i] = from[at + (i % 3)]!;
  ring.copyWithin(0, 3);
  for (let k = 0; k < 3; k++) ring[ring.length - 3 + k] = from[at + k]!;
}

/** Mean forward, mean up as far as it is across it, and left. */
function setFrame(frame: Float64Array, forwards: Float64Array, ups: Float64Array): void {
  frame.fill(0);
  for (let i = 0; i < forwards.length; i++) {
    frame[i % 3]! += forwards[i]!;
    frame[6 + (i % 3)]! += ups[i]!;
  }
  normalise(frame, 0);
  let along = 0;
  for (let k = 0; k < 3; k++) along += frame[k]! * frame[6 + k]!;
  for (let k = 0; k < 3; k++) frame[6 + k]! -= along * frame[k]!;
  normalise(frame, 6);
  for (let k = 0; k < 3; k++) {
    const [a, b] = [(k + 1) % 3, (k + 2) % 3];
    frame[3 + k] = frame[6 + a]! * frame[b]! - frame[6 + b]! * frame[a]!;
  }
}

function normalise(vectors: Float64Array, at: number): void {
  const length = Math.sqrt(
    vectors[at]! * vectors[at]! + vectors[at + 1]! * vectors[at + 1]! + vectors[at + 2]! * vectors[at + 2]!,
  );
  for (let k = 0; k < 3; k++)
    vectors[at + k] = length > 1e-9 ? vectors[at + k]! / length : at === 0 && k === 0 ? 1 : at === 6 && k === 2 ? 1 : 0;
}
