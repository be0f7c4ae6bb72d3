/** Rotation and position of every segment, twelve numbers each, also within a step; and where the body faces. */
import { atan2 } from '../../math/portable.ts';
import { unwrapAngle } from '../../math/space/geometry.ts';
import { setMat3FromQuat, setQuatNormalised } from '../../math/space/quat.ts';

const quaternion = new Float64Array(4);

/** Where segments are, and where they were at the start of the step. */
interface MovingSegments {
  readonly arrays: { readonly bodyPositions: Float64Array; readonly bodyQuaternions: Float64Array };
  readonly startPositions: Float64Array;
  readonly startQuaternions: Float64Array;
}

/** Frames of all segments at a share of the step, from its start to now. */
export function setFrames(frames: Float64Array, segments: MovingSegments, share: number): void {
  const { arrays, startPositions, startQuaternions } = segments;
  const count = frames.length / 12;
  for (let body = 0; body < count; body++) {
    const at = 12 * body;
    if (share === 1) {
      setMat3FromQuat(frames, arrays.bodyQuaternions, at, 4 * body);
      for (let a = 0; a < 3; a++) frames[at + 9 + a] = arrays.bodyPositions[3 * body + a]!;
      continue;
    }
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += startQuaternions[4 * body + k]! * arrays.bodyQuaternions[4 * body + k]!;
    const sign = dot < 0 ? -share : share;
    for (let k = 0; k < 4; k++)
      quaternion[k] = (1 - share) * startQuaternions[4 * body + k]! + sign * arrays.bodyQuaternions[4 * body + k]!;
    setQuatNormalised(quaternion, quaternion);
    setMat3FromQuat(frames, quaternion, at);
    for (let a = 0; a < 3; a++) {
      const from = startPositions[3 * body + a]!;
      frames[at + 9 + a] = from + share * (arrays.bodyPositions[3 * body + a]! - from);
    }
  }
}

/** Mean direction in which the segments face, unwrapped. */
export function trackHeading(heading: Float64Array, frames: Float64Array): void {
  let [x, y] = [0, 0];
  for (let at = 0; at < frames.length; at += 12) {
    x += frames[at]!;
    y += frames[at + 1]!;
  }
  heading[0] = unwrapAngle(atan2(y, x), heading[0]!);
}
