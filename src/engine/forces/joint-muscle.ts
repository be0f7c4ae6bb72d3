/**
 * Muscles on both sides of a joint: springs whose stiffness the motoneurons set, and a damper. [lamprey §2.2]
 *   T = α (M_L − M_R) + β (M_L + M_R + γ) (φ₊ − φ) + δ (φ̇₊ − φ̇),   M = gain · motoneuron mean
 * T turns the link in front of the joint by +T and the one behind by −T, so its power is −T (φ̇₊ − φ̇).
 * Units g, mm, ms: torques in N mm = g mm²/ms², α and β in N mm, δ in N mm ms, power in W = g mm²/ms³; γ and M have none.
 */

export interface MuscleParameters {
  /** α: torque per difference of activity. */
  strength: number;
  /** β: stiffness per activity. */
  stiffness: number;
  /** γ: the activity that would give the passive stiffness. */
  tonus: number;
  /** δ. */
  damping: number;
}

/**
 * Adds the torque of each joint. `states` holds the link angles from `angleAt` and their rates from `rateAt`; `motors` and
 * `gains` are pairs [left, right] per joint, and a gain of 0 is a paralysed muscle.
 */
export function addMuscleTorques(
  torques: Float64Array,
  muscle: MuscleParameters,
  states: Float64Array,
  angleAt: number,
  rateAt: number,
  motors: Float64Array,
  gains: Float64Array,
): void {
  const { strength, stiffness, tonus, damping } = muscle;
  for (let joint = 0; joint < torques.length; joint++) {
    const left = gains[2 * joint]! * motors[2 * joint]!;
    const right = gains[2 * joint + 1]! * motors[2 * joint + 1]!;
    const bend = states[angleAt + joint + 1]! - states[angleAt + joint]!;
    const bendRate = states[rateAt + joint + 1]! - states[rateAt + joint]!;
    torques[joint]! += strength * (left - right) + stiffness * (left + right + tonus) * bend + damping * bendRate;
  }
}

/** Power in W that the motoneurons' part of each joint's torque (α and β M) gives to the body; negative when it brakes. */
export function setActivePowers(
  powers: Float64Array,
  muscle: MuscleParameters,
  states: Float64Array,
  angleAt: number,
  rateAt: number,
  motors: Float64Array,
  gains: Float64Array,
): void {
  const { strength, stiffness } = muscle;
  for (let joint = 0; joint < powers.length; joint++) {
    const left = gains[2 * joint]! * motors[2 * joint]!;
    const right = gains[2 * joint + 1]! * motors[2 * joint + 1]!;
    const bend = states[angleAt + joint + 1]! - states[angleAt + joint]!;
    const bendRate = states[rateAt + joint + 1]! - states[rateAt + joint]!;
    powers[joint] = -(strength * (left - right) + stiffness * (left + right) * bend) * bendRate;
  }
}
