/**
 * A soft body compiled for projective dynamics: masses, elements, and the constant matrix
 *   A = M/h² + Σ w AᵢᵀAᵢ (+ expected drag / h)
 * of n rows, one for each node, with its factor. Pure data; nothing here depends on the kernels' memory.
 */
import { createCsrFromTriplets, createInversePermutation, type Csr } from '../../../math/sparse/csr.ts';
import { createLdlFactor, createLdlSymbolic, setLdlFactor } from '../../../math/sparse/ldl.ts';
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
  readonly matrix: Csr;
  readonly panels: Panels;
  /** The co-rotated matrix; undefined when the constant one is used. */
  readonly corotated: CorotatedTables | undefined;
  /**
   * Where a node is in the solver's arrays: the number of node i, axis a, lane l is at
   * rowOf[i] · rowNumbers + a · lanes + l. Rows are in the order of the factor.
   */
  readonly rowOf: Int32Array;
  readonly rowNumbers: number;
}

/** Rows of triplets under way. */
interface Triplets {
  readonly rows: number[];
  readonly columns: number[];
  readonly values: number[];
}

/** Adds weight · gᵢ·gⱼ for the nodes of an element; g has `width` numbers a node. */
function addElement(
  out: Triplets,
  nodes: Int32Array,
  first: number,
  count: number,
  gradients: readonly number[],
  weight: number,
): void {
  const width = gradients.length / count;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      let sum = 0;
      for (let k = 0; k < width; k++) sum += gradients[i * width + k]! * gradients[j * width + k]!;
      out.rows.push(nodes[first + i]!);
      out.columns.push(nodes[first + j]!);
      out.values.push(weight * sum);
    }
  }
}

/** Gradients of all nodes from those of all but the first: they sum to nothing. */
function withFirst(gradients: readonly number[], width: number): number[] {
  const first: number[] = [];
  for (let k = 0; k < width; k++) {
    let sum = 0;
    for (let i = k; i < gradients.length; i += width) sum += gradients[i]!;
    first.push(-sum);
  }
  return [...first, ...gradients];
}

function addTets(out: Triplets, tets: TetTable): void {
  for (let t = 0; t < tets.count; t++) {
    const rows = Array.from(tets.inverses.subarray(9 * t, 9 * t + 9));
    const weight = tets.shapeWeights[t]! + tets.volumeWeights[t]!;
    addElement(out, tets.nodes, 4 * t, 4, withFirst(rows, 3), weight);
    for (let f = tets.fibreStart[t]!; f < tets.fibreStart[t + 1]!; f++) {
      const m = tets.fibreDirections.subarray(3 * f, 3 * f + 3);
      const along = [0, 3, 6].map((k) => rows[k]! * m[0]! + rows[k + 1]! * m[1]! + rows[k + 2]! * m[2]!);
      addElement(out, tets.nodes, 4 * t, 4, withFirst(along, 1), tets.fibreWeights[f]!);
    }
  }
}

function createMatrix(settings: ProjectiveSettings, masses: Float64Array, isFixed: Uint8Array, all: Triplets): Csr {
  const n = masses.length;
  const { dt, drag } = settings;
  for (let i = 0; i < n; i++) {
    all.rows.push(i);
    all.columns.push(i);
    all.values.push(isFixed[i] === 1 ? 1 : masses[i]! / (dt * dt) + (drag?.[i] ?? 0) / dt);
  }
  // Fixed nodes keep a diagonal of their own and nothing else.
  for (let k = 0; k < all.values.length - n; k++) {
    if (isFixed[all.rows[k]!] === 1 || isFixed[all.columns[k]!] === 1) all.values[k] = 0;
  }
  return createCsrFromTriplets(n, n, all.rows, all.columns, all.values);
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
  const hinges = createHingeTable(body, settings.material, segmentStarts);
  const masses = createMasses(settings, n, tets, plates);
  const isFixed = new Uint8Array(n);
  for (const node of settings.fixedNodes) isFixed[node] = 1;
  const all: Triplets = { rows: [], columns: [], values: [] };
  addTets(all, tets);
  for (let t = 0; t < plates.count; t++) {
    const rows = Array.from(plates.inverses.subarray(4 * t, 4 * t + 4));
    addElement(all, plates.nodes, 3 * t, 3, withFirst(rows, 2), plates.weights[t]!);
  }
  for (let h = 0; h < hinges.count; h++) {
    addElement(
      all,
      hinges.nodes,
      4 * h,
      4,
      Array.from(hinges.cotangents.subarray(4 * h, 4 * h + 4)),
      hinges.weights[h]!,
    );
  }
  const matrix = createMatrix(settings, masses, isFixed, all);
  const factor = createLdlFactor(createLdlSymbolic(matrix));
  setLdlFactor(factor, matrix);
  const panels = createPanels(factor);
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
    matrix,
    panels,
    corotated:
      settings.matrix === 'corotated'
        ? createCorotatedTables(settings, matrix, panels.perm, masses, isFixed, { tets, plates, hinges })
        : undefined,
    rowOf: createInversePermutation(panels.perm),
    rowNumbers: settings.lanes === 1 ? 4 : 3 * settings.lanes,
  };
}
