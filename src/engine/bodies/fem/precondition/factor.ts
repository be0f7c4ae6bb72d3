/**
 * Factor of a matrix that is block-tridiagonal along the sections: D_s⁻¹ as dense blocks, the blocks between
 * sections sparse. The kernels (kernels/assembly/sections.ts) have the equations and the layout.
 *
 * It is computed in f64 and rounded once to f32: it serves as a preconditioner that is read twice per application.
 */
import type { Arena } from '../../../../kernels/memory/arena.ts';
import type { Kernels } from '../../../../kernels/functions.ts';
import { LinearAlgebraError } from '../../../math/sparse/linear-error.ts';
import { BLOCK_STRIDE } from '../../../math/sparse/bcsr.ts';
import type { SystemMatrix } from '../assembly.ts';

/** The blocks of all rows on one side of the diagonal sections, in the order of the rows. */
interface SideBlocks {
  /** Arena: blocks per row, byte offset of each block's vertex in a vector, numbers. */
  readonly counts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float32Array;
  /** Place of each block in the matrix. */
  readonly sources: Int32Array;
}

export interface SectionFactor {
  readonly sectionCount: number;
  readonly nodesPerSection: number;
  /** Numbers per section in a vector: three per node, filled up to a multiple of 16. */
  readonly size: number;
  readonly lower: SideBlocks;
  readonly upper: SideBlocks;
  /** Arena: per section D⁻¹ as the stream that the kernel reads. */
  readonly inverses: Float32Array;
  readonly work: Float32Array;
  /** Arena, f64: the block being inverted, the last inverse, a product, its transpose, limits of pivots, offsets. */
  readonly dense: Float64Array;
  readonly previous: Float64Array;
  readonly product: Float64Array;
  readonly transposed: Float64Array;
  readonly limits: Float64Array;
  readonly panel: Float64Array;
  readonly lowerOffsets: Int32Array;
  readonly lowerRows: Int32Array;
  ready: boolean;
}

/**
 * Share by which the diagonal grows before the factor is rounded to f32. Without it a light body that nothing holds has rigid motions so
 * soft that rounding their inverse to f32 drowns the rest and leaves no positive definite preconditioner.
 */
const singleShift = 1e-7;

/** A pivot this small against its diagonal entry is rounding: the matrix is singular. */
const pivotNoise = 1e-13;

/** Rows and columns of a tile. */
const tile = 16;

function computeSize(nodesPerSection: number): number {
  return tile * Math.ceil((3 * nodesPerSection) / tile);
}

/** Numbers of one D⁻¹: its lower tiles. */
function computeInverseLength(size: number): number {
  return (size * (size + tile)) / 2;
}

function createSide(arena: Arena, matrix: SystemMatrix, size: number, offset: -1 | 1): SideBlocks {
  const { bcsr, nodeCount, nodesPerSection: per } = matrix;
  const counts = arena.allocI32(nodeCount);
  const found = new Int32Array(bcsr.columns.length);
  let length = 0;
  for (let i = 0; i < nodeCount; i++) {
    const low = (Math.floor(i / per) + offset) * per;
    const before = length;
    for (let p = bcsr.rowStart[i]!; p < bcsr.rowStart[i + 1]!; p++) {
      const j = bcsr.columns[p]!;
      if (j >= low && j < low + per) found[length++] = p;
    }
    counts[i] = length - before;
  }
  const sources = found.slice(0, length);
  const columns = arena.allocI32(length);
  for (let k = 0; k < length && !arena.isMeasuring; k++) {
    const j = bcsr.columns[sources[k]!]!;
    columns[k] = Float32Array.BYTES_PER_ELEMENT * (Math.floor(j / per) * size + 3 * (j % per));
  }
  return { counts, columns, values: arena.allocF32(BLOCK_STRIDE * length), sources };
}

/** An empty factor for matrices of this pattern. */
export function createSectionFactor(arena: Arena, matrix: SystemMatrix): SectionFactor {
  const { sectionCount, nodesPerSection } = matrix;
  const size = computeSize(nodesPerSection);
  const lower = createSide(arena, matrix, size, -1);
  const lowerOffsets = arena.allocI32(lower.sources.length);
  const lowerRows = arena.allocI32(lower.sources.length);
  for (let k = 0; k < lower.sources.length && !arena.isMeasuring; k++) {
    const p = lower.sources[k]!;
    lowerOffsets[k] = 8 * BLOCK_STRIDE * p;
    lowerRows[k] = 8 * size * 3 * (matrix.bcsr.columns[p]! % nodesPerSection);
  }
  return {
    sectionCount,
    nodesPerSection,
    size,
    lower,
    upper: createSide(arena, matrix, size, 1),
    inverses: arena.allocF32(sectionCount * computeInverseLength(size)),
    work: arena.allocF32(2 * size),
    dense: arena.allocF64(size * size),
    previous: arena.allocF64(size * size),
    product: arena.allocF64(size * size),
    transposed: arena.allocF64(size * size),
    limits: arena.allocF64(size),
    panel: arena.allocF64(8 * size + 16),
    lowerOffsets,
    lowerRows,
    ready: false,
  };
}

/** The dense block of one section on the diagonal; the padding of the diagonal is 1. */
function setDenseSection(factor: SectionFactor, matrix: SystemMatrix, section: number): void {
  const { dense, size, limits, nodesPerSection: per } = factor;
  const { rowStart, columns, blocks } = matrix.bcsr;
  dense.fill(0);
  for (let k = 3 * per; k < size; k++) dense[k * size + k] = 1;
  for (let a = 0; a < per; a++) {
    const i = section * per + a;
    for (let p = rowStart[i]!; p < rowStart[i + 1]!; p++) {
      const b = columns[p]! - section * per;
      if (b < 0 || b >= per) continue;
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) dense[(3 * a + r) * size + 3 * b + c] = blocks[BLOCK_STRIDE * p + 4 * c + r]!;
      }
    }
  }
  for (let k = 0; k < size; k++) {
    limits[k] = pivotNoise * Math.abs(dense[k * size + k]!);
    dense[k * size + k]! *= 1 + singleShift;
  }
}

/** D⁻¹ into the stream that the solve reads. */
function setInverseTiles(factor: SectionFactor, section: number): void {
  const { dense, size, inverses } = factor;
  let at = section * computeInverseLength(size);
  for (let row = 0; row < size; row += tile) {
    for (let j = 0; j < row + tile; j++) {
      for (let i = 0; i < tile; i++) inverses[at++] = dense[j * size + row + i]!;
    }
  }
}

function refusePivot(factor: SectionFactor, section: number, row: number): never {
  const node = section * factor.nodesPerSection + Math.floor(row / 3);
  const got = factor.dense[row * factor.size + row]!;
  throw new LinearAlgebraError('The matrix is not positive definite', {
    code: Number.isFinite(got) ? 'tiny-pivot' : 'non-finite',
    path: `section ${section}, node ${node}, ${'xyz'.charAt(row % 3)}`,
    got,
    hint: 'Shorten the time step, or add mass, drag or damping.',
  });
}

/** Factorises a matrix of the pattern. Throws when it is not positive definite; the factor is then unusable. */
export function setSectionFactor(kernels: Kernels, factor: SectionFactor, matrix: SystemMatrix): void {
  const { size, sectionCount, nodesPerSection, dense, previous, product, transposed, lower } = factor;
  const { blocks } = matrix.bcsr;
  factor.ready = false;
  let first = 0;
  for (let s = 0; s < sectionCount; s++) {
    setDenseSection(factor, matrix, s);
    if (s > 0) {
      const counts = lower.counts.byteOffset + 4 * s * nodesPerSection;
      const subtract = (out: Float64Array, by: Float64Array): void =>
        kernels.subtractSparseDenseF64(
          out.byteOffset,
          by.byteOffset,
          blocks.byteOffset,
          factor.lowerOffsets.byteOffset + 4 * first,
          factor.lowerRows.byteOffset + 4 * first,
          counts,
          nodesPerSection,
          size,
        );
      product.fill(0);
      subtract(product, previous);
      for (let i = 0; i < size; i++) {
        for (let j = 0; j < size; j++) transposed[j * size + i] = -product[i * size + j]!;
      }
      subtract(dense, transposed);
      for (let a = 0; a < nodesPerSection; a++) first += lower.counts[s * nodesPerSection + a]!;
    }
    const failed = kernels.invertSymmetricF64(
      dense.byteOffset,
      factor.limits.byteOffset,
      factor.panel.byteOffset,
      size,
    );
    if (failed >= 0) refusePivot(factor, s, failed);
    setInverseTiles(factor, s);
    previous.set(dense);
  }
  for (const side of [factor.lower, factor.upper]) {
    for (let k = 0; k < side.sources.length; k++) {
      const from = BLOCK_STRIDE * side.sources[k]!;
      for (let e = 0; e < BLOCK_STRIDE; e++) side.values[BLOCK_STRIDE * k + e] = blocks[from + e]!;
    }
  }
  factor.ready = true;
}

/** x ← A⁻¹ x for a vector in the layout of the factor: sections of `size` numbers, xyz without padding. */
export function solveSections(kernels: Kernels, factor: SectionFactor, x: Float32Array): void {
  if (!factor.ready) {
    throw new LinearAlgebraError('The factor has not been computed', {
      code: 'not-factorised',
      path: 'factor',
      got: 'no successful factorisation',
      hint: 'Call setSectionFactor first and handle its error.',
    });
  }
  const { lower, upper } = factor;
  kernels.solveSectionsF32(
    x.byteOffset,
    factor.work.byteOffset,
    factor.inverses.byteOffset,
    lower.values.byteOffset,
    lower.columns.byteOffset,
    lower.counts.byteOffset,
    upper.values.byteOffset + upper.values.byteLength,
    upper.columns.byteOffset + upper.columns.byteLength,
    upper.counts.byteOffset,
    factor.sectionCount,
    factor.nodesPerSection,
    factor.size,
  );
}
