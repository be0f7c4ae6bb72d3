import { describe, expect, it } from 'vitest';
import { createKernels } from '../../../../kernels/load.ts';
import { createWormMesh } from '../../../families/worm/mesh/mesh.ts';
import { setVertices } from '../../../../kernels/memory/layout.ts';
import {
  createLumpedMasses,
  createStvkTets,
  createTetShape,
  setStvkDamping,
  setStvkMaterials,
} from '../../../forces/stvk.ts';
import { LinearAlgebraError } from '../../../math/sparse/linear-error.ts';
import { addDiagonalScalars, createSystemMatrix, setStepSystem } from '../assembly.ts';
import { createCappedSolver } from './capped.ts';
import { createDeflatedSolver } from './deflated.ts';
import { createDirectSolver } from '../../../../testing/solvers/direct-solver.ts';
import { createPastSolutions, storeSolution, pastCount, setGuess } from './guess.ts';
import {
  createSampleBody,
  type SampleBody,
  type SampleOptions,
  setBent,
  setSampleSystem,
} from '../../../../testing/meshes/fem-linear-sample.ts';
import type { LinearSolver } from './linear-solver.ts';

const kinds = ['direct', 'deflated', 'capped'] as const;
type Kind = (typeof kinds)[number];
const tight = { tolerance: 1e-11, maxIterations: 3000 };

function createBody(options: SampleOptions = {}): SampleBody {
  return createSampleBody(createKernels(1 << 23), { density: 100, ...options });
}

/** A solver prepared at rest, and the body bent afterwards. */
function createPrepared(kind: Kind, body: SampleBody, curvature = 0.2): LinearSolver {
  const solver = createSolver(kind, body);
  setSampleSystem(body);
  solver.prepare(body.matrix);
  setBent(body, curvature);
  setSampleSystem(body);
  return solver;
}

function createSolver(kind: Kind, { kernels, matrix, mesh, tets }: SampleBody): LinearSolver {
  if (kind === 'direct') return createDirectSolver(kernels, matrix);
  if (kind === 'deflated') return createDeflatedSolver(kernels, matrix, mesh, tets);
  return createCappedSolver(kernels, matrix);
}

/** The solution by Gauss elimination with pivoting, xyz_. */
function createDenseSolution({ matrix, rhs }: SampleBody): Float64Array {
  const n = 3 * matrix.nodeCount;
  const rows = Array.from({ length: n }, () => new Float64Array(n + 1));
  const { rowStart, columns, blocks } = matrix.bcsr;
  for (let i = 0; i < matrix.nodeCount; i++) {
    for (let r = 0; r < 3; r++) {
      rows[3 * i + r]![n] = rhs[4 * i + r]!;
      for (let p = rowStart[i]!; p < rowStart[i + 1]!; p++) {
        for (let c = 0; c < 3; c++) rows[3 * i + r]![3 * columns[p]! + c] = blocks[12 * p + 4 * c + r]!;
      }
    }
  }
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(rows[i]![k]!) > Math.abs(rows[best]![k]!)) best = i;
    [rows[k], rows[best]] = [rows[best]!, rows[k]!];
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i]![k]! / rows[k]![k]!;
      if (factor !== 0) for (let j = k; j <= n; j++) rows[i]![j]! -= factor * rows[k]![j]!;
    }
  }
  const out = new Float64Array(4 * matrix.nodeCount);
  for (let k = n - 1; k >= 0; k--) {
    let sum = rows[k]![n]!;
    for (let j = k + 1; j < n; j++) sum -= rows[k]![j]! * out[4 * Math.floor(j / 3) + (j % 3)]!;
    out[4 * Math.floor(k / 3) + (k % 3)] = sum / rows[k]![k]!;
  }
  return out;
}

function computeDistance(a: Float64Array, b: Float64Array): number {
  let [difference, size] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    difference += (a[i]! - b[i]!) ** 2;
    size += b[i]! ** 2;
  }
  return Math.sqrt(difference / size);
}

describe.each(kinds)('%s solver', (kind) => {
  it.each(['objective', 'rayleigh', 'none'] as const)('finds the dense solution with %s damping', (damping) => {
    const body = createBody({ damping, density: 300, prisms: damping === 'objective' });
    const solver = createPrepared(kind, body);
    const { dx, matrix, rhs, positions } = body;
    const result = solver.solve(dx, matrix, rhs, positions, tight);
    expect(result.converged).toBe(true);
    expect(result.relativeResidual).toBeLessThanOrEqual(tight.tolerance);
    expect(computeDistance(dx, createDenseSolution(body))).toBeLessThan(1e-9);
  });

  it('answers zero with zero', () => {
    const body = createBody();
    const solver = createPrepared(kind, body);
    body.rhs.fill(0);
    body.dx.fill(1);
    const result = solver.solve(body.dx, body.matrix, body.rhs, body.positions, tight);
    expect([result.converged, result.relativeResidual]).toEqual([true, 0]);
    expect(body.dx.every((value) => value === 0)).toBe(true);
  });

  it('refuses what is not finite, in the right-hand side and in the matrix', () => {
    const body = createBody();
    const solver = createPrepared(kind, body);
    const { dx, matrix, rhs, positions } = body;
    const start = rhs[5]!;
    rhs[5] = Number.NaN;
    expect(() => solver.solve(dx, matrix, rhs, positions, tight)).toThrow(LinearAlgebraError);
    rhs[5] = start;
    matrix.bcsr.blocks[matrix.diagonals[7]!] = Number.NaN;
    dx.fill(0);
    expect(() => solver.solve(dx, matrix, rhs, positions, tight)).toThrow(LinearAlgebraError);
  });

  it('refuses an indefinite matrix, which it can solve without the geometric part', () => {
    const body = createBody({ density: 1e-3 });
    const solver = createPrepared(kind, body, 2);
    const { kernels, dx, matrix, rhs, positions } = body;
    if (kind === 'capped') expect(solver.solve(dx, matrix, rhs, positions, tight).converged).toBe(false);
    else expect(() => solver.solve(dx, matrix, rhs, positions, tight)).toThrow(/positive definite/);
    const settings = { timeStep: 0.02, gravity: [0, 0, -9.81], geometric: false };
    setStepSystem(kernels, body, settings);
    dx.fill(0);
    expect(solver.solve(dx, matrix, rhs, positions, { ...tight, tolerance: 1e-7 }).converged).toBe(true);
  });

  it('refuses vectors that do not fit or are not in the arena', () => {
    const body = createBody();
    const solver = createPrepared(kind, body);
    const { dx, matrix, rhs, positions } = body;
    expect(() => solver.solve(dx.subarray(4), matrix, rhs, positions, tight)).toThrow(/x: got/);
    expect(() => solver.solve(dx, matrix, rhs.slice(), positions, tight)).toThrow(/outside the arena/);
  });
});

describe('deflated solver', () => {
  it('wants to be prepared', () => {
    const body = createBody();
    const solver = createSolver('deflated', body);
    setBent(body, 0.2);
    setSampleSystem(body);
    expect(() => solver.solve(body.dx, body.matrix, body.rhs, body.positions, tight)).toThrow(/has not been computed/);
  });

  it('serves a light body that nothing holds', () => {
    const body = createBody({ cells: [20, 2, 2], density: 1e-8 });
    const solver = createPrepared('deflated', body, 0.05);
    const { kernels, dx, matrix, rhs, positions } = body;
    const settings = { timeStep: 0.02, gravity: [0, 0, 0], geometric: false };
    setStepSystem(kernels, body, settings);
    const result = solver.solve(dx, matrix, rhs, positions, { tolerance: 1e-6, maxIterations: 40 });
    expect(result.relativeResidual).toBeLessThanOrEqual(1e-6);
  });

  it('needs fewer iterations from a combination of past solutions, and none when they span the solution', () => {
    const body = createBody({ cells: [10, 2, 2] });
    const solver = createPrepared('deflated', body);
    const { kernels, dx, matrix, rhs, positions } = body;
    const cold = solver.solve(dx, matrix, rhs, positions, tight).iterations;
    const solution = dx.slice();
    const all = kernels.arena.allocF64(pastCount * dx.length);
    const past = createPastSolutions(all, kernels.arena.allocF64(dx.length));
    // Neither is near the solution, their sum is.
    for (const sign of [1, -1]) {
      dx.set(solution.map((value, i) => (i % 4 === 3 ? 0 : 0.5 * value + sign * 1e-3 * (i % 7))));
      storeSolution(past, dx);
    }
    setGuess(kernels, dx, past, matrix, rhs);
    const result = solver.solve(dx, matrix, rhs, positions, { ...tight, tolerance: 1e-9 });
    expect(result.iterations).toBe(0);
    expect(computeDistance(dx, solution)).toBeLessThan(1e-7);
    past.past[1]!.set(past.past[0]!);
    setGuess(kernels, dx, past, matrix, rhs);
    expect(solver.solve(dx, matrix, rhs, positions, tight).iterations).toBeLessThanOrEqual(cold);
    expect(computeDistance(dx, solution)).toBeLessThan(1e-9);
  });
});

describe('capped solver', () => {
  it('stops at its cap and says what it left', () => {
    const body = createBody();
    const solver = createPrepared('capped', body);
    const { dx, matrix, rhs, positions } = body;
    const result = solver.solve(dx, matrix, rhs, positions, { tolerance: 1e-9, maxIterations: 5 });
    expect([result.iterations, result.converged]).toEqual([5, false]);
    expect(result.relativeResidual).toBeGreaterThan(1e-9);
    expect(computeDistance(dx, createDenseSolution(body))).toBeGreaterThan(1e-6);
  });
});

describe('the worm', () => {
  const mesh = createWormMesh();
  const kernels = createKernels(1 << 25);
  const { arena } = kernels;
  const tets = createStvkTets(arena, createTetShape(mesh));
  const fill = (value: number): Float64Array => new Float64Array(mesh.tetCount).fill(value);
  const stiff = Float64Array.from(mesh.tetTissues, (tissue) => (tissue === 3 ? 20e3 : 130e3));
  setStvkMaterials(tets, stiff, fill(0.45), mesh.tetFibres);
  setStvkDamping(tets, 'objective', 0.02, fill(0.01));
  const matrix = createSystemMatrix(arena, mesh, tets);
  const [positions, velocities, forces, rhs, dx, exact] = Array.from({ length: 6 }, () =>
    arena.allocF64(4 * mesh.nodeCount),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
  const masses = createLumpedMasses(tets, fill(1e-3));
  const drags = new Float64Array(mesh.nodeCount).fill(64 / mesh.nodeCount);
  const settings = { timeStep: 0.02, gravity: [0, 0, 0], geometric: true };
  const body = { tets, matrix, masses, positions, velocities, forces, rhs };
  const assemble = (): void => {
    setStepSystem(kernels, body, settings);
    addDiagonalScalars(matrix, drags, 0.02);
  };

  it('is solved alike by the exact and the deflated solver while its muscles bend it, within 30 iterations', () => {
    const direct = createDirectSolver(kernels, matrix);
    const deflated = createDeflatedSolver(kernels, matrix, mesh, tets);
    setVertices(positions, mesh.positions);
    assemble();
    deflated.prepare(matrix);
    for (let step = 0; step < 12; step++) {
      mesh.tetMuscles.forEach((muscle, t) => {
        if (muscle < 0) return;
        const cell = mesh.muscles[muscle]!;
        const wave = Math.sin(2 * Math.PI * (0.01 * step - (cell.s0 + cell.s1) / 1.3));
        tets.actives[t] = (cell.side === 'dorsal' ? 1 : -1) * Math.min(1, step / 10) * 50e3 * wave;
      });
      assemble();
      dx.fill(0);
      const result = deflated.solve(dx, matrix, rhs, positions, { tolerance: 1e-6, maxIterations: 30 });
      expect(result.relativeResidual).toBeLessThanOrEqual(1e-6);
      for (let i = 0; i < dx.length; i++) {
        velocities[i]! += dx[i]!;
        positions[i]! += 0.02 * velocities[i]!;
      }
    }
    deflated.solve(dx, matrix, rhs, positions, { tolerance: 1e-10, maxIterations: 200 });
    expect(direct.solve(exact, matrix, rhs, positions, tight).relativeResidual).toBeLessThan(1e-12);
    expect(computeDistance(dx, exact)).toBeLessThan(1e-6);
  });
});
