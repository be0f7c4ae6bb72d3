/**
 * Generalised advantage estimation (Schulman et al. 2016).
 *
 *   δ_t = r_t + γ V(s_{t+1}) − V(s_t),   A_t = δ_t + γ λ A_{t+1}, where A_{t+1} = 0 behind the end of a trajectory
 *
 * Rows are step-major: row = step · lanes + lane. `nextValues` already are what follows: 0 after a termination, the value of
 * the final observation after a truncation, so ends of both kinds only cut the sum.
 */
export function setAdvantages(
  advantages: Float64Array,
  rewards: Float64Array,
  values: Float64Array,
  nextValues: Float64Array,
  ended: Uint8Array,
  lanes: number,
  gamma: number,
  lambda: number,
): void {
  for (let row = advantages.length - 1; row >= 0; row--) {
    const delta = rewards[row]! + gamma * nextValues[row]! - values[row]!;
    const goesOn = ended[row] === 0 && row + lanes < advantages.length;
    advantages[row] = delta + (goesOn ? gamma * lambda * advantages[row + lanes]! : 0);
  }
}
