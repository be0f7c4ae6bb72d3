/**
 * The co-rotated matrix: the rest stiffness, rotated node by node. K = M/h² + ∂²E at rest, all muscles pulling a little (+
 * expected drag / h), has 3 n rows; with a rotation R_i for every node and T = diag(R_i), T K Tᵀ is close to the true second
 * derivative of a bent body, because elements are invariant under rotation. The constant n × n matrix treats every change of F
 * as stiff, rotations too; K does not:
 *   tet:    w_p |sym dF|² + w_v (tr dF)²/3        hinge:  w |Σ c_k dx_k|²
 *   fibre:  w ((1 − τ) (m · dF m)² + τ |dF m|²) with the tension τ w that is expected of it
 * Plates keep the full w |dF|²: what holds a thin plate in shape when it bends does not appear in the derivative at rest.
 */
import { type BlockMatrix, createBlockMatrix, createBlockSymbolic } from '../../../math/sparse/block-matrix.ts';
import { computeCsrIndex, type Csr } from '../../../math/sparse/csr.ts';
import { createLdlFactor, type LdlFactor, type LdlSymbolic, setLdlFactor } from '../../../math/sparse/ldl.ts';
import { createPanels, type Panels } from '../../../math/sparse/panels.ts';
import type { ProjectiveSettings } from './options.ts';
import type { HingeTable, PlateTable, TetTable } from './elements.ts';

export interface CorotatedTables {
  /** The factor in panels, for many bodies; undefined for one. */
  readonly panels: Panels | undefined;
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

/** Adds a symmetric element matrix of 3 · count rows; both triangles get the same numbers in the same order. */
function addBlocks(out: BlockMatrix, nodes: Int32Array, first: number, count: number, element: Float64Array): void {
  const { rowStart } = out.pattern;
  const { values } = out.matrix;
  for (let p = 0; p < count; p++) {
    const node = nodes[first + p]!;
    const start = rowStart[node]!;
    const length = rowStart[node + 1]! - start;
    for (let q = 0; q < count; q++) {
      const place = computeCsrIndex(out.pattern, node, nodes[first + q]!) - start;
      for (let a = 0; a < 3; a++) {
        // Entry (3 node + a, 3 other).
        const at = 9 * start + 3 * (a * length + place);
        const from = (3 * p + a) * 3 * count + 3 * q;
        for (let b = 0; b < 3; b++) values[at + b]! += element[from + b]!;
      }
    }
  }
}

/** element += weight g gᵀ, exactly symmetric; `places`: where g is not zero, ascending. */
function addOuter(element: Float64Array, g: Float64Array, weight: number, places: readonly number[] = allPlaces): void {
  const size = g.length;
  for (let p = 0; p < places.length; p++) {
    const i = places[p]!;
    for (let q = 0; q <= p; q++) {
      const j = places[q]!;
      const value = weight * (g[i]! * g[j]!);
      element[i * size + j]! += value;
      if (j < i) element[j * size + i]! += value;
    }
  }
}

/** The twelve numbers of a tet's four nodes, and those of them along one axis or two. */
const allPlaces = Array.from({ length: 12 }, (_, i) => i);
const axisPlaces = [0, 1, 2].map((i) => [0, 1, 2].map((j) => allPlaces.filter((k) => k % 3 === i || k % 3 === j)));

/** Gradient of the shape function of node k of a tet. */
function setTetGradients(out: Float64Array, inverses: Float64Array, t: number): void {
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

/** Adds w ((1 − τ) (m · dF m)² + τ |dF m|²); g are the gradients of the four nodes, m is in `directions` at `at`. */
function addFibre(element: Float64Array, g: Float64Array, directions: Float64Array, at: number, weight: number): void {
  const x = directions[at]!;
  const y = directions[at + 1]!;
  const z = directions[at + 2]!;
  for (let k = 0; k < 4; k++) {
    const along = g[3 * k]! * x + g[3 * k + 1]! * y + g[3 * k + 2]! * z;
    alongs[k] = along;
    for (let i = 0; i < 3; i++) fibre[3 * k + i] = along * directions[at + i]!;
  }
  addOuter(element, fibre, (1 - expectedTension) * weight);
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 4; k++) fibre[3 * k + i] = alongs[k]!;
    addOuter(element, fibre, expectedTension * weight, axisPlaces[i]![i]);
  }
}

const alongs = new Float64Array(4);
const fibre = new Float64Array(12);

function addTets(out: BlockMatrix, tets: TetTable): void {
  const element = new Float64Array(144);
  const g = new Float64Array(12);
  const h = new Float64Array(12);
  for (let t = 0; t < tets.count; t++) {
    element.fill(0);
    setTetGradients(g, tets.inverses, t);
    for (let i = 0; i < 3; i++) {
      for (let j = i; j < 3; j++) {
        for (let k = 0; k < 4; k++) {
          h[3 * k + i] = g[3 * k + j]!;
          h[3 * k + j] = g[3 * k + i]!;
        }
        addOuter(element, h, (i === j ? 1 : 0.5) * tets.shapeWeights[t]!, axisPlaces[i]![j]);
      }
    }
    addOuter(element, g, tets.volumeWeights[t]! / 3);
    for (let f = tets.fibreStart[t]!; f < tets.fibreStart[t + 1]!; f++) {
      addFibre(element, g, tets.fibreDirections, 3 * f, tets.fibreWeights[f]!);
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
function addPlain(out: BlockMatrix, { plates, hinges }: Elements): void {
  for (let t = 0; t < plates.count; t++) {
    const b = plates.inverses.subarray(4 * t, 4 * t + 4);
    addEqually(out, plates.nodes, 3 * t, [-b[0]! - b[2]!, b[0]!, b[2]!], plates.weights[t]!);
    addEqually(out, plates.nodes, 3 * t, [-b[1]! - b[3]!, b[1]!, b[3]!], plates.weights[t]!);
  }
  for (let h = 0; h < hinges.count; h++) {
    addEqually(out, hinges.nodes, 4 * h, Array.from(hinges.cotangents.subarray(4 * h, 4 * h + 4)), hinges.weights[h]!);
  }
}

/** Where the entries of a symmetric 3 × 3 block are among its six numbers. */
const symmetricPlaces = [0, 1, 2, 1, 3, 4, 2, 4, 5] as const;

/** Blocks of the nodes, which turn with them. */
function addAddedMass({ matrix }: BlockMatrix, addedMass: Float64Array, dt: number): void {
  for (let node = 0; node < addedMass.length / 6; node++)
    for (let i = 0; i < 9; i++) {
      const at = computeCsrIndex(matrix, 3 * node + Math.floor(i / 3), 3 * node + (i % 3));
      matrix.values[at]! += addedMass[6 * node + symmetricPlaces[i]!]! / (dt * dt);
    }
}

function addDiagonal(out: BlockMatrix, settings: ProjectiveSettings, masses: Float64Array, isFixed: Uint8Array): void {
  const { dt, drag, addedMass } = settings;
  const { rowStart, columns, values } = out.matrix;
  const hasFixed = isFixed.includes(1);
  if (addedMass !== undefined) addAddedMass(out, addedMass, dt);
  for (let row = 0; row < out.matrix.rowCount; row++) {
    const node = Math.floor(row / 3);
    values[computeCsrIndex(out.matrix, row, row)]! += masses[node]! / (dt * dt) + (drag?.[node] ?? 0) / dt;
    for (let p = rowStart[row]!; hasFixed && p < rowStart[row + 1]!; p++) {
      const column = columns[p]!;
      const held = isFixed[node] === 1 || isFixed[Math.floor(column / 3)] === 1;
      if (held) values[p] = row === column ? 1 : 0;
    }
  }
}

/** Tets of each node, ascending: those of node i are list[start[i]] … list[start[i + 1] − 1]. */
function listTetsByNode(
  { nodes }: TetTable,
  nodeCount: number,
): { readonly start: Int32Array; readonly list: Int32Array } {
  const start = new Int32Array(nodeCount + 1);
  for (let i = 0; i < nodes.length; i++) start[nodes[i]! + 1]! += 1;
  for (let i = 0; i < nodeCount; i++) start[i + 1]! += start[i]!;
  const next = start.slice();
  const list = new Int32Array(nodes.length);
  for (let i = 0; i < nodes.length; i++) list[next[nodes[i]!]!++] = i >> 2;
  return { start, list };
}

/** The volume-weighted mean of F around every node that has tets, as a linear map of positions. */
function createFrames(
  tets: TetTable,
  plates: PlateTable,
  perm: Int32Array,
): Pick<CorotatedTables, 'counts' | 'nodes' | 'weights'> {
  const n = perm.length;
  const { start, list } = listTetsByNode(tets, n);
  const isPlate = new Uint8Array(n);
  for (const node of plates.nodes) isPlate[node] = 1;
  const counts = new Int32Array(n + 1);
  // A tet adds at most four entries to each frame that it is in.
  const nodes = new Int32Array(4 * list.length + n);
  const weights = new Float64Array(3 * nodes.length);
  const g = new Float64Array(12);
  /** Where a node is among the entries of the present frame, and which frame that was. */
  const placeOf = new Int32Array(n);
  const frameOf = new Int32Array(n).fill(-1);
  let size = 0;
  for (let frame = 0; frame <= n; frame++) {
    const own = frame === 0 ? -1 : perm[frame - 1]!;
    const [from, to] = own < 0 ? [0, tets.count] : isPlate[own] === 1 ? [0, 0] : [start[own]!, start[own + 1]!];
    const first = size;
    let total = 0;
    for (let i = from; i < to; i++) {
      const t = own < 0 ? i : list[i]!;
      const volume = tets.volumes[t]!;
      total += volume;
      setTetGradients(g, tets.inverses, t);
      for (let k = 0; k < 4; k++) {
        const node = tets.nodes[4 * t + k]!;
        if (frameOf[node] !== frame) {
          frameOf[node] = frame;
          placeOf[node] = size;
          nodes[size++] = node;
        }
        for (let j = 0; j < 3; j++) weights[3 * placeOf[node]! + j]! += volume * g[3 * k + j]!;
      }
    }
    for (let i = 3 * first; i < 3 * size; i++) weights[i]! /= total;
    counts[frame] = size === first ? -1 : size - first;
  }
  return { counts, nodes: nodes.slice(0, size), weights: weights.slice(0, 3 * size) };
}

/** The scalar factor, whose three columns of a node have the same rows below it, as blocks. */
function createBlocks(factor: LdlFactor): Pick<CorotatedTables, 'blockCounts' | 'blockRows' | 'blockValues'> {
  const { lowerValues, diagonal } = factor;
  const { columnStart, rowIndices, n } = factor.symbolic;
  const blockCounts = new Int32Array(n / 3);
  for (let i = 0; i < n / 3; i++) blockCounts[i] = (columnStart[3 * i + 3]! - columnStart[3 * i + 2]!) / 3;
  const blockCount = blockCounts.reduce((sum, count) => sum + count, 0);
  const blockRows = new Int32Array(blockCount);
  const blockValues = new Float64Array((8 * n) / 3 + 12 * blockCount);
  let block = 0;
  let to = 0;
  for (let i = 0; i < n / 3; i++) {
    const [first, second, third] = [columnStart[3 * i]!, columnStart[3 * i + 1]!, columnStart[3 * i + 2]!];
    blockValues[to] = lowerValues[first]!;
    blockValues[to + 1] = lowerValues[first + 1]!;
    blockValues[to + 2] = lowerValues[second]!;
    for (let a = 0; a < 3; a++) blockValues[to + 4 + a] = 1 / diagonal[3 * i + a]!;
    to += 8;
    for (let k = 0; k < blockCounts[i]!; k++) {
      const row = rowIndices[third + 3 * k]!;
      if (row % 3 !== 0 || rowIndices[first + 2 + 3 * k] !== row) refuseBlocks();
      blockRows[block++] = row / 3;
      for (let a = 0; a < 3; a++, to += 4) {
        const at = columnStart[3 * i + a]! + 2 - a + 3 * k;
        for (let b = 0; b < 3; b++) blockValues[to + b] = lowerValues[at + b]!;
      }
    }
  }
  return { blockCounts, blockRows, blockValues };
}

function refuseBlocks(): never {
  throw new Error('The factor of the co-rotated matrix does not fall into 3 × 3 blocks.');
}

export function createCorotatedTables(
  settings: ProjectiveSettings,
  pattern: Csr,
  symbolic: LdlSymbolic,
  masses: Float64Array,
  isFixed: Uint8Array,
  elements: Elements,
): CorotatedTables {
  const blocks = createBlockMatrix(pattern);
  addTets(blocks, elements.tets);
  addPlain(blocks, elements);
  addDiagonal(blocks, settings, masses, isFixed);
  // The three rows of a node stay together, so that the order of the n × n factor serves here too.
  const factor = createLdlFactor(createBlockSymbolic(symbolic, blocks));
  setLdlFactor(factor, blocks.matrix);
  return {
    panels: settings.lanes === 1 ? undefined : createPanels(factor),
    ...createBlocks(factor),
    ...createFrames(elements.tets, elements.plates, symbolic.perm),
  };
}
