import { expect, it } from 'vitest';
import type { RecordedFrame } from '../../engine/record/format.ts';
import { selectFrames } from './select-frames.ts';

const frames = Array.from({ length: 101 }, (_, step): RecordedFrame => {
  return { step, time: step / 100, frame: new Float32Array(0), signals: new Float64Array(0) };
});

it('takes a stretch, and as many frames a second as are wanted', () => {
  const times = (stretch: { from: number; to: number; fps?: number }): number[] =>
    [...selectFrames(frames, stretch)].map(({ time }) => time);
  expect(times({ from: 0.2, to: 0.24 })).toEqual([0.2, 0.21, 0.22, 0.23, 0.24]);
  expect(times({ from: 0.5, to: 1, fps: 10 })).toEqual([0.5, 0.6, 0.7, 0.8, 0.9, 1]);
  // Not a divisor of the recorded rate: the first at or after each moment.
  expect(times({ from: 0, to: 0.13, fps: 24 })).toEqual([0, 0.05, 0.09, 0.13]);
  // More than there are gives all there are.
  expect(times({ from: 0, to: 0.03, fps: 1000 })).toEqual([0, 0.01, 0.02, 0.03]);
});
