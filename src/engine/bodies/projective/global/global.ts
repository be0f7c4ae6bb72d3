/**
 * The solve of an iteration, δ ≈ (∂g)⁻¹ r: with the constant n × n matrix, or with the co-rotated one (tables/corotated.ts).
 *
 * Plates in water that moves with them carry many times their own mass along their normals and nothing in their plane. One number
 * per node for both makes what is unsolved in the plane look small, so that steps end too early and energy comes from nowhere.
 * With N = n nᵀ of the nodes at the start of the step and the matrices with added mass, A₁, and without it, A₀,
 *   δ = N A₁⁻¹ N r + (1 − N) A₀⁻¹ (1 − N) r
 * is symmetric and positive, as the acceleration needs it.
 */
import type { Kernels } from '../../../../kernels/functions.ts';
import type { Arena } from '../../../../kernels/memory/arena.ts';
import { allocNumbers, bytesPerNumber, setByteOffsets } from '../../../../kernels/memory/layout.ts';
import {
  createPackedPanels,
  type PackedPanels,
  setPackedPanelValues,
  solvePackedPanels,
} from '../../../../kernels/pack-panels.ts';
import { createEmptyPanels } from '../../../math/sparse/panels.ts';
import type { ProjectiveTables } from '../tables/tables.ts';

type Numbers = Float32Array | Float64Array;

export interface GlobalSolver {
  /** The constant matrix, */
  readonly panels: PackedPanels;
  /** whether its numbers are there. */
  hasConstant: boolean;
  /** Whether the constant matrix is used although there is a co-rotated one: slower, but its steps never overshoot. */
  isConstant: boolean;
  /** undefined for the constant matrix. */
  readonly corotated: CorotatedSolver | undefined;
  /** Of plates with added mass. */
  readonly split: SplitSolver | undefined;
}

interface SplitSolver {
  /** Without added mass. */
  readonly panels: PackedPanels;
  /** Unit normals of the nodes, row by row. */
  readonly normals: Numbers;
  readonly second: Numbers;
  /** Byte offsets of the rows of every plate's corners. */
  readonly corners: Int32Array;
}

interface CorotatedSolver {
  readonly counts: Int32Array;
  readonly offsets: Int32Array;
  readonly weights: Numbers;
  readonly frames: Numbers;
  /** Right-hand side and solution in the frames of the nodes. */
  readonly vector: Numbers;
  /** The factor for many bodies, */
  readonly panels: PackedPanels | undefined;
  /** and in 3 × 3 blocks, for one. */
  readonly blockCounts: Int32Array;
  readonly blockRows: Int32Array;
  readonly blockValues: Numbers;
}

function computeFrameNumbers(tables: ProjectiveTables): number {
  return (tables.nodeCount + 1) * (tables.lanes === 1 ? 24 : 9 * tables.lanes);
}

export function createGlobalSolver(tables: ProjectiveTables, { arena }: Kernels): GlobalSolver {
  const { corotated, settings, lanes, rowNumbers, rowOf } = tables;
  const { precision } = settings;
  if (corotated === undefined) {
    const panels = createPackedPanels(arena, tables.constant.value.panels, precision, rowNumbers / 4);
    const split = createSplitSolver(tables, arena);
    return { panels, hasConstant: true, isConstant: true, corotated: undefined, split };
  }
  const panels = createPackedPanels(arena, createEmptyPanels(tables.symbolic), precision, rowNumbers / 4);
  const rowBytes = rowNumbers * bytesPerNumber[precision];
  const allocCopy = (source: Float64Array): Numbers => {
    const copy = allocNumbers(arena, precision, source.length);
    if (!arena.isMeasuring) copy.set(source);
    return copy;
  };
  const counts = arena.allocI32(corotated.counts.length);
  counts.set(corotated.counts);
  const offsets = arena.allocI32(corotated.nodes.length);
  if (!arena.isMeasuring) for (let i = 0; i < offsets.length; i++) offsets[i] = rowOf[corotated.nodes[i]!]! * rowBytes;
  const isAlone = lanes === 1;
  const blockCounts = arena.allocI32(isAlone ? corotated.blockCounts.length : 0);
  const blockRows = arena.allocI32(isAlone ? corotated.blockRows.length : 0);
  if (isAlone && !arena.isMeasuring) {
    blockCounts.set(corotated.blockCounts);
    setByteOffsets(blockRows, corotated.blockRows, rowBytes);
  }
  return {
    panels,
    hasConstant: false,
    isConstant: false,
    split: undefined,
    corotated: {
      panels:
        corotated.panels === undefined ? undefined : createPackedPanels(arena, corotated.panels, precision, lanes / 4),
      counts,
      offsets,
      weights: allocCopy(corotated.weights),
      frames: allocNumbers(arena, precision, computeFrameNumbers(tables)),
      vector: allocNumbers(arena, precision, tables.nodeCount * rowNumbers),
      blockCounts,
      blockRows,
      blockValues: allocCopy(isAlone ? corotated.blockValues : new Float64Array(0)),
    },
  };
}

function createSplitSolver(
  { bare, settings, nodeCount, rowNumbers, rowOf, plates }: ProjectiveTables,
  arena: Arena,
): SplitSolver | undefined {
  if (bare === undefined) return undefined;
  const { precision } = settings;
  const corners = arena.allocI32(plates.nodes.length);
  setByteOffsets(
    corners,
    plates.nodes.map((node) => rowOf[node]!),
    rowNumbers * bytesPerNumber[precision],
  );
  return {
    panels: createPackedPanels(arena, bare.value.panels, precision, rowNumbers / 4),
    normals: allocNumbers(arena, precision, rowNumbers * nodeCount),
    second: allocNumbers(arena, precision, rowNumbers * nodeCount),
    corners,
  };
}

function computeAxisBytes(tables: ProjectiveTables): number {
  return tables.lanes === 1 ? 0 : tables.lanes * bytesPerNumber[tables.settings.precision];
}

/** From here on, until the matrix is next rotated. Few runs ever need it: its numbers are made the first time. */
export function useConstantMatrix(solver: GlobalSolver, tables: ProjectiveTables): void {
  if (!solver.hasConstant) setPackedPanelValues(solver.panels, tables.constant.value.panels);
  solver.hasConstant = true;
  solver.isConstant = true;
}

/** Rotates the matrix to the pose at the rows x. */
export function turnGlobalSolver(solver: GlobalSolver, tables: ProjectiveTables, kernels: Kernels, x: Numbers): void {
  if (solver.split !== undefined) setNodeNormals(solver.split, tables, kernels, x);
  if (solver.corotated === undefined) return;
  solver.isConstant = false;
  const { counts, offsets, weights, frames } = solver.corotated;
  const run = tables.settings.precision === 'f32' ? kernels.projectiveFramesF32 : kernels.projectiveFramesF64;
  run(
    frames.byteOffset,
    x.byteOffset,
    counts.byteOffset,
    offsets.byteOffset,
    weights.byteOffset,
    tables.nodeCount,
    computeAxisBytes(tables),
  );
}

/** delta ← the plain step from r. */
export function solveGlobal(
  delta: Numbers,
  solver: GlobalSolver,
  tables: ProjectiveTables,
  kernels: Kernels,
  right: Numbers,
): void {
  const { panels, corotated, split } = solver;
  if (split !== undefined) {
    solveSplit(delta, panels, split, tables, kernels, right);
    return;
  }
  if (corotated === undefined || solver.isConstant) {
    delta.set(right);
    solvePackedPanels(kernels, panels, delta.byteOffset);
    return;
  }
  const single = tables.settings.precision === 'f32';
  const turn = single ? kernels.projectiveTurnF32 : kernels.projectiveTurnF64;
  const axisBytes = computeAxisBytes(tables);
  const at = corotated.vector.byteOffset;
  const frames = corotated.frames.byteOffset;
  turn(at, right.byteOffset, frames, tables.nodeCount, axisBytes, 0);
  if (corotated.panels === undefined) {
    const { blockCounts, blockRows, blockValues } = corotated;
    const solve = single ? kernels.projectiveBlocksF32 : kernels.projectiveBlocksF64;
    solve(at, blockCounts.byteOffset, blockRows.byteOffset, blockValues.byteOffset, tables.nodeCount);
  } else solvePackedPanels(kernels, corotated.panels, at);
  turn(delta.byteOffset, at, frames, tables.nodeCount, axisBytes, 1);
}

function solveSplit(
  delta: Numbers,
  panels: PackedPanels,
  { panels: barePanels, normals, second }: SplitSolver,
  { nodeCount, lanes, settings }: ProjectiveTables,
  kernels: Kernels,
  right: Numbers,
): void {
  const single = settings.precision === 'f32';
  const split = single ? kernels.projectiveSplitF32 : kernels.projectiveSplitF64;
  const join = single ? kernels.projectiveJoinF32 : kernels.projectiveJoinF64;
  split(delta.byteOffset, second.byteOffset, right.byteOffset, normals.byteOffset, nodeCount, lanes);
  solvePackedPanels(kernels, panels, delta.byteOffset);
  solvePackedPanels(kernels, barePanels, second.byteOffset);
  join(delta.byteOffset, second.byteOffset, normals.byteOffset, nodeCount, lanes);
}

/** Mean normals of the plates around every node at the rows x. */
function setNodeNormals(
  { normals, corners }: SplitSolver,
  { nodeCount, lanes, settings }: ProjectiveTables,
  kernels: Kernels,
  x: Numbers,
): void {
  const run = settings.precision === 'f32' ? kernels.projectiveNormalsF32 : kernels.projectiveNormalsF64;
  run(normals.byteOffset, x.byteOffset, corners.byteOffset, corners.length / 3, nodeCount, lanes);
}
