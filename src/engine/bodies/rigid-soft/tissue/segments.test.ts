import { describe, expect, it } from 'vitest';
import { createRng, nextNormal } from '../../../math/rng.ts';
import { setQuatFromAxisAngle } from '../../../../testing/kernels/rotation-samples.ts';
import { setVec3Rotated } from '../../../math/space/quat.ts';
import { stepHybrid } from '../step.ts';
import { computeElasticEnergy } from '../../../../testing/rigid-soft-energy.ts';
import { createSample, type Sample, weightless } from '../../../../testing/rigid-soft-samples.ts';
import { createTissueLattice } from './lattice.ts';
import { computeTissueIndex } from './segments.ts';

const material = { stiffness: 4000, poissonRatio: 0.4, density: 1, damping: 0 };

/** Elastic forces of segment 0 at the present positions, node by node, with rotations turned until they stand. */
function computeForces({ body, state }: Sample): Float64Array {
  const { soft } = body;
  const { kernels, lattice } = soft;
  const { nodeCount, faceNodeCount } = lattice;
  const at = [soft.positions.byteOffset, soft.starts.byteOffset] as const;
  kernels.softLocaliseF64(
    ...at,
    state.softPositions.byteOffset,
    state.softVelocities.byteOffset,
    nodeCount,
    faceNodeCount,
    nodeCount - faceNodeCount,
    0,
  );
  soft.forces.fill(0);
  kernels.corotatedForcesF64(
    soft.forces.byteOffset,
    state.softQuaternions.byteOffset,
    at[0],
    soft.tets,
    lattice.cornerTetCount,
    lattice.centralTetCount,
    2 * soft.mu * lattice.cornerVolume,
    soft.lambda * lattice.cornerVolume,
    20,
  );
  return Float64Array.from({ length: 3 * nodeCount }, (_, i) => soft.forces[2 * i]!);
}

function shake({ body, state }: Sample, size: number, seed: number): void {
  const rng = createRng(seed, 'shake');
  const at = computeTissueIndex(body.soft.lattice, 0);
  for (let i = 0; i < 3 * body.soft.lattice.nodeCount; i++) {
    state.softPositions[at + 4 * i] = state.softPositions[at + 4 * i]! + size * nextNormal(rng);
  }
}

describe('the lattice', () => {
  it('has the nodes, tets and attached layers of the paper at 3 × 3 × 3', () => {
    const lattice = createTissueLattice([3, 3, 3], [0.7, 2.4, 1.4]);
    expect([lattice.nodeCount, lattice.cornerTetCount + lattice.centralTetCount, lattice.faceNodeCount]).toEqual([
      64, 135, 16,
    ]);
    const volume = lattice.nodeVolumes.reduce((sum, value) => sum + value, 0);
    expect(volume).toBeCloseTo(0.7 * 2.4 * 1.4, 12);
  });

  it.each([
    [3, 3, 3],
    [2, 2, 2],
    [4, 3, 2],
    [2, 1, 1],
  ] as const)('conforms and is positive in %i × %i × %i cells', (...cells) => {
    const lattice = createTissueLattice(cells, [0.7, 2.4, 1.4]);
    const faces = new Map<string, number>();
    for (let tet = 0; tet < lattice.tetNodes.length / 4; tet++) {
      const nodes = [...lattice.tetNodes.subarray(4 * tet, 4 * tet + 4)];
      for (let skip = 0; skip < 4; skip++) {
        const key = nodes
          .filter((_, k) => k !== skip)
          .sort((a, b) => a - b)
          .join();
        faces.set(key, (faces.get(key) ?? 0) + 1);
      }
    }
    // Interior faces belong to two tets, and the others tile the outside with two triangles a square.
    const [nx, ny, nz] = cells;
    expect([...faces.values()].filter((count) => count === 1)).toHaveLength(4 * (nx * ny + ny * nz + nx * nz));
    expect([...faces.values()].every((count) => count <= 2)).toBe(true);
  });
});

describe('elastic forces', () => {
  const options = { precision: 'f64', material } as const;

  it('are minus the gradient of the energy, inverted tets included', () => {
    for (const [size, seed] of [
      [0.02, 1],
      [0.15, 2],
    ] as const) {
      const sample = createSample(2, 'paper', options);
      shake(sample, size, seed);
      const forces = computeForces(sample);
      const largest = forces.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      const at = computeTissueIndex(sample.body.soft.lattice, 0);
      const { softPositions: x } = sample.state;
      const step = 1e-5;
      for (let i = 0; i < forces.length; i += 5) {
        const start = x[at + 4 * i]!;
        x[at + 4 * i] = start + step;
        const above = computeElasticEnergy(sample.body.soft, sample.state, 0);
        x[at + 4 * i] = start - step;
        const below = computeElasticEnergy(sample.body.soft, sample.state, 0);
        x[at + 4 * i] = start;
        expect(Math.abs((below - above) / (2 * step) - forces[i]!)).toBeLessThan(1e-6 * largest);
      }
    }
  });

  it('vanish under rigid motion and turn with the body', () => {
    const sample = createSample(2, 'paper', options);
    const shaken = createSample(2, 'paper', options);
    shake(shaken, 0.03, 3);
    const still = computeForces(shaken);
    const q = new Float64Array(4);
    setQuatFromAxisAngle(q, Float64Array.of(2 / 3, -1 / 3, 2 / 3), 2.5);
    for (const { body, state } of [sample, shaken]) {
      const at = computeTissueIndex(body.soft.lattice, 0);
      const point = new Float64Array(3);
      for (let node = 0; node < body.soft.lattice.nodeCount; node++) {
        for (let axis = 0; axis < 3; axis++) point[axis] = state.softPositions[at + 12 * node + 4 * axis]!;
        setVec3Rotated(point, q, point);
        for (let axis = 0; axis < 3; axis++) state.softPositions[at + 12 * node + 4 * axis] = point[axis]! + 7 * axis;
      }
    }
    const limit = 1e-10 * 4000 * 0.7 * 0.7;
    expect(Math.max(...computeForces(sample).map(Math.abs))).toBeLessThan(limit);
    expect(computeElasticEnergy(sample.body.soft, sample.state, 0)).toBeLessThan(1e-20 * 4000 * 2.4);
    const turned = computeForces(shaken);
    for (let node = 0; node < 64; node++) {
      setVec3Rotated(still, q, still, 3 * node, 0, 3 * node);
      for (let axis = 0; axis < 3; axis++) expect(turned[3 * node + axis]).toBeCloseTo(still[3 * node + axis]!, 8);
    }
  });

  it('sum to nothing', () => {
    const sample = createSample(2, 'paper', options);
    shake(sample, 0.05, 4);
    const forces = computeForces(sample);
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let i = axis; i < forces.length; i += 3) sum += forces[i]!;
      expect(Math.abs(sum)).toBeLessThan(1e-9);
    }
  });
});

describe('inversion', () => {
  const ruin = {
    scrambled: (x: Float64Array, i: number, random: () => number) => (x[i] = x[i]! + 0.25 * random()),
    mirrored: (x: Float64Array, i: number) => (x[i] = -x[i]!),
    collapsed: (x: Float64Array, i: number) => (x[i] = 0),
  };

  it.each(['scrambled', 'mirrored', 'collapsed'] as const)('returns from %s nodes to rest', (kind) => {
    for (const integrator of ['paper', 'fast'] as const) {
      for (const precision of ['f32', 'f64'] as const) {
        const { body, state } = createSample(2, integrator, { precision });
        // Centred on the segment, so that mirroring and collapsing are about its middle.
        for (let b = 0; b < 2; b++) state.bodyKinematic[b] = 1;
        const { lattice } = body.soft;
        const middle = -0.5 * (0.2 + lattice.size[0]);
        const rest = state.softPositions.slice();
        const rng = createRng(5, 'ruin');
        for (let node = lattice.faceNodeCount; node < lattice.nodeCount - lattice.faceNodeCount; node++) {
          for (let lane = 0; lane < 4; lane++) {
            const at = 12 * node + lane;
            state.softPositions[at] = state.softPositions[at]! - middle;
            for (let axis = 0; axis < 3; axis++) ruin[kind](state.softPositions, at + 4 * axis, () => nextNormal(rng));
            state.softPositions[at] = state.softPositions[at] + middle;
          }
        }
        const steps = Math.round(1 / body.parameters.dt);
        for (let step = 0; step < steps; step++) stepHybrid(body, state, weightless);
        const error = state.softPositions.reduce((most, x, i) => Math.max(most, Math.abs(x - rest[i]!)), 0);
        expect(error).toBeLessThan(1e-4);
        expect(computeElasticEnergy(body.soft, state, 0)).toBeLessThan(1e-4);
      }
    }
  });
});
