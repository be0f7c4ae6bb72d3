/**
 * Ornstein–Uhlenbeck noise with mean 0, standard deviation 1 and correlation time τ, for any time step:
 *
 *   x ← x e^(−dt/τ) + √(1 − e^(−2 dt/τ)) ξ,   ξ normal
 */
import { exp } from '../../math/portable.ts';
import { nextNormal } from '../../math/rng.ts';

/** `random` is a stream of `engine/math/rng.ts`, part of the state. */
export function stepNoise(noise: Float64Array, random: Uint32Array, memory: number, dt: number): void {
  const keep = exp(-dt / memory);
  const fresh = Math.sqrt(1 - keep * keep);
  for (let i = 0; i < noise.length; i++) noise[i] = keep * noise[i]! + fresh * nextNormal(random);
}
