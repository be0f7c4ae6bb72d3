/**
 * Shallow water as a height field over an uneven bed. [myriapod §6, Kass–Miller 1990]
 *
 *   ∂²h/∂t² = g ∇·(d ∇h),   d = h − b                                      h surface, b bed, d depth
 *   (I + Δt² Lx)(I + Δt² Ly) h = h₁ + (1 − τ)(h₁ − h₂)                     h₁, h₂ the last two surfaces, τ viscosity
 *   (L h)ᵢ = g / Δx² [d_{i−½}(hᵢ − h_{i−1}) + d_{i+½}(hᵢ − h_{i+1})]       per row, then per column: tridiagonal
 *   d_{i+½} = max(0, max(hᵢ, h_{i+1}) − max(bᵢ, b_{i+1}))                  depth over the sill between two columns
 *
 * The depth over the sill closes a shore that is higher than the water, so a lake at rest stays at rest over any bed. The rows
 * of L sum to zero, so volume is conserved; columns that ran dry are set to zero depth, and their deficit is taken from the
 * pool they belong to. Stable for every Δt. Walls around the field let nothing through.
 */
import { ModelError } from '../../model/problem.ts';

export interface ShallowWaterSettings {
  readonly columns: number;
  readonly rows: number;
  /** Side of a square column of water. */
  readonly cell: number;
  /** Of the first column's middle. */
  readonly x: number;
  readonly y: number;
  readonly gravity: number;
  /** 0 none … 1: waves die within a step. */
  readonly viscosity: number;
}

/** What does not change, and memory for a step. */
export interface ShallowWater extends ShallowWaterSettings {
  /** Height of the bed, row after row. */
  readonly bed: Float64Array;
  readonly scratch: WaterScratch;
}

interface WaterScratch {
  readonly next: Float64Array;
  /** Of the column's side toward +x and +y. */
  readonly sillsX: Float64Array;
  readonly sillsY: Float64Array;
  readonly pools: Int32Array;
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** One line of the tridiagonal solve. */
  readonly factors: Float64Array;
  readonly line: Float64Array;
}

/** The surface now and one step ago, row after row; a dry column stands at its bed. */
export interface WaterSurface {
  readonly heights: Float64Array;
  readonly previous: Float64Array;
}

export function createShallowWater(settings: ShallowWaterSettings, bed: Float64Array, path = 'water'): ShallowWater {
  const { columns, rows, cell, gravity, viscosity } = settings;
  const count = columns * rows;
  const wrong = (got: string, hint: string): ModelError => new ModelError([{ code: 'out-of-range', path, got, hint }]);
  if (!(Number.isInteger(columns) && Number.isInteger(rows) && columns >= 2 && rows >= 2 && count <= 4_000_000))
    throw wrong(`${columns} × ${rows} columns`, 'Water needs 2 × 2 to 4,000,000 columns.');
  if (bed.length !== count) throw wrong(`${bed.length} heights of the bed`, `Give ${columns} × ${rows} = ${count}.`);
  const badHeight = bed.findIndex((height) => !Number.isFinite(height));
  if (badHeight >= 0) throw wrong(`height ${bed[badHeight]} of the bed`, 'Heights must be finite numbers.');
  if (!(cell > 0 && cell < Infinity && gravity >= 0 && gravity < Infinity && viscosity >= 0 && viscosity <= 1))
    throw wrong(
      `cell ${cell}, gravity ${gravity}, viscosity ${viscosity}`,
      'Give a cell over 0, a gravity of 0 or more and a viscosity from 0 to 1.',
    );
  const longest = Math.max(columns, rows);
  return {
    ...settings,
    bed,
    scratch: {
      next: new Float64Array(count),
      sillsX: new Float64Array(count),
      sillsY: new Float64Array(count),
      pools: new Int32Array(count),
      before: new Float64Array(count),
      after: new Float64Array(count),
      factors: new Float64Array(longest),
      line: new Float64Array(longest),
    },
  };
}

/** Water at rest up to a level; land above it is dry. */
export function createWaterSurface({ bed }: ShallowWater, level: number): WaterSurface {
  const heights = bed.map((height) => Math.max(height, level));
  return { heights, previous: heights.slice() };
}

/** Volume of all water. */
export function computeWaterVolume({ bed, cell }: ShallowWater, { heights }: WaterSurface): number {
  let depth = 0;
  for (let i = 0; i < bed.length; i++) depth += heights[i]! - bed[i]!;
  return depth * cell * cell;
}

/** One step of any length. */
export function stepShallowWater(water: ShallowWater, surface: WaterSurface, dt: number): void {
  const { scratch, columns, rows, viscosity } = water;
  const { heights, previous } = surface;
  const { next } = scratch;
  setSills(water, heights);
  for (let i = 0; i < next.length; i++) next[i] = heights[i]! + (1 - viscosity) * (heights[i]! - previous[i]!);
  const rate = (water.gravity * dt * dt) / (water.cell * water.cell);
  for (let row = 0; row < rows; row++) solveLine(scratch, scratch.sillsX, row * columns, 1, columns, rate);
  for (let column = 0; column < columns; column++) solveLine(scratch, scratch.sillsY, column, columns, rows, rate);
  keepVolume(water, heights);
  previous.set(heights);
  heights.set(next);
}

/** Depth over the sill between each column and the next along x and along y; none at the walls. */
function setSills({ bed, columns, rows, scratch }: ShallowWater, heights: Float64Array): void {
  const { sillsX, sillsY } = scratch;
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const at = j * columns + i;
      sillsX[at] = i + 1 < columns ? computeSill(bed, heights, at, at + 1) : 0;
      sillsY[at] = j + 1 < rows ? computeSill(bed, heights, at, at + columns) : 0;
    }
  }
}

function computeSill(bed: Float64Array, heights: Float64Array, a: number, b: number): number {
  const high = heights[a]! > heights[b]! ? heights[a]! : heights[b]!;
  const sill = bed[a]! > bed[b]! ? bed[a]! : bed[b]!;
  return high > sill ? high - sill : 0;
}

/** Thomas's elimination along a row or a column of `next`. The matrix is symmetric and its diagonal dominates. */
function solveLine(
  { next, factors, line }: WaterScratch,
  sills: Float64Array,
  from: number,
  step: number,
  count: number,
  rate: number,
): void {
  let behind = 0;
  let factor = 0;
  let value = 0;
  for (let i = 0; i < count; i++) {
    const at = from + i * step;
    const ahead = rate * sills[at]!;
    const pivot = 1 / (1 + behind + ahead - behind * factor);
    value = (next[at]! + behind * value) * pivot;
    factor = ahead * pivot;
    factors[i] = factor;
    line[i] = value;
    behind = ahead;
  }
  for (let i = count - 1; i >= 0; i--) {
    value = i === count - 1 ? line[i]! : line[i]! + factors[i]! * value;
    next[from + i * step] = value;
  }
}

/** No column below its bed, and in every pool of connected columns as much water as before the step. */
function keepVolume(water: ShallowWater, heights: Float64Array): void {
  const { bed, scratch } = water;
  const { next, pools, before, after } = scratch;
  setPools(water);
  before.fill(0);
  after.fill(0);
  for (let i = 0; i < bed.length; i++) {
    const pool = findRoot(pools, i);
    const depth = next[i]! - bed[i]!;
    before[pool]! += heights[i]! - bed[i]!;
    if (depth > 0) after[pool]! += depth;
  }
  for (let i = 0; i < bed.length; i++) {
    const pool = pools[i]!;
    const [was, is] = [before[pool]!, after[pool]!];
    const depth = next[i]! - bed[i]!;
    // A pool that would vanish keeps its shape instead.
    if (is > 0) next[i] = bed[i]! + (depth > 0 ? depth * (was / is) : 0);
    else next[i] = heights[i]!;
  }
}

/** Columns linked by open sills get the same root. */
function setPools({ columns, scratch }: ShallowWater): void {
  const { pools, sillsX, sillsY } = scratch;
  for (let i = 0; i < pools.length; i++) pools[i] = i;
  for (let i = 0; i < pools.length; i++) {
    if (sillsX[i]! > 0) link(pools, i, i + 1);
    if (sillsY[i]! > 0) link(pools, i, i + columns);
  }
}

function link(pools: Int32Array, a: number, b: number): void {
  const [rootA, rootB] = [findRoot(pools, a), findRoot(pools, b)];
  if (rootA < rootB) pools[rootB] = rootA;
  else pools[rootA] = rootB;
}

function findRoot(pools: Int32Array, start: number): number {
  let root = start;
  while (pools[root] !== root) root = pools[root]!;
  // Path compression of union-find.
  for (let at = start; at !== root; ) {
    const up = pools[at]!;
    pools[at] = root;
    at = up;
  }
  return root;
}
