import { describe, expect, it } from 'vitest';
import { setQuatFromAxisAngle } from '../../../testing/kernels/rotation-samples.ts';
import { stepHybrid } from './step.ts';
import { computeEnergy } from '../../../testing/rigid-soft-energy.ts';
import { createSample, falling } from '../../../testing/rigid-soft-samples.ts';
import { createRigidChain, solveChain } from './chain.ts';
import { createTissueJoint, type TissueJoint } from './tissue/joint.ts';

/** Moves or turns the ends of one soft segment a little; the front end's force and moment, over the amount, when all is at rest. */
function deform(way: number, softCells: readonly [number, number, number]): { shown: number[]; joint: TissueJoint } {
  const amount = 1e-4;
  const { body, state } = createSample(2, 'paper', { precision: 'f64', softCells });
  const { lattice, mu, lambda } = body.soft;
  state.bodyKinematic.fill(1);
  const rest = state.bodyPositions.slice();
  if (way < 3) state.bodyPositions[way] = rest[way]! + amount;
  for (let b = 0; b < 2 && way >= 3; b++) {
    // Half a turn each about the middle of the face that the segment is attached to.
    const axis = new Float64Array(3);
    axis[way - 3] = 1;
    const angle = b === 0 ? amount / 2 : -amount / 2;
    const arm = b === 0 ? 0.1 : -0.1;
    setQuatFromAxisAngle(state.bodyQuaternions, axis, angle, 4 * b);
    if (way === 4) state.bodyPositions[3 * b + 2] = -arm * angle;
    if (way === 5) state.bodyPositions[3 * b + 1] = arm * angle;
  }
  for (let step = 0; step < 1500; step++) {
    stepHybrid(body, state, { gravity: [0, 0, 0], terrain: null, friction: 0, forces: [] });
  }
  // The front body's wrench, taken to the middle of the face.
  const { bodyWrenches: w, bodyPositions: x } = state;
  const arm = x[0]! + body.bodies.centres[0]! - (rest[0]! - 0.1);
  const about = [w[0]!, w[1]!, w[2]!, w[3]!, w[4]! - arm * w[2]!, w[5]! + arm * w[1]!];
  return { shown: about.map((value) => -value / amount), joint: createTissueJoint(lattice, mu, lambda, 50) };
}

describe('a soft segment as a joint', () => {
  it('has the stiffness that its nodes show when the front end is moved or turned a little', () => {
    for (let way = 0; way < 6; way++) {
      const { shown, joint } = deform(way, [3, 3, 3]);
      expect(Math.abs(shown[way]! / joint.stiffness[7 * way]! - 1)).toBeLessThan(0.005);
    }
  });

  // Only the way its cells are cut joins pitch and yaw, and only where there is one of them across: then by a tenth.
  it('answers a turn about y with a moment about z where its cells are askew, and the other way round', () => {
    for (const [way, other] of [
      [4, 5],
      [5, 4],
    ] as const) {
      const { shown, joint } = deform(way, [2, 1, 1]);
      const coupling = joint.stiffness[6 * way + other]!;
      const size = Math.sqrt(joint.stiffness[7 * way]! * joint.stiffness[7 * other]!);
      expect(Math.abs(coupling)).toBeGreaterThan(0.05 * size);
      expect(Math.abs(shown[other]! / coupling - 1)).toBeLessThan(0.005);
    }
  });

  it('is symmetric and positive', () => {
    const { body } = createSample(2, 'fast');
    const { lattice, mu, lambda } = body.soft;
    const joint = createTissueJoint(lattice, mu, lambda, 50);
    for (let a = 0; a < 6; a++) {
      expect(joint.stiffness[7 * a]).toBeGreaterThan(0);
      expect(joint.damping[7 * a]).toBeGreaterThan(0);
      for (let b = 0; b < a; b++) {
        expect(Math.abs(joint.stiffness[6 * a + b]! - joint.stiffness[6 * b + a]!)).toBeLessThan(1e-7);
      }
    }
    // Axial: between Young's modulus and the constrained one, times area over length.
    const unit = (2.422 * 1.39) / 0.7079;
    expect(joint.stiffness[0]).toBeGreaterThan(4000 * unit);
    expect(joint.stiffness[0]).toBeLessThan(8572 * unit);
  });
});

describe('the chain of bodies', () => {
  it('falls and drifts as a whole without any force in its joints', () => {
    const { body, state } = createSample(5, 'fast');
    const spin = [0.3, -0.8, 0.5];
    const chain = createRigidChain(body.chain!.joint, 5);
    for (let b = 0; b < 5; b++) {
      const x = state.bodyPositions[3 * b]!;
      state.bodySpins.set(spin, 3 * b);
      state.bodyVelocities.set([2, 1 + spin[2]! * x, -3 - spin[1]! * x], 3 * b);
    }
    solveChain(chain, body.bodies, state, falling.gravity, 1 / 60);
    for (let b = 0; b < 5; b++) {
      const change = [...chain.changes.subarray(6 * b, 6 * b + 6)];
      [0, 0, -9.8 / 60, 0, 0, 0].forEach((value, k) => {
        expect(Math.abs(change[k]! - value)).toBeLessThan(1e-10);
      });
    }
  });

  it('adds no momentum, whatever the joints do', () => {
    const { body, state } = createSample(6, 'fast');
    for (let i = 0; i < 18; i++) {
      state.bodyVelocities[i] = ((7 * i) % 5) - 2;
      state.bodySpins[i] = ((3 * i) % 7) - 3;
    }
    for (let b = 0; b < 6; b++) {
      const axis = Float64Array.of(0.6, 0, 0.8);
      setQuatFromAxisAngle(state.bodyQuaternions, axis, 0.2 * b, 4 * b);
    }
    const chain = body.chain!;
    solveChain(chain, body.bodies, state, [0, 0, 0], 1 / 60);
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      let size = 0;
      for (let b = 0; b < 6; b++) {
        sum += body.bodies.masses[b]! * chain.changes[6 * b + axis]!;
        size += Math.abs(body.bodies.masses[b]! * chain.changes[6 * b + axis]!);
      }
      expect(size).toBeGreaterThan(1);
      expect(Math.abs(sum)).toBeLessThan(1e-10 * size);
    }
  });

  it('keeps the velocities of kinematic bodies', () => {
    const { body, state } = createSample(4, 'fast');
    state.bodyKinematic[2] = 1;
    state.bodyVelocities[6] = 3;
    const chain = body.chain!;
    solveChain(chain, body.bodies, state, falling.gravity, 1 / 240);
    expect([...chain.changes.subarray(12, 18)]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(chain.changes[0]).toBeGreaterThan(0);
    expect(chain.changes[18]).toBeGreaterThan(0);
  });

  it.each([1 / 120, 1 / 60])('swings from its head without gaining energy at dt = %f', (dt) => {
    const { body, state } = createSample(8, 'fast', { dt, iterations: 6 });
    state.bodyKinematic[0] = 1;
    const first = computeEnergy(body, state, falling.gravity);
    let most = first;
    for (let step = 0; step < 2 / dt; step++) {
      stepHybrid(body, state, falling);
      if (step % 5 === 4) most = Math.max(most, computeEnergy(body, state, falling.gravity));
    }
    expect(most - first).toBeLessThan(1e-3);
    expect(computeEnergy(body, state, falling.gravity)).toBeLessThan(first - 50);
  });
});
