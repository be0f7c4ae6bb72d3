/** A stretch of recorded frames, and of those as many a second as are wanted. */
import type { RecordedFrame } from '../../engine/record/format.ts';

export interface Stretch {
  /** Simulated seconds. */
  readonly from: number;
  readonly to: number;
  /** All when left out. */
  readonly fps?: number;
}

/** Tolerance for rounding, s. */
const timeTolerance = 1e-9;

/** For each output time, the next recorded frame in the range, none twice. */
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
