import { describe, expect, it } from 'vitest';
import {
  createSampleBody,
  type SampleBody,
  type SampleOptions,
  setBent,
  setSampleSystem,
} from '../testing/meshes/fem-linear-sample.ts';
import { setElasticSystem } from '../engine/bodies/fem/assembly.ts';
import { createDeflatedSolver } from '../engine/bodies/fem/linear/deflated.ts';
import { addStvkSystem } from '../engine/forces/stvk.ts';
import type { Kernels } from './functions.ts';
import { createKernels } from './load.ts';
import { createTwinInstance } from './twin.ts';

const memory = 1 << 23;
const createBoth = (): [Kernels, Kernels] => [createKernels(memory), createTwinInstance(memory)];

function runBoth<T>(options: SampleOptions, run: (body: SampleBody) => T): [T, T] {
  const [wasm, twin] = createBoth();
  return [run(createSampleBody(wasm, options)), run(createSampleBody(twin, options))];
}

describe('stvk', () => {
  it.each([
    { odd: false, prisms: false },
    { odd: true, prisms: false },
    { odd: false, prisms: true },
    { odd: true, prisms: true },
  ])('agrees with its twin in every bit: %s', (options) => {
    const [wasm, twin] = runBoth(options, (body) => {
      setBent(body, 0.8);
      const { kernels, matrix, forces, tets, positions } = body;
      const report = { ...setElasticSystem(kernels, body, positions) };
      const total = forces.slice();
      addStvkSystem(kernels, forces, undefined, tets, positions, true);
      return { report, total, twice: forces.slice(), blocks: matrix.bcsr.blocks.slice() };
    });
    expect(wasm).toEqual(twin);
    expect(wasm.report.inverted).toBe(0);
  });

  it.each([false, true])('counts inverted prisms, once each (odd: %s)', (odd) => {
    const [wasm, twin] = runBoth({ odd, prisms: true }, (body) => {
      const { kernels, tets, positions, forces } = body;
      const rest = { ...addStvkSystem(kernels, forces, undefined, tets, positions, true) };
      // The whole body turned inside out.
      for (let i = 2; i < positions.length; i += 4) positions[i]! *= -1;
      return {
        rest,
        turned: { ...addStvkSystem(kernels, forces, undefined, tets, positions, true) },
        tets: tets.tetCount,
      };
    });
    expect(wasm).toEqual(twin);
    expect(wasm.rest.inverted).toBe(0);
    expect(wasm.turned.inverted).toBe(wasm.tets + wasm.tets / 3);
  });

  it.each([false, true])('counts inverted tets and names the worst, once each (odd: %s)', (odd) => {
    const [wasm, twin] = runBoth({ odd }, (body) => {
      const { kernels, tets, positions, forces } = body;
      const reports = [{ ...addStvkSystem(kernels, forces, undefined, tets, positions, true) }];
      // Push the last corner through the box.
      const node = tets.tetNodes[4 * tets.tetCount - 1]!;
      positions[4 * node] = -3;
      reports.push({ ...addStvkSystem(kernels, forces, undefined, tets, positions, true) });
      positions[4 * node] = Number.NaN;
      reports.push({ ...addStvkSystem(kernels, forces, undefined, tets, positions, true) });
      const touching = Array.from({ length: tets.tetCount }, (_, t) => tets.tetNodes.slice(4 * t, 4 * t + 4)).filter(
        (nodes) => nodes.includes(node),
      ).length;
      return { reports, touching };
    });
    expect(wasm).toEqual(twin);
    const [rest, pushed, broken] = wasm.reports;
    expect(rest!.inverted).toBe(0);
    expect(rest!.worstDeterminant).toBeCloseTo(1, 12);
    expect(pushed!.inverted).toBeGreaterThan(0);
    expect(pushed!.inverted).toBeLessThanOrEqual(wasm.touching);
    expect(pushed!.worstDeterminant).toBeLessThan(0);
    expect(broken!.inverted).toBe(wasm.touching);
    expect(broken!.worstDeterminant).toBeNaN();
  });
});

describe('solves along the sections', () => {
  it.each([
    [[6, 2, 2]],
    // 48 numbers per section fill the padded size, 27 and 60 leave some of it.
    [[4, 3, 3]],
    [[4, 4, 3]],
  ] as const)('the deflated solver of %s cells agrees with its twin in every bit', (cells) => {
    const [wasm, twin] = runBoth({ cells, density: 100 }, (body) => {
      const { kernels, matrix, mesh, tets, dx, rhs, positions } = body;
      const solver = createDeflatedSolver(kernels, matrix, mesh, tets);
      setSampleSystem(body);
      solver.prepare(matrix);
      setBent(body, 0.2);
      setSampleSystem(body);
      const result = { ...solver.solve(dx, matrix, rhs, positions, { tolerance: 1e-9, maxIterations: 100 }) };
      return { result, dx: dx.slice() };
    });
    expect(wasm).toEqual(twin);
    expect(wasm.result.converged).toBe(true);
    expect(wasm.result.relativeResidual).toBeLessThan(1e-9);
  });
});
