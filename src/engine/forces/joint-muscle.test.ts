import { describe, expect, it } from 'vitest';
import { setActivePowers, addMuscleTorques } from './joint-muscle.ts';

const muscle = { strength: 3, stiffness: 0.3, tonus: 10, damping: 30 };
/** Three links: angles, then rates. */
const angles = [0.1, 0.4, -0.2];
const rates = [0.01, -0.02, 0.03];
const states = Float64Array.of(...angles, ...rates);
const gains = Float64Array.of(1, 1, 1, 1);

function torques(motors: number[], own = states, gain = gains): number[] {
  const out = new Float64Array(2);
  addMuscleTorques(out, muscle, own, 0, 3, Float64Array.from(motors), gain);
  return [...out];
}

describe('muscles beside a joint', () => {
  it('pull toward the stronger side, stiffen with both, and damp', () => {
    const [first, second] = torques([0.5, 0.2, 0, 0.4]);
    expect(first).toBeCloseTo(3 * 0.3 + 0.3 * (0.7 + 10) * 0.3 + 30 * -0.03, 12);
    expect(second).toBeCloseTo(3 * -0.4 + 0.3 * (0.4 + 10) * -0.6 + 30 * 0.05, 12);
  });

  it('change sides with the body: the mirrored animal has the opposite torque', () => {
    const mirrored = torques(
      [0.2, 0.5, 0.4, 0],
      states.map((value) => -value),
    );
    expect(mirrored).toEqual(torques([0.5, 0.2, 0, 0.4]).map((torque) => -torque));
  });

  it('leave the passive spring and the damper to a paralysed side', () => {
    const still = Float64Array.of(0, 0.5, 0.5, 0, 0, 0);
    expect(torques([1, 1, 1, 1], still, Float64Array.of(0, 0, 0, 1))).toEqual([0.3 * 10 * 0.5, -3]);
  });

  it('give the power of their active part only: −T (φ̇₊ − φ̇)', () => {
    const motors = Float64Array.of(0.5, 0.2, 0, 0.4);
    const powers = new Float64Array(2);
    setActivePowers(powers, muscle, states, 0, 3, motors, gains);
    const passive = torques([0, 0, 0, 0]);
    torques([...motors]).forEach((torque, joint) => {
      const bendRate = rates[joint + 1]! - rates[joint]!;
      expect(powers[joint]).toBeCloseTo(-(torque - passive[joint]!) * bendRate, 12);
    });
  });
});
