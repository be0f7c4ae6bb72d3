/**
 * An uneven brain stem: the drive of each side is its setting times 1 + spread · N(0, 1), drawn every `noiseTime` and held
 * between, because a steady input is what lets the network's method take long steps. It depends on the seed.
 */
import { createRng, nextNormal } from '../../math/rng.ts';
import type { LampreyArrays } from './system.ts';

export interface NoiseSettings {
  /** Standard deviation as a share of the drive. */
  readonly noise: number;
  /** s */
  readonly noiseTime: number;
}

export function setNoiseStart({ random, noise }: LampreyArrays, seed: number): void {
  random?.set(createRng(seed, 'brain stem'));
  noise?.set([1, 1, 0]);
}

/** Draws the factors of both sides where it is time to: `noise` is [left, right, draws so far]. */
export function updateNoise({ random, noise }: LampreyArrays, settings: NoiseSettings, time: number): void {
  if (random === undefined || noise === undefined) return;
  // A billionth of slack, so that a time on the grid is met despite rounding.
  const due = Math.floor(time / settings.noiseTime + 1e-9) + 1;
  for (; noise[2]! < due; noise[2]! += 1) {
    for (let side = 0; side < 2; side++) noise[side] = Math.max(0, 1 + settings.noise * nextNormal(random));
  }
}
