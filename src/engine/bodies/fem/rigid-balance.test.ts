import { expect, it } from 'vitest';
import { createRng, nextNormal } from '../../math/rng.ts';
import { clearNodeTerms, createNodeTerms } from '../../forces/node-terms.ts';
import { addRigidBalance, createRigidBalance } from './rigid-balance.ts';

it('leaves the momentum and moment of momentum that the outer forces give, whatever the tissues did', () => {
  const nodes = 40;
  const [dt, gravity] = [0.01, 9.81];
  const rng = createRng(3, 'balance');
  const random = (length: number): Float64Array => Float64Array.from({ length }, () => nextNormal(rng));
  const [positions, velocities, changes] = [random(4 * nodes), random(4 * nodes), random(4 * nodes)];
  const masses = random(nodes).map(Math.abs);
  const terms = createNodeTerms(nodes);
  clearNodeTerms(terms, dt);
  terms.impulses.set(random(4 * nodes));
  // Diagonally dominant, so positive definite.
  terms.blocks.set(random(6 * nodes).map((value, i) => (i % 6 < 3 ? 3 + Math.abs(value) : value / 2)));
  const centre = random(3);
  addRigidBalance(changes, createRigidBalance(), terms, { masses, positions, velocities }, gravity, centre);
  // Σ (b_o − A_o Δv) and Σ r × (b_o − A_o Δv). The turn that was added moves r again, by second order in it: the
  // arms are those that the solve had, which are found by taking the rigid motion out once more.
  const before = changes.slice();
  addRigidBalance(before, createRigidBalance(), terms, { masses, positions, velocities }, gravity, centre);
  const net = new Float64Array(6);
  let size = 0;
  for (let i = 0; i < nodes; i++) {
    const [xx, yy, zz, xy, xz, yz] = terms.blocks.subarray(6 * i, 6 * i + 6) as unknown as number[];
    const [dx, dy, dz] = before.subarray(4 * i, 4 * i + 3) as unknown as number[];
    const m = masses[i]!;
    const px = terms.impulses[4 * i]! - (m + xx!) * dx! - xy! * dy! - xz! * dz!;
    const py = terms.impulses[4 * i + 1]! - xy! * dx! - (m + yy!) * dy! - yz! * dz!;
    const pz = terms.impulses[4 * i + 2]! - dt * m * gravity - xz! * dx! - yz! * dy! - (m + zz!) * dz!;
    const [x, y, z] = [0, 1, 2].map(
      (k) => positions[4 * i + k]! + dt * (velocities[4 * i + k]! + changes[4 * i + k]!) - centre[k]!,
    ) as [number, number, number];
    [px, py, pz, y * pz - z * py, z * px - x * pz, x * py - y * px].forEach((value, k) => (net[k]! += value));
    size += Math.abs(px) + Math.abs(py) + Math.abs(pz);
  }
  for (const value of net) expect(Math.abs(value)).toBeLessThan(1e-12 * size);
});
