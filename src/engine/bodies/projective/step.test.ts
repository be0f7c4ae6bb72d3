import { describe, expect, it } from 'vitest';
import { createMeasured } from '../../../testing/kernels/measured.ts';
import { createRng, nextFloat } from '../../math/rng.ts';
import { type ExternalForces, noExternalForces } from './external-forces.ts';
import { createProjectiveScratch, type ProjectiveScratch } from './scratch.ts';
import { stepProjective } from './step.ts';
import type { ProjectiveOptions } from './tables/options.ts';
import { createProjectiveTables, type ProjectiveTables } from './tables/tables.ts';
import { createSampleBar, createSamplePlate, sampleMaterial as material } from '../../../testing/meshes/soft-bodies.ts';
import type { SoftBody } from '../../mesh/soft/soft-body.ts';
import { addElasticGradient } from '../../../testing/projective-energy.ts';
import { computeActivations } from '../../../testing/projective-reference.ts';

const bar = createSampleBar([8, 1, 1], [0.8, 0.1, 0.1]);
const barLength = 0.8;
const plate = createSamplePlate(8, 3, 0.05);

interface Run {
  readonly tables: ProjectiveTables;
  readonly scratch: ProjectiveScratch;
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly e: Float64Array;
  step(count?: number, forces?: ExternalForces): void;
}

function createRun(body: SoftBody, options: Partial<ProjectiveOptions> = {}, twin = false): Run {
  const tables = createProjectiveTables(body, { dt: 1 / 120, material, precision: 'f64', ...options });
  const scratch = createMeasured((kernels) => createProjectiveScratch(tables, kernels), twin ? 'twin' : 'wasm');
  const { lanes } = tables;
  const x = new Float64Array(body.positions.length * lanes);
  for (let i = 0; i < x.length; i++) x[i] = body.positions[Math.floor(i / lanes)]!;
  const v = new Float64Array(x.length);
  const e = new Float64Array(tables.segmentStarts.at(-1)! * lanes);
  const step = (count = 1, forces = noExternalForces): void => {
    for (let s = 0; s < count; s++) stepProjective(tables, scratch, { positions: x, velocities: v }, e, forces);
  };
  return { tables, scratch, x, v, e, step };
}

function addNoise(out: Float64Array, size: number, seed = 1): void {
  const rng = createRng(seed, 'noise');
  for (let i = 0; i < out.length; i++) out[i]! += size * (2 * nextFloat(rng) - 1);
}

function computeDistance(a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i]! - b[i]!));
  return most;
}

/** A bent, moving bar with one side contracting. */
function createMoving(options: Partial<ProjectiveOptions> = {}): Run {
  const run = createRun(bar, options);
  const { lanes } = run.tables;
  for (let i = 0; i < run.x.length; i++) {
    const at = Math.floor(i / lanes);
    const along = bar.positions[at - (at % 3)]!;
    if (at % 3 === 1) {
      run.x[i]! += 0.3 * along * along;
      run.v[i] = 2 * along - 0.8;
    }
  }
  run.e.fill(0.4, 0, (run.e.length / 2) | 0);
  return run;
}

describe('solvers', () => {
  const cases = [
    ['anderson', 'constant'],
    ['anderson', 'corotated'],
  ] as const;
  const settings = { iterations: 2000, tolerance: 1e-12 } as const;
  const reference = createMoving({ ...settings, iterations: 20000, method: 'plain' });
  reference.step();

  it.each(cases)('%s with the %s matrix comes to the same end as plain', (method, matrix) => {
    const run = createMoving({ ...settings, method, matrix });
    run.step();
    expect(run.scratch.iterations).toBeLessThan(settings.iterations);
    expect(computeDistance(run.x, reference.x)).toBeLessThan(1e-6 * barLength);
  });

  it('acceleration needs half of the iterations at equal error, the co-rotated matrix an eighth', () => {
    const countTo = (options: Partial<ProjectiveOptions>): number => {
      for (let iterations = 1; iterations < 400; iterations = Math.ceil(1.15 * iterations)) {
        const run = createMoving({ ...options, iterations });
        const start = run.x.slice();
        run.step();
        const moved = Math.sqrt(reference.x.reduce((sum, x, i) => sum + (x - start[i]!) * (x - start[i]!), 0));
        const error = Math.sqrt(reference.x.reduce((sum, x, i) => sum + (x - run.x[i]!) * (x - run.x[i]!), 0));
        if (error < 0.02 * moved) return iterations;
      }
      return Infinity;
    };
    const plain = countTo({ method: 'plain' });
    expect(countTo({ method: 'anderson', matrix: 'constant' })).toBeLessThanOrEqual(plain / 2);
    expect(countTo({ method: 'anderson', matrix: 'corotated' })).toBeLessThanOrEqual(plain / 8);
  });

  it('water in every iteration is solved for, whatever drag was expected', () => {
    const drag = new Float64Array(bar.positions.length / 3).fill(20);
    const water: ExternalForces['forces'][number] = {
      name: 'water',
      add({ forces, rates }) {
        for (let i = 0; i < forces.length; i++) forces[i]! -= 30 * Math.abs(rates[i]!) * rates[i]!;
      },
    };
    const none = new Float64Array(drag.length);
    const ends = [{ drag: none }, { drag }, { drag, matrix: 'constant' as const }].map((options) => {
      const run = createMoving({ ...settings, method: 'anderson', ...options });
      run.step(5, { forces: [water], contacts: [] });
      return run.x;
    });
    expect(computeDistance(ends[0]!, ends[1]!)).toBeLessThan(1e-8);
    expect(computeDistance(ends[0]!, ends[2]!)).toBeLessThan(1e-8);
  });

  it('stops as the published code does: the old iterate is kept', () => {
    const run = createMoving({ method: 'plain', stopping: 'as-coded', iterations: 500 });
    run.step();
    const count = run.scratch.iterations;
    expect(count).toBeGreaterThan(1);
    expect(count).toBeLessThan(500);
    const kept = createMoving({ method: 'plain', iterations: count - 1 });
    kept.step();
    // A free body without forces is set right for rounding afterwards.
    expect(computeDistance(run.x, kept.x)).toBeLessThan(1e-14);
  });
});

/** Σ r × m v about the centre of mass, and Σ |r × m v|. */
function computeSpin({ tables: { masses, totalMass }, x, v }: ReturnType<typeof createMoving>) {
  const centre = [0, 1, 2].map((k) => masses.reduce((sum, m, i) => sum + m * x[3 * i + k]!, 0) / totalMass);
  const spin = [0, 0, 0];
  let size = 0;
  masses.forEach((m, node) => {
    const r = [0, 1, 2].map((k) => x[3 * node + k]! - centre[k]!);
    const own = [0, 1, 2].map((k) => {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      return m * (r[i]! * v[3 * node + j]! - r[j]! * v[3 * node + i]!);
    });
    own.forEach((part, k) => (spin[k]! += part));
    size += Math.hypot(...own);
  });
  return { spin, size };
}

describe('mechanics', () => {
  it.each(['f32', 'f64'] as const)('a free body keeps its momentum in %s', (precision) => {
    const run = createMoving({
      precision,
      iterations: precision === 'f32' ? 6 : 60,
      tolerance: precision === 'f32' ? 0 : 1e-13,
    });
    for (let i = 0; i < run.x.length; i++) run.x[i]! += 1000;
    addNoise(run.v, 0.3);
    const { masses } = run.tables;
    const sum = (axis: number): number => masses.reduce((total, m, i) => total + m * run.v[3 * i + axis]!, 0);
    const before = [0, 1, 2].map(sum);
    const start = computeSpin(run);
    for (let s = 0; s < 100; s++) run.step();
    const { spin, size } = computeSpin(run);
    for (let k = 0; k < 3; k++) expect(Math.abs(spin[k]! - start.spin[k]!)).toBeLessThan(1e-5 * start.size);
    expect(size).toBeGreaterThan(0.1 * start.size);
    [0, 1, 2].forEach((axis) => expect(sum(axis)).toBeCloseTo(before[axis]!, 12));
  });

  it.each(['constant', 'corotated'] as const)('turning the scene turns the run (%s matrix)', (matrix) => {
    const settings = { matrix, iterations: 400, tolerance: 1e-12 } as const;
    const plain = createMoving(settings);
    const turned = createMoving(settings);
    // A quarter turn about z and one about x: exact in floating point.
    const turn = (a: Float64Array): void => {
      for (let i = 0; i < a.length; i += 3) a.set([a[i + 2]!, a[i]!, a[i + 1]!], i);
    };
    const spin = (a: Float64Array, c: number, s: number): void => {
      for (let i = 0; i < a.length; i += 3) a.set([c * a[i]! - s * a[i + 1]!, s * a[i]! + c * a[i + 1]!], i);
    };
    for (const a of [turned.x, turned.v]) {
      turn(a);
      spin(a, 0.6, 0.8);
    }
    plain.step(20);
    turned.step(20);
    turn(plain.x);
    spin(plain.x, 0.6, 0.8);
    expect(computeDistance(plain.x, turned.x)).toBeLessThan(1e-8 * barLength);
  });

  it.each([
    ['bar', bar],
    ['plate', plate],
  ] as const)('without muscle the %s does not move', (_name, body) => {
    const run = createRun(body, { precision: 'f32' });
    run.step(600);
    // Rounding shakes it; there is no water to calm it here.
    expect(computeDistance(run.x, body.positions)).toBeLessThan(1e-4);
  });

  it.each([
    ['constant', 10],
    ['corotated', 10],
  ] as const)('a scrambled bar is whole again within a second (%s matrix)', (matrix, iterations) => {
    const body = createSampleBar([6, 2, 2], [0.3, 0.1, 0.1]);
    const untouched = createRun(body, { method: 'plain', iterations: 1 });
    addNoise(untouched.x, 0.08, 3);
    untouched.step();
    expect(untouched.scratch.invertedCounts[0]).toBeGreaterThan(10);
    const run = createRun(body, { matrix, iterations, precision: 'f32' });
    addNoise(run.x, 0.08, 3);
    run.step(120);
    expect(run.scratch.invertedCounts[0]).toBe(0);
    expect(run.x.every(Number.isFinite)).toBe(true);
  });

  it('fixed nodes stay, and the others go where a force takes them', () => {
    const end = bar.positions.length / 3 - 1;
    const run = createRun(bar, { fixedNodes: [0, 1, 2, 3], iterations: 40 });
    const pull: ExternalForces['forces'][number] = {
      name: 'pull',
      add: ({ forces }) => void (forces[4 * run.tables.rowOf[end]! + 2]! += 5),
    };
    run.step(20, { forces: [pull], contacts: [] });
    expect(computeDistance(run.x.subarray(0, 12), bar.positions.subarray(0, 12))).toBe(0);
    expect(run.x[3 * end + 2]! - bar.positions[3 * end + 2]!).toBeGreaterThan(0.005);
  });
});

describe('energy', () => {
  it.each([
    ['bar', bar],
    ['plate', plate],
  ] as const)('forces of the %s are its slope', (_name, body) => {
    const { tables } = createRun(body);
    const active = computeActivations(tables, new Float64Array(tables.segmentStarts.at(-1)!).fill(0.3));
    const x = body.positions.slice();
    addNoise(x, 0.01);
    const gradient = new Float64Array(x.length);
    const aside = new Float64Array(x.length);
    addElasticGradient(gradient, tables, x, active);
    const size = Math.max(...gradient.map(Math.abs));
    for (let i = 0; i < x.length; i += 5) {
      const at = x[i]!;
      x[i] = at + 1e-6;
      const above = addElasticGradient(aside, tables, x, active);
      x[i] = at - 1e-6;
      const below = addElasticGradient(aside, tables, x, active);
      x[i] = at;
      expect(Math.abs((above - below) / 2e-6 - gradient[i]!)).toBeLessThan(1e-6 * size);
    }
  });
});

describe('muscles', () => {
  it('bending cords fold the plate towards its normal, by the told angle, and back', () => {
    // Muscle on the edges across the plate alone: folded there by the told angle, squares stay flat and all is at rest.
    const folding = createSamplePlate(8, 3, 0.05);
    const { positions: p, hinges, cords } = folding;
    for (let h = 0; h < hinges.length / 4; h++) {
      const isAcross = p[3 * hinges[4 * h]!] === p[3 * hinges[4 * h + 1]!];
      if (!isAcross) cords[0]!.gains[h] = 0;
    }
    for (const told of [0.2, -0.2]) {
      const run = createRun(folding, { iterations: 30, material: { ...material, velocityKeep: 0.8 } });
      run.e.fill(told);
      run.step(600);
      const slope = (a: number, b: number): number =>
        Math.atan2(run.x[3 * b + 2]! - run.x[3 * a + 2]!, run.x[3 * b]! - run.x[3 * a]!);
      const bend = slope(4 * 7 + 1, 4 * 8 + 1) - slope(1, 4 + 1);
      expect(bend).toBeCloseTo(7 * told, 4);
    }
  });

  it.each([
    ['coarse', 8, 0],
    ['fine', 16, 0],
    ['coarse and irregular', 8, 0.3],
    ['fine and irregular', 16, 0.3],
  ])('bend a plate to the told curvature on any mesh: %s', (_, columns, jitter) => {
    const square = 0.4 / columns;
    const sheet = createSamplePlate(columns, 3, square);
    const random = createRng(3, 'jitter');
    const at = (column: number, row: number): number => 3 * (4 * column + row);
    for (let i = 2; i < columns - 1; i++)
      for (let j = 1; j < 3; j++)
        for (let axis = 0; axis < 2; axis++)
          sheet.positions[at(i, j) + axis]! += jitter * square * (2 * nextFloat(random) - 1);
    const run = createRun(sheet, { curvature: 4, iterations: 20, material: { ...material, velocityKeep: 0.8 } });
    run.e.fill(0.5);
    run.step(150);
    const slope = (from: number, to: number): number =>
      Math.atan2(run.x[to + 2]! - run.x[from + 2]!, run.x[to]! - run.x[from]!);
    // From the middle of the first square to that of the last one.
    const bend = slope(at(columns - 1, 1), at(columns, 1)) - slope(at(0, 1), at(1, 1));
    expect(bend / (0.5 * 4 * (0.4 - square))).toBeCloseTo(1, 1.7);
  });

  it.each(['paper', 'as-coded', 'pulling'] as const)('fibres pull by the law %s', (muscleLaw) => {
    const body = createSampleBar([1, 1, 1], [0.1, 0.1, 0.1], 1);
    body.cords[0]!.gains.fill(1);
    const { tables } = createRun(body, { muscleLaw });
    for (const [l, e] of [
      [1, 0],
      [1, 0.5],
      [0.9, 0.3],
      [0.9, 0.05],
      [0.95, 0.1],
      [1.2, 0.1],
    ] as const) {
      const active = computeActivations(tables, new Float64Array(50).fill(e));
      const gradient = new Float64Array(body.positions.length);
      const x = body.positions.map((p, i) => (i % 3 === 0 ? l * p : p / Math.sqrt(l)));
      addElasticGradient(gradient, tables, x, active);
      let pull = 0;
      for (let i = 0; i < x.length; i += 3) if (body.positions[i]! > 0.05) pull += gradient[i]!;
      // Stretched by l at constant volume: k_p (l − 1) + fibre, per m².
      const own = l - (1 - e);
      // A corner over a tenth of the stiffness, and nothing below.
      const share = own / l;
      const pulling = share < 0.1 ? (Math.max(0, share) ** 2 / 0.2) * l : own - 0.05 * l;
      const fibre = { paper: own, 'as-coded': e * l, pulling }[muscleLaw];
      expect(pull).toBeCloseTo(0.01 * (material.shape * (l - 1) + material.muscle * fibre), 8);
    }
  });
});

describe('arithmetic', () => {
  it.each([
    [4, 'constant', 'f32'],
    [4, 'corotated', 'f32'],
    [8, 'constant', 'f32'],
    [8, 'corotated', 'f32'],
    [4, 'corotated', 'f64'],
  ] as const)('%i bodies side by side are as alone (%s, %s)', (lanes, matrix, precision) => {
    const options = { matrix, precision, iterations: 8, tolerance: 1e-4 } as const;
    const batch = createMoving({ ...options, lanes });
    for (let lane = 0; lane < lanes; lane++) {
      for (let i = lane; i < batch.e.length; i += lanes) batch.e[i] = (0.5 * lane) / lanes;
      for (let i = lane; i < batch.x.length; i += 3 * lanes) batch.x[i]! += 10 * lane;
    }
    const starts = batch.x.slice();
    const speeds = batch.v.slice();
    batch.step(20);
    for (let lane = 0; lane < lanes; lane++) {
      const alone = createMoving(options);
      alone.e.fill((0.5 * lane) / lanes);
      for (let i = 0; i < alone.x.length; i++) {
        alone.x[i] = starts[i * lanes + lane]!;
        alone.v[i] = speeds[i * lanes + lane]!;
      }
      alone.step(20);
      const mine = alone.x.map((_, i) => batch.x[i * lanes + lane]!);
      expect(computeDistance(mine, alone.x)).toBeLessThan(precision === 'f32' ? 2e-5 : 1e-7);
    }
  });

  it('f32 far from the origin is f64 near it', () => {
    const single = createMoving({ precision: 'f32', iterations: 8 });
    const double = createMoving({ precision: 'f64', iterations: 8 });
    for (let i = 0; i < single.x.length; i++) single.x[i]! += 1e4;
    single.step(60);
    double.step(60);
    for (let i = 0; i < single.x.length; i++) single.x[i]! -= 1e4;
    expect(computeDistance(single.x, double.x)).toBeLessThan(1e-4 * barLength);
  });

  it.each([
    [1, 'f32', 'corotated'],
    [1, 'f64', 'corotated'],
    [4, 'f32', 'corotated'],
    [8, 'f64', 'corotated'],
    [1, 'f32', 'constant'],
  ] as const)('twins step to the same bits (%i lanes, %s, %s)', (lanes, precision, matrix) => {
    const ends = [false, true].map((twin) => {
      const run = createRun(bar, { lanes, precision, matrix, iterations: 4 }, twin);
      run.e.fill(0.4, 0, (run.e.length / 2) | 0);
      addNoise(run.v, 0.5);
      run.step(3);
      return Array.from(run.x);
    });
    expect(ends[0]).toEqual(ends[1]);
  });

  it('refuses settings and bodies that make no sense, by name', () => {
    expect(() => createRun(bar, { dt: 0 })).toThrow(/dt/);
    expect(() => createRun(bar, { fixedNodes: [-1] })).toThrow(/fixedNodes\[0\]/);
    const flat = { ...bar, tets: Int32Array.from([0, 1, 2, 2]), cords: [] };
    expect(() => createRun(flat)).toThrow(/tets\[0\]/);
    const loose = { ...bar, positions: Float64Array.from([...bar.positions, 9, 9, 9]) };
    expect(() => createRun(loose)).toThrow(/loose/);
  });
});
