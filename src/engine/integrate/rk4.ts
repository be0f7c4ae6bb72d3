/**
 * The classical Runge–Kutta method of order 4 with a fixed step h:
 *   y ← y + h/6 (k₁ + 2 k₂ + 2 k₃ + k₄),  k₁ = f(t, y),  k₂ = f(t + h/2, y + h/2 k₁),
 *   k₃ = f(t + h/2, y + h/2 k₂),  k₄ = f(t + h, y + h k₃).
 */
import { type Allocate, allocatePlain, type Derivative } from './ode.ts';

export interface Rk4Scratch {
  first: Float64Array;
  slope: Float64Array;
  sum: Float64Array;
  trial: Float64Array;
}

export function createRk4Scratch(length: number, allocate: Allocate = allocatePlain): Rk4Scratch {
  return { first: allocate(length), slope: allocate(length), sum: allocate(length), trial: allocate(length) };
}

/** Advances `states` from `time` by `step`. */
export function stepRk4(
  states: Float64Array,
  time: number,
  step: number,
  derivative: Derivative,
  scratch: Rk4Scratch,
): void {
  const { first, slope, sum, trial } = scratch;
  const n = states.length;
  const half = 0.5 * step;
  derivative(first, time, states);
  for (let i = 0; i < n; i++) {
    sum[i] = first[i]!;
    trial[i] = states[i]! + half * first[i]!;
  }
  derivative(slope, time + half, trial);
  for (let i = 0; i < n; i++) {
    sum[i] = sum[i]! + 2 * slope[i]!;
    trial[i] = states[i]! + half * slope[i]!;
  }
  derivative(slope, time + half, trial);
  for (let i = 0; i < n; i++) {
    sum[i] = sum[i]! + 2 * slope[i]!;
    trial[i] = states[i]! + step * slope[i]!;
  }
  derivative(slope, time + step, trial);
  const sixth = step / 6;
  for (let i = 0; i < n; i++) states[i] = states[i]! + sixth * (sum[i]! + slope[i]!);
}
