import { describe, expect, it } from 'vitest';
import { createEdgeWeights, createFreeMatrix } from './matrix.ts';
import { createTissueLattice } from './lattice.ts';

const lattice = createTissueLattice([3, 2, 2], [0.9, 0.5, 0.4]);
const masses = lattice.nodeVolumes.map((volume) => 1.3 * volume);
const dt = 1 / 240;
const first = lattice.faceNodeCount;
const n = lattice.nodeCount - 2 * first;

describe('the matrix of the tissue', () => {
  it('is dt (M + dt W)⁻¹ on the free nodes', () => {
    const weights = createEdgeWeights(lattice, 50, 30);
    const g = createFreeMatrix(lattice, masses, weights, dt);
    // M + dt W, node by node.
    const system = new Float64Array(n * n);
    for (let row = 0; row < n; row++) system[row * n + row] = masses[first + row]!;
    weights.forEach((weight, edge) => {
      const [i, j] = [lattice.edgeNodes[2 * edge]! - first, lattice.edgeNodes[2 * edge + 1]! - first];
      for (const [a, b] of [
        [i, j],
        [j, i],
      ] as const) {
        if (a < 0 || a >= n) continue;
        system[a * n + a]! += dt * weight;
        if (b >= 0 && b < n) system[a * n + b]! -= dt * weight;
      }
    });
    for (let row = 0; row < n; row++)
      for (let column = 0; column < n; column++) {
        let product = 0;
        for (let k = 0; k < n; k++) product += system[row * n + k]! * g[k * n + column]!;
        expect(product).toBeCloseTo(row === column ? dt : 0, 12);
      }
  });

  it('is dt / mass where nothing joins the nodes', () => {
    const g = createFreeMatrix(lattice, masses, createEdgeWeights(lattice, 0, 0), dt);
    for (let row = 0; row < n; row++)
      for (let column = 0; column < n; column++)
        expect(g[row * n + column]).toBeCloseTo(row === column ? dt / masses[first + row]! : 0, 12);
  });

  it('refuses what has no inverse', () => {
    const none = new Float64Array(lattice.nodeCount);
    expect(() => createFreeMatrix(lattice, none, createEdgeWeights(lattice, 0, 0), dt)).toThrow(/pivot/);
  });
});
