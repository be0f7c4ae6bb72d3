/** One step: m l² φ̈ = τ − m g l sin φ − c m l² φ̇, semi-implicit. */
import { sin } from '../../../engine/math/portable.ts';
import type { PendulumArrays } from './arrays.ts';
import type { PendulumSystem } from './compile.ts';

const gravity = 9.81;

export function stepPendulum(
  { desc, damping, isStuck, dt }: PendulumSystem,
  { swing }: PendulumArrays,
  torque: number,
) {
  const { length, mass } = desc.body;
  if (isStuck) {
    swing[1] = 0;
    return;
  }
  const pull = torque / (mass * length * length) - (gravity / length) * sin(swing[0]!) - damping * swing[1]!;
  swing[1] = swing[1]! + dt * pull;
  swing[0] = swing[0]! + dt * swing[1];
}
