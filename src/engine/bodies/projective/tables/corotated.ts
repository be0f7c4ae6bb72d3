/**
 * The co-rotated matrix: the rest stiffness, rotated node by node. K = M/h² + ∂²E at rest, all muscles pulling a little (+
 * expected drag / h), has 3 n rows; with a rotation R_i for every node and T = diag(R_i), T K Tᵀ is close to the true second
 * derivative of a bent body, because elements are invariant under rotation. The constant n × n matrix treats every change of F
 * as stiff, rotations too; K does not:
 *   tet:    w_p |sym dF|² + w_v (tr dF)²/3        hinge:  w |Σ c_k dx_k|²
 *   fibre:  w ((1 − τ) (m · dF m)² + τ |dF m|²) with the tension τ w that is expected of it
 * Plates keep the full w |dF|²: what holds a thin plate in shape when it bends does not appear in the derivative at rest.
 */
import { computeCsrIndex, type Csr } from '../../../math/sparse/csr.ts';
import { createLdlFactor, createLdlSymbolic, type LdlFactor, setLdlFactor } from '../../../math/sparse/ldl.ts';
import { createPanels, type Panels } from '../../../math/sparse/panels.ts';
import type { ProjectiveSettings } from './options.ts';
import type { HingeTable, PlateTable, TetTable } from './elements.ts';

export interface CorotatedTables {
  /** The factor in panels, for many bodies. */
  readonly panels: Panels;
  /** The factor in 3 × 3 blocks, for one body: streams as in kernels/assembly/projective-corotated.ts, rows by their number. */
  readonly blockCounts: Int32Array;
  readonly blockRows: Int32Array;
  readonly blockValues: Float64Array;
  /** Frames: the whole body's, then one per row. Entries of each; −1: as the whole body. */
  readonly counts: Int32Array;
  /** Nodes and c of the entries: the mean deformation gradient is Σ x cᵀ. */
  readonly nodes: Int32Array;
  readonly weights: Float64Array;
}

/** Second derivatives under way: 3 × 3 blocks on the pattern of the n × n matrix. */
export interface BlockMatrix {
  readonly pattern: Csr;
  readonly matrix: Csr;
}

export function createBlockMatrix(pattern: Csr): BlockMatrix {
  const n = pattern.rowCount;
  const rowStart = new Int32Array(3 * n + 1);
  const columns = new Int32Array(9 * pattern.columns.length);
  for (let i = 0; i < n; i++) {
    const first = pattern.rowStart[i]!;
    const length = pattern.rowStart[i + 1]! - first;
    for (let a = 0; a < 3; a++) {
      const start = 9 * first + 3 * a * length;
      rowStart[3 * i + a] = start;
      for (let p = 0; p < 3 * length; p++)
        columns[start + p] = 3 * pattern.columns[first + Math.floor(p / 3)]! + (p % 3);
    }
  }
  rowStart[3 * n] = columns.length;
  return {
    pattern,
    matrix: { rowCount: 3 * n, columnCount: 3 * n, rowStart, columns, values: new Float64Array(columns.length) },
  };
}

/** Where entry (3 i + a, 3 j) is. */
function computeBlockIndex({ pattern }: BlockMatrix, i: number, j: number, a: number): number {
  const first = pattern.rowStart[i]!;
  const length = pattern.rowStart[i + 1]! - first;
  return 9 * first + 3 * a * length + 3 * (computeCsrIndex(pattern, i, j) - first);
}

/** Adds a symmetric element matrix of 3 · count rows; both triangles get the same numbers in the same order. */
export function addBlocks(
  out: BlockMatrix,
  nodes: Int32Array,
  first: number,
  count: number,
  element: Float64Array,
): void {
  for (let p = 0; p < count; p++) {
    for (let q = 0; q < count; q++) {
      for (let a = 0; a < 3; a++) {
        const at = computeBlockIndex(out, nodes[first + p]!, nodes[first + q]!, a);
        for (let b = 0; b < 3; b++) out.matrix.values[at + b]! += element[(3 * p + a) * 3 * count + 3 * q + b]!;
      }
    }
  }
}

/** element += weight g gᵀ, exactly symmetric. */
export function addOuter(element: Float64Array, g: Float64Array, weight: number): void {
  const size = g.length;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      const value = weight * (g[i]! * g[j]!);
      element[i * size + j]! += value;
      if (j < i) element[j * size + i]! += value;
    }
  }
}

/** Gradient of the shape function of node k of a tet. */
export function setTetGradients(out: Float64Array, inverses: Float64Array, t: number): void {
  for (let j = 0; j < 3; j++) {
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      out[3 * (k + 1) + j] = inverses[9 * t + 3 * k + j]!;
      sum += inverses[9 * t + 3 * k + j]!;
    }
    out[j] = -sum;
  }
}

/**
 * τ, the tension of a fibre as a share of its stiffness: that of an excitation of τ at rest length. It holds the fibre's direction,
 * and a matrix without it is too soft for muscles that pull: plain steps overshoot. Measured with 0 to 0.5 on the animals with
 * fibres, 3 s, at equal error: 6.0 iterations a step instead of 14.9 (ribbon eel), 4.6 for 5.4 (octopus), 8.6 for 10.9 (starfish).
 */
export const expectedTension = 0.2;

/** Adds w ((1 − τ) (m · dF m)² + τ |dF m|²); g are the gradients of the four nodes. */
function addFibre(element: Float64Array, g: Float64Array, m: Float64Array, weight: number): void {
  const h = new Float64Array(12);
  const along = [0, 3, 6, 9].map((k) => g[k]! * m[0]! + g[k + 1]! * m[1]! + g[k + 2]! * m[2]!);
  for (let k = 0; k < 4; k++) for (let i = 0; i < 3; i++) h[3 * k + i] = along[k]! * m[i]!;
  addOuter(element, h, (1 - expectedTension) * weight);
  for (let i = 0; i < 3; i++) {
    h.fill(0);
    for (let k = 0; k < 4; k++) h[3 * k + i] = along[k]!;
    addOuter(element, h, expectedTension * weight);
  }
}

function addTets(out: BlockMatrix, tets: TetTable): void {
  const element = new Float64Array(144);
  const g = new Float64Array(12);
  const h = new Float64Array(12);
  for (let t = 0; t < tets.count; t++) {
    element.fill(0);
    setTetGradients(g, tets.inverses, t);
    for (let i = 0; i < 3; i++) {
      for (let j = i; j < 3; j++) {
        h.fill(0);
        for (let k = 0; k < 4; k++) {
          h[3 * k + i]! += g[3 * k + j]!;
          if (i !== j) h[3 * k + j]! += g[3 * k + i]!;
        }
        addOuter(element, h, (i === j ? 1 : 0.5) * tets.shapeWeights[t]!);
      }
    }
    addOuter(element, g, tets.volumeWeights[t]! / 3);
    for (let f = tets.fibreStart[t]!; f < tets.fibreStart[t + 1]!; f++) {
      addFibre(element, g, tets.fibreDirections.subarray(3 * f, 3 * f + 3), tets.fibreWeights[f]!);
    }
    addBlocks(out, tets.nodes, 4 * t, 4, element);
  }
}

/** Terms that are alike in x, y and z: weight · (g gᵀ) ⊗ 1. */
function addEqually(out: BlockMatrix, nodes: Int32Array, first: number, g: readonly number[], weight: number): void {
  const count = g.length;
  const element = new Float64Array(9 * count * count);
  for (let p = 0; p < count; p++) {
    for (let q = 0; q < count; q++) {
      for (let a = 0; a < 3; a++) element[(3 * p + a) * 3 * count + 3 * q + a] = weight * (g[p]! * g[q]!);
    }
  }
  addBlocks(out, nodes, first, count, element);
}

interface Elements {
  readonly tets: TetTable;
  readonly plates: PlateTable;
  readonly hinges: HingeTable;
}

/** Plates and hinges. */
export function addPlain(out: BlockMatrix, { plates, hinges }: Elements): void {
  for (let t = 0; t < plates.count; t++) {
    const b = plates.inverses.subarray(4 * t, 4 * t + 4);
    addEqually(out, plates.nodes, 3 * t, [-b[0]! - b[2]!, b[0]!, b[2]!], plates.weights[t]!);
    addEqually(out, plates.nodes, 3 * t, [-b[1]! - b[3]!, b[1]!, b[3]!], plates.weights[t]!);
  }
  for (let h = 0; h < hinges.count; h++) {
    addEqually(out, hinges.nodes, 4 * h, Array.from(hinges.cotangents.subarray(4 * h, 4 * h + 4)), hinges.weights[h]!);
  }
}

export function addDiagonal(
  out: BlockMatrix,
  settings: ProjectiveSettings,
  masses: Float64Array,
  isFixed: Uint8Array,
): void {
  const { dt, drag } = settings;
  const { rowStart, columns, values } = out.matrix;
  const add = (node: number, value: number): void => {
    for (let a = 0; a < 3; a++) values[computeBlockIndex(out, node, node, a) + a]! += value;
  };
  for (let i = 0; i < masses.length; i++) add(i, masses[i]! / (dt * dt) + (drag?.[i] ?? 0) / dt);
  for (let row = 0; row < out.matrix.rowCount; row++) {
    for (let p = rowStart[row]!; p < rowStart[row + 1]!; p++) {
      const column = columns[p]!;
      const held = isFixed[Math.floor(row / 3)] === 1 || isFixed[Math.floor(column / 3)] === 1;
      if (held) values[p] = row === column ? 1 : 0;
    }
  }
}

/** The volume-weighted mean of F around every node that has tets, as a linear map of positions. */
function createFrames(
  tets: TetTable,
  plates: PlateTable,
  perm: Int32Array,
): Pick<CorotatedTables, 'counts' | 'nodes' | 'weights'> {
  const n = perm.length;
  const maps = Array.from({ length: n + 1 }, () => new Map<number, [number, number, number]>());
  const totals = new Float64Array(n + 1);
  const g = new Float64Array(12);
  const add = (frame: number, t: number): void => {
    const map = maps[frame]!;
    const volume = tets.volumes[t]!;
    totals[frame]! += volume;
    for (let k = 0; k < 4; k++) {
      const node = tets.nodes[4 * t + k]!;
      const entry = map.get(node) ?? [0, 0, 0];
      for (let j = 0; j < 3; j++) entry[j]! += volume * g[3 * k + j]!;
      map.set(node, entry);
    }
  };
  for (let t = 0; t < tets.count; t++) {
    setTetGradients(g, tets.inverses, t);
    for (let k = 0; k < 4; k++) add(tets.nodes[4 * t + k]!, t);
    add(n, t);
  }
  for (const node of plates.nodes) maps[node]!.clear();
  const frames = [n, ...perm];
  const nodes: number[] = [];
  const weights: number[] = [];
  for (const frame of frames) {
    for (const [node, entry] of maps[frame]!) {
      nodes.push(node);
      for (const c of entry) weights.push(c / totals[frame]!);
    }
  }
  return {
    counts: Int32Array.from(frames, (frame) => (maps[frame]!.size === 0 ? -1 : maps[frame]!.size)),
    nodes: Int32Array.from(nodes),
    weights: Float64Array.from(weights),
  };
}

/** The scalar factor, whose three columns of a node have the same rows below it, as blocks. */
function createBlocks(factor: LdlFactor): Pick<CorotatedTables, 'blockCounts' | 'blockRows' | 'blockValues'> {
  const { lowerValues, diagonal } = factor;
  const { columnStart, rowIndices, n } = factor.symbolic;
  const counts = new Int32Array(n / 3);
  const rows: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < n / 3; i++) {
    const starts = [0, 1, 2].map((a) => columnStart[3 * i + a]!);
    const [l10, l20, l21] = [lowerValues[starts[0]!]!, lowerValues[starts[0]! + 1]!, lowerValues[starts[1]!]!];
    values.push(l10, l20, l21, 0, 1 / diagonal[3 * i]!, 1 / diagonal[3 * i + 1]!, 1 / diagonal[3 * i + 2]!, 0);
    counts[i] = (columnStart[3 * i + 3]! - starts[2]!) / 3;
    for (let k = 0; k < counts[i]!; k++) {
      const row = rowIndices[starts[2]! + 3 * k]!;
      if (row % 3 !== 0 || rowIndices[starts[0]! + 2 + 3 * k] !== row) refuseBlocks();
      rows.push(row / 3);
      for (let a = 0; a < 3; a++) {
        const at = starts[a]! + 2 - a + 3 * k;
        values.push(lowerValues[at]!, lowerValues[at + 1]!, lowerValues[at + 2]!, 0);
      }
    }
  }
  return { blockCounts: counts, blockRows: Int32Array.from(rows), blockValues: Float64Array.from(values) };
}

function refuseBlocks(): never {
  throw new Error('The factor of the co-rotated matrix does not fall into 3 × 3 blocks.');
}

export function createCorotatedTables(
  settings: ProjectiveSettings,
  pattern: Csr,
  perm: Int32Array,
  masses: Float64Array,
  isFixed: Uint8Array,
  elements: Elements,
): CorotatedTables {
  const blocks = createBlockMatrix(pattern);
  addTets(blocks, elements.tets);
  addPlain(blocks, elements);
  addDiagonal(blocks, settings, masses, isFixed);
  // The three rows of a node stay together, so that the order of the n × n factor serves here too.
  const order = new Int32Array(3 * perm.length);
  for (let k = 0; k < order.length; k++) order[k] = 3 * perm[Math.floor(k / 3)]! + (k % 3);
  const factor = createLdlFactor(createLdlSymbolic(blocks.matrix, order));
  setLdlFactor(factor, blocks.matrix);
  return {
    panels: createPanels(factor),
    ...createBlocks(factor),
    ...createFrames(elements.tets, elements.plates, perm),
  };
}
