/** A stretch of recorded frames, and of those as many a second as are wanted. */
import type { RecordedFrame } from '../engine/record/format.ts';

export interface Stretch {
  /** Simulated seconds. */
  readonly from: number;
  readonly to: number;
  /** All when left out. */
  readonly fps?: number;
}

/** Seconds that rounding may take. */
const timeTolerance = 1e-9;

/** Of the frames in the stretch the first at or after each moment that is asked for, none twice. */
export function* selectFrames(frames: Iterable<RecordedFrame>, { from, to, fps }: Stretch): Generator<RecordedFrame> {
  let next: number | undefined;
  for (const frame of frames) {
    if (frame.time < from - timeTolerance || frame.time > to + timeTolerance) continue;
    next ??= frame.time;
    if (frame.time < next - timeTolerance) continue;
    yield frame;
    if (fps !== undefined) while (next <= frame.time + timeTolerance) next += 1 / fps;
  }
}
