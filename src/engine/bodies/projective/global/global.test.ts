import { describe, expect, it } from 'vitest';
import { createMeasured } from '../../../../testing/kernels/measured.ts';
import { createSampleBar } from '../../../../testing/meshes/soft-bodies.ts';
import { createRng, nextFloat } from '../../../math/rng.ts';
import type { ProjectiveOptions } from '../tables/options.ts';
import { createProjectiveTables, type ProjectiveTables } from '../tables/tables.ts';
import { expectedTension } from '../tables/corotated.ts';
import { createGlobalSolver, solveGlobal, turnGlobalSolver } from './global.ts';
import { addElasticGradient } from '../../../../testing/projective-energy.ts';
import { computeActivations } from '../../../../testing/projective-reference.ts';

const material = {
  ...{ shape: 1e5, volume: 2e5, muscle: 3e5, stretch: 0, bend: 0, density: 1000, thickness: 0.01, velocityKeep: 1 },
};
const bar = createSampleBar([3, 1, 1], [0.3, 0.1, 0.1], 1);
const dt = 0.01;

function create(options: Partial<ProjectiveOptions>) {
  const tables = createProjectiveTables(bar, { dt, material, precision: 'f64', ...options });
  return createMeasured((kernels) => {
    const solver = createGlobalSolver(tables, kernels);
    const vectors = [0, 1, 2].map(() => kernels.arena.allocF64(4 * tables.nodeCount));
    return { tables, kernels, solver, alloc: () => vectors.pop()! };
  });
}

function fillRandom(out: Float64Array, seed: number): void {
  const rng = createRng(seed, 'rows');
  for (let i = 0; i < out.length; i++) out[i] = i % 4 === 3 ? 0 : nextFloat(rng) - 0.5;
}

/** xyz per node → rows of the solver. */
function setRows(out: Float64Array, tables: ProjectiveTables, x: ArrayLike<number>): void {
  for (let i = 0; i < x.length; i++) out[4 * tables.rowOf[Math.floor(i / 3)]! + (i % 3)] = x[i]!;
}

function getRows(rows: Float64Array, tables: ProjectiveTables): number[] {
  return Array.from({ length: 3 * tables.nodeCount }, (_, i) => rows[4 * tables.rowOf[Math.floor(i / 3)]! + (i % 3)]!);
}

/** −r of the elastic forces and of inertia after a displacement by `delta`, linearised by central differences. */
function multiplyByHessian(tables: ProjectiveTables, x: Float64Array, delta: readonly number[], tension = 0): number[] {
  const active = computeActivations(tables, new Float64Array(tables.segmentStarts.at(-1)!));
  for (let i = 0; i < active.fibreSlopes.length; i++) active.fibreSlopes[i]! *= 1 - tension;
  const size = Math.max(...delta.map(Math.abs));
  const h = 1e-6 / size;
  const gradientAt = (way: number): Float64Array => {
    const gradient = new Float64Array(x.length);
    addElasticGradient(
      gradient,
      tables,
      x.map((value, i) => value + way * h * delta[i]!),
      active,
    );
    return gradient;
  };
  const [ahead, behind] = [gradientAt(1), gradientAt(-1)];
  return delta.map((d, i) => (ahead[i]! - behind[i]!) / (2 * h) + (tables.masses[Math.floor(i / 3)]! / (dt * dt)) * d);
}

describe('the constant matrix', () => {
  it('is solved: A δ = r, axis by axis', () => {
    const { tables, kernels, solver, alloc } = create({ method: 'plain' });
    const [right, delta] = [alloc(), alloc()];
    fillRandom(right, 1);
    solveGlobal(delta, solver, tables, kernels, right);
    const { rowStart, columns, values } = tables.constant.value.matrix;
    const [r, d] = [getRows(right, tables), getRows(delta, tables)];
    for (let row = 0; row < tables.nodeCount; row++)
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let p = rowStart[row]!; p < rowStart[row + 1]!; p++) sum += values[p]! * d[3 * columns[p]! + k]!;
        expect(sum).toBeCloseTo(r[3 * row + k]!, 9);
      }
  });
});

describe('the matrix that turns with the body', () => {
  it('is the second derivative at rest, with the tension that is expected of fibres', () => {
    const { tables, kernels, solver, alloc } = create({ method: 'anderson', matrix: 'corotated' });
    const [x, right, delta] = [alloc(), alloc(), alloc()];
    setRows(x, tables, bar.positions);
    fillRandom(right, 2);
    turnGlobalSolver(solver, tables, kernels, x);
    solveGlobal(delta, solver, tables, kernels, right);
    const product = multiplyByHessian(tables, bar.positions, getRows(delta, tables), expectedTension);
    const r = getRows(right, tables);
    product.forEach((value, i) => expect(value).toBeCloseTo(r[i]!, 4));
  });

  it('gives the turned step of a turned body for a turned force', () => {
    const { tables, kernels, solver, alloc } = create({ method: 'anderson', matrix: 'corotated' });
    const turn = ([x, y, z]: readonly number[]): number[] => [0.6 * y! - 0.8 * x!, z!, 0.8 * y! + 0.6 * x!];
    const turnAll = (list: ArrayLike<number>): number[] => {
      const out: number[] = [];
      for (let i = 0; i < list.length; i += 3) out.push(...turn([list[i]!, list[i + 1]!, list[i + 2]!]));
      return out;
    };
    const [x, right, delta] = [alloc(), alloc(), alloc()];
    fillRandom(right, 3);
    const r = getRows(right, tables);
    setRows(x, tables, bar.positions);
    turnGlobalSolver(solver, tables, kernels, x);
    solveGlobal(delta, solver, tables, kernels, right);
    const straight = turnAll(getRows(delta, tables));
    setRows(x, tables, turnAll(bar.positions));
    setRows(right, tables, turnAll(r));
    turnGlobalSolver(solver, tables, kernels, x);
    solveGlobal(delta, solver, tables, kernels, right);
    const size = Math.max(...straight.map(Math.abs));
    getRows(delta, tables).forEach((value, i) => expect(Math.abs(value - straight[i]!)).toBeLessThan(1e-9 * size));
  });
});
