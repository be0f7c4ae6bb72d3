import { describe, expect, it } from 'vitest';
import { setQuatFromAxisAngle } from '../../../testing/kernels/rotation-samples.ts';
import { createSample } from '../../../testing/rigid-soft-samples.ts';
import { createAttachedMasses, setAttachedNodes, setBodyWrenches } from './coupling.ts';
import { computeTissueIndex, solveTissue } from './tissue/segments.ts';

describe('bodies and the tissue between them', () => {
  it('share the mass of the nodes on the faces', () => {
    const { body } = createSample(3, 'fast');
    const { lattice, nodeMasses } = body.soft;
    const sizes = body.parameters.rigidSizes;
    const attached = createAttachedMasses(lattice, nodeMasses, sizes);
    const face = nodeMasses.subarray(0, lattice.faceNodeCount).reduce((sum, mass) => sum + mass, 0);
    const massOf = (index: number): number =>
      attached.filter((each) => each.body === index).reduce((sum, { mass }) => sum + mass, 0);
    expect([massOf(0), massOf(1), massOf(2)].map((mass) => mass / face)).toEqual([
      expect.closeTo(1, 12),
      expect.closeTo(2, 12),
      expect.closeTo(1, 12),
    ]);
  });

  it('ride together: a face turns and moves with its body', () => {
    const { body, state } = createSample(2, 'fast');
    state.bodyPositions.set([1, 2, 3], 0);
    setQuatFromAxisAngle(state.bodyQuaternions, Float64Array.of(0, 0, 1), Math.PI / 2);
    state.bodyVelocities.set([0.5, 0, 0], 0);
    state.bodySpins.set([0, 0, 2], 0);
    setAttachedNodes(body.coupling, body.soft, state, body.bodies, state);
    const { lattice } = body.soft;
    const last = lattice.nodeCount - lattice.faceNodeCount;
    const at = computeTissueIndex(lattice, 0);
    for (let node = 0; node < lattice.faceNodeCount; node++) {
      const [y, z] = [lattice.restPositions[3 * node + 1]!, lattice.restPositions[3 * node + 2]!];
      const [hx, hy] = [-body.bodies.halfSizes[0]!, y];
      const to = at + 12 * (last + node);
      expect(state.softPositions[to]).toBeCloseTo(1 - hy, 9);
      expect(state.softPositions[to + 4]).toBeCloseTo(2 + hx, 9);
      expect(state.softPositions[to + 8]).toBeCloseTo(3 + z, 9);
      // v + ω × r about the box's centre.
      expect(state.softVelocities[to]).toBeCloseTo(0.5 - 2 * hx, 9);
      expect(state.softVelocities[to + 4]).toBeCloseTo(-2 * hy, 9);
    }
  });

  it.each(['paper', 'fast'] as const)(
    'push each other with forces that add up to what the free nodes gain: %s',
    (integrator) => {
      const { body, state } = createSample(3, integrator, { precision: 'f64' });
      // The middle body is turned and moved, everything is at rest.
      state.bodyPositions[3]! += 0.002;
      state.bodyPositions[4]! += 0.001;
      setQuatFromAxisAngle(state.bodyQuaternions, Float64Array.of(0.6, 0, 0.8), 0.004, 4);
      setAttachedNodes(body.coupling, body.soft, state, body.bodies, state);
      solveTissue(body.soft, state, [0, 0, 0]);
      setBodyWrenches(body.coupling, body.soft, state, body.bodies, state);
      const { bodyWrenches: w } = state;
      // Free nodes take up momentum too: what they gain in the step is the rest of the force.
      const gained = [0, 0, 0];
      const { lattice, nodeMasses, options } = body.soft;
      for (let segment = 0; segment < 2; segment++)
        for (let node = lattice.faceNodeCount; node < lattice.nodeCount - lattice.faceNodeCount; node++)
          for (let axis = 0; axis < 3; axis++)
            gained[axis]! +=
              (nodeMasses[node]! * state.softVelocities[computeTissueIndex(lattice, segment) + 12 * node + 4 * axis]!) /
              options.dt;
      const sum = [0, 1, 2].map((axis) => w[axis]! + w[6 + axis]! + w[12 + axis]! + gained[axis]!);
      const scale = Math.max(...w.map(Math.abs));
      expect(scale).toBeGreaterThan(1);
      for (const value of sum) expect(Math.abs(value)).toBeLessThan(1e-9 * scale);
    },
  );
});
