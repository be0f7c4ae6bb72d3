/**
 * Poses for animators, of any animal whose frames have parts or lines: where every part is and how it is turned, frame by
 * frame. As JSON for scripts here; src/exports/gltf/gltf.ts makes an animated scene of the same.
 */
import type { RecordedFrame } from '../../engine/record/format.ts';
import { computeFrameOffsets, type FrameLayout } from '../../engine/contract/frame.ts';

export interface Keyframes {
  readonly animal: string;
  /** Name and version of the program. */
  readonly software: string;
  readonly layout: FrameLayout;
  /** s, from 0 for the first frame. */
  readonly times: readonly number[];
  /** One array for each time, in the order of the layout. */
  readonly frames: readonly Float32Array[];
}

export function createKeyframes(
  animal: string,
  software: string,
  layout: FrameLayout,
  recorded: Iterable<RecordedFrame>,
): Keyframes {
  const [times, frames]: [number[], Float32Array[]] = [[], []];
  let start = 0;
  for (const { time, frame } of recorded) {
    if (times.length === 0) start = time;
    times.push(time - start);
    frames.push(frame.slice());
  }
  return { animal, software, layout, times, frames };
}

/** A tenth of a micrometre, and a millionth of a quaternion. */
function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/**
 * { format, parts, lines, frames: [{ time, parts: [[x, y, z, qx, qy, qz, qw] …], lines: [[[x, y, z] …] …] }] }, metres,
 * x forward, y left, z up. A part's own x runs along it and its size is in its own axes.
 */
export function createKeyframeDocument({
  animal,
  software,
  layout,
  times,
  frames,
}: Keyframes): Record<string, unknown> {
  const at = computeFrameOffsets(layout);
  return {
    format: 'bestiary-keyframes',
    version: 1,
    software,
    animal,
    units: { time: 's', length: 'm', rotation: 'quaternion x, y, z, w' },
    axes: 'x forward, y left, z up',
    parts: layout.parts.map(({ name, shape, size }) => ({ name, shape, size: size.map((edge) => round(edge, 7)) })),
    lines: layout.lines.map(({ name, pointCount }) => ({ name, points: pointCount })),
    frames: frames.map((frame, i) => ({
      time: round(times[i]!, 6),
      parts: layout.parts.map((_, part) => {
        const from = at.parts + 7 * part;
        return Array.from(frame.subarray(from, from + 7), (value, k) => round(value, k < 3 ? 7 : 6));
      }),
      lines: layout.lines.map(({ pointCount }, line) =>
        Array.from({ length: pointCount }, (_, point) => {
          const from = at.lines[line]! + 3 * point;
          return Array.from(frame.subarray(from, from + 3), (value) => round(value, 7));
        }),
      ),
    })),
  };
}
