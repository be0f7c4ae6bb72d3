/** Where an animal is, how it is turned and how fast it goes, as 15 numbers in SI units: what environments and drivers see of it. */
import { cos, sin } from '../math/portable.ts';

/** First of three numbers each: centre of mass, the body's own forward, left and up as unit vectors, velocity of the centre. */
export const posePlaces = { centre: 0, forward: 3, left: 6, up: 9, velocity: 12 } as const;
export const poseLength = 15;

/** Of an animal of the horizontal plane, from the signals that every animal begins with. */
export function setLevelPose(out: Float64Array, signals: Float64Array): void {
  const [ahead, aside] = [cos(signals[3]!), sin(signals[3]!)];
  for (let k = 0; k < 3; k++) out[posePlaces.centre + k] = signals[k]!;
  out[3] = ahead;
  out[4] = aside;
  out[5] = 0;
  out[6] = -aside;
  out[7] = ahead;
  out[8] = 0;
  out[9] = 0;
  out[10] = 0;
  out[11] = 1;
  out[12] = signals[4]! * ahead;
  out[13] = signals[4]! * aside;
  out[14] = 0;
}
