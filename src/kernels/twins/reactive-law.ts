// What slices and plates of ./reactive.ts share.
import { round } from './round.ts';

/** Modes of the kernels: forces without those of added mass; momenta of the water instead of forces. */
export const lostMode = 1;
export const momentumMode = 2;

/** The root of a square, above zero. */
export function computeLength(square: number, single: boolean): number {
  return round(Math.sqrt(Math.max(square, round(1e-30, single))), single);
}

/** R^(−1/5) by Newton's method from 0.8 R^(−3/16). */
function computeInverseFifthRoot(reynolds: number, single: boolean): number {
  const root = (x: number): number => round(Math.sqrt(x), single);
  const eighth = root(root(root(Math.max(reynolds, 1))));
  let y = round(round(0.8, single) / round(eighth * root(eighth), single), single);
  for (let i = single ? 1 : 0; i < 4; i += 1) {
    const yy = round(y * y, single);
    const fifth = round(round(yy * yy, single) * round(y * reynolds, single), single);
    y = round(y * round(round(1.2, single) - round(round(0.2, single) * fifth, single), single), single);
  }
  return y;
}

/** c of the skin: boundary layers as old as the way along the body or around it, or turbulent. */
export function computeFriction(
  speed: number,
  across: number,
  inverseLength: number,
  kappa: number,
  rootNu: number,
  inverseNu: number,
  single: boolean,
): number {
  const age = round(round(speed * inverseLength, single) + round(across * kappa, single), single);
  const laminar = round(round(round(1.328, single) * rootNu, single) * round(Math.sqrt(age), single), single);
  const length = Math.max(inverseLength, round(1e-9, single));
  const reynolds = round(round(speed * inverseNu, single) / length, single);
  if (!(reynolds > 500_000)) return laminar;
  const y = computeInverseFifthRoot(reynolds, single);
  const plate = round(round(round(0.074, single) * y, single) - round(1742 / Math.max(reynolds, 1), single), single);
  return Math.max(laminar, round(speed * plate, single));
}
