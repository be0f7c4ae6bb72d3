import { describe, expect, it } from 'vitest';
import { LinearAlgebraError } from './linear-error.ts';
import { addBcsrBlock, type Bcsr, BLOCK_STRIDE, computeBcsrOffset, createBcsr, createCsrFromBcsr } from './bcsr.ts';
import { type CgOperator, type CgResult, createCgResult, solveCg } from './cg.ts';
import type { Csr } from './csr.ts';
import { createLdlFactor, createLdlSymbolic, setLdlFactor, setLdlSolution } from './ldl.ts';
import {
  computeDenseSolution,
  computeRelativeError,
  createDense,
  createGridMatrix,
  createRandomVector,
  createTetMatrix,
} from '../../../testing/kernels/sample-matrices.ts';
import { setBcsrProduct } from '../../../testing/kernels/bcsr-product.ts';

/** Springs of random direction along the edges of a mesh, plus `mass` on the diagonal. */
function createSpringMatrix(mesh: Csr, mass: number): Bcsr {
  const n = mesh.rowCount;
  const rows = Int32Array.from({ length: mesh.columns.length }, (_, p) => mesh.rowStart.findIndex((s) => s > p) - 1);
  const matrix = createBcsr(n, rows, mesh.columns);
  const directions = createRandomVector(3 * mesh.columns.length, 77);
  const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (let p = 0; p < rows.length; p++) {
    const i = rows[p]!;
    const j = mesh.columns[p]!;
    if (i === j) addBcsrBlock(matrix, computeBcsrOffset(matrix, i, i), identity, mass);
    if (i >= j) continue;
    const d = directions.subarray(3 * p, 3 * p + 3);
    const stiffness = Float64Array.from({ length: 9 }, (_, k) => d[k % 3]! * d[Math.floor(k / 3)]!);
    for (const [a, b, sign] of [
      [i, i, 1],
      [j, j, 1],
      [i, j, -1],
      [j, i, -1],
    ] as const) {
      addBcsrBlock(matrix, computeBcsrOffset(matrix, a, b), stiffness, sign);
    }
  }
  return matrix;
}

const pad = (v: Float64Array) =>
  Float64Array.from({ length: (v.length / 3) * 4 }, (_, i) => (i % 4 === 3 ? 0 : v[(i >> 2) * 3 + (i % 4)]!));
const unpad = (v: Float64Array) => v.filter((_, i) => i % 4 !== 3);

function catchError(run: () => void): LinearAlgebraError {
  try {
    run();
  } catch (error) {
    if (error instanceof LinearAlgebraError) return error;
    throw error;
  }
  throw new Error('expected a LinearAlgebraError');
}

type Precondition = (out: Float64Array, r: Float64Array) => void;

/** M⁻¹ = inverse of the diagonal. */
function createDiagonalPreconditioner(matrix: Bcsr): Precondition {
  const inverse = new Float64Array(4 * matrix.rowCount);
  for (let i = 0; i < matrix.rowCount; i++) {
    const at = computeBcsrOffset(matrix, i, i);
    for (let c = 0; c < 3; c++) inverse[4 * i + c] = 1 / matrix.blocks[at + 5 * c]!;
  }
  return (out, r) => {
    for (let i = 0; i < out.length; i++) out[i] = inverse[i]! * r[i]!;
  };
}

function computeDot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => (i % 4 === 3 ? sum : sum + value * b[i]!), 0);
}

/** The operations in plain JavaScript. */
function createOperator(matrix: Bcsr, precondition: Precondition = (out, r) => out.set(r)): CgOperator {
  const vector = (): Float64Array => new Float64Array(4 * matrix.rowCount);
  return {
    r: vector(),
    z: vector(),
    p: vector(),
    q: vector(),
    apply: (out, v) => setBcsrProduct(out, matrix, v),
    dot: computeDot,
    precondition(z, r) {
      precondition(z, r);
      return computeDot(r, z);
    },
    advance(x, r, p, q, step) {
      for (let i = 0; i < x.length; i++) {
        if (i % 4 === 3) continue;
        x[i]! += step * p[i]!;
        r[i]! -= step * q[i]!;
      }
      return computeDot(r, r);
    },
    turn(p, z, ratio) {
      for (let i = 0; i < p.length; i++) p[i] = z[i]! + ratio * p[i]!;
    },
  };
}

function solve(x: Float64Array, matrix: Bcsr, b: Float64Array, target = tight, precondition?: Precondition): CgResult {
  return solveCg(createCgResult(), x, b, createOperator(matrix, precondition), target);
}

const tight = { tolerance: 1e-13, maxIterations: 2000 };

describe('conjugate gradients', () => {
  it.each([
    ['grid', createSpringMatrix(createGridMatrix(7, 6), 0.3)],
    ['tetrahedra', createSpringMatrix(createTetMatrix(4, 4, 5), 0.1)],
    ['one vertex', createSpringMatrix(createGridMatrix(1, 1), 2)],
  ])('%s: CG, LDLᵀ and dense elimination agree to 1e-11', (_name, matrix) => {
    const n = matrix.rowCount;
    const b = createRandomVector(3 * n, 3);
    const scalar = createCsrFromBcsr(matrix);
    const dense = computeDenseSolution(createDense(scalar), b);
    const direct = new Float64Array(3 * n);
    const factor = createLdlFactor(createLdlSymbolic(scalar));
    setLdlFactor(factor, scalar);
    setLdlSolution(direct, factor, b);
    expect(computeRelativeError(direct, dense)).toBeLessThan(1e-11);
    for (const precondition of [undefined, createDiagonalPreconditioner(matrix)]) {
      const x = new Float64Array(4 * n);
      expect(solve(x, matrix, pad(b), tight, precondition).converged).toBe(true);
      expect(computeRelativeError(unpad(x), dense)).toBeLessThan(1e-11);
      expect(computeRelativeError(unpad(x), direct)).toBeLessThan(1e-11);
    }
  });

  const matrix = createSpringMatrix(createTetMatrix(4, 5, 4), 0.2);
  const n = matrix.rowCount;
  const b = pad(createRandomVector(3 * n, 8));

  it('reports the true residual', () => {
    const x = new Float64Array(4 * n);
    const result = solve(x, matrix, b, { tolerance: 1e-6, maxIterations: 500 });
    const product = new Float64Array(4 * n);
    setBcsrProduct(product, matrix, x);
    expect(result.relativeResidual).toBeCloseTo(computeRelativeError(product, b), 14);
    expect(result.relativeResidual).toBeLessThanOrEqual(1e-6);
  });

  it('starts from the guess: a solved system takes no iteration', () => {
    const x = new Float64Array(4 * n);
    solve(x, matrix, b);
    const solved = x.slice();
    const result = solve(x, matrix, b, { tolerance: 1e-12, maxIterations: 10 });
    expect(result).toEqual({ iterations: 0, converged: true, relativeResidual: result.relativeResidual });
    expect(x).toEqual(solved);
  });

  it('takes what is put into x before a search', () => {
    const solution = new Float64Array(4 * n);
    solve(solution, matrix, b);
    const operator: CgOperator = { ...createOperator(matrix), begin: (x) => x.set(solution) };
    const target = { tolerance: 1e-12, maxIterations: 10 };
    expect(solveCg(createCgResult(), new Float64Array(4 * n), b, operator, target).iterations).toBe(0);
  });

  it('stops at the cap and says so', () => {
    const result = solve(new Float64Array(4 * n), matrix, b, { ...tight, maxIterations: 3 });
    expect(result.iterations).toBe(3);
    expect(result.converged).toBe(false);
    expect(result.relativeResidual).toBeGreaterThan(1e-13);
  });

  it('ends at the rounding floor instead of spinning', () => {
    const result = solve(new Float64Array(4 * n), matrix, b, { tolerance: 1e-18, maxIterations: 100_000 });
    expect(result.converged).toBe(false);
    expect(result.relativeResidual).toBeLessThan(1e-14);
    expect(result.iterations).toBeLessThan(20_000);
  });

  it('gives zero for a zero right-hand side, whatever the guess', () => {
    const x = createRandomVector(4 * n, 1);
    expect(solve(x, matrix, new Float64Array(4 * n))).toEqual({ iterations: 0, relativeResidual: 0, converged: true });
    expect(x.every((value) => value === 0)).toBe(true);
  });

  it('accepts the empty matrix', () => {
    const empty = new Float64Array(0);
    expect(solve(empty, createBcsr(0, [], []), empty).converged).toBe(true);
  });

  it('ignores the padding of b and keeps that of x', () => {
    const clean = new Float64Array(4 * n);
    solve(clean, matrix, b);
    const x = Float64Array.from({ length: 4 * n }, (_, i) => (i % 4 === 3 ? 5 : 0));
    solve(
      x,
      matrix,
      b.map((value, i) => (i % 4 === 3 ? 9 : value)),
    );
    expect(unpad(x)).toEqual(unpad(clean));
    expect(x[3]).toBe(5);
  });
});

describe('refusals', () => {
  const mesh = createGridMatrix(3, 3);
  const b = pad(createRandomVector(27, 8));
  const run = (matrix: Bcsr, rhs = b, precondition?: Precondition): CgResult =>
    solve(new Float64Array(36), matrix, rhs, tight, precondition);

  it('name an indefinite direction', () => {
    const error = catchError(() => run(createSpringMatrix(mesh, -5)));
    expect(error).toMatchObject({ code: 'indefinite-direction', path: 'iteration 0' });
    expect(error.got).toBeLessThan(0);
    const zero = createBcsr(9, [0], [0]);
    expect(catchError(() => run(zero))).toMatchObject({ code: 'indefinite-direction', got: 0 });
  });

  it('are left to those who ask for it: then the search ends where the matrix is indefinite', () => {
    const operator: CgOperator = { ...createOperator(createSpringMatrix(mesh, -0.2)), stopsWhereIndefinite: true };
    const x = new Float64Array(36);
    const result = solveCg(createCgResult(), x, b, operator, tight);
    expect(result.converged).toBe(false);
    expect(x.every(Number.isFinite)).toBe(true);
    expect(() => run(createSpringMatrix(mesh, -0.2))).toThrow(/positive definite/u);
  });

  it('name a non-finite matrix, right-hand side and preconditioner', () => {
    const broken = createSpringMatrix(mesh, 1);
    broken.blocks[BLOCK_STRIDE] = Number.NaN;
    expect(catchError(() => run(broken)).code).toBe('non-finite');
    const rhs = b.slice();
    rhs[6] = Infinity;
    expect(catchError(() => run(createSpringMatrix(mesh, 1), rhs))).toMatchObject({
      code: 'non-finite',
      path: 'b, node 1',
    });
    const negative: Precondition = (out, r) => out.set(r.map((value) => -value));
    expect(catchError(() => run(createSpringMatrix(mesh, 1), b, negative)).code).toBe('indefinite-preconditioner');
  });
});
