import { describe, expect, it } from 'vitest';
import { createAmdOrdering } from './amd.ts';
import { type Csr, checkPermutation, createCsrFromTriplets } from './csr.ts';
import { createCsrSymmetricPermutation } from '../../../testing/kernels/sample-matrices.ts';
import { createLdlSymbolic } from './ldl.ts';
import {
  createGridMatrix,
  createRandomSymmetric,
  createSampler,
  createTetMatrix,
} from '../../../testing/kernels/sample-matrices.ts';

function countFill(matrix: Csr, ordering: Int32Array): number {
  return createLdlSymbolic(matrix, ordering).rowIndices.length;
}

function createNaturalOrdering(n: number): Int32Array {
  return Int32Array.from({ length: n }, (_, i) => i);
}

/** Reverse breadth-first levels from row 0, neighbours by ascending degree (Cuthill–McKee). Connected graphs only. */
function createReverseCuthillMcKee(matrix: Csr): Int32Array {
  const degree = (i: number) => matrix.rowStart[i + 1]! - matrix.rowStart[i]!;
  const order = [0];
  const seen = new Set(order);
  for (const i of order) {
    const next = [...matrix.columns.subarray(matrix.rowStart[i], matrix.rowStart[i + 1])].filter((j) => !seen.has(j));
    for (const j of next.sort((a, b) => degree(a) - degree(b) || a - b)) {
      seen.add(j);
      order.push(j);
    }
  }
  return Int32Array.from(order.reverse());
}

/** Exact minimum degree on an explicit elimination graph; returns the number of entries below the diagonal of L. */
function countExactMinimumDegreeFill(matrix: Csr): number {
  const neighbours = Array.from({ length: matrix.rowCount }, (_, i) => {
    const row = matrix.columns.subarray(matrix.rowStart[i], matrix.rowStart[i + 1]);
    return new Set([...row].filter((j) => j !== i));
  });
  const left = new Set(neighbours.keys());
  let fill = 0;
  while (left.size > 0) {
    let pivot = -1;
    for (const i of left) if (pivot < 0 || neighbours[i]!.size < neighbours[pivot]!.size) pivot = i;
    left.delete(pivot);
    fill += neighbours[pivot]!.size;
    for (const i of neighbours[pivot]!) {
      neighbours[i]!.delete(pivot);
      for (const j of neighbours[pivot]!) if (j !== i) neighbours[i]!.add(j);
    }
  }
  return fill;
}

function createShuffled(matrix: Csr, seed: number): Csr {
  const next = createSampler(seed);
  const keys = Array.from({ length: matrix.rowCount }, () => next());
  const perm = createNaturalOrdering(matrix.rowCount).sort((i, j) => keys[i]! - keys[j]! || i - j);
  return createCsrSymmetricPermutation(matrix, perm);
}

describe('createAmdOrdering', () => {
  it('gives each row once, for graphs of every shape', () => {
    const graphs: Csr[] = [
      createCsrFromTriplets(0, 0, [], [], []),
      createCsrFromTriplets(1, 1, [0], [0], [1]),
      createCsrFromTriplets(5, 5, [], [], []),
      createGridMatrix(40, 1),
      createGridMatrix(13, 17),
      createTetMatrix(5, 6, 7),
      createRandomSymmetric(60, 1, 3),
    ];
    for (let seed = 1; seed <= 60; seed++) graphs.push(createRandomSymmetric(seed, 0.15, seed));
    for (let seed = 1; seed <= 5; seed++) graphs.push(createShuffled(createTetMatrix(6, 6, 6), seed));
    for (const graph of graphs) checkPermutation(createAmdOrdering(graph), graph.rowCount);
  });

  it('has no fill on trees, paths and stars', () => {
    const next = createSampler(5);
    const rows: number[] = [];
    const columns: number[] = [];
    for (let i = 1; i < 300; i++) {
      const parent = Math.floor((next() * 0.5 + 0.5) * i);
      rows.push(i, parent);
      columns.push(parent, i);
    }
    const tree = createCsrFromTriplets(300, 300, rows, columns, new Float64Array(rows.length));
    expect(countFill(tree, createAmdOrdering(tree))).toBe(299);
  });

  it('puts dense rows last', () => {
    const n = 400;
    const path = createGridMatrix(n, 1);
    const rows = [...path.rowStart.keys()]
      .slice(0, n)
      .flatMap((i) => [...path.columns.subarray(path.rowStart[i], path.rowStart[i + 1])].map(() => i));
    const columns = [...path.columns];
    for (let i = 0; i < n; i++) {
      rows.push(i, 7);
      columns.push(7, i);
    }
    const arrow = createCsrFromTriplets(n, n, rows, columns, new Float64Array(rows.length));
    const ordering = createAmdOrdering(arrow);
    expect(ordering[n - 1]).toBe(7);
    expect(countFill(arrow, ordering)).toBeLessThan(3 * n);
  });

  it('stays within 1.3 of exact minimum degree on small graphs', () => {
    const graphs = [
      createGridMatrix(12, 12),
      createShuffled(createGridMatrix(15, 9), 2),
      createTetMatrix(6, 6, 6),
      createShuffled(createTetMatrix(4, 5, 9), 3),
    ];
    for (let seed = 1; seed <= 12; seed++) graphs.push(createRandomSymmetric(80, 0.04, seed));
    for (const graph of graphs) {
      const ratio = countFill(graph, createAmdOrdering(graph)) / countExactMinimumDegreeFill(graph);
      expect(ratio).toBeLessThanOrEqual(1.3);
    }
  });

  it('beats natural and Cuthill–McKee ordering on a grid and on tetrahedral meshes', () => {
    // A slender bar numbered along its length is nearly as good as a band can be; the gain is in compact bodies.
    for (const [graph, share] of [
      [createGridMatrix(50, 50), 0.5],
      [createTetMatrix(12, 12, 12), 0.7],
      [createShuffled(createTetMatrix(12, 12, 12), 1), 0.7],
      [createTetMatrix(6, 6, 27), 0.95],
      [createShuffled(createTetMatrix(6, 6, 27), 1), 0.95],
    ] as const) {
      const fill = countFill(graph, createAmdOrdering(graph));
      expect(fill).toBeLessThan(share * countFill(graph, createNaturalOrdering(graph.rowCount)));
      expect(fill).toBeLessThan(share * countFill(graph, createReverseCuthillMcKee(graph)));
    }
  });

  it('is a function of the pattern: same result again, and for other values', () => {
    const mesh = createTetMatrix(7, 7, 7);
    const ordering = createAmdOrdering(mesh);
    expect(createAmdOrdering(mesh)).toEqual(ordering);
    expect(createAmdOrdering({ ...mesh, values: mesh.values.map((v) => 3 * v + 1) })).toEqual(ordering);
  });

  it('keeps its fill on the bar meshes it was tuned on', () => {
    // Reference implementations give about 34,500 and 338,000 on meshes of these sizes.
    const small = createTetMatrix(6, 6, 27);
    const large = createTetMatrix(9, 9, 52);
    expect(countFill(small, createAmdOrdering(small))).toBeLessThan(37_000);
    expect(countFill(large, createAmdOrdering(large))).toBeLessThan(360_000);
  });

  it('refuses an asymmetric pattern', () => {
    expect(() => createAmdOrdering(createCsrFromTriplets(3, 3, [0], [2], [1]))).toThrow(/not symmetric/);
  });
});
