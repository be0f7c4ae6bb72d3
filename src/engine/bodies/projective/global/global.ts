/** The solve of an iteration, δ ≈ (∂g)⁻¹ r: with the constant n × n matrix, or with the co-rotated one (tables/corotated.ts). */
import type { Kernels } from '../../../../kernels/functions.ts';
import { allocNumbers, bytesPerNumber, setByteOffsets } from '../../../../kernels/memory/layout.ts';
import { createPackedPanels, type PackedPanels, solvePackedPanels } from '../../../../kernels/pack-panels.ts';
import { createNewtonSolver, type NewtonSolver } from './newton.ts';
import type { ProjectiveTables } from '../tables/tables.ts';

type Numbers = Float32Array | Float64Array;

export interface GlobalSolver {
  /** The constant matrix. */
  readonly panels: PackedPanels;
  /** Whether the constant matrix is used although there is a co-rotated one: slower, but its steps never overshoot. */
  isConstant: boolean;
  /** undefined for the constant matrix. */
  readonly corotated: CorotatedSolver | undefined;
  /** Only for Newton's method. */
  readonly newton: NewtonSolver | undefined;
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
  const panels = createPackedPanels(arena, tables.panels, precision, rowNumbers / 4);
  if (corotated === undefined) {
    const newton = settings.method === 'newton' ? createNewtonSolver(tables) : undefined;
    return { panels, isConstant: true, corotated: undefined, newton };
  }
  const rowBytes = rowNumbers * bytesPerNumber[precision];
  const allocCopy = (source: Float64Array): Numbers => {
    const copy = allocNumbers(arena, precision, source.length);
    copy.set(source);
    return copy;
  };
  const counts = arena.allocI32(corotated.counts.length);
  counts.set(corotated.counts);
  const offsets = arena.allocI32(corotated.nodes.length);
  const rows = corotated.nodes.map((node) => rowOf[node]!);
  setByteOffsets(offsets, rows, rowBytes);
  const isAlone = lanes === 1;
  const blockCounts = arena.allocI32(isAlone ? corotated.blockCounts.length : 0);
  const blockRows = arena.allocI32(isAlone ? corotated.blockRows.length : 0);
  if (isAlone) {
    blockCounts.set(corotated.blockCounts);
    setByteOffsets(blockRows, corotated.blockRows, rowBytes);
  }
  return {
    newton: undefined,
    panels,
    isConstant: false,
    corotated: {
      panels: isAlone ? undefined : createPackedPanels(arena, corotated.panels, precision, lanes / 4),
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

function computeAxisBytes(tables: ProjectiveTables): number {
  return tables.lanes === 1 ? 0 : tables.lanes * bytesPerNumber[tables.settings.precision];
}

/** Rotates the matrix to the pose at the rows x. */
export function turnGlobalSolver(solver: GlobalSolver, tables: ProjectiveTables, kernels: Kernels, x: Numbers): void {
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
  const { panels, corotated } = solver;
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
