/**
 * Legs in shallow water: a tip below the surface pushes the columns under it down, and their water rises in a ring around it. A
 * leg that moves lets its old hollow close and makes a new one, which causes ripples and the wake; a leg at rest does nothing.
 * Volume is conserved.
 */
import type { ShallowWater, WaterSurface } from './shallow-water.ts';

/** A column gives at most this share of its depth at once. */
const maxTakenShare = 0.5;

/**
 * Pushes the columns within `radius` of (x, y) down by up to `depth` (negative: lifts them), as a paraboloid, and raises those
 * between one and two radii (or lowers them) by the same volume. Both surfaces change alike, so the water gets no speed.
 * Dry columns neither give nor take.
 */
export function pushWater(
  water: ShallowWater,
  surface: WaterSurface,
  x: number,
  y: number,
  radius: number,
  depth: number,
): void {
  const { cell, columns, rows, bed } = water;
  const { heights, previous } = surface;
  const wide = Math.max(radius, cell) / cell;
  const [u, v] = [(x - water.x) / cell, (y - water.y) / cell];
  const [left, right] = [Math.max(0, Math.ceil(u - 2 * wide)), Math.min(columns - 1, Math.floor(u + 2 * wide))];
  const [front, back] = [Math.max(0, Math.ceil(v - 2 * wide)), Math.min(rows - 1, Math.floor(v + 2 * wide))];
  let [disc, ring] = [0, 0];
  for (let j = front; j <= back; j++) {
    for (let i = left; i <= right; i++) {
      const at = j * columns + i;
      if (!(heights[at]! > bed[at]!)) continue;
      const weight = computeWeight(i - u, j - v, wide);
      if (weight > 0) disc += weight;
      else ring -= weight;
    }
  }
  if (!(disc > 0 && ring > 0)) return;
  const down = depth > 0;
  const wish = (Math.abs(depth) * disc) / (down ? disc : ring);
  let taken = 0;
  for (let j = front; j <= back; j++) {
    for (let i = left; i <= right; i++) {
      const at = j * columns + i;
      const weight = down ? computeWeight(i - u, j - v, wide) : -computeWeight(i - u, j - v, wide);
      if (!(weight > 0 && heights[at]! > bed[at]!)) continue;
      const take = Math.min(wish * weight, maxTakenShare * (heights[at]! - bed[at]!));
      heights[at]! -= take;
      previous[at]! -= take;
      taken += take;
    }
  }
  const gift = taken / (down ? ring : disc);
  for (let j = front; j <= back; j++) {
    for (let i = left; i <= right; i++) {
      const at = j * columns + i;
      const weight = down ? -computeWeight(i - u, j - v, wide) : computeWeight(i - u, j - v, wide);
      if (!(weight > 0 && heights[at]! > bed[at]!)) continue;
      heights[at]! += gift * weight;
      previous[at]! += gift * weight;
    }
  }
}

/** Positive in the disc, negative in the ring, 0 beyond. */
function computeWeight(dx: number, dy: number, wide: number): number {
  const squared = (dx * dx + dy * dy) / (wide * wide);
  if (squared < 1) return 1 - squared;
  if (squared >= 4) return 0;
  const r = Math.sqrt(squared);
  return -(r - 1) * (2 - r);
}

/** Where a tip is: place, and how far its lowest point is below the level of the water at rest (0 or less: in the air). */
export interface TipInWater {
  readonly x: number;
  readonly y: number;
  readonly immersion: number;
}

/** A tip of some radius that moved. */
export function moveTipInWater(
  water: ShallowWater,
  surface: WaterSurface,
  radius: number,
  from: TipInWater,
  to: TipInWater,
): void {
  if (from.x === to.x && from.y === to.y && from.immersion === to.immersion) return;
  if (from.immersion > 0) pushWater(water, surface, from.x, from.y, radius, -from.immersion);
  if (to.immersion > 0) pushWater(water, surface, to.x, to.y, radius, to.immersion);
}
