/**
 * The 95 body-wall muscle cells: four quadrants of two rows, 24 cells in each quadrant but 23 in the ventral left one
 * (MVL24 does not exist). Cell k = 1, 2 … of a quadrant counts from the head; odd cells lie in the medial row, even ones
 * in the lateral row, so that the rows are staggered by half a cell.
 *
 * Body coordinate s: 0 head … 1 tail. Centres are s = ((k − ½)/n)^p with n cells in the quadrant; borders within a row lie
 * halfway between centres, and the first and last cell reach to the ends.
 */
import { pow } from '../../../math/portable.ts';
import { type SectionPlan, wormQuadrants, type WormQuadrant, type WormRow, wormRows } from './cross-section.ts';

/**
 * `even`: p = 1, cells of equal length. `anatomical`: p = 1.7, which puts 16 of 24 cells before mid-body, as in the
 * animal, with the posterior cells longer.
 */
export const musclePlacements = ['even', 'anatomical'] as const;
export type MusclePlacement = (typeof musclePlacements)[number];

const exponents: Record<MusclePlacement, number> = { even: 1, anatomical: 1.7 };

const cellCounts: Record<WormQuadrant, number> = { DL: 24, DR: 24, VL: 23, VR: 24 };

export interface MuscleCell {
  readonly name: string;
  readonly quadrant: WormQuadrant;
  readonly row: WormRow;
  readonly side: 'dorsal' | 'ventral';
  /** Where the first and the last section of the cell stand, 0 head … 1 tail. */
  readonly s0: number;
  readonly s1: number;
  readonly tets: Int32Array;
}

/** A cell before it has tets, with the borders that its placement asks for. */
interface MuscleSpan {
  readonly name: string;
  readonly quadrant: WormQuadrant;
  readonly row: WormRow;
  readonly begin: number;
  readonly end: number;
}

/** All cells in the order MDL01 … MDL24, MDR01 … MDR24, MVL01 … MVL23, MVR01 … MVR24. */
export function createMuscleSpans(placement: MusclePlacement): MuscleSpan[] {
  return wormQuadrants.flatMap((quadrant) => {
    const count = cellCounts[quadrant];
    const centre = (k: number): number => pow((k - 0.5) / count, exponents[placement]);
    return Array.from({ length: count }, (_, i) => {
      const k = i + 1;
      return {
        name: `M${quadrant}${String(k).padStart(2, '0')}`,
        quadrant,
        row: k % 2 === 1 ? 'medial' : 'lateral',
        begin: k <= 2 ? 0 : (centre(k - 2) + centre(k)) / 2,
        end: k + 2 > count ? 1 : (centre(k) + centre(k + 2)) / 2,
      };
    });
  });
}

/** Index of the cell per row and slab (the space between two sections): row · slabs + slab. */
export function createSlabMuscles(spans: readonly MuscleSpan[], slabs: number): Int16Array {
  const cells = new Int16Array(wormQuadrants.length * wormRows.length * slabs).fill(-1);
  for (const [index, span] of spans.entries()) {
    const row = 2 * wormQuadrants.indexOf(span.quadrant) + wormRows.indexOf(span.row);
    for (let slab = 0; slab < slabs; slab++) {
      const middle = (slab + 0.5) / slabs;
      if (middle >= span.begin && middle < span.end) cells[row * slabs + slab] = index;
    }
  }
  return cells;
}

/** Names of the cells that get no slab. */
export function listMissingMuscles(spans: readonly MuscleSpan[], slabs: number): string[] {
  const present = new Set(createSlabMuscles(spans, slabs));
  return spans.filter((_, index) => !present.has(index)).map((span) => span.name);
}

export function createMuscleCells(
  spans: readonly MuscleSpan[],
  tetMuscles: Int16Array,
  tetSlabs: Int32Array,
  slabs: number,
): MuscleCell[] {
  const tets: number[][] = spans.map(() => []);
  for (let t = 0; t < tetMuscles.length; t++) {
    if (tetMuscles[t]! >= 0) tets[tetMuscles[t]!]!.push(t);
  }
  return spans.map(({ name, quadrant, row }, index) => {
    const own = Int32Array.from(tets[index]!);
    return {
      name,
      quadrant,
      row,
      side: quadrant.startsWith('D') ? 'dorsal' : 'ventral',
      s0: tetSlabs[own[0]!]! / slabs,
      s1: (tetSlabs[own[own.length - 1]!]! + 1) / slabs,
      tets: own,
    };
  });
}

/**
 * Part of the body length at either end over which the fibres thin out. Muscles that pulled on the very tips with full
 * stress would crush them to a fraction of their volume.
 */
const thinning = 0.05;

/** xyz per tet. */
export function createFibres(tetSlabs: Int32Array, slabs: number, centres: Float64Array): Float64Array {
  const fibres = new Float64Array(3 * tetSlabs.length);
  for (let t = 0; t < tetSlabs.length; t++) {
    const slab = tetSlabs[t]!;
    const [x, y, z] = [0, 1, 2].map((d) => centres[3 * slab + d]! - centres[3 * slab + 3 + d]!) as [
      number,
      number,
      number,
    ];
    const toEnd = (Math.min(slab, slabs - 1 - slab) + 0.5) / slabs;
    const scale = Math.sqrt(Math.min(1, toEnd / thinning) / (x * x + y * y + z * z));
    fibres.set([scale * x, scale * y, scale * z], 3 * t);
  }
  return fibres;
}

/** Cells in the two sectors beside a surface vertex and the two slabs around it. */
export function createVertexMuscles(
  surfaceNodes: Uint32Array,
  plan: SectionPlan,
  slabs: number,
  slabMuscles: Int16Array,
): Int16Array {
  const sectors = plan.sectorRows.length;
  const cells = new Int16Array(4 * surfaceNodes.length).fill(-1);
  for (const [vertex, node] of surfaceNodes.entries()) {
    const section = Math.floor(node / plan.nodeCount);
    const place = node % plan.nodeCount;
    if (place === plan.nodeCount - 1) continue;
    for (let i = 0; i < 4; i++) {
      const slab = section - (i >> 1);
      const row = plan.sectorRows[((place % sectors) + sectors - (i & 1)) % sectors]!;
      if (row >= 0 && slab >= 0 && slab < slabs) cells[4 * vertex + i] = slabMuscles[row * slabs + slab]!;
    }
  }
  return cells;
}
