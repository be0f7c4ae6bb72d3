import { describe, expect, it } from 'vitest';
import { atan, cos, sin } from '../../../math/portable.ts';
import { setQuatFromAxisAngle } from '../../../../testing/kernels/rotation-samples.ts';
import type { SignedDistance } from '../../../world/distance/signed-distance.ts';
import { createPlane } from '../../../../testing/rigid-soft-samples.ts';
import {
  createRigidMotion,
  createRigidBodies,
  pushMotion,
  type RigidState,
  setMotion,
  storeMotion,
} from './rigid-bodies.ts';
import { applyContact, createContactScratch } from './contact.ts';

const bodies = createRigidBodies([[0.4, 2, 1]], 1, []);
const gravity = [0, 0, -9.8];

function createState(): RigidState {
  return {
    bodyPositions: new Float64Array(3),
    bodyQuaternions: Float64Array.of(0, 0, 0, 1),
    bodyVelocities: new Float64Array(3),
    bodySpins: new Float64Array(3),
    bodyKinematic: new Uint8Array(1),
    bodyWrenches: new Float64Array(6),
  };
}

function run(state: RigidState, terrain: SignedDistance, friction: number, dt: number, steps: number): void {
  const motion = createRigidMotion();
  const scratch = createContactScratch(1);
  for (let step = 0; step < steps; step++) {
    setMotion(motion, bodies, state, 0);
    pushMotion(motion, bodies, state, 0, gravity, dt);
    applyContact(motion, scratch, bodies, state, 0, terrain, friction, dt);
    storeMotion(motion, bodies, state, 0, dt);
  }
}

describe.each([1 / 3000, 1 / 240])('a box on the ground at dt = %f', (dt) => {
  it('falls freely, lands without bouncing and rests on the surface', () => {
    const state = createState();
    state.bodyPositions[2] = 2;
    const steps = Math.round(0.3 / dt);
    run(state, createPlane(), 0.5, dt, steps);
    // Semi-implicit Euler falls by g dt² (1 + 2 + … + n).
    expect(state.bodyPositions[2]).toBeCloseTo(2 - 9.8 * dt * dt * 0.5 * steps * (steps + 1), 12);
    expect(state.bodyVelocities[2]).toBeCloseTo(-9.8 * dt * steps, 12);
    run(state, createPlane(), 0.5, dt, Math.round(0.7 / dt));
    expect(Math.abs(state.bodyPositions[2] - 0.5)).toBeLessThan(1e-10);
    expect(Math.max(...state.bodyVelocities.map(Math.abs), ...state.bodySpins.map(Math.abs))).toBeLessThan(1e-4);
  });

  it('tumbles from a skew start to rest on one of its faces', () => {
    const state = createState();
    state.bodyPositions[2] = 2;
    setQuatFromAxisAngle(state.bodyQuaternions, Float64Array.of(0.6, 0, 0.8), 0.8);
    run(state, createPlane(), 0.5, dt, Math.round(4 / dt));
    const height = state.bodyPositions[2];
    expect(Math.min(...[0.2, 0.5, 1].map((half) => Math.abs(height - half)))).toBeLessThan(1e-6);
    expect(Math.max(...state.bodyVelocities.map(Math.abs))).toBeLessThan(1e-4);
  });

  it('slides to a stop over v² / 2 µ g', () => {
    const state = createState();
    state.bodyPositions[2] = 0.5;
    state.bodyVelocities[1] = 3;
    run(state, createPlane(), 0.5, dt, Math.round(1 / dt));
    expect(Math.abs(state.bodyPositions[1]! / (9 / (2 * 0.5 * 9.8)) - 1)).toBeLessThan(0.01);
    expect(Math.abs(state.bodyVelocities[1])).toBeLessThan(1e-6);
  });

  it('sticks on a slope just below the friction angle and slides just above it', () => {
    const edge = atan(0.5);
    const halfDegree = 0.00873;
    for (const [angle, sticks] of [
      [edge - halfDegree, true],
      [edge + halfDegree, false],
    ] as const) {
      const terrain = createPlane(sin(angle), cos(angle));
      const state = createState();
      // Long edge across, so that it does not tip over: 0.5 high on a base of 0.4 × 2 turned flat.
      setQuatFromAxisAngle(state.bodyQuaternions, Float64Array.of(0, 1, 0), Math.PI / 2 + angle);
      state.bodyPositions.set([0.2 * sin(angle), 0, 0.2 * cos(angle)]);
      run(state, terrain, 0.5, dt, Math.round(1 / dt));
      const along = state.bodyPositions[0]! * cos(angle) - state.bodyPositions[2]! * sin(angle);
      const speed = state.bodyVelocities[0]! * cos(angle) - state.bodyVelocities[2]! * sin(angle);
      if (sticks) expect(Math.abs(along)).toBeLessThan(1e-3);
      else expect(Math.abs(speed / (9.8 * (sin(angle) - 0.5 * cos(angle))) - 1)).toBeLessThan(0.01);
    }
  });
});

describe('rigid bodies', () => {
  it('keeps angular momentum while it tumbles freely', () => {
    const state = createState();
    state.bodySpins.set([3, 0.1, 1]);
    const motion = createRigidMotion();
    const getMomentum = (): Float64Array => {
      setMotion(motion, bodies, state, 0);
      pushMotion(motion, bodies, state, 0, [0, 0, 0], 1 / 3000);
      return motion.momentum.slice();
    };
    const before = getMomentum();
    for (let step = 0; step < 3000; step++) {
      setMotion(motion, bodies, state, 0);
      storeMotion(motion, bodies, state, 0, 1 / 3000);
    }
    getMomentum().forEach((value, axis) => {
      expect(value).toBeCloseTo(before[axis]!, 10);
    });
  });

  it('counts attached mass: a point on one side moves the centre of mass towards it', () => {
    const loaded = createRigidBodies([[0.4, 2, 1]], 1, [{ body: 0, mass: 0.8, at: [0.2, 0, 0] }]);
    expect(loaded.masses[0]).toBeCloseTo(1.6, 12);
    expect(loaded.centres[0]).toBeCloseTo(0.1, 12);
    expect(loaded.inertias[4]).toBeCloseTo((0.8 / 12) * (0.16 + 1) + 2 * 0.8 * 0.01, 12);
  });

  it('rises slowly out of ground that it was placed in', () => {
    const state = createState();
    state.bodyPositions[2] = 0.2;
    let fastest = 0;
    for (let step = 0; step < 240; step++) {
      run(state, createPlane(), 0.5, 1 / 240, 1);
      fastest = Math.max(fastest, state.bodyVelocities[2]!);
    }
    expect(fastest).toBeLessThan(2.001);
    expect(state.bodyPositions[2]).toBeGreaterThan(0.5 - 1e-6);
  });
});
