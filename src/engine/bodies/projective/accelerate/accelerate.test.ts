import { describe, expect, it } from 'vitest';
import { createMeasured } from '../../../../testing/kernels/measured.ts';
import { createSampleBar, passiveMaterial as material } from '../../../../testing/meshes/soft-bodies.ts';
import { createRng, nextFloat } from '../../../math/rng.ts';
import type { ProjectiveOptions } from '../tables/options.ts';
import { createProjectiveTables } from '../tables/tables.ts';
import { type Coefficients, createProducts, isWorse, setCoefficients } from './accelerate.ts';
import { advanceIterate, createIterateScratch, resetHistory } from './iterate.ts';

const bar = createSampleBar([2, 1, 1], [0.2, 0.1, 0.1], 0);

/** Iterations of δ = b − D u, whose plain iteration contracts by 1 − D: what remains of u − b/D after each. */
function iterate(method: 'plain' | 'anderson', eigenvalues: readonly number[], count: number, lanes: 1 | 4 = 1) {
  const options: ProjectiveOptions = { dt: 0.01, material, method, precision: 'f64', lanes };
  const tables = createProjectiveTables(bar, options);
  const scratch = createMeasured((kernels) => createIterateScratch(tables, kernels));
  resetHistory(scratch);
  scratch.u.fill(0);
  const rng = createRng(1, 'goal');
  const isNode = (i: number): boolean => lanes > 1 || i % 4 !== 3;
  const goal = scratch.u.map((_, i) => (isNode(i) ? nextFloat(rng) - 0.5 : 0));
  const at = (i: number): number => eigenvalues[i % eigenvalues.length]!;
  const errors: number[] = [];
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < goal.length; i++) {
      scratch.negativeGradient[i] = at(i) * (goal[i]! - scratch.u[i]!);
      scratch.delta[i] = scratch.negativeGradient[i]!;
    }
    advanceIterate(scratch, tables, k === 0);
    errors.push(Math.max(...goal.map((g, i) => Math.abs(g - scratch.u[i]!))));
  }
  return { errors, scratch, tables };
}

describe('coefficients', () => {
  it('of Anderson leave the least of δ: it is nothing where δ is a sum of the d', () => {
    const products = createProducts(2);
    // A = 1: w = d. d0 = (1, 0), d1 = (1, 2), δ = (3, 4) = 1 d0 + 2 d1.
    products.order.set([0, 1]);
    products.count = 2;
    products.dw.set([1, 1, 1, 5]);
    products.rd.set([3, 11]);
    const out: Coefficients = { delta: 0, s: new Float64Array(2), d: new Float64Array(2) };
    setCoefficients(out, products, 'anderson', 2);
    expect(out.delta).toBe(1);
    expect(out.s[0]).toBeCloseTo(-1, 4);
    expect(out.s[1]).toBeCloseTo(-2, 4);
    expect([...out.d]).toEqual([...out.s]);
    setCoefficients(out, products, 'plain', 2);
    expect([...out.s, ...out.d]).toEqual([0, 0, 0, 0]);
  });

  it('know harm: twice the residual, or no number', () => {
    const judge = (merit: number, lastMerit: number, isTouching = false): boolean =>
      isWorse({ ...createProducts(1), merit, lastMerit }, isTouching);
    expect([judge(4, 1), judge(4.1, 1), judge(NaN, 1), judge(5, Infinity)]).toEqual([false, true, true, false]);
    // What meets a wall is held back by it all at once.
    expect([judge(99, 1, true), judge(101, 1, true), judge(NaN, 1, true)]).toEqual([false, true, true]);
  });
});

describe('iterations', () => {
  it('of plain steps shrink by 1 − D each', () => {
    const { errors } = iterate('plain', [0.5], 6);
    for (let k = 1; k < errors.length; k++) expect(errors[k]! / errors[k - 1]!).toBeCloseTo(0.5, 9);
  });

  it('of Anderson end a linear problem with as many rates as it remembers', () => {
    const { errors } = iterate('anderson', [0.3, 0.6, 0.9], 6);
    expect(errors[0]).toBeGreaterThan(0.2);
    expect(errors[5]).toBeLessThan(1e-4);
  });

  it('take a step back that did harm, and try half of it', () => {
    // Plain steps of D = 5 overshoot fourfold.
    expect(iterate('plain', [5], 8).errors[7]).toBeGreaterThan(1e3);
    expect(iterate('anderson', [5], 12).errors[11]).toBeLessThan(1e-3);
  });

  it('leave bodies alone that are done', () => {
    const { scratch, tables } = iterate('anderson', [0.5], 3, 4);
    const before = scratch.u.slice();
    scratch.isDone[2] = 1;
    scratch.delta.fill(1);
    advanceIterate(scratch, tables, false);
    for (let i = 0; i < before.length; i++) {
      if (i % 4 === 2) expect(scratch.u[i]).toBe(before[i]);
      else expect(scratch.u[i]).not.toBe(before[i]);
    }
  });
});
