/**
 * The reward of a decision: the paper's, with every term and these weights. [softcon eq. 16]
 *
 *   w₁ exp(−σ₁ |v_d − |v||/v_d) + ½ w₂ [exp(−σ₂ |d_d − d|²) + exp(−σ₂ |d_d − f|²)] + w₃ exp(−σ₃ |u − z|²) + r_task
 *
 * v → mean velocity of the centre of mass, d → its direction, f → the mean axis, u → the mean up, d_d and v_d → the target. The
 * velocity lags by half its window, the axis answers at once: half of w₂ on each. σ₂ = 1.5 has a slope at all angles (of the
 * authors' 10 on the norm, e⁻⁵ is left at 30°). w₃ is the animal's (0 where there is no up to keep), r_task the task's.
 *
 * At 6° that leaves 0.984 of the best, so nothing holds the last degrees: while training, half of w₂ is added with σ₂ = 12.
 */
import type { MeanMotion, RewardTerm, Target } from '../../engine/contract/learning.ts';
import { exp } from '../../engine/math/portable.ts';
import { computeLength } from './senses/observation.ts';

const rewardWeights = { speed: 0.5, direction: 1, sharpSpeed: 3, sharpDirection: 1.5, sharpUp: 1 } as const;
/** For the last degrees: a share of w₂ on top of it, and its σ₂. */
const fine = { weight: 0.5, sharp: 12 } as const;

/** Without r_task. `reference`: the animal's own speed, m/s; `training`: with the part for the last degrees. */
export function computeReward(
  motion: MeanMotion,
  { direction, speed }: Target,
  reference: number,
  uprightWeight: number,
  training = false,
): number {
  const { velocity, frame } = motion;
  const wanted = Math.max(1e-9, speed[0]! * reference);
  const now = computeLength(velocity);
  let [offWay, offAxis, offUp] = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const way = direction[k]! - (now > 1e-9 ? velocity[k]! / now : 0);
    const axis = direction[k]! - frame[k]!;
    const up = frame[6 + k]! - (k === 2 ? 1 : 0);
    offWay += way * way;
    offAxis += axis * axis;
    offUp += up * up;
  }
  const w = rewardWeights;
  const score = (off: number): number =>
    exp(-w.sharpDirection * off) + (training ? fine.weight * exp(-fine.sharp * off) : 0);
  return (
    w.speed * exp((-w.sharpSpeed * Math.abs(wanted - now)) / wanted) +
    0.5 * w.direction * (score(offWay) + score(offAxis)) +
    (uprightWeight > 0 ? uprightWeight * exp(-w.sharpUp * offUp) : 0)
  );
}

/** The terms of `computeReward` as rows of a table. */
export function listCourseRewards(uprightWeight: number, training: boolean): RewardTerm[] {
  const { speed, direction } = rewardWeights;
  const half = 0.5 * direction * (training ? 1 + fine.weight : 1);
  return [
    { name: 'speed', range: [0, speed], about: 'How near the speed of the mean velocity is to that asked for.' },
    { name: 'direction', range: [0, half], about: 'How near the direction of the mean velocity is to the target.' },
    { name: 'axis', range: [0, half], about: 'How near the mean axis of the body is to the target.' },
    ...(uprightWeight > 0
      ? [
          {
            name: 'upright',
            range: [0, uprightWeight] as const,
            about: 'How near the mean up of the body is to the vertical.',
          },
        ]
      : []),
  ];
}
