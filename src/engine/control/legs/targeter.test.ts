import { describe, expect, it } from 'vitest';
import type { SignedDistance } from '../../world/distance/signed-distance.ts';
import { createTargeter, moveHead, moveSegment, rightSegment, type TargeterState } from './targeter.ts';

const plane: SignedDistance = {
  measure(out) {
    out.set([out[2]!, 0, 0, 1]);
  },
};

function createChain(count: number): TargeterState {
  const state = {
    bodyPositions: new Float64Array(3 * count),
    bodyQuaternions: new Float64Array(4 * count),
    bodyVelocities: new Float64Array(3 * count),
    bodySpins: new Float64Array(3 * count),
    bodyKinematic: new Uint8Array(count).fill(1),
  };
  for (let body = 0; body < count; body++) {
    state.bodyPositions.set([-0.9 * body, 0, 1.5], 3 * body);
    state.bodyQuaternions[4 * body + 3] = 1;
  }
  return state;
}

const options = {
  dt: 1 / 240,
  followRate: 150,
  balanceRate: 10,
  turnRate: Math.PI / 3,
  tiltRate: Math.PI / 3,
  height: 1.5,
  hitch: 0,
  bridge: false,
  linkLength: 0.9,
};

function walk(state: TargeterState, feedForward: boolean, seconds: number, turn = 0): void {
  const targeter = createTargeter({ ...options, feedForward });
  for (let step = 0; step < 240 * seconds; step++) {
    moveHead(targeter, state, plane, 8, turn);
    for (let body = 1; body < state.bodyKinematic.length; body++) moveSegment(targeter, state, body, plane, 8);
  }
}

const computeLink = ({ bodyPositions: p }: TargeterState, body: number): number =>
  Math.hypot(...[0, 1, 2].map((k) => p[3 * body - 3 + k]! - p[3 * body + k]!));

describe('Targeters', () => {
  it('keep links at their length with feed-forward, and stretch them by v / k₁ without', () => {
    const [ahead, behind] = [createChain(5), createChain(5)];
    walk(ahead, true, 2);
    walk(behind, false, 2);
    for (let body = 1; body < 5; body++) {
      expect(computeLink(ahead, body)).toBeCloseTo(0.9, 9);
      // For steps of this size the rest is v dt (1 − a) / a of the exponential, near v / k₁ = 0.053.
      expect(computeLink(behind, body) - 0.9).toBeGreaterThan(0.03);
      expect(computeLink(behind, body) - 0.9).toBeLessThan(0.08);
    }
    expect(ahead.bodyPositions[0]).toBeCloseTo(16, 9);
    expect(ahead.bodyVelocities[12]).toBeCloseTo(8, 9);
  });

  it('follow a turning head on its circle', () => {
    const state = createChain(6);
    walk(state, true, 8, 0.6);
    const radius = 8 / 0.6;
    const [x, y] = [state.bodyPositions[0]!, state.bodyPositions[1]!];
    const heading = 8 * 0.6;
    const centre = [x - radius * Math.sin(heading), y + radius * Math.cos(heading)];
    for (let body = 1; body < 6; body++) {
      const r = Math.hypot(
        state.bodyPositions[3 * body]! - centre[0]!,
        state.bodyPositions[3 * body + 1]! - centre[1]!,
      );
      expect(Math.abs(r - radius)).toBeLessThan(0.2);
    }
  });

  it('bring a low, tilted segment to its height and upright, no faster than allowed', () => {
    const state = createChain(2);
    state.bodyPositions[5] = 0.8;
    state.bodyQuaternions.set([Math.sin(0.3), 0, 0, Math.cos(0.3)], 4);
    const targeter = createTargeter({ ...options, feedForward: true });
    moveSegment(targeter, state, 1, plane, 0);
    expect(state.bodySpins[3]).toBeCloseTo(-Math.PI / 3, 9);
    for (let step = 0; step < 480; step++) moveSegment(targeter, state, 1, plane, 0);
    expect(state.bodyPositions[5]).toBeCloseTo(1.5, 6);
    expect(state.bodyQuaternions[4]).toBeCloseTo(0, 9);
  });

  it('right a segment that has rolled over on the ground, and leave one in the air alone', () => {
    const state = createChain(2);
    const targeter = createTargeter({ ...options, feedForward: true });
    state.bodyQuaternions.set([Math.sin(0.7), 0, 0, Math.cos(0.7)], 4);
    rightSegment(targeter, state, 1, plane);
    expect(state.bodySpins[3]).toBeLessThan(0);
    state.bodySpins.fill(0);
    state.bodyPositions[5] = 5;
    rightSegment(targeter, state, 1, plane);
    expect([...state.bodySpins]).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
