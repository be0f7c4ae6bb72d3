/**
 * Projected Newton: the second derivative at the iterate instead of a constant matrix, its negative parts left out, factored
 * again in every iteration. One body, f64, plain TypeScript: the reference for the faster solvers.
 *
 *   |F − R|²/2:  three stretches and three shears of the singular frame with 1, three turns with 1 − 2/(σ_i + σ_j) ≥ 0
 *   |F − D|²/2:  the direction cof D that leads off det = 1
 *   fibre:       a along F m, a − b/|F m| ≥ 0 across it
 * Plates and hinges keep the matrices of the constant solver.
 */
import { type Csr } from '../../../math/sparse/csr.ts';
import {
  createLdlFactor,
  createLdlSymbolic,
  type LdlFactor,
  setLdlFactor,
  setLdlSolution,
} from '../../../math/sparse/ldl.ts';
import { setSvd3 } from '../../../math/space/svd3.ts';
import { type Activations, setCofactor, setDeformation, setProjections } from '../local/reference.ts';
import type { ProjectiveTables } from '../tables/tables.ts';
import {
  addBlocks,
  addDiagonal,
  addOuter,
  addPlain,
  type BlockMatrix,
  createBlockMatrix,
  setTetGradients,
} from '../tables/corotated.ts';

type Numbers = Float32Array | Float64Array;

export interface NewtonSolver {
  readonly blocks: BlockMatrix;
  /** Of plates and hinges, which do not change. */
  readonly constant: Float64Array;
  readonly factor: LdlFactor;
  readonly positions: Float64Array;
  readonly vector: Float64Array;
}

export function createNewtonSolver(tables: ProjectiveTables): NewtonSolver {
  const blocks = createBlockMatrix(tables.matrix);
  addPlain(blocks, tables);
  addDiagonal(blocks, tables.settings, tables.masses, tables.isFixed);
  const { perm } = tables.panels;
  const order = new Int32Array(3 * perm.length);
  for (let k = 0; k < order.length; k++) order[k] = 3 * perm[Math.floor(k / 3)]! + (k % 3);
  return {
    blocks,
    constant: blocks.matrix.values.slice(),
    factor: createLdlFactor(createLdlSymbolic(blocks.matrix, order)),
    positions: new Float64Array(3 * tables.nodeCount),
    vector: new Float64Array(3 * tables.nodeCount),
  };
}

const f = new Float64Array(9);
const u = new Float64Array(9);
const v = new Float64Array(9);
const sigma = new Float64Array(3);
const rotation = new Float64Array(9);
const target = new Float64Array(9);
const mode = new Float64Array(9);
const gradients = new Float64Array(12);
const image = new Float64Array(12);
const element = new Float64Array(144);

/** element += weight of the change of F along `mode` (by rows). */
function addMode(weight: number): void {
  if (weight === 0) return;
  for (let k = 0; k < 4; k++) {
    for (let i = 0; i < 3; i++) {
      let sum = 0;
      for (let j = 0; j < 3; j++) sum += mode[3 * i + j]! * gradients[3 * k + j]!;
      image[3 * k + i] = sum;
    }
  }
  addOuter(element, image, weight);
}

/** mode ← p (u_i v_jᵀ) + q (u_j v_iᵀ) of the singular frame. */
function setPairMode(i: number, j: number, p: number, q: number): void {
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) {
      mode[3 * a + b] = p * u[3 * i + a]! * v[3 * j + b]! + q * u[3 * j + a]! * v[3 * i + b]!;
    }
  }
}

function addShape(weight: number): void {
  // The library's matrices are by columns: the transpose has U and V exchanged.
  setSvd3(v, sigma, u, f);
  for (let i = 0; i < 3; i++) {
    setPairMode(i, i, 1, 0);
    addMode(weight);
    for (let j = i + 1; j < 3; j++) {
      setPairMode(i, j, Math.SQRT1_2, Math.SQRT1_2);
      addMode(weight);
      setPairMode(i, j, Math.SQRT1_2, -Math.SQRT1_2);
      const sum = sigma[i]! + sigma[j]!;
      addMode(sum > 2 ? weight * (1 - 2 / sum) : 0);
    }
  }
}

function addVolume(weight: number): void {
  setProjections(rotation, target, f);
  setCofactor(mode, target);
  let square = 0;
  for (let k = 0; k < 9; k++) square += mode[k]! * mode[k]!;
  addMode(weight / square);
}

function addFibre(tables: ProjectiveTables, e: number, active: Activations): void {
  const m = tables.tets.fibreDirections;
  const q = [0, 1, 2].map((i) => f[3 * i]! * m[3 * e]! + f[3 * i + 1]! * m[3 * e + 1]! + f[3 * i + 2]! * m[3 * e + 2]!);
  const length = Math.max(Math.sqrt(q[0]! * q[0]! + q[1]! * q[1]! + q[2]! * q[2]!), 1e-9);
  const a = active.fibreConstants[e]!;
  const across = Math.max(0, a - active.fibreSlopes[e]! / length);
  for (let axis = 0; axis < 4; axis++) {
    for (let i = 0; i < 3; i++) {
      const along = axis === 3 ? q[i]! / length : axis === i ? 1 : 0;
      for (let j = 0; j < 3; j++) mode[3 * i + j] = along * m[3 * e + j]!;
    }
    addMode(axis === 3 ? a - across : across);
  }
}

function setMatrix({ blocks, constant, positions }: NewtonSolver, tables: ProjectiveTables, active: Activations): Csr {
  const { tets, isFixed } = tables;
  const { matrix } = blocks;
  matrix.values.set(constant);
  for (let t = 0; t < tets.count; t++) {
    element.fill(0);
    setTetGradients(gradients, tets.inverses, t);
    for (let k = 0; k < 4; k++) {
      if (isFixed[tets.nodes[4 * t + k]!] === 1) gradients.fill(0, 3 * k, 3 * k + 3);
    }
    setDeformation(f, tables, positions, t);
    addShape(tets.shapeWeights[t]!);
    addVolume(tets.volumeWeights[t]!);
    for (let e = tets.fibreStart[t]!; e < tets.fibreStart[t + 1]!; e++) addFibre(tables, e, active);
    addBlocks(blocks, tets.nodes, 4 * t, 4, element);
  }
  return matrix;
}

/** delta ← the Newton step from r at the rows x. */
export function solveNewton(
  delta: Numbers,
  solver: NewtonSolver,
  tables: ProjectiveTables,
  active: Activations,
  x: Numbers,
  right: Numbers,
): void {
  const { rowOf, rowNumbers, nodeCount } = tables;
  const { positions, vector, factor } = solver;
  for (let i = 0; i < 3 * nodeCount; i++) {
    const at = rowOf[Math.floor(i / 3)]! * rowNumbers + (i % 3);
    positions[i] = x[at]!;
    vector[i] = right[at]!;
  }
  setLdlFactor(factor, setMatrix(solver, tables, active));
  setLdlSolution(vector, factor, vector);
  for (let i = 0; i < 3 * nodeCount; i++) delta[rowOf[Math.floor(i / 3)]! * rowNumbers + (i % 3)] = vector[i]!;
}
