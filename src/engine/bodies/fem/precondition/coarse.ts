/**
 * The coarse space of affine section motions: W = {e_k, Y e_k, Z e_k} per section, with Y and Z the rest offsets from the
 * section's centre across the body, in units of their root mean square. E = Wᵀ A W is block-tridiagonal with 9 × 9 blocks.
 * The kernels (kernels/assembly/deflation.ts) have the equations and the layout.
 */
import type { Kernels } from '../../../../kernels/functions.ts';
import type { SectionedTetMesh } from '../../../mesh/tets/tet-mesh.ts';
import { LinearAlgebraError } from '../../../math/sparse/linear-error.ts';
import { VERTEX_STRIDE } from '../../../math/sparse/bcsr.ts';
import type { SystemMatrix } from '../assembly.ts';

/** Numbers per section in a coarse vector, in E and in its factor. */
const stride = 10;
const matrixStride = 180;
const factorStride = 270;

export interface CoarseSpace {
  readonly sectionCount: number;
  readonly nodesPerSection: number;
  /** Arena; see kernels/assembly/deflation.ts. */
  readonly weights: Float64Array;
  readonly groups: Int32Array;
  readonly image: Float64Array;
  readonly matrix: Float64Array;
  readonly factor: Float64Array;
  /** Right-hand side and solution, with one section of padding at either end. */
  readonly vector: Float64Array;
}

export function createCoarseSpace(kernels: Kernels, matrix: SystemMatrix, mesh: SectionedTetMesh): CoarseSpace {
  const { arena } = kernels;
  const { sectionCount, nodesPerSection, nodeCount, bcsr } = matrix;
  const groups = arena.allocI32(3 * nodeCount);
  for (let i = 0; i < nodeCount && !arena.isMeasuring; i++) {
    for (let p = bcsr.rowStart[i]!; p < bcsr.rowStart[i + 1]!; p++) {
      const group = Math.floor(bcsr.columns[p]! / nodesPerSection) - Math.floor(i / nodesPerSection) + 1;
      groups[3 * i + group]! += 1;
    }
  }
  const weights = arena.allocF64(VERTEX_STRIDE * nodeCount);
  if (!arena.isMeasuring) setWeights(weights, mesh);
  return {
    sectionCount,
    nodesPerSection,
    weights,
    groups,
    image: arena.allocF64(90 * nodeCount),
    matrix: arena.allocF64(matrixStride * sectionCount),
    factor: arena.allocF64(factorStride * sectionCount),
    vector: arena.allocF64(stride * (sectionCount + 2)),
  };
}

/** Centres of the sections at rest, xyz. */
function createCentres({ sectionCount, nodesPerSection: per, positions }: SectionedTetMesh): Float64Array {
  const centres = new Float64Array(3 * sectionCount);
  for (let i = 0; i < sectionCount * per; i++) {
    for (let c = 0; c < 3; c++) centres[3 * Math.floor(i / per) + c]! += positions[3 * i + c]! / per;
  }
  return centres;
}

/** Offsets along two directions across the line of the centres. */
function setWeights(weights: Float64Array, mesh: SectionedTetMesh): void {
  const { sectionCount, nodesPerSection: per, positions } = mesh;
  const centres = createCentres(mesh);
  for (let s = 0; s < sectionCount; s++) {
    const from = 3 * Math.max(s - 1, 0);
    const to = 3 * Math.min(s + 1, sectionCount - 1);
    const along = [0, 1, 2].map((c) => centres[to + c]! - centres[from + c]!);
    const across = createAcross(along as [number, number, number]);
    for (let k = 0; k < 2; k++) {
      let squares = 0;
      for (let i = s * per; i < (s + 1) * per; i++) {
        let offset = 0;
        for (let c = 0; c < 3; c++) offset += across[k]![c]! * (positions[3 * i + c]! - centres[3 * s + c]!);
        weights[VERTEX_STRIDE * i + 1 + k] = offset;
        squares += offset * offset;
      }
      const size = Math.sqrt(squares / per);
      if (!(size > 0)) {
        throw new LinearAlgebraError('A section has no width', {
          code: 'zero-length',
          path: `section ${s}`,
          got: size,
          hint: 'Let the nodes of each section span a plane across the body.',
        });
      }
      for (let i = s * per; i < (s + 1) * per; i++) weights[VERTEX_STRIDE * i + 1 + k]! /= size;
    }
  }
}

/** Two directions at right angles to `along` and to each other. */
function createAcross(along: [number, number, number]): [number[], number[]] {
  const [x, y, z] = along;
  const least = Math.abs(z) <= Math.abs(y) ? 2 : 1;
  const pole = [0, 0, 0];
  pole[least] = 1;
  const first = [y * pole[2]! - z * pole[1]!, z * pole[0]! - x * pole[2]!, x * pole[1]! - y * pole[0]!];
  const second = [y * first[2]! - z * first[1]!, z * first[0]! - x * first[2]!, x * first[1]! - y * first[0]!];
  return [first, second];
}

/** A W and the factor of E for a matrix. Throws when E is not positive definite: then A is not either. */
export function setCoarseFactor(kernels: Kernels, coarse: CoarseSpace, matrix: SystemMatrix): void {
  const { image, weights, groups, sectionCount, nodesPerSection } = coarse;
  const { blocks, columns } = matrix.packed;
  kernels.coarseImageF64(
    image.byteOffset,
    blocks.byteOffset,
    columns.byteOffset,
    groups.byteOffset,
    weights.byteOffset,
    matrix.nodeCount,
  );
  kernels.coarseMatrixF64(
    coarse.matrix.byteOffset,
    image.byteOffset,
    weights.byteOffset,
    sectionCount,
    nodesPerSection,
  );
  const { matrix: e, factor } = coarse;
  const failed = kernels.factorCoarseF64(factor.byteOffset, e.byteOffset, pivotNoise, sectionCount);
  if (failed >= 0) refuse(coarse, failed);
}

/** A pivot this small against its diagonal entry is rounding. */
const pivotNoise = 1e-14;

function refuse({ factor }: CoarseSpace, section: number): never {
  const pivots = Array.from({ length: 9 }, (_, k) => factor[factorStride * section + 11 * k]!);
  const finite = pivots.every(Number.isFinite);
  throw new LinearAlgebraError('The matrix is not positive definite', {
    code: finite ? 'tiny-pivot' : 'non-finite',
    path: `affine motion of section ${section}`,
    got: Math.min(...pivots),
    hint: 'Shorten the time step, or add mass, drag or damping.',
  });
}

/** vector ← E⁻¹ vector */
export function solveCoarse(kernels: Kernels, { vector, factor, sectionCount }: CoarseSpace): void {
  kernels.solveCoarseF64(vector.byteOffset, factor.byteOffset, sectionCount);
}

/** vector ← vector − Wᵀ b */
export function subtractRestriction(
  { vector, weights, sectionCount, nodesPerSection }: CoarseSpace,
  b: Float64Array,
): void {
  let at = 0;
  for (let s = 0; s < sectionCount; s++) {
    let x = 0;
    let y = 0;
    let z = 0;
    let xy = 0;
    let yy = 0;
    let zy = 0;
    let xz = 0;
    let yz = 0;
    let zz = 0;
    for (let i = 0; i < nodesPerSection; i++, at += VERTEX_STRIDE) {
      const bx = b[at]!;
      const by = b[at + 1]!;
      const bz = b[at + 2]!;
      const wy = weights[at + 1]!;
      const wz = weights[at + 2]!;
      x += bx;
      y += by;
      z += bz;
      xy += wy * bx;
      yy += wy * by;
      zy += wy * bz;
      xz += wz * bx;
      yz += wz * by;
      zz += wz * bz;
    }
    const to = stride * (s + 1);
    vector[to]! -= x;
    vector[to + 1]! -= y;
    vector[to + 2]! -= z;
    vector[to + 3]! -= xy;
    vector[to + 4]! -= yy;
    vector[to + 5]! -= zy;
    vector[to + 6]! -= xz;
    vector[to + 7]! -= yz;
    vector[to + 8]! -= zz;
  }
}

/** vector = (A W)ᵀ z */
export function setImageProduct(kernels: Kernels, coarse: CoarseSpace, z: Float64Array): void {
  const { vector, image, sectionCount, nodesPerSection } = coarse;
  kernels.coarseProductF64(vector.byteOffset, image.byteOffset, z.byteOffset, sectionCount, nodesPerSection);
}

/** z ← z − W vector; returns r · z. */
export function subtractCoarse(kernels: Kernels, z: Float64Array, coarse: CoarseSpace, r: Float64Array): number {
  const { vector, weights, sectionCount, nodesPerSection } = coarse;
  return kernels.subtractCoarseF64(
    z.byteOffset,
    vector.byteOffset,
    weights.byteOffset,
    r.byteOffset,
    sectionCount,
    nodesPerSection,
  );
}
