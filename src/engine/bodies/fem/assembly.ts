/**
 * The linear system of one backward Euler step with linearised forces [Baraff & Witkin 1998], for the change Δv of the
 * velocities.
 *
 *   A Δv = b,  A = M + dt (dt + r) K + …,  b = dt (f + M g) − dt (dt + r) K v + …
 *
 * M lumped masses, K tangent of the tets, r their damping time (objective damping leaves it out of the geometric part),
 * g gravity. Where other forces act on single nodes they add 3 × 3 blocks to the diagonal of A and vectors to b. A is
 * symmetric in every bit.
 */
import type { Arena } from '../../../kernels/memory/arena.ts';
import type { Kernels } from '../../../kernels/functions.ts';
import { createPackedBlocks, type PackedBlocks, setPackedProduct } from '../../../kernels/pack-blocks.ts';
import type { SectionedTetMesh } from '../../mesh/tets/tet-mesh.ts';
import { addStvkSystem, type StvkReport, type StvkTets, type TetShape } from '../../forces/stvk.ts';
import { LinearAlgebraError } from '../../math/sparse/linear-error.ts';
import { type Bcsr, BLOCK_STRIDE, computeBcsrOffset, VERTEX_STRIDE } from '../../math/sparse/bcsr.ts';

/** A matrix with a 3 × 3 block for every two nodes that share a tet or a prism. Its numbers are in the arena. */
export interface SystemMatrix {
  readonly nodeCount: number;
  readonly sectionCount: number;
  readonly nodesPerSection: number;
  readonly packed: PackedBlocks;
  /** The same numbers, for the plain sparse functions. */
  readonly bcsr: Bcsr;
  /** The blocks of `bcsr`. */
  readonly blocks: Float64Array;
  /** Place in `blocks` of the diagonal block of each node. */
  readonly diagonals: Int32Array;
  /** Arena: byte offsets of the ten upper blocks of each tet, and of the blocks above and below the diagonal. */
  readonly tetOffsets: Int32Array;
  /** The same for the 21 of each prism; empty without prisms. */
  readonly prismOffsets: Int32Array;
  readonly mirrorPairs: Int32Array;
}

const blockBytes = 8 * BLOCK_STRIDE;

/** The pattern of a mesh as a matrix outside the arena. */
export function createMeshPattern({ nodeCount, tetCount, tetNodes, prisms }: TetShape): Bcsr {
  // The tets of a prism join no nodes that it does not.
  if (prisms !== undefined) return createElementPattern(nodeCount, prisms.prismNodes, 6);
  return createElementPattern(nodeCount, tetNodes.subarray(0, 4 * tetCount), 4);
}

/** A block for every two nodes of an element of `corners` nodes. */
export function createElementPattern(nodeCount: number, elementNodes: Int32Array, corners: number): Bcsr {
  const { starts, elements } = listElementsOfNodes(nodeCount, elementNodes, corners);
  const rowStart = new Int32Array(nodeCount + 1);
  const columns = new Int32Array(corners * elementNodes.length);
  const seenFrom = new Int32Array(nodeCount).fill(-1);
  let size = 0;
  for (let i = 0; i < nodeCount; i++) {
    for (let p = starts[i]!; p < starts[i + 1]!; p++) {
      const first = corners * elements[p]!;
      for (let k = first; k < first + corners; k++) {
        const node = elementNodes[k]!;
        if (seenFrom[node] === i) continue;
        seenFrom[node] = i;
        let at = size++;
        // Columns ascend.
        for (; at > rowStart[i]! && columns[at - 1]! > node; at--) columns[at] = columns[at - 1]!;
        columns[at] = node;
      }
    }
    rowStart[i + 1] = size;
  }
  return {
    rowCount: nodeCount,
    rowStart,
    columns: columns.slice(0, size),
    blocks: new Float64Array(BLOCK_STRIDE * size),
  };
}

function listElementsOfNodes(nodeCount: number, elementNodes: Int32Array, corners: number) {
  const starts = new Int32Array(nodeCount + 2);
  for (let k = 0; k < elementNodes.length; k++) starts[elementNodes[k]! + 2]!++;
  for (let i = 2; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  const elements = new Int32Array(elementNodes.length);
  for (let k = 0; k < elementNodes.length; k++) elements[starts[elementNodes[k]! + 1]!++] = Math.floor(k / corners);
  return { starts, elements };
}

/** A zero matrix for a mesh in sections. Throws when a tet reaches beyond the neighbouring section. */
export function createSystemMatrix(
  arena: Arena,
  mesh: SectionedTetMesh,
  tets: TetShape,
  pattern: Bcsr = createMeshPattern(tets),
): SystemMatrix {
  const packed = createPackedBlocks(arena, pattern, 'f64');
  const bcsr: Bcsr = { ...pattern, blocks: packed.blocks as Float64Array };
  const diagonals = new Int32Array(mesh.nodeCount);
  // Every node has a diagonal block, and every other block a mirror image.
  const mirrorPairs = arena.allocI32(bcsr.columns.length - mesh.nodeCount);
  let size = 0;
  for (let i = 0; i < mesh.nodeCount && !arena.isMeasuring; i++) {
    diagonals[i] = computeBcsrOffset(bcsr, i, i);
    for (let p = bcsr.rowStart[i]!; p < bcsr.rowStart[i + 1]!; p++) {
      const j = bcsr.columns[p]!;
      checkSections(mesh, i, j);
      if (j <= i) continue;
      mirrorPairs[size++] = blockBytes * p;
      mirrorPairs[size++] = 8 * computeBcsrOffset(bcsr, j, i);
    }
  }
  const tetOffsets = createBlockOffsets(arena, bcsr, tets.tetNodes.subarray(0, 4 * tets.tetCount), 4);
  const prismOffsets = createBlockOffsets(arena, bcsr, tets.prisms?.prismNodes ?? new Int32Array(0), 6);
  const { nodeCount, sectionCount, nodesPerSection } = mesh;
  const { blocks } = bcsr;
  return {
    nodeCount,
    sectionCount,
    nodesPerSection,
    packed,
    bcsr,
    blocks,
    diagonals,
    tetOffsets,
    prismOffsets,
    mirrorPairs,
  };
}

/** Byte offsets of the blocks on and above the diagonal of elements of `corners` nodes, in the lanes of a pair. */
function createBlockOffsets(arena: Arena, bcsr: Bcsr, nodes: Int32Array, corners: number): Int32Array {
  const count = nodes.length / corners;
  const each = (corners * (corners + 1)) / 2;
  const padded = count + (count % 2);
  const offsets = arena.allocI32(each * padded);
  if (arena.isMeasuring) return offsets;
  for (let element = 0; element < padded; element++) {
    const first = corners * Math.min(element, count - 1);
    let at = each * (element - (element % 2)) + (element % 2);
    for (let a = 0; a < corners; a++) {
      for (let b = a; b < corners; b++, at += 2) {
        offsets[at] = 8 * computeBcsrOffset(bcsr, nodes[first + a]!, nodes[first + b]!);
      }
    }
  }
  return offsets;
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

/** A body and the linear system of its step: nodes xyz_ in the arena, tets between them, and what a step overwrites. */
export interface ElasticBody {
  readonly tets: StvkTets;
  readonly matrix: SystemMatrix;
  /** Lumped, per node. */
  readonly masses: Float64Array;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Overwritten, xyz_: forces of the tets, and the right-hand side. */
  readonly forces: Float64Array;
  readonly rhs: Float64Array;
}

/**
 * Overwrites forces with those of the tets at `positions` and the matrix with their tangent, times the factors of
 * setStvkDamping. Without its geometric part the tangent is positive semidefinite whatever the stresses.
 */
export function setElasticSystem(
  kernels: Kernels,
  { matrix, tets, forces }: Pick<ElasticBody, 'matrix' | 'tets' | 'forces'>,
  positions: Float64Array,
  geometric = true,
): StvkReport {
  const { blocks } = matrix.bcsr;
  blocks.fill(0);
  forces.fill(0);
  const report = addStvkSystem(kernels, forces, matrix, tets, positions, geometric);
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
  timeStep: number;
  /** Acceleration, xyz. */
  readonly gravity: ArrayLike<number>;
  /** Whether the tangent has its geometric part: exact, but indefinite under pressure. */
  readonly geometric: boolean;
}

/** The system of one step: what tets, masses and gravity give. Other forces are added afterwards. */
export function setStepSystem(kernels: Kernels, body: ElasticBody, settings: StepSettings): StvkReport {
  const { matrix, masses, positions, velocities, forces, rhs } = body;
  const { timeStep, gravity, geometric } = settings;
  const report = setElasticSystem(kernels, body, positions, geometric);
  setPackedProduct(kernels, rhs.byteOffset, matrix.packed, velocities.byteOffset);
  const gx = gravity[0]!;
  const gy = gravity[1]!;
  const gz = gravity[2]!;
  for (let i = 0, at = 0; i < masses.length; i++, at += VERTEX_STRIDE) {
    const mass = masses[i]!;
    const x = forces[at]! + mass * gx;
    const y = forces[at + 1]! + mass * gy;
    const z = forces[at + 2]! + mass * gz;
    rhs[at] = timeStep * x - rhs[at]!;
    rhs[at + 1] = timeStep * y - rhs[at + 1]!;
    rhs[at + 2] = timeStep * z - rhs[at + 2]!;
  }
  addDiagonalScalars(matrix, masses, 1);
  return report;
}
