import { describe, expect, it } from 'vitest';
import { createMeasured } from '../../testing/kernels/measured.ts';
import type { Precision } from '../../kernels/memory/layout.ts';
import { allocNumbers } from '../../kernels/memory/layout.ts';
import { createRng, nextFloat } from '../math/rng.ts';
import type { Current } from '../world/current.ts';
import { createWater, type Water, type WaterLaw } from './face-water.ts';

interface Pool {
  readonly water: Water;
  readonly forces: Float32Array | Float64Array;
  readonly positions: Float32Array | Float64Array;
  readonly velocities: Float32Array | Float64Array;
}

interface PoolSettings {
  readonly kind?: 'wasm' | 'twin';
  readonly precision?: Precision;
  readonly lanes?: number;
  readonly nodeCount: number;
  readonly surface?: readonly number[];
  readonly plates?: readonly number[];
  readonly law?: WaterLaw;
  readonly rowOf?: Int32Array;
}

/** Numbers of a node's row. */
function computeRow(lanes: number): number {
  return lanes === 1 ? 4 : 3 * lanes;
}

/** Sets packed xyz in rows of one lane. */
function setRows(out: Float32Array | Float64Array, packed: readonly number[]): void {
  packed.forEach((value, at) => (out[4 * Math.floor(at / 3) + (at % 3)] = value));
}

/** The same velocity everywhere. */
function setAll(out: Float32Array | Float64Array, velocity: readonly number[]): void {
  for (let at = 0; at < out.length; at++) out[at] = velocity[at % 4] ?? 0;
}

function createPool(settings: PoolSettings): Pool {
  const { kind = 'wasm', precision = 'f64', lanes = 1, nodeCount, law = 'angle-of-attack' } = settings;
  const shape = {
    precision,
    lanes,
    nodeCount,
    surface: Int32Array.from(settings.surface ?? []),
    plates: Int32Array.from(settings.plates ?? []),
    law,
    ...(settings.rowOf ? { rowOf: settings.rowOf } : {}),
  };
  return createMeasured((kernels) => {
    const take = () => allocNumbers(kernels.arena, precision, nodeCount * computeRow(lanes));
    return { water: createWater({ kernels, ...shape }), forces: take(), positions: take(), velocities: take() };
  }, kind);
}

/** Force on one triangle in the xy plane, normal +z, area ½, that moves with a velocity. */
function computeFaceForce(velocity: readonly number[], settings: Partial<PoolSettings> = {}, current?: Current) {
  const pool = createPool({ nodeCount: 3, surface: settings.plates ? [] : [0, 1, 2], ...settings });
  setRows(pool.positions, [0, 0, 0, 1, 0, 0, 0, 1, 0]);
  setAll(pool.velocities, velocity);
  pool.water.setCurrent(current);
  pool.water.add(pool.forces, pool.positions, pool.velocities);
  return [0, 1, 2].map((k) => pool.forces[k]! + pool.forces[4 + k]! + pool.forces[8 + k]!);
}

function computeThrust(angle: number): number {
  return Math.exp(0.8 * angle) - 1;
}

describe('equation 6', () => {
  it('has the published coefficients at every angle of attack', () => {
    for (let degrees = -90; degrees <= 90; degrees += 1) {
      const angle = (degrees * Math.PI) / 180;
      const [along, up] = [2 * Math.cos(angle), 2 * Math.sin(angle)];
      // Moving up the water comes from above: the face with normal +z meets it.
      const [fx, fy, fz] = computeFaceForce([along, 0, up]);
      const pressure = 0.5 * 1000 * 0.5 * 4;
      const drag = 1.05 - Math.cos(2 * angle);
      expect(fx).toBeCloseTo(-pressure * drag * Math.cos(angle), 4);
      expect(fy).toBeCloseTo(0, 9);
      expect(fz! / pressure).toBeCloseTo(-drag * Math.sin(angle) - computeThrust(angle), 6);
    }
  });

  it('counts both sides of a plate', () => {
    const rng = createRng(3, 'plates');
    for (let trial = 0; trial < 50; trial++) {
      const velocity = [0, 1, 2].map(() => 2 * nextFloat(rng) - 1);
      const both = computeFaceForce(velocity, { plates: [0, 1, 2] });
      const front = computeFaceForce(velocity, { surface: [0, 1, 2] });
      const back = computeFaceForce(velocity, { surface: [0, 2, 1] });
      for (let k = 0; k < 3; k++) expect(both[k]).toBeCloseTo(front[k]! + back[k]!, 9);
    }
  });
});

describe('the coded law', () => {
  it('follows the table: leading faces only, drag sin², lift by straight lines', () => {
    const lift = (degrees: number): number =>
      degrees > 85 ? 0 : degrees < 15 ? 0.09 * (degrees + 5) : 1.8 - (1.3 / 75) * (degrees - 15);
    for (const degrees of [0.5, 5, 14, 16, 30, 60, 84, 86, 90]) {
      const angle = (degrees * Math.PI) / 180;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const pressure = 0.5 * 1000 * 0.5 * 0.25;
      const force = computeFaceForce([0.5 * c, 0, 0.5 * s], { law: 'coded' });
      // Water comes along (−c, −s); across it, the part of −n = (0, −1) is along (s, −c).
      expect(force[0]).toBeCloseTo(pressure * (-s * s * c + lift(degrees) * s), 4);
      expect(force[2]).toBeCloseTo(pressure * (-s * s * s - lift(degrees) * c), 4);
      expect(computeFaceForce([0.5 * c, 0, -0.5 * s], { law: 'coded' })).toEqual([0, 0, 0]);
    }
  });

  it('limits drag and lift of a face to 1000 N each', () => {
    expect(Math.abs(computeFaceForce([0, 0, 10], { law: 'coded' })[2]!)).toBeCloseTo(1000, 6);
    const both = computeFaceForce([10 * Math.cos(0.5), 0, 10 * Math.sin(0.5)], { law: 'coded' });
    expect(Math.sqrt(both[0]! * both[0]! + both[2]! * both[2]!)).toBeCloseTo(1000 * Math.sqrt(2), 6);
  });
});

describe('what holds for any face', () => {
  const laws = [
    ['angle-of-attack', 'surface'],
    ['angle-of-attack', 'plates'],
    ['coded', 'surface'],
    ['coded', 'plates'],
  ] as const;
  it.each(laws)('takes energy from it (%s, %s), even in a current', (law, group) => {
    const nodeCount = 3 * 400;
    const triangles = Array.from({ length: nodeCount }, (_, i) => i);
    const pool = createPool({ nodeCount, [group]: triangles, law });
    const rng = createRng(11, 'power');
    for (let at = 0; at < 4 * nodeCount; at++) {
      pool.positions[at] = nextFloat(rng);
      pool.velocities[at] = 4 * nextFloat(rng) - 2;
    }
    const stream = [0.3, -0.8, 0.5] as const;
    pool.water.setCurrent({ stream });
    pool.water.add(pool.forces, pool.positions, pool.velocities);
    let worst = -Infinity;
    let total = 0;
    for (let face = 0; face < 400; face++) {
      let power = 0;
      for (let k = 0; k < 3; k++) {
        const sum = [0, 1, 2].reduce((own, corner) => own + pool.velocities[12 * face + 4 * corner + k]!, 0);
        power += 3 * pool.forces[12 * face + k]! * (sum / 3 - stream[k]!);
      }
      worst = Math.max(worst, power);
      total += power;
    }
    expect(worst).toBeLessThanOrEqual(1e-12);
    expect(total).toBeLessThan(-1000);
  });

  it('turns around with the flow on plates, and grows with its square', () => {
    for (const law of ['angle-of-attack', 'coded'] as const) {
      const there = computeFaceForce([0.3, -0.2, 0.4], { plates: [0, 1, 2], law });
      const back = computeFaceForce([-0.3, 0.2, -0.4], { plates: [0, 1, 2], law });
      const faster = computeFaceForce([0.6, -0.4, 0.8], { plates: [0, 1, 2], law });
      for (let k = 0; k < 3; k++) {
        expect(back[k]).toBeCloseTo(-there[k]!, 10);
        expect(faster[k]).toBeCloseTo(4 * there[k]!, 9);
      }
    }
  });

  it('knows only the velocity relative to the water', () => {
    const moving = computeFaceForce([0.3, -0.2, 0.4]);
    const carried = computeFaceForce([1.3, 0.3, 0.9], {}, { stream: [1, 0.5, 0.5] });
    for (let k = 0; k < 3; k++) expect(carried[k]).toBeCloseTo(moving[k]!, 9);
    expect(computeFaceForce([1, 2, 3], {}, { stream: [1, 2, 3] })).toEqual([0, 0, 0]);
  });

  it('bears faces without area and without motion', () => {
    for (const precision of ['f32', 'f64'] as const) {
      const pool = createPool({ nodeCount: 3, surface: [0, 1, 2], precision });
      pool.velocities.fill(1);
      pool.water.add(pool.forces, pool.positions, pool.velocities);
      expect([...pool.forces]).toEqual(Array(12).fill(0));
      setRows(pool.positions, [0, 0, 0, 1, 0, 0, 0, 1, 0]);
      for (const speed of [0, 1e-25, 1e-20, 1e-13]) {
        pool.velocities.fill(speed);
        pool.water.add(pool.forces, pool.positions, pool.velocities);
      }
      expect([...pool.forces].every((value) => Math.abs(value) < 1e-9)).toBe(true);
    }
  });
});

describe('currents', () => {
  /** Velocity of the water at a point, found by where a small face feels nothing. */
  const feelsNothing = (at: readonly number[], velocity: readonly number[], current: Current): number => {
    const pool = createPool({ nodeCount: 3, surface: [0, 1, 2] });
    const around = [-1e-3, -1e-3, 0, 2e-3, -1e-3, 0, -1e-3, 2e-3, 0];
    const origin = Float64Array.of(100, -50, 7);
    setRows(
      pool.positions,
      around.map((value, i) => value + at[i % 3]! - origin[i % 3]!),
    );
    setAll(pool.velocities, velocity);
    pool.water.setCurrent(current);
    pool.water.add(pool.forces, pool.positions, pool.velocities, origin);
    return Math.max(...pool.forces.map(Math.abs));
  };

  it('shears about its centre', () => {
    const shear = { rate: 2, along: [3, 0, 0], across: [0, 0, 5], centre: [9, 9, 1] } as const;
    expect(feelsNothing([4, 5, 1.5], [1, 0.25, 0], { shear, stream: [0, 0.25, 0] })).toBeLessThan(1e-12);
    expect(feelsNothing([4, 5, 1.5], [1.1, 0.25, 0], { shear, stream: [0, 0.25, 0] })).toBeGreaterThan(1e-9);
  });

  it('turns in a vortex, fastest at its core', () => {
    const vortex = { centre: [1, 2, 0], axis: [0, 0, 2], circulation: 2 * Math.PI, core: 0.5 } as const;
    // r/(r² + core²) at r = 0.5: 1 m/s, counter-clockwise.
    expect(feelsNothing([1.5, 2, 7], [0, 1, 0], { vortices: [vortex] })).toBeLessThan(1e-12);
    expect(feelsNothing([1, 4, -3], [-2 / 4.25, 0, 0], { vortices: [vortex] })).toBeLessThan(1e-12);
  });
});

describe('sinking plates', () => {
  /** Falls under a constant force until it no longer gains speed. */
  const computeTerminal = (group: 'surface' | 'plates', triangles: number[], positions: number[], weight: number) => {
    const nodeCount = positions.length / 3;
    const pool = createPool({ nodeCount, [group]: triangles });
    setRows(pool.positions, positions);
    let speed = 0;
    for (let step = 0; step < 4000; step++) {
      setAll(pool.velocities, [0, 0, -speed]);
      pool.forces.fill(0);
      pool.water.add(pool.forces, pool.positions, pool.velocities);
      let lift = 0;
      for (let n = 0; n < nodeCount; n++) lift += pool.forces[4 * n + 2]!;
      speed += (1e-3 * (weight - lift)) / 0.5;
    }
    return speed;
  };
  const lead = computeThrust(Math.PI / 2);
  const trail = -computeThrust(-Math.PI / 2);

  it('reaches the terminal velocity of a square plate', () => {
    const speed = computeTerminal('plates', [0, 1, 2, 0, 2, 3], [0, 0, 0, 0.2, 0, 0, 0.2, 0.2, 0, 0, 0.2, 0], 1);
    expect(speed).toBeCloseTo(Math.sqrt(1 / (0.5 * 1000 * 0.04 * (2 * 2.05 + lead + trail))), 7);
  });

  it('reaches the terminal velocity of a cube', () => {
    const positions = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((v) => [0.1 * (v & 1), 0.1 * ((v >> 1) & 1), 0.1 * (v >> 2)]);
    const quads = [
      [0, 2, 3, 1],
      [4, 5, 7, 6],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
      [0, 4, 6, 2],
      [1, 3, 7, 5],
    ];
    const triangles = quads.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!]);
    const speed = computeTerminal('surface', triangles, positions, 1);
    // Front and back at right angles, four sides edge-on at C_d = 0.05.
    expect(speed).toBeCloseTo(Math.sqrt(1 / (0.5 * 1000 * 0.01 * (2 * 2.05 + lead + trail + 4 * 0.05))), 7);
  });
});

describe('kernel and twin', () => {
  const currents: (Current | undefined)[] = [
    undefined,
    {
      stream: [0.1, 0.2, -0.3],
      shear: { rate: 0.7, along: [1, 1, 0], across: [0, 1, 1], centre: [0.1, 0, 0] },
      vortices: [{ centre: [0.2, 0.1, 0], axis: [1, 2, 3], circulation: 0.8, core: 0.1 }],
    },
  ];
  const nodeCount = 37;
  const create = (kind: 'wasm' | 'twin', precision: Precision, lanes: number, law: WaterLaw, seeds: number[]) => {
    const rng = createRng(5, 'triangles');
    const pick = (count: number) => Array.from({ length: 3 * count }, () => Math.floor(nodeCount * nextFloat(rng)));
    const pool = createPool({
      kind,
      precision,
      lanes,
      nodeCount,
      law,
      surface: pick(61),
      plates: pick(23),
    });
    seeds.forEach((seed, lane) => {
      const own = createRng(seed, 'nodes');
      for (let at = 0; at < 3 * nodeCount; at++) {
        const to = Math.floor(at / 3) * computeRow(lanes) + (at % 3) * lanes + lane;
        pool.positions[to] = nextFloat(own);
        pool.velocities[to] = 2 * nextFloat(own) - 1;
      }
    });
    return pool;
  };

  it.each([
    ['f32', 1],
    ['f64', 1],
    ['f32', 8],
    ['f64', 4],
  ] as const)('agree in every bit (%s, %i lanes), and each lane with a single run', (precision, lanes) => {
    for (const law of ['angle-of-attack', 'coded'] as const)
      for (const current of currents) {
        const seeds = Array.from({ length: lanes }, (_, lane) => 100 + lane);
        const pools = (['wasm', 'twin'] as const).map((kind) => create(kind, precision, lanes, law, seeds));
        for (const pool of pools) {
          pool.water.setCurrent(current);
          pool.water.add(pool.forces, pool.positions, pool.velocities);
        }
        expect(pools[0]!.forces).toEqual(pools[1]!.forces);
        expect(pools[0]!.forces.some((value) => value !== 0)).toBe(true);
        const lane = lanes - 1;
        const alone = create('wasm', precision, 1, law, [seeds[lane]!]);
        alone.water.setCurrent(current);
        alone.water.add(alone.forces, alone.positions, alone.velocities);
        const own = alone.forces.filter((_, at) => at % 4 !== 3);
        if (lanes === 1) expect(alone.forces).toEqual(pools[0]!.forces);
        else expect(own).toEqual(pools[0]!.forces.filter((_, at) => at % lanes === lane));
      }
  });

  it('finds nodes in the rows it is told', () => {
    const rowOf = Int32Array.of(2, 0, 1);
    const pool = createPool({ nodeCount: 3, surface: [0, 1, 2], rowOf });
    setRows(pool.positions, [1, 0, 0, 0, 1, 0, 0, 0, 0]);
    setAll(pool.velocities, [0, 0, 1]);
    pool.water.add(pool.forces, pool.positions, pool.velocities);
    const straight = computeFaceForce([0, 0, 1]);
    expect(3 * pool.forces[2]!).toBeCloseTo(straight[2]!, 9);
  });

  it('tells angle and force of each face', () => {
    const pool = create('wasm', 'f32', 8, 'angle-of-attack', [1, 2, 3, 4, 5, 6, 7, 8]);
    const alone = create('wasm', 'f64', 1, 'angle-of-attack', [6]);
    const results = [pool, alone].map(({ water, positions, velocities }, i) => {
      const angles = new Float64Array(water.faceCount);
      const forces = new Float64Array(3 * water.faceCount);
      water.setFaces(angles, forces, positions, velocities, undefined, i === 0 ? 5 : 0);
      return { angles, forces };
    });
    alone.water.add(alone.forces, alone.positions, alone.velocities);
    const total = (values: ArrayLike<number>, k: number, stride: number): number => {
      let sum = 0;
      for (let at = k; at < values.length; at += stride) sum += values[at]!;
      return sum;
    };
    for (let k = 0; k < 3; k++) expect(total(results[1]!.forces, k, 3)).toBeCloseTo(total(alone.forces, k, 4), 9);
    results[1]!.angles.forEach((angle, face) => expect(results[0]!.angles[face]).toBeCloseTo(angle, 3));
    expect(Math.max(...results[1]!.angles)).toBeGreaterThan(1);
    expect(Math.min(...results[1]!.angles)).toBeLessThan(-1);
  });
});
