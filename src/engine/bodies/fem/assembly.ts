/**
 * The linear system of one backward Euler step with linearised forces [Baraff & Witkin 1998], for the change Δv of the
 * velocities.
 *
 *   A Δv = b,  A = (1 + dt r_M) M + dt (dt + r) K + …,  b = dt (f + M g) − dt (dt + r) K v − dt r_M M v + …
 *
 * M lumped masses, K tangent of the tets, r their damping time (objective damping leaves it out of the geometric part),
 * r_M mass damping (1/s), g gravity. Where other forces act on single nodes they add 3 × 3 blocks to the diagonal of A and
 * vectors to b. A is symmetric in every bit.
 */
import type { Arena } from '../../../kernels/memory/arena.ts';
import type { Kernels } from '../../../kernels/functions.ts';
import {
  computePackedBlockBytes,
  createPackedBlocks,
  type PackedBlocks,
  setPackedProduct,
} from '../../../kernels/pack-blocks.ts';
import type { SectionedTetMesh } from '../../mesh/tets/tet-mesh.ts';
import { addStvkSystem, exactTangent, type StvkMode, type StvkReport, type StvkTets } from '../../forces/stvk.ts';
import { LinearAlgebraError } from '../../math/sparse/linear-error.ts';
import { type Bcsr, BLOCK_STRIDE, computeBcsrOffset, createBcsr, VERTEX_STRIDE } from '../../math/sparse/bcsr.ts';

/** A matrix with a 3 × 3 block for every two nodes that share a tet. Its numbers are in the arena. */
export interface SystemMatrix {
  readonly nodeCount: number;
  readonly sectionCount: number;
  readonly nodesPerSection: number;
  readonly packed: PackedBlocks;
  /** The same numbers, for the plain sparse functions. */
  readonly bcsr: Bcsr;
  /** Place in bcsr.blocks of the diagonal block of each node. */
  readonly diagonals: Int32Array;
  /** Arena: byte offsets of the ten upper blocks of each tet, and of the blocks above and below the diagonal. */
  readonly tetOffsets: Int32Array;
  readonly mirrorPairs: Int32Array;
}

const blockBytes = 8 * BLOCK_STRIDE;

/** The pattern of a mesh as a matrix outside the arena. */
export function createMeshPattern(tets: StvkTets): Bcsr {
  const rows = new Int32Array(16 * tets.tetCount);
  const columns = new Int32Array(16 * tets.tetCount);
  for (let t = 0; t < tets.tetCount; t++) {
    for (let k = 0; k < 16; k++) {
      rows[16 * t + k] = tets.tetNodes[4 * t + (k >> 2)]!;
      columns[16 * t + k] = tets.tetNodes[4 * t + (k & 3)]!;
    }
  }
  return createBcsr(tets.nodeCount, rows, columns);
}

/** Arena bytes that createSystemMatrix takes. */
export function computeSystemMatrixBytes(tets: StvkTets, pattern: Bcsr): number {
  return computePackedBlockBytes(pattern, 'f64') + 40 * (tets.tetCount + 1) + 4 * pattern.columns.length + 32;
}

/** A zero matrix for a mesh in sections. Throws when a tet reaches beyond the neighbouring section. */
export function createSystemMatrix(
  arena: Arena,
  mesh: SectionedTetMesh,
  tets: StvkTets,
  pattern: Bcsr = createMeshPattern(tets),
): SystemMatrix {
  const packed = createPackedBlocks(arena, pattern, 'f64');
  const bcsr: Bcsr = { ...pattern, blocks: packed.blocks as Float64Array };
  const diagonals = new Int32Array(mesh.nodeCount);
  const pairs: number[] = [];
  for (let i = 0; i < mesh.nodeCount; i++) {
    diagonals[i] = computeBcsrOffset(bcsr, i, i);
    for (let p = bcsr.rowStart[i]!; p < bcsr.rowStart[i + 1]!; p++) {
      const j = bcsr.columns[p]!;
      checkSections(mesh, i, j);
      if (j > i) pairs.push(blockBytes * p, 8 * computeBcsrOffset(bcsr, j, i));
    }
  }
  const padded = tets.tetCount + (tets.tetCount % 2);
  const tetOffsets = arena.allocI32(10 * padded);
  for (let t = 0; t < padded; t++) {
    const first = 4 * Math.min(t, tets.tetCount - 1);
    let at = 10 * (t - (t % 2)) + (t % 2);
    for (let a = 0; a < 4; a++) {
      for (let b = a; b < 4; b++, at += 2) {
        tetOffsets[at] = 8 * computeBcsrOffset(bcsr, tets.tetNodes[first + a]!, tets.tetNodes[first + b]!);
      }
    }
  }
  const mirrorPairs = arena.allocI32(pairs.length);
  mirrorPairs.set(pairs);
  const { nodeCount, sectionCount, nodesPerSection } = mesh;
  return { nodeCount, sectionCount, nodesPerSection, packed, bcsr, diagonals, tetOffsets, mirrorPairs };
}

function checkSections(mesh: SectionedTetMesh, i: number, j: number): void {
  const per = mesh.nodesPerSection;
  if (mesh.nodeCount === per * mesh.sectionCount && Math.abs(Math.floor(i / per) - Math.floor(j / per)) <= 1) return;
  throw new LinearAlgebraError('The mesh is not in sections', {
    code: 'bad-index',
    path: `nodes ${i} and ${j}`,
    got: `${mesh.nodeCount} nodes, ${mesh.sectionCount} sections of ${per}`,
    hint: 'Number the nodes section by section, and let tets join neighbouring sections only.',
  });
}

/**
 * Overwrites forces (xyz_, arena) with those of the tets and the matrix with their tangent, times the factors of
 * setStvkDamping.
 */
export function setElasticSystem(
  kernels: Kernels,
  matrix: SystemMatrix,
  forces: Float64Array,
  tets: StvkTets,
  positions: Float64Array,
  mode: StvkMode = exactTangent,
): StvkReport {
  const { blocks } = matrix.bcsr;
  blocks.fill(0);
  forces.fill(0);
  const report = addStvkSystem(kernels, forces, blocks, matrix.tetOffsets, tets, positions, mode);
  const { mirrorPairs } = matrix;
  kernels.mirrorBlocksF64(blocks.byteOffset, mirrorPairs.byteOffset, mirrorPairs.length / 2);
  return report;
}

/** Adds values[i] to the three diagonal entries of node i: masses, isotropic drag. */
export function addDiagonalScalars(matrix: SystemMatrix, values: Float64Array, scale: number): void {
  const { diagonals } = matrix;
  const { blocks } = matrix.bcsr;
  for (let i = 0; i < diagonals.length; i++) {
    const at = diagonals[i]!;
    const value = scale * values[i]!;
    blocks[at]! += value;
    blocks[at + 5]! += value;
    blocks[at + 10]! += value;
  }
}

/** Adds a symmetric 3 × 3 block to the diagonal of each node: xx, yy, zz, xy, xz, yz per node. */
export function addDiagonalBlocks(matrix: SystemMatrix, values: Float64Array): void {
  const { diagonals } = matrix;
  const { blocks } = matrix.bcsr;
  for (let i = 0; i < diagonals.length; i++) {
    const at = diagonals[i]!;
    const from = 6 * i;
    blocks[at]! += values[from]!;
    blocks[at + 5]! += values[from + 1]!;
    blocks[at + 10]! += values[from + 2]!;
    const xy = values[from + 3]!;
    const xz = values[from + 4]!;
    const yz = values[from + 5]!;
    blocks[at + 1]! += xy;
    blocks[at + 4]! += xy;
    blocks[at + 2]! += xz;
    blocks[at + 8]! += xz;
    blocks[at + 6]! += yz;
    blocks[at + 9]! += yz;
  }
}

export interface StepSettings {
  /** s. */
  readonly timeStep: number;
  /** r_M, 1/s. */
  readonly massDamping: number;
  /** Acceleration, xyz. */
  readonly gravity: ArrayLike<number>;
}

const withoutGeometric: StvkMode = { delayed: false, geometric: false };
const delayedTangent: StvkMode = { delayed: true, geometric: true };

/**
 * The system of one step: overwrites the matrix, the right-hand side and the forces (all xyz_ in the arena) with what
 * tets, masses and gravity give. Other forces are added afterwards. Without the geometric part of the tangent the matrix is
 * positive definite whatever the stresses: for steps where a solver finds that it is not.
 */
export function setStepSystem(
  kernels: Kernels,
  matrix: SystemMatrix,
  rhs: Float64Array,
  forces: Float64Array,
  tets: StvkTets,
  masses: Float64Array,
  positions: Float64Array,
  velocities: Float64Array,
  settings: StepSettings,
  geometric = true,
): StvkReport {
  const { timeStep, massDamping, gravity } = settings;
  const mode = geometric ? exactTangent : withoutGeometric;
  const report = setElasticSystem(kernels, matrix, forces, tets, positions, mode);
  setPackedProduct(kernels, rhs.byteOffset, matrix.packed, velocities.byteOffset);
  const [gx, gy, gz] = [gravity[0]!, gravity[1]!, gravity[2]!];
  for (let i = 0, at = 0; i < masses.length; i++, at += VERTEX_STRIDE) {
    const mass = masses[i]!;
    const x = forces[at]! + mass * (gx - massDamping * velocities[at]!);
    const y = forces[at + 1]! + mass * (gy - massDamping * velocities[at + 1]!);
    const z = forces[at + 2]! + mass * (gz - massDamping * velocities[at + 2]!);
    rhs[at] = timeStep * x - rhs[at]!;
    rhs[at + 1] = timeStep * y - rhs[at + 1]!;
    rhs[at + 2] = timeStep * z - rhs[at + 2]!;
  }
  addDiagonalScalars(matrix, masses, 1 + timeStep * massDamping);
  return report;
}

/**
 * The system of a further linearisation of the same step, at positions xₙ + dt u and velocities u, with objective damping
 * from the strains stored at xₙ: A δ = dt f(x, u) + M (vₙ − u) + …, and u + δ is the better velocity.
 */
export function setNewtonSystem(
  kernels: Kernels,
  matrix: SystemMatrix,
  rhs: Float64Array,
  forces: Float64Array,
  tets: StvkTets,
  masses: Float64Array,
  positions: Float64Array,
  velocities: Float64Array,
  startVelocities: Float64Array,
  settings: StepSettings,
): StvkReport {
  const { timeStep, massDamping, gravity } = settings;
  const report = setElasticSystem(kernels, matrix, forces, tets, positions, delayedTangent);
  for (let i = 0; i < masses.length; i++) {
    for (let c = 0; c < 3; c++) {
      const at = VERTEX_STRIDE * i + c;
      const push = forces[at]! + masses[i]! * (gravity[c]! - massDamping * velocities[at]!);
      rhs[at] = timeStep * push + masses[i]! * (startVelocities[at]! - velocities[at]!);
    }
    rhs[VERTEX_STRIDE * i + 3] = 0;
  }
  addDiagonalScalars(matrix, masses, 1 + timeStep * massDamping);
  return report;
}
