/** Random relief, the same for the same seed. */
import { exp } from '../../math/portable.ts';
import { createRng, nextFloat } from '../../math/rng.ts';
import type { Relief } from './relief.ts';

export interface ScatteredBumps {
  readonly height: number;
  /** Side of the square that each bump has for itself, and its radius. */
  readonly size: number;
  readonly seed: number;
}

/**
 * Endless bumps: one per square of side `size`, somewhere in the square, h (1 − r²/size²)³ high: smooth, and zero at `size`
 * from its centre, so that nine squares suffice.
 */
export function createScatteredBumps({ height, size, seed }: ScatteredBumps): Relief {
  return (out) => {
    const [x, y] = [out[0]!, out[1]!];
    out.fill(0);
    const [column, row] = [Math.floor(x / size), Math.floor(y / size)];
    for (let i = column - 1; i <= column + 1; i++) {
      for (let j = row - 1; j <= row + 1; j++) {
        const dx = x / size - i - hashSquare(i, j, seed);
        const dy = y / size - j - hashSquare(i, j, seed + 1);
        const rest = 1 - dx * dx - dy * dy;
        if (rest <= 0) continue;
        const own = height * (0.25 + 0.75 * hashSquare(i, j, seed + 2));
        out[0]! += own * rest * rest * rest;
        out[1]! -= (6 * own * rest * rest * dx) / size;
        out[2]! -= (6 * own * rest * rest * dy) / size;
      }
    }
  };
}

/** A number in [0, 1) that belongs to a square, mixed by the 32-bit finaliser of MurmurHash3. */
function hashSquare(i: number, j: number, seed: number): number {
  let h = Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca77) ^ Math.imul(seed, 0xc2b2ae3d);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

export interface GaussianMixture {
  /** Hills and hollows. */
  readonly count: number;
  /** They are centred in a square of this side around the origin; beyond it the ground levels out. */
  readonly side: number;
  /** Greatest height of one hill; a third of them are hollows. */
  readonly height: number;
  /** Standard deviation of the narrowest and of the widest hill. */
  readonly narrowest: number;
  readonly widest: number;
  readonly seed: number;
}

/** Standard deviations at which a hill ends: 3e-4 of its height, which is subtracted so that the ground has no step. */
const hillReach = 4;
const maxBins = 64;

/** Hills and hollows A exp(−r²/2σ²), looked up through a grid of squares. */
export function createGaussianMixture(settings: GaussianMixture): Relief {
  const hills = createHills(settings);
  const half = settings.side / 2 + hillReach * settings.widest;
  const perSide = Math.max(1, Math.min(maxBins, Math.floor((2 * half) / settings.widest)));
  const bin = (2 * half) / perSide;
  const lists: number[][] = Array.from({ length: perSide * perSide }, () => []);
  for (let at = 0; at < hills.length; at += 4) {
    const radius = hillReach * hills[at + 3]!;
    const clamp = (value: number): number => Math.max(0, Math.min(perSide - 1, Math.floor((value + half) / bin)));
    for (let j = clamp(hills[at + 1]! - radius); j <= clamp(hills[at + 1]! + radius); j++)
      for (let i = clamp(hills[at]! - radius); i <= clamp(hills[at]! + radius); i++) lists[j * perSide + i]!.push(at);
  }
  const end = exp(-0.5 * hillReach * hillReach);
  return (out) => {
    const [x, y] = [out[0]!, out[1]!];
    out.fill(0);
    const [column, row] = [Math.floor((x + half) / bin), Math.floor((y + half) / bin)];
    if (!(column >= 0 && row >= 0 && column < perSide && row < perSide)) return;
    for (const at of lists[row * perSide + column]!) {
      const [dx, dy] = [x - hills[at]!, y - hills[at + 1]!];
      const narrow = 1 / (hills[at + 3]! * hills[at + 3]!);
      const squared = (dx * dx + dy * dy) * narrow;
      if (squared >= hillReach * hillReach) continue;
      const bell = hills[at + 2]! * exp(-0.5 * squared);
      out[0]! += bell - hills[at + 2]! * end;
      out[1]! -= bell * dx * narrow;
      out[2]! -= bell * dy * narrow;
    }
  };
}

/** x, y, height, standard deviation of each. */
function createHills({ count, side, height, narrowest, widest, seed }: GaussianMixture): Float64Array {
  const rng = createRng(seed, 'terrain.gaussians');
  const hills = new Float64Array(4 * count);
  for (let i = 0; i < count; i++) {
    hills[4 * i] = side * (nextFloat(rng) - 0.5);
    hills[4 * i + 1] = side * (nextFloat(rng) - 0.5);
    const sign = nextFloat(rng) < 1 / 3 ? -1 : 1;
    hills[4 * i + 2] = sign * height * (0.25 + 0.75 * nextFloat(rng));
    hills[4 * i + 3] = narrowest + (widest - narrowest) * nextFloat(rng);
  }
  return hills;
}
