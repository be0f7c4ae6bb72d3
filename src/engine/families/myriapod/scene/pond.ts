// A square of shallow water over the ground, stirred by the tips of all legs. [myriapod §6] Model units.
//
// The water has no force on the animals: legs without mass go where they want. It steps sixty times a second whatever the
// step of the body, because its solver is stable for every step.
import { exp } from '../../../math/portable.ts';
import { type MyriapodDesc, unitsPerMetre } from '../schema.ts';
import { ModelError } from '../../../model/problem.ts';
import { type ArraysOf, f64 } from '../../../contract/arrays.ts';
import {
  computeWaterVolume,
  createShallowWater,
  createWaterSurface,
  type ShallowWater,
  type ShallowWaterSettings,
  stepShallowWater,
  type WaterSurface,
} from '../../../world/shallow-water/shallow-water.ts';
import { moveTipInWater } from '../../../world/shallow-water/push.ts';
import { computeHeight, type SignedDistance } from '../../../world/distance/signed-distance.ts';

export interface Pond {
  readonly water: ShallowWater;
  readonly level: number;
  /** Legs of all animals. */
  readonly legs: number;
  /** Radius of what a leg pushes aside. */
  readonly tipRadius: number;
}

const waterSeconds = 1 / 60;
const maxColumns = 40_000;
/** Radius of what a leg pushes aside over the length of its upper link, and the depth of its hollow over the radius. */
const tipShare = 0.15;
const hollowShare = 0.4;

export function createPond(
  { scene, controller }: MyriapodDesc,
  terrain: SignedDistance | null,
  legs: number,
): Pond | null {
  if (!('water' in scene) || scene.water.kind === 'none' || terrain === null) return null;
  const { level, side, cell, x, y, viscosity } = scene.water;
  const refuse = (path: string, got: string, hint: string): never => {
    throw new ModelError([{ code: 'inconsistent', path, got, hint }]);
  };
  const columns = Math.max(3, Math.round(side / cell) + 1);
  if (columns * columns > maxColumns)
    refuse('scene.water.cell', `${columns} × ${columns} columns`, `Take larger cells: ${maxColumns} fit.`);
  const spacing = (unitsPerMetre * side) / (columns - 1);
  const settings = {
    columns,
    rows: columns,
    cell: spacing,
    x: unitsPerMetre * (x - side / 2),
    y: unitsPerMetre * (y - side / 2),
    gravity: unitsPerMetre * scene.gravity,
    viscosity: 1 - exp(-viscosity * waterSeconds),
  };
  const bed = createBed(settings, terrain);
  const highest = unitsPerMetre * level;
  if (!bed.some((height) => height < highest))
    refuse('scene.water.level', `${level} m, below all of the ground`, 'Raise the level, or move the water.');
  const water = createShallowWater(settings, bed, 'scene.water');
  return { water, level: highest, legs, tipRadius: tipShare * unitsPerMetre * controller.legs.upper };
}

function createBed({ columns, rows, cell, x, y }: ShallowWaterSettings, terrain: SignedDistance): Float64Array {
  const bed = new Float64Array(columns * rows);
  let z = 0;
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      // From the height of the column before.
      z = computeHeight(terrain, x + i * cell, y + j * cell, z, 1e-9);
      bed[j * columns + i] = z;
    }
  }
  return bed;
}

/** Arrays of the State. */
export function createPondFields({ water, legs }: Pond) {
  const name = (what: string) => (i: number) =>
    `${what} of column ${i % water.columns} in row ${Math.floor(i / water.columns)}`;
  const count = water.bed.length;
  return {
    waterHeights: f64(count, 'unit', name('water')),
    waterPrevious: f64(count, 'unit', name('water before')),
    /** x, y and immersion of every leg's tip when the water stepped last. */
    waterTips: f64(3 * legs, 'unit', (i) => `tip in water of leg ${Math.floor(i / 3) + 1}`),
  };
}

export interface PondScratch {
  readonly pond: Pond;
  readonly surface: WaterSurface;
  readonly tips: Float64Array;
  /** Steps of the body between two of the water, and seconds of one. */
  readonly every: number;
  readonly seconds: number;
  readonly from: { x: number; y: number; immersion: number };
  readonly to: { x: number; y: number; immersion: number };
}

export function createPondScratch(
  pond: Pond,
  arrays: ArraysOf<ReturnType<typeof createPondFields>>,
  dt: number,
): PondScratch {
  const every = Math.max(1, Math.round(waterSeconds / dt));
  return {
    pond,
    surface: { heights: arrays.waterHeights, previous: arrays.waterPrevious },
    tips: arrays.waterTips,
    every,
    seconds: every * dt,
    from: { x: 0, y: 0, immersion: 0 },
    to: { x: 0, y: 0, immersion: 0 },
  };
}

export function setPondStart({ pond, surface }: PondScratch): void {
  const { heights, previous } = createWaterSurface(pond.water, pond.level);
  surface.heights.set(heights);
  surface.previous.set(previous);
}

/** One step of the water; `legTips` are the tips of all legs, `missing` repeats for every animal. */
export function stepPond(scratch: PondScratch, legTips: Float64Array, missing: Uint8Array): void {
  const { pond, surface, tips, from, to } = scratch;
  const { water, level, tipRadius } = pond;
  for (let leg = 0; leg < pond.legs; leg++) {
    if (missing[leg % missing.length] === 1) continue;
    const at = 3 * leg;
    from.x = tips[at]!;
    from.y = tips[at + 1]!;
    from.immersion = tips[at + 2]!;
    to.x = legTips[at]!;
    to.y = legTips[at + 1]!;
    to.immersion = hollowShare * Math.max(0, Math.min(tipRadius, level + tipRadius - legTips[at + 2]!));
    moveTipInWater(water, surface, tipRadius, from, to);
    tips[at] = to.x;
    tips[at + 1] = to.y;
    tips[at + 2] = to.immersion;
  }
  stepShallowWater(water, surface, scratch.seconds);
}

export function computePondVolume({ pond, surface }: PondScratch): number {
  return computeWaterVolume(pond.water, surface);
}

/** Greatest distance of the surface from rest. */
export function computePondSwing({ pond, surface }: PondScratch): number {
  const { bed } = pond.water;
  let most = 0;
  for (let i = 0; i < bed.length; i++) {
    if (bed[i]! < pond.level) most = Math.max(most, Math.abs(surface.heights[i]! - pond.level));
  }
  return most;
}
