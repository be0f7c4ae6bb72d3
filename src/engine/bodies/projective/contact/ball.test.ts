import { describe, expect, it } from 'vitest';
import { createMeasured } from '../../../../testing/kernels/measured.ts';
import { createPlaneDistance } from '../../../world/distance/plane.ts';
import { ballNumbers, createBall, setBallAt } from './ball.ts';
import { createTouchingNodes } from './contact.ts';
import { createContactStiffness } from './stiffness.ts';
import { createProjectiveScratch } from '../scratch.ts';
import { stepProjective } from '../step.ts';
import { createProjectiveTables } from '../tables/tables.ts';
import { createSampleBar, passiveMaterial as material } from '../../../../testing/meshes/soft-bodies.ts';

const dt = 1 / 120;
const radius = 0.05;

interface Collision {
  readonly centre: readonly [number, number, number];
  readonly density: number;
  readonly friction: number;
  readonly velocity: readonly [number, number, number];
  readonly steps: number;
}

interface Totals {
  readonly momentum: readonly number[];
  readonly energy: number;
  readonly state: Float64Array;
  readonly touching: number;
  readonly nearest: number;
}

/** A soft box of 0.2 × 0.1 × 0.1 m thrown at a ball in empty space. */
function collide({ centre, density, friction, velocity, steps }: Collision): Totals[] {
  const bar = createSampleBar([4, 2, 2], [0.2, 0.1, 0.1], 0);
  const tables = createProjectiveTables(bar, {
    ...{ dt, material, iterations: 60, tolerance: 1e-3, precision: 'f64' as const },
  });
  const scratch = createMeasured((kernels) => createProjectiveScratch(tables, kernels));
  const positions = bar.positions.slice();
  const velocities = positions.map((_, i) => velocity[i % 3]!);
  const nodes = createTouchingNodes(bar.surface);
  const state = new Float64Array(ballNumbers);
  setBallAt(state, 1, centre);
  const ball = createBall({
    rows: tables,
    nodes,
    pushes: new Float64Array(3 * nodes.length),
    stiffness: createContactStiffness(tables, nodes, dt),
    dt,
    frameTime: dt,
    radius,
    density,
    friction,
    gap: 0,
    waterDensity: 0,
    gravity: [0, 0, 0],
  });
  return Array.from({ length: steps }, () => {
    ball.begin(state, positions);
    stepProjective(tables, scratch, { positions, velocities }, new Float64Array(0), { forces: [], contacts: [ball] });
    ball.end(state);
    const momentum = [0, 1, 2].map((k) => ball.mass * state[7 + k]!);
    let energy = 0;
    for (let k = 0; k < 3; k++) {
      energy += 0.5 * ball.mass * state[7 + k]! * state[7 + k]!;
      energy += 0.2 * ball.mass * radius * radius * state[10 + k]! * state[10 + k]!;
    }
    let nearest = Infinity;
    for (let node = 0; node < tables.nodeCount; node++) {
      let square = 0;
      for (let k = 0; k < 3; k++) {
        const v = velocities[3 * node + k]!;
        momentum[k]! += tables.masses[node]! * v;
        energy += 0.5 * tables.masses[node]! * v * v;
        const d = positions[3 * node + k]! - state[k]!;
        square += d * d;
      }
      nearest = Math.min(nearest, Math.sqrt(square));
    }
    return { momentum, energy, state: state.slice(), touching: ball.touching[0]!, nearest };
  });
}

describe('a soft box that hits a ball', () => {
  // Lighter than, as heavy as and heavier than the box.
  it.each([200, 4000, 40000])('hands over momentum and makes no energy (ball of %i kg/m³)', (density) => {
    const velocity = [1, 0.1, 0] as const;
    const run = collide({ centre: [0.27, 0.06, 0.04], density, friction: 0.3, velocity, steps: 80 });
    const start = 0.5 * 2 * (1 + 0.01);
    expect(run.some(({ touching }) => touching > 0)).toBe(true);
    for (const { momentum, energy, nearest } of run) {
      [2, 0.2, 0].forEach((expected, k) => expect(momentum[k]).toBeCloseTo(expected, 9));
      expect(energy).toBeLessThan(1.02 * start);
      expect(nearest).toBeGreaterThan(0.9 * radius);
    }
    const last = run.at(-1)!;
    expect(last.touching).toBe(0);
    expect(last.state[7]).toBeGreaterThan(0);
    // Off-centre and with friction: it spins.
    expect(Math.abs(last.state[12]!)).toBeGreaterThan(1e-3);
    expect(Math.hypot(...last.state.subarray(3, 7))).toBeCloseTo(1, 12);
  });

  it('leaves a ball alone that it does not touch', () => {
    const run = collide({ centre: [0.2, 0.3, 0], density: 1000, friction: 0.3, velocity: [0, 0, 0], steps: 3 });
    expect([...run.at(-1)!.state]).toEqual([0.2, 0.3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  });
});

describe('a ball on its own', () => {
  const createAlone = (density: number, waterDensity: number, lanes = 1) =>
    createBall({
      rows: {
        nodeCount: 0,
        lanes,
        rowOf: new Int32Array(0),
        rowNumbers: lanes === 1 ? 4 : 3 * lanes,
        masses: Float64Array.of(1),
      },
      nodes: new Int32Array(0),
      pushes: new Float64Array(0),
      stiffness: new Float64Array(0),
      dt,
      frameTime: dt,
      radius,
      density,
      friction: 0.3,
      gap: 0,
      waterDensity,
      gravity: [0, 0, -9.81],
      obstacles: createPlaneDistance({ slope: 0, slopeAcross: 0, height: -1 }),
    });

  it('sinks to its terminal velocity, in every lane, and lies on the floor', () => {
    const ball = createAlone(2000, 1000, 4);
    const state = new Float64Array(4 * ballNumbers);
    setBallAt(state, 4, [0, 0, 0]);
    let fastest = 0;
    for (let step = 0; step < 600; step++) {
      ball.begin(state, new Float64Array(0));
      ball.end(state);
      fastest = Math.min(fastest, state[9 * 4 + 2]!);
    }
    const volume = (4 / 3) * Math.PI * radius * radius * radius;
    const terminal = Math.sqrt((1000 * volume * 9.81) / (0.5 * 1000 * 0.47 * Math.PI * radius * radius));
    expect(-fastest).toBeGreaterThan(0.9 * terminal);
    expect(-fastest).toBeLessThanOrEqual(terminal);
    expect(state[2 * 4 + 2]).toBeCloseTo(-1 + radius, 2);
  });

  it('is carried along by a stream', () => {
    const ball = createAlone(1000, 1000);
    const state = new Float64Array(ballNumbers);
    setBallAt(state, 1, [0, 0, 0]);
    for (let step = 0; step < 2400; step++) {
      ball.begin(state, new Float64Array(0), [0.5, 0, 0]);
      ball.end(state);
    }
    expect(state[7]).toBeGreaterThan(0.45);
    expect(state[7]).toBeLessThan(0.5);
    expect(state[2]).toBe(0);
  });
});
