/** The solve of an iteration, δ ≈ (∂g)⁻¹ r: with the constant n × n matrix, or with the one that turns with the body. */
import type { Kernels } from '../../../kernels/functions.ts';
import { allocNumbers, bytesPerNumber, setByteOffsets } from '../../../kernels/layout.ts';
import {
  computePackedPanelBytes,
  createPackedPanels,
  type PackedPanels,
  solvePackedPanels,
} from '../../../kernels/pack-panels.ts';
import type { ProjectiveTables } from './tables.ts';

type Numbers = Float32Array | Float64Array;

export interface GlobalSolver {
  readonly panels: PackedPanels;
  /** undefined for the constant matrix. */
  readonly turned: TurnedSolver | undefined;
}

interface TurnedSolver {
  readonly counts: Int32Array;
  readonly offsets: Int32Array;
  readonly weights: Numbers;
  readonly frames: Numbers;
  /** Right-hand side and solution in the frames of the nodes. */
  readonly vector: Numbers;
}

function computeFrameNumbers(tables: ProjectiveTables): number {
  return (tables.nodeCount + 1) * (tables.lanes === 1 ? 24 : 9 * tables.lanes);
}

/** Three numbers a node and lane, and room for what the last vector written reaches beyond. */
function computeTurnedNumbers(tables: ProjectiveTables): number {
  return 3 * tables.nodeCount * tables.lanes + 4;
}

export function computeGlobalBytes(tables: ProjectiveTables): number {
  const { turned, settings } = tables;
  const { precision } = settings;
  if (turned === undefined) return computePackedPanelBytes(tables.panels, precision);
  const numbers = computeFrameNumbers(tables) + computeTurnedNumbers(tables) + turned.weights.length;
  return (
    computePackedPanelBytes(turned.panels, precision) +
    4 * (turned.counts.length + turned.nodes.length) +
    bytesPerNumber[precision] * numbers +
    16 * 5
  );
}

export function createGlobalSolver(tables: ProjectiveTables, { arena }: Kernels): GlobalSolver {
  const { turned, settings, lanes, rowNumbers, rowOf } = tables;
  const { precision } = settings;
  if (turned === undefined) {
    return { panels: createPackedPanels(arena, tables.panels, precision, rowNumbers / 4), turned: undefined };
  }
  const counts = arena.allocI32(turned.counts.length);
  counts.set(turned.counts);
  const offsets = arena.allocI32(turned.nodes.length);
  const rows = turned.nodes.map((node) => rowOf[node]!);
  setByteOffsets(offsets, rows, rowNumbers * bytesPerNumber[precision]);
  const weights = allocNumbers(arena, precision, turned.weights.length);
  weights.set(turned.weights);
  const panels = createPackedPanels(arena, turned.panels, precision, Math.max(1, lanes / 4));
  if (lanes === 1) {
    // The kernel for one right-hand side has one number in a row where the others have four.
    for (let p = 0; p < panels.panelCount; p++) panels.table[4 * p + 2] = panels.table[4 * p + 2]! / 4;
    for (let i = 0; i < panels.rows.length; i++) panels.rows[i] = panels.rows[i]! / 4;
  }
  return {
    panels,
    turned: {
      counts,
      offsets,
      weights,
      frames: allocNumbers(arena, precision, computeFrameNumbers(tables)),
      vector: allocNumbers(arena, precision, computeTurnedNumbers(tables)),
    },
  };
}

function computeAxisBytes(tables: ProjectiveTables): number {
  return tables.lanes === 1 ? 0 : tables.lanes * bytesPerNumber[tables.settings.precision];
}

/** Turns the matrix to the body as it stands at the rows x. */
export function turnGlobalSolver(solver: GlobalSolver, tables: ProjectiveTables, kernels: Kernels, x: Numbers): void {
  if (solver.turned === undefined) return;
  const { counts, offsets, weights, frames } = solver.turned;
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
  const { panels, turned } = solver;
  if (turned === undefined) {
    delta.set(right);
    solvePackedPanels(kernels, panels, delta.byteOffset);
    return;
  }
  const single = tables.settings.precision === 'f32';
  const turn = single ? kernels.projectiveTurnF32 : kernels.projectiveTurnF64;
  const axisBytes = computeAxisBytes(tables);
  const at = turned.vector.byteOffset;
  const frames = turned.frames.byteOffset;
  turn(at, right.byteOffset, frames, tables.nodeCount, axisBytes, 0);
  if (tables.lanes === 1) {
    const { table, rows, values, inverse, panelCount } = panels;
    const solve = single ? kernels.solvePanelsAloneF32 : kernels.solvePanelsAloneF64;
    solve(at, table.byteOffset, rows.byteOffset, values.byteOffset, inverse.byteOffset, panelCount);
  } else solvePackedPanels(kernels, panels, at);
  turn(delta.byteOffset, at, frames, tables.nodeCount, axisBytes, 1);
}
