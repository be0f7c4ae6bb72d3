/**
 * A soft body compiled for projective dynamics: masses, elements, and the constant matrix
 *   A = M/h² + Σ w AᵢᵀAᵢ (+ expected drag / h + added mass / h²)
 * of n rows, one for each node, with its factor. Pure data; nothing here depends on the kernels' memory.
 */
import { Lazy } from '../../../math/memo.ts';
import { computeCsrIndex, createInversePermutation, type Csr } from '../../../math/sparse/csr.ts';
import { createLdlFactor, createLdlSymbolic, type LdlSymbolic, setLdlFactor } from '../../../math/sparse/ldl.ts';
import { createPanels, type Panels } from '../../../math/sparse/panels.ts';
import { ModelError } from '../../../model/problem.ts';
import { createProjectiveSettings, type ProjectiveOptions, type ProjectiveSettings } from './options.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import {
  createHingeTable,
  createPlateTable,
  createSegmentStarts,
  createTetTable,
  type HingeTable,
  type PlateTable,
  type TetTable,
} from './elements.ts';
import { createCorotatedTables, type CorotatedTables } from './corotated.ts';

/** A and its factor. */
interface ConstantMatrix {
  readonly matrix: Csr;
  readonly panels: Panels;
}

type MatrixParts = Pick<ProjectiveTables, 'settings' | 'masses' | 'isFixed' | 'tets' | 'plates' | 'hinges'>;

export interface ProjectiveTables {
  readonly settings: ProjectiveSettings;
  readonly nodeCount: number;
  readonly lanes: number;
  /** kg per node. */
  readonly masses: Float64Array;
  readonly totalMass: number;
  /** 1 for nodes that do not move. */
  readonly isFixed: Uint8Array;
  /** Whether the body floats freely: without fixed nodes, only external forces change its momentum. */
  readonly isFree: boolean;
  /** First excitation of every cord, and the count of all. */
  readonly segmentStarts: Int32Array;
  readonly tets: TetTable;
  readonly plates: PlateTable;
  readonly hinges: HingeTable;
  /** Which entries A has; the values are 0. */
  readonly pattern: Csr;
  /** The order of the rows, and the pattern of the factor. */
  readonly symbolic: LdlSymbolic;
  /** Made when it is first needed: with a co-rotated matrix few runs ever do. */
  readonly constant: Lazy<ConstantMatrix>;
  /** The same without added mass, for motion in the plane of plates; undefined but for bodies of plates alone with added mass. */
  readonly bare: Lazy<ConstantMatrix> | undefined;
  /** The co-rotated matrix; undefined when the constant one is used. */
  readonly corotated: CorotatedTables | undefined;
  /**
   * Where a node is in the solver's arrays: the number of node i, axis a, lane l is at
   * rowOf[i] · rowNumbers + a · lanes + l. Rows are in the order of the factor.
   */
  readonly rowOf: Int32Array;
  readonly rowNumbers: number;
}

/** The pattern of the n × n matrix: nodes that share an element, columns ascending. The values are 0. */
function createPattern(n: number, elements: readonly (readonly [nodes: Int32Array, perElement: number])[]): Csr {
  const groups = elements.map(([nodes, per]) => ({ nodes, per, ...listByNode(n, nodes, per) }));
  const room = groups.reduce((sum, { nodes, per }) => sum + nodes.length * (per - 1), n);
  const columns = new Int32Array(room);
  const rowStart = new Int32Array(n + 1);
  const mark = new Int32Array(n).fill(-1);
  let size = 0;
  for (let i = 0; i < n; i++) {
    mark[i] = i;
    columns[size++] = i;
    for (let g = 0; g < groups.length; g++) {
      const { nodes, per, start, list } = groups[g]!;
      for (let e = start[i]!; e < start[i + 1]!; e++) {
        for (let at = per * list[e]!, end = at + per; at < end; at++) {
          const j = nodes[at]!;
          if (mark[j] === i) continue;
          mark[j] = i;
          columns[size++] = j;
        }
      }
    }
    columns.subarray(rowStart[i], size).sort();
    rowStart[i + 1] = size;
  }
  return { rowCount: n, columnCount: n, rowStart, columns: columns.slice(0, size), values: new Float64Array(size) };
}

/** Elements that each node is in, ascending: those of node i are list[start[i]] … list[start[i + 1] − 1]. */
function listByNode(n: number, nodes: Int32Array, per: number): { start: Int32Array; list: Int32Array } {
  const start = new Int32Array(n + 1);
  for (let at = 0; at < nodes.length; at++) start[nodes[at]! + 1]! += 1;
  for (let i = 0; i < n; i++) start[i + 1]! += start[i]!;
  const next = start.slice(0, n);
  const list = new Int32Array(nodes.length);
  for (let at = 0; at < nodes.length; at++) list[next[nodes[at]!]!++] = (at / per) | 0;
  return { start, list };
}

/** Where the entries of an element are in the values of the matrix. */
const places = new Int32Array(16);

function setPlaces(matrix: Csr, nodes: Int32Array, first: number, count: number): void {
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++)
      places[i * count + j] = computeCsrIndex(matrix, nodes[first + i]!, nodes[first + j]!);
  }
}

/** Adds weight · gᵢ·gⱼ at the places of an element; g has `width` numbers a node. */
function addElement(values: Float64Array, count: number, gradients: Float64Array, width: number, weight: number): void {
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      let sum = 0;
      for (let k = 0; k < width; k++) sum += gradients[i * width + k]! * gradients[j * width + k]!;
      values[places[i * count + j]!]! += weight * sum;
    }
  }
}

/** Sets the gradient of the first node, before those of all others: they sum to nothing. */
function setFirst(gradients: Float64Array, count: number, width: number): void {
  for (let k = 0; k < width; k++) {
    let sum = 0;
    for (let i = 1; i < count; i++) sum += gradients[i * width + k]!;
    gradients[k] = -sum;
  }
}

function addTets(matrix: Csr, tets: TetTable): void {
  const { inverses, fibreDirections } = tets;
  const [gradients, along] = [new Float64Array(12), new Float64Array(4)];
  for (let t = 0; t < tets.count; t++) {
    for (let i = 0; i < 9; i++) gradients[3 + i] = inverses[9 * t + i]!;
    setFirst(gradients, 4, 3);
    setPlaces(matrix, tets.nodes, 4 * t, 4);
    addElement(matrix.values, 4, gradients, 3, tets.shapeWeights[t]! + tets.volumeWeights[t]!);
    for (let f = tets.fibreStart[t]!; f < tets.fibreStart[t + 1]!; f++) {
      const x = fibreDirections[3 * f]!;
      const y = fibreDirections[3 * f + 1]!;
      const z = fibreDirections[3 * f + 2]!;
      for (let k = 3; k < 12; k += 3) along[k / 3] = gradients[k]! * x + gradients[k + 1]! * y + gradients[k + 2]! * z;
      setFirst(along, 4, 1);
      addElement(matrix.values, 4, along, 1, tets.fibreWeights[f]!);
    }
  }
}

function addPlates(matrix: Csr, { count, nodes, inverses, weights }: PlateTable): void {
  const gradients = new Float64Array(6);
  for (let t = 0; t < count; t++) {
    for (let i = 0; i < 4; i++) gradients[2 + i] = inverses[4 * t + i]!;
    setFirst(gradients, 3, 2);
    setPlaces(matrix, nodes, 3 * t, 3);
    addElement(matrix.values, 3, gradients, 2, weights[t]!);
  }
}

function addHinges(matrix: Csr, { count, nodes, cotangents, weights }: HingeTable): void {
  const gradients = new Float64Array(4);
  for (let h = 0; h < count; h++) {
    for (let i = 0; i < 4; i++) gradients[i] = cotangents[4 * h + i]!;
    setPlaces(matrix, nodes, 4 * h, 4);
    addElement(matrix.values, 4, gradients, 1, weights[h]!);
  }
}

/** Of a node's added mass, kg. */
export function computeTrace(addedMass: Float64Array, node: number): number {
  return addedMass[6 * node]! + addedMass[6 * node + 3]! + addedMass[6 * node + 5]!;
}

function addDiagonal(
  matrix: Csr,
  { dt, drag }: ProjectiveSettings,
  masses: Float64Array,
  isFixed: Uint8Array,
  addedMass: Float64Array | undefined,
): void {
  const { rowCount, rowStart, columns, values } = matrix;
  const hasFixed = isFixed.includes(1);
  for (let i = 0; i < rowCount; i++) {
    // Fixed nodes keep a diagonal of their own and nothing else.
    for (let p = rowStart[i]!; hasFixed && p < rowStart[i + 1]!; p++)
      if (isFixed[i] === 1 || isFixed[columns[p]!] === 1) values[p] = 0;
    const own = isFixed[i] === 1 ? 1 : masses[i]! / (dt * dt) + (drag?.[i] ?? 0) / dt;
    // One number for all axes: as much as along the heaviest.
    const added = addedMass === undefined || isFixed[i] === 1 ? 0 : computeTrace(addedMass, i) / (dt * dt);
    values[computeCsrIndex(matrix, i, i)]! += own + added;
  }
}

/** The matrix on its pattern, and its factor. */
function createConstantMatrix(
  { settings, masses, isFixed, tets, plates, hinges }: MatrixParts,
  pattern: Csr,
  symbolic: LdlSymbolic,
  isBare = false,
): ConstantMatrix {
  const matrix = { ...pattern, values: new Float64Array(pattern.columns.length) };
  addTets(matrix, tets);
  addPlates(matrix, plates);
  addHinges(matrix, hinges);
  addDiagonal(matrix, settings, masses, isFixed, isBare ? undefined : settings.addedMass);
  const factor = createLdlFactor(symbolic);
  setLdlFactor(factor, matrix);
  return { matrix, panels: createPanels(factor) };
}

function createMasses(settings: ProjectiveSettings, n: number, tets: TetTable, plates: PlateTable): Float64Array {
  const { density } = settings.material;
  const masses = new Float64Array(n);
  for (let t = 0; t < tets.count; t++) {
    for (let k = 0; k < 4; k++) masses[tets.nodes[4 * t + k]!]! += (density * tets.volumes[t]!) / 4;
  }
  for (let t = 0; t < plates.count; t++) {
    for (let k = 0; k < 3; k++)
      masses[plates.nodes[3 * t + k]!]! += (density * plates.thicknesses[t]! * plates.areas[t]!) / 3;
  }
  const loose = masses.findIndex((m) => !(m > 0));
  if (loose >= 0) {
    const hint = 'Every node must belong to a tetrahedron or a plate.';
    throw new ModelError([{ code: 'inconsistent', path: `positions[${3 * loose}]`, got: 'a loose node', hint }]);
  }
  if (settings.massRule === 'equal') masses.fill(settings.totalMass! / n);
  return masses;
}

export function createProjectiveTables(body: SoftBody, options: ProjectiveOptions): ProjectiveTables {
  const n = body.positions.length / 3;
  const settings = createProjectiveSettings(options, n, body.tets.length / 4);
  const bad = body.positions.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0 || n === 0) {
    const got = n === 0 ? 'no node' : String(body.positions[bad]);
    throw new ModelError([{ code: 'not-finite', path: `positions[${bad}]`, got, hint: 'Give finite positions.' }]);
  }
  const segmentStarts = createSegmentStarts(body);
  const tets = createTetTable(body, settings.material, segmentStarts);
  const plates = createPlateTable(body, settings.material);
  const hinges = createHingeTable(body, settings, segmentStarts);
  const masses = createMasses(settings, n, tets, plates);
  const isFixed = new Uint8Array(n);
  for (const node of settings.fixedNodes) isFixed[node] = 1;
  const pattern = createPattern(n, [
    [tets.nodes, 4],
    [plates.nodes, 3],
    [hinges.nodes, 4],
  ]);
  const symbolic = createLdlSymbolic(pattern);
  const parts = { settings, masses, isFixed, tets, plates, hinges };
  return {
    settings,
    nodeCount: n,
    lanes: settings.lanes,
    masses,
    totalMass: masses.reduce((sum, m) => sum + m, 0),
    isFixed,
    isFree: settings.fixedNodes.length === 0 && settings.pieces === 1,
    segmentStarts,
    tets,
    plates,
    hinges,
    pattern,
    symbolic,
    constant: new Lazy(() => createConstantMatrix(parts, pattern, symbolic)),
    bare:
      settings.addedMass === undefined || settings.matrix !== 'constant' || tets.count > 0
        ? undefined
        : new Lazy(() => createConstantMatrix(parts, pattern, symbolic, true)),
    corotated:
      settings.matrix === 'corotated'
        ? createCorotatedTables(settings, pattern, symbolic, masses, isFixed, { tets, plates, hinges })
        : undefined,
    rowOf: createInversePermutation(symbolic.perm),
    rowNumbers: settings.lanes === 1 ? 4 : 3 * settings.lanes,
  };
}
