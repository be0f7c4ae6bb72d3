/**
 * Time course of the modal drives.
 *
 *   f(t) = +g sin²(6πt/T), 0 ≤ t < T/6;   −g sin²(6πt/T), T/2 ≤ t < 2T/3;   0 otherwise          [worm eq. 1]
 *
 * with g = −α f_m the force field that bends the body into its mode. Phase φ = t/T; the paper's pulses take a third of
 * the cycle, `duty`.
 */
import { cos, sin } from '../../math/portable.ts';

/** Factor on the force field at a phase: a hump to one side, a rest, a hump to the other side, a rest. */
export function computePulse(phase: number, duty: number): number {
  const cycle = phase - Math.floor(phase);
  const half = cycle < 0.5 ? cycle : cycle - 0.5;
  const width = duty / 2;
  if (half >= width) return 0;
  const s = sin((Math.PI * half) / width);
  return cycle < 0.5 ? s * s : -s * s;
}

/** Factors on the first and second mode of a travelling wave: a quarter period apart. */
export function setQuadrature(out: Float64Array, phase: number, direction: number): void {
  const angle = 2 * Math.PI * (phase - Math.floor(phase));
  out[0] = sin(angle);
  out[1] = direction * cos(angle);
}
