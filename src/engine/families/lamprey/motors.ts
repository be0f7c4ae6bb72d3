/** Muscle activity between the steps of the network. [lamprey §2.2] */
import { setMotorMeansFrom, setMotorMeansOver, type SpinalNetwork } from '../../control/spinal/network.ts';

/** At the start, in the middle and at the end of a block of two network steps. */
export type StartMidEnd = readonly [Float64Array, Float64Array, Float64Array];

/**
 * Activity of a block's muscles from the potentials of its motoneurons. RK4 weighs it by Simpson's rule, so the middle is set
 * to give the mean of the block.
 */
export function setBlockMotors(
  [first, mean, last]: StartMidEnd,
  network: SpinalNetwork,
  [start, middle, end]: StartMidEnd,
): void {
  setMotorMeansFrom(first, network, start);
  setMotorMeansOver(mean, network, start, middle, end);
  setMotorMeansFrom(last, network, end);
  for (let i = 0; i < mean.length; i++) mean[i] = 1.5 * mean[i]! - 0.25 * (first[i]! + last[i]!);
}

/** The parabola through three samples at 0, ½ and 1, at `at`; exact on the samples. */
export function setParabola(out: Float64Array, [start, middle, end]: StartMidEnd, at: number): void {
  const wStart = (2 * at - 1) * (at - 1);
  const wMiddle = 4 * at * (1 - at);
  const wEnd = at * (2 * at - 1);
  for (let i = 0; i < out.length; i++) out[i] = wStart * start[i]! + wMiddle * middle[i]! + wEnd * end[i]!;
}
