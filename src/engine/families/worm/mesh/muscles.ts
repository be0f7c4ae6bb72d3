/**
 * The 95 body-wall muscle cells: four quadrants of two rows, 24 cells in each quadrant but 23 in the ventral left one
 * (MVL24 does not exist). Cell k = 1, 2 … of a quadrant counts from the head; odd cells lie in the medial row, even ones
 * in the lateral row, so that the rows are staggered by half a cell.
 *
 * Body coordinate s: 0 head … 1 tail. Centres are s = ((k − ½)/n)^p with n cells in the quadrant; borders within a row lie
 * halfway between centres, and the first and last cell reach to the ends.
 */
import { pow } from '../../../math/portable.ts';
import { wormQuadrants, type WormQuadrant, type WormRow, wormRows } from './cross-section.ts';

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
export interface MusclePlace {
  readonly name: string;
  readonly quadrant: WormQuadrant;
  readonly row: WormRow;
  readonly begin: number;
  readonly end: number;
}

/** All cells in the order MDL01 … MDL24, MDR01 … MDR24, MVL01 … MVL23, MVR01 … MVR24. */
export function createMusclePlaces(placement: MusclePlacement): MusclePlace[] {
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
export function createSlabMuscles(places: readonly MusclePlace[], slabs: number): Int16Array {
  const cells = new Int16Array(wormQuadrants.length * wormRows.length * slabs).fill(-1);
  for (const [index, place] of places.entries()) {
    const row = 2 * wormQuadrants.indexOf(place.quadrant) + wormRows.indexOf(place.row);
    for (let slab = 0; slab < slabs; slab++) {
      const middle = (slab + 0.5) / slabs;
      if (middle >= place.begin && middle < place.end) cells[row * slabs + slab] = index;
    }
  }
  return cells;
}

/** Names of the cells that get no slab. */
export function listMissingMuscles(places: readonly MusclePlace[], slabs: number): string[] {
  const present = new Set(createSlabMuscles(places, slabs));
  return places.filter((_, index) => !present.has(index)).map((place) => place.name);
}

export function createMuscleCells(
  places: readonly MusclePlace[],
  tetMuscles: Int16Array,
  tetSlabs: Int32Array,
  slabs: number,
): MuscleCell[] {
  const tets: number[][] = places.map(() => []);
  for (let t = 0; t < tetMuscles.length; t++) {
    if (tetMuscles[t]! >= 0) tets[tetMuscles[t]!]!.push(t);
  }
  return places.map(({ name, quadrant, row }, index) => {
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
