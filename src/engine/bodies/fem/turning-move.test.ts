import { describe, expect, it } from 'vitest';
import { createTurningMove, moveTurning } from './turning-move.ts';

const [sections, per] = [12, 5];
const masses = Float64Array.from({ length: sections * per }, (_, i) => 1 + (i % 3));
const corners = [
  [0, 0],
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** A rod along x, vertices xyz_. */
function createRod(): Float64Array {
  const positions = new Float64Array(4 * sections * per);
  for (let node = 0; node < sections * per; node++) {
    const [y, z] = corners[node % per]!;
    positions.set([-0.5 * Math.floor(node / per), 0.3 * y, 0.3 * z, 0], 4 * node);
  }
  return positions;
}

function setVelocities(positions: Float64Array, velocity: (x: number, y: number, z: number) => number[]): Float64Array {
  const velocities = new Float64Array(positions.length);
  for (let at = 0; at < positions.length; at += 4) {
    velocities.set(velocity(positions[at]!, positions[at + 1]!, positions[at + 2]!), at);
  }
  return velocities;
}

function measureDistance(positions: Float64Array, a: number, b: number): number {
  return Math.hypot(...[0, 1, 2].map((k) => positions[4 * a + k]! - positions[4 * b + k]!));
}

function computeCentre(positions: Float64Array): number[] {
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  return [0, 1, 2].map((k) => masses.reduce((sum, mass, i) => sum + (mass * positions[4 * i + k]!) / total, 0));
}

describe('a move of turning sections', () => {
  it('keeps every distance in a rigid turn, however far, and takes the centre of mass where it goes', () => {
    const positions = createRod();
    const before = positions.slice();
    const velocities = setVelocities(positions, (x, y, z) => [3 - 40 * y + 20 * z, 1 + 40 * x, 2 - 20 * x]);
    moveTurning(createTurningMove(sections, per), positions, velocities, masses, 0.02);
    for (const [a, b] of [
      [0, 1],
      [2, 59],
      [13, 44],
      [7, 8],
    ] as const) {
      expect(measureDistance(positions, a, b)).toBeCloseTo(measureDistance(before, a, b), 12);
    }
    const straight = computeCentre(before.map((x, i) => x + 0.02 * velocities[i]!));
    computeCentre(positions).forEach((x, k) => expect(x).toBeCloseTo(straight[k]!, 12));
  });

  it('bends a rod without making it longer', () => {
    const positions = createRod();
    const before = positions.slice();
    const velocities = setVelocities(positions, (x, y) => [-20 * x * y, 10 * x * x, 0]);
    moveTurning(createTurningMove(sections, per), positions, velocities, masses, 0.02);
    const straight = before.map((x, i) => x + 0.02 * velocities[i]!);
    for (let s = 1; s < sections; s++) expect(measureDistance(positions, per * s, per * (s - 1))).toBeCloseTo(0.5, 2);
    expect(measureDistance(straight, per * 11, per * 10)).toBeGreaterThan(1.1);
  });

  it('is the straight move where nothing turns', () => {
    const positions = createRod();
    const before = positions.slice();
    const velocities = setVelocities(positions, (x, y, z) => [0.1 * x + 1, 0.3 * y, -0.2 * z]);
    moveTurning(createTurningMove(sections, per), positions, velocities, masses, 0.5);
    positions.forEach((value, i) => expect(value).toBeCloseTo(before[i]! + 0.5 * velocities[i]!, 12));
  });
});
