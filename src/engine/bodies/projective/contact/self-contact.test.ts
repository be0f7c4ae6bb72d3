import { describe, expect, it } from 'vitest';
import { createMeasured } from '../../../../testing/kernels/measured.ts';
import { createTouchingNodes } from './contact.ts';
import { noExternalForces } from '../external-forces.ts';
import { createProjectiveScratch, type ProjectiveScratch } from '../scratch.ts';
import { stepProjective } from '../step.ts';
import { createProjectiveTables } from '../tables/tables.ts';
import { createSampleBar, passiveMaterial as material } from '../../../../testing/meshes/soft-bodies.ts';
import { computeMeanEdge } from '../../../math/space/geometry.ts';
import { createSelfContact } from './self-contact.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';

/** Two bars in one body, the second above the first. */
function createPair(): SoftBody {
  const bar = createSampleBar([4, 2, 2], [0.2, 0.1, 0.1], 0);
  const count = bar.positions.length / 3;
  const twice = (list: Int32Array): Int32Array => Int32Array.from([...list, ...list.map((node) => node + count)]);
  const above = bar.positions.map((x, i) => x + [0.013, 0.021, 0.3][i % 3]!);
  return {
    ...bar,
    positions: Float64Array.from([...bar.positions, ...above]),
    tets: twice(bar.tets),
    surface: twice(bar.surface),
  };
}

describe('a body that meets itself', () => {
  const run = (withContact: boolean) => {
    const body = createPair();
    const dt = 1 / 120;
    const tables = createProjectiveTables(body, {
      ...{ dt, material, iterations: 60, tolerance: 1e-3, precision: 'f64' as const },
    });
    const scratch = createMeasured((kernels) => createProjectiveScratch(tables, kernels));
    const positions = body.positions.slice();
    const half = positions.length / 2;
    // The upper one comes down.
    const velocities = positions.map((_, i) => (i >= half && i % 3 === 2 ? -1 : 0));
    const nodes = createTouchingNodes(body.surface);
    const contact = createSelfContact({
      rows: tables,
      nodes,
      restPositions: body.positions,
      diameter: 0.9 * computeMeanEdge(body.positions, body.surface),
      dt,
    });
    let most = 0;
    const momenta: number[] = [];
    for (let step = 0; step < 60; step++) {
      contact.begin(positions);
      stepProjective(
        tables,
        scratch,
        { positions, velocities },
        new Float64Array(0),
        withContact ? { forces: [], contacts: [contact] } : noExternalForces,
      );
      most = Math.max(most, contact.touching[0]!);
      momenta.push(velocities.reduce((sum, v, i) => sum + (i % 3 === 2 ? tables.masses[(i - 2) / 3]! * v : 0), 0));
    }
    const mean = (from: number): number => {
      let sum = 0;
      for (let i = from + 2; i < from + half; i += 3) sum += positions[i]! / (half / 3);
      return sum;
    };
    return { most, momenta, below: mean(0), above: mean(half) };
  };

  it('bounces off itself, and keeps its momentum', () => {
    const { most, momenta, below, above } = run(true);
    expect(most).toBeGreaterThan(3);
    // 2 kg at 1 m/s.
    for (const momentum of momenta) expect(momentum).toBeCloseTo(-2, 9);
    expect(above - below).toBeGreaterThan(0.1);
    expect(below).toBeLessThan(0.04);
  });

  it('would pass through itself without', () => {
    const { above, below } = run(false);
    expect(above).toBeLessThan(below);
  });

  it('leaves a body alone that is only bent', () => {
    const body = createSampleBar([4, 2, 2], [0.2, 0.1, 0.1], 0);
    const nodes = createTouchingNodes(body.surface);
    const count = body.positions.length / 3;
    const contact = createSelfContact({
      rows: {
        nodeCount: count,
        lanes: 1,
        rowOf: Int32Array.from({ length: count }, (_, i) => i),
        rowNumbers: 4,
        masses: new Float64Array(count).fill(1),
      },
      nodes,
      restPositions: body.positions,
      diameter: computeMeanEdge(body.positions, body.surface),
      dt: 0.01,
    });
    const squeezed = body.positions.map((x) => 0.7 * x);
    const iterates = new Float64Array(4 * count);
    squeezed.forEach((x, i) => (iterates[4 * Math.floor(i / 3) + (i % 3)] = x));
    const forces = new Float64Array(4 * count);
    contact.begin(squeezed);
    contact.add({ forces, iterates } as ProjectiveScratch);
    expect(forces.every((force) => force === 0)).toBe(true);
  });
});
