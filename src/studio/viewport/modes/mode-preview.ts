/** A natural mode in slow motion: the rest shape plus and minus the mode's. */
import type { NaturalMode } from '../../../engine/contract/types.ts';
import { computeFrameOffsets } from '../../../engine/contract/frame.ts';
import type { SystemInfo } from '../../data/protocol.ts';
import type { FramePreview } from '../../session/lab-picture.ts';

/** Swings per second on the screen, whatever the mode's own frequency. */
const shownFrequency = 0.6;

/** `size.amplitude` scales the swing and may change while it runs. */
export function createModePreview(
  { layout, bodyLength }: Pick<SystemInfo, 'layout' | 'bodyLength'>,
  mode: Pick<NaturalMode, 'reach' | 'shape'>,
  size: { readonly amplitude: number },
): FramePreview {
  const offsets = computeFrameOffsets(layout);
  const frame = new Float32Array(offsets.length);
  layout.parts.forEach((_, part) => {
    frame[offsets.parts + 7 * part + 6] = 1;
  });
  const rest = layout.surfaces[0]!.restPositions;
  const floor = layout.ground?.kind === 'plane' ? layout.ground.height : 0;
  const { shape } = mode;
  const reach = mode.reach * bodyLength;
  // High enough that no swing of the usual size goes through the floor.
  let lowest = Infinity;
  for (let at = 2; at < rest.length; at += 3) lowest = Math.min(lowest, rest[at]! - reach * Math.abs(shape[at]!));
  const lift = floor - lowest;
  const from = offsets.surfaces[0]!;
  return (now) => {
    const swing = reach * size.amplitude * Math.sin((2 * Math.PI * shownFrequency * now) / 1000);
    for (let at = 0; at < rest.length; at++)
      frame[from + at] = rest[at]! + swing * shape[at]! + (at % 3 === 2 ? lift : 0);
    return { frame, pose: { x: 0, y: 0, z: lift, heading: 0 } };
  };
}
