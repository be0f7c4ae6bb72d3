import { describe, expect, it } from 'vitest';
import {
  computeWaterEnergy,
  createMotion,
  createPool,
  createRod,
  createSheetBody,
  createSpindle,
  type Pool,
  readLane,
  setLane,
  waterDensity,
} from '../../testing/reactive-samples.ts';
import { cos, sin } from '../math/portable.ts';
import type { SoftBody } from '../mesh/soft/soft-body.ts';
import type { Current } from '../world/current.ts';
import { computeCrossDrag } from './reactive-tables.ts';

const bodies: readonly (readonly [string, () => SoftBody])[] = [
  ['slices', createSpindle],
  ['plates', () => createSheetBody(0.8, 0.6, 4, 3)],
];

interface Motion {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
}

/** Force on every node of one lane. */
function computeForces(pool: Pool, { positions, velocities }: Motion, kind: 'add' | 'addLost'): Float64Array {
  setLane(pool.positions, positions);
  setLane(pool.velocities, velocities);
  pool.forces.fill(0);
  pool.water[kind](pool.forces, pool.positions, pool.velocities);
  return readLane(pool.forces);
}

function sumAxes(values: ArrayLike<number>): number[] {
  const sums = [0, 0, 0];
  for (let at = 0; at < values.length; at++) sums[at % 3]! += values[at]!;
  return sums;
}

function computePower(forces: Float64Array, velocities: Float64Array): number {
  return forces.reduce((sum, force, at) => sum + force * velocities[at]!, 0);
}

/** Largest difference over the largest value. */
function computeError(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [error, size] = [0, 0];
  for (let at = 0; at < a.length; at++) {
    error = Math.max(error, Math.abs(a[at]! - b[at]!));
    size = Math.max(size, Math.abs(b[at]!));
  }
  return error / size;
}

/** Central differences of a function of many numbers. */
function differentiate(f: (at: Float64Array) => number, at: Float64Array): Float64Array {
  const step = 1e-5;
  return at.map((_, i) => {
    const [up, down] = [at.slice(), at.slice()];
    up[i]! += step;
    down[i]! -= step;
    return (f(up) - f(down)) / (2 * step);
  });
}

describe.each(bodies)('added mass of %s', (_, create) => {
  const dt = 1 / 100;

  it('is the Euler–Lagrange force of the water’s kinetic energy', () => {
    for (const seed of [1, 2, 3]) {
      const pool = createPool(create(), { dt });
      const before = createMotion(pool.body, seed);
      const after = createMotion(pool.body, seed + 10);
      pool.water.begin(before);
      const whole = computeForces(pool, after, 'add');
      const lost = computeForces(pool, after, 'addLost');
      const energy = (x: ArrayLike<number>, v: ArrayLike<number>): number => computeWaterEnergy(pool.tables, x, v);
      const momenta = [before, after].map(({ positions, velocities }) =>
        differentiate((v) => energy(positions, v), velocities),
      );
      const gradient = differentiate((x) => energy(x, after.velocities), after.positions);
      const expected = gradient.map((g, i) => g - (momenta[1]![i]! - momenta[0]![i]!) / dt);
      expect(
        computeError(
          whole.map((f, i) => f - lost[i]!),
          expected,
        ),
      ).toBeLessThan(1e-7);
      setLane(pool.positions, after.positions);
      setLane(pool.velocities, after.velocities);
      const own = pool.water.computeEnergy(pool.positions, pool.velocities);
      expect(own / energy(after.positions, after.velocities)).toBeCloseTo(1, 12);
    }
  });

  it('takes as much momentum and angular momentum as the water gets', () => {
    const pool = createPool(create(), { dt });
    const motion = createMotion(pool.body, 5);
    // The same motion before: only ∂T/∂x is left, which has no sum, and no moment but that of momentum that moves along.
    pool.water.begin(motion);
    const whole = computeForces(pool, motion, 'add');
    const lost = computeForces(pool, motion, 'addLost');
    const shape = whole.map((f, i) => f - lost[i]!);
    const size = Math.max(...shape.map(Math.abs));
    for (const sum of sumAxes(shape)) expect(Math.abs(sum) / size).toBeLessThan(1e-9);
    const energy = (v: Float64Array): number => computeWaterEnergy(pool.tables, motion.positions, v);
    const momenta = differentiate(energy, motion.velocities);
    const [moment, moved] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    for (let at = 0; at < shape.length; at += 3)
      for (let k = 0; k < 3; k++) {
        const [i, j] = [at + ((k + 1) % 3), at + ((k + 2) % 3)];
        moment[k]! += motion.positions[i]! * shape[j]! - motion.positions[j]! * shape[i]!;
        moved[k]! += motion.velocities[i]! * momenta[j]! - motion.velocities[j]! * momenta[i]!;
      }
    for (let k = 0; k < 3; k++) expect(moment[k]! + moved[k]!).toBeCloseTo(0, 5);
  });
});

describe.each(bodies)('what is lost by %s', (_, create) => {
  it('never gives power to the body', () => {
    const pool = createPool(create());
    let least = 0;
    for (let seed = 0; seed < 200; seed++) {
      const motion = createMotion(pool.body, seed, seed % 5 === 0 ? 1e-3 : 3, (seed % 7) / 6);
      const power = computePower(computeForces(pool, motion, 'addLost'), motion.velocities);
      expect(power).toBeLessThan(0);
      least = Math.min(least, power);
    }
    expect(least).toBeLessThan(-1);
  });
});

describe.each(bodies)('symmetries of %s', (_, create) => {
  const compute = (motion: Motion, past: Motion, current?: Current): Float64Array => {
    const pool = createPool(create());
    pool.water.setCurrent(current);
    pool.water.begin(past);
    return computeForces(pool, motion, 'add');
  };
  const past = createMotion(create(), 21);
  const motion = createMotion(create(), 22);
  const straight = compute(motion, past);
  const map = (m: Motion, change: (v: Float64Array) => Float64Array): Motion => ({
    positions: change(m.positions),
    velocities: change(m.velocities),
  });

  it('turns with the body', () => {
    const [c, s] = [cos(0.7), sin(0.7)];
    const turn = (v: Float64Array): Float64Array =>
      v.map((x, at) => {
        const first = at - (at % 3);
        if (at % 3 === 0) return c * x - s * v[first + 2]!;
        return at % 3 === 2 ? s * v[first]! + c * x : x;
      });
    expect(computeError(compute(map(motion, turn), map(past, turn)), turn(straight))).toBeLessThan(1e-11);
  });

  it('is the same in a stream as in still water', () => {
    const stream = [0.4, -0.2, 0.3] as const;
    const drift = ({ positions, velocities }: Motion): Motion => ({
      positions,
      velocities: velocities.map((v, at) => v + stream[at % 3]!),
    });
    expect(computeError(compute(drift(motion), drift(past), { stream }), straight)).toBeLessThan(1e-11);
  });

  it('is mirrored with the body', () => {
    // A mirrored body has its nodes in other places; the same nodes at mirrored places are a body whose width vector points to the other side.
    const mirror = (v: Float64Array): Float64Array => v.map((x, at) => (at % 3 === 1 ? -x : x));
    expect(computeError(compute(map(motion, mirror), map(past, mirror)), mirror(straight))).toBeLessThan(1e-11);
  });
});

/** Sum of the forces that are lost by a body at rest position with one velocity. */
function computeDrag(pool: Pool, velocity: readonly [number, number, number]): number[] {
  const velocities = pool.body.positions.map((_, at) => velocity[at % 3]!);
  return sumAxes(computeForces(pool, { positions: pool.body.positions, velocities }, 'addLost'));
}

describe('closed forms', () => {
  const [length, a, b] = [1.2, 0.02, 0.03];
  const pool = createPool(createRod(length, a, b, 12));
  const nu = 1e-6;

  it('has Taylor’s drag across a rod, by either side', () => {
    for (const [velocity, along, across] of [
      [[0, 0.3, 0], a, b],
      [[0, 0, 0.3], b, a],
    ] as const) {
      const speed = 0.3;
      const d = 2 * Math.sqrt(a * b);
      const pressure = computeCrossDrag(along, across) * 2 * across * speed * speed;
      const friction = 4 * Math.sqrt(nu * d) * speed * Math.sqrt(speed);
      const expected = -0.5 * waterDensity * length * (pressure + friction);
      const axis = velocity[1] === 0 ? 2 : 1;
      expect(computeDrag(pool, velocity)[axis]! / expected).toBeCloseTo(1, 9);
    }
    expect(computeCrossDrag(1, 1)).toBeCloseTo(1.1, 12);
    expect(computeCrossDrag(0, 1)).toBe(2);
  });

  it('has Blasius’ skin along a rod, and a turbulent one from Re = 5e5 on', () => {
    const perimeter = Math.PI * (3 * (a + b) - Math.sqrt((3 * a + b) * (a + 3 * b)));
    const q = (2 * Math.sqrt(a * b)) / length;
    const form = 1 + 1.5 * q ** 1.5 + 7 * q ** 3;
    for (const speed of [0.01, 0.1, 0.4, 0.5, 2, 10]) {
      const reynolds = (speed * length) / nu;
      const laminar = 1.328 / Math.sqrt(reynolds);
      const coefficient = reynolds > 5e5 ? Math.max(laminar, 0.074 / reynolds ** 0.2 - 1742 / reynolds) : laminar;
      const expected = -0.5 * waterDensity * perimeter * length * form * coefficient * speed * speed;
      // Backward: the wake of a rod that moves along itself carries nothing.
      for (const sign of [1, -1])
        expect(computeDrag(pool, [sign * speed, 0, 0])[0]! / (sign * expected)).toBeCloseTo(1, 6);
    }
  });

  it('has Taylor’s friction along a rod that moves across the flow', () => {
    // ½ρ d V² · 5.4 R^(−1/2) cos i sin^(1/2) i, where the way around the rod is much shorter than the way along it.
    const round = createPool(createRod(200, 0.02, 0.02, 40));
    const [u, w, d] = [0.1, 0.2, 0.04];
    const speed = Math.sqrt(u * u + w * w);
    const reynolds = (speed * d) / nu;
    const share = (u / speed) * Math.sqrt(w / speed);
    const expected = -0.5 * waterDensity * d * speed * speed * (5.4 / Math.sqrt(reynolds)) * share * 200;
    // Without the suction of the wake behind it, σ ½ m w², which pulls it on.
    const wake = ((u / Math.sqrt(u * u + (w * w) / 16)) * (waterDensity * Math.PI * 0.02 * 0.02 * w * w)) / 2;
    const forward = computeDrag(round, [-u, w, 0])[0]!;
    expect((forward + wake) / -expected).toBeCloseTo(1, 2);
  });

  it('leaves a wake only where the body narrows in the direction of its way', () => {
    const speed = [0.5, 0.2, 0] as const;
    const power = (body: SoftBody): number => {
      const own = createPool(body, { viscosity: 1e-8 });
      return computeDrag(own, speed).reduce((sum, force, k) => sum + force * speed[k]!, 0);
    };
    const chain = createRod(length, a, b, 12).slices![0]!;
    const free = createRod(length, a, b, 12);
    const attached = { ...free, slices: [{ ...chain, isLastFree: false }] };
    // ½ σ u m w² is lost at the tail of the free one.
    const sigma = 0.5 / Math.sqrt(0.25 + 0.04 / 16);
    const expected = -0.5 * sigma * 0.5 * (waterDensity * Math.PI * b * b) * 0.04;
    expect((power(free) - power(attached)) / expected).toBeCloseTo(1, 9);
  });

  it('presses on a plate with C = 1.2, and sheds what a trailing edge carries', () => {
    const sheet = createPool(createSheetBody(0.8, 0.6, 4, 3), { viscosity: 1e-8 });
    const area = 0.48;
    expect(computeDrag(sheet, [0, 0, 0.5])[2]! / (-0.5 * waterDensity * 1.2 * area * 0.25)).toBeCloseTo(1, 9);
    const [u, w] = [1, 0.1];
    const mass = sheet.tables.plates.coefficients[0]!;
    const sigma = u / Math.sqrt(u * u + (w * w) / 16);
    const normal = -sigma * mass * u * w * 0.6 - 0.5 * waterDensity * 1.2 * area * w * w;
    expect(computeDrag(sheet, [u, 0, w])[2]! / normal).toBeCloseTo(1, 3);
  });

  it('knows the water that moves with discs and waves', () => {
    // A square of side 0.5: the ellipse of its moments is a circle of radius 2·0.5/√12; a wave of 1.3 on twice that.
    const square = createPool(createSheetBody(0.5, 0.5, 8, 8));
    const radius = 1 / Math.sqrt(12);
    const whole = (8 * radius) / (3 * Math.PI);
    const wave = (2 * radius) / (1.3 * Math.PI);
    const depth = 1 / Math.sqrt(1 / (whole * whole) + 1 / (wave * wave));
    expect(square.tables.plates.coefficients[0]! / waterDensity).toBeCloseTo(depth, 9);
  });
});

describe('kernel and twin', () => {
  const currents: readonly (Current | undefined)[] = [
    undefined,
    { stream: [0.1, 0.2, -0.1] },
    { vortices: [{ centre: [0.1, 0.3, 0], axis: [0, 0.2, 1], circulation: 2, core: 0.2 }] },
  ];

  it.each([
    ['f32', 1],
    ['f64', 1],
    ['f32', 8],
    ['f64', 4],
  ] as const)('agree in every bit (%s, %i lanes), and each lane with a single run', (precision, lanes) => {
    for (const [, create] of bodies)
      for (const current of currents)
        for (const kind of ['add', 'addLost'] as const) {
          // Slow, fast and turbulent.
          const motions = Array.from({ length: lanes }, (_, lane) =>
            createMotion(create(), 40 + lane, 3 * lane + 0.01),
          );
          const run = (pool: Pool): Float32Array | Float64Array => {
            const interleave = (pick: (m: Motion) => Float64Array): Float64Array =>
              Float64Array.from({ length: pool.lanes * motions[0]!.positions.length }, (_, at) => {
                const own = pool.lanes === 1 ? motions[lanes - 1]! : motions[at % lanes]!;
                return pick(own)[Math.floor(at / pool.lanes)]!;
              });
            pool.water.setCurrent(current);
            const start = { positions: interleave((m) => m.positions), velocities: interleave((m) => m.velocities) };
            const ahead = start.velocities.map((v, at) => v + 0.01 * Math.sign(start.positions[at]!));
            pool.water.begin({ ...start, positionsBefore: start.positions, velocitiesBefore: ahead });
            for (let lane = 0; lane < pool.lanes; lane++) {
              const own = pool.lanes === 1 ? motions[lanes - 1]! : motions[lane]!;
              setLane(pool.positions, own.positions, pool.lanes, lane);
              setLane(pool.velocities, own.velocities, pool.lanes, lane);
            }
            pool.water[kind](pool.forces, pool.positions, pool.velocities);
            return pool.forces;
          };
          const wasm = run(createPool(create(), { precision, lanes }));
          expect(wasm.some((value) => value !== 0)).toBe(true);
          expect(wasm).toEqual(run(createPool(create(), { kind: 'twin', precision, lanes })));
          const alone = run(createPool(create(), { precision }));
          expect(readLane(wasm, lanes, lanes - 1)).toEqual(readLane(alone));
        }
  });
});

describe('faces', () => {
  it('share the whole force among them', () => {
    for (const [, create] of bodies) {
      const pool = createPool(create());
      const motion = createMotion(pool.body, 3);
      const total = sumAxes(computeForces(pool, motion, 'addLost'));
      const faces = new Float64Array(3 * pool.water.faceCount);
      pool.water.setFaces(undefined, faces, pool.positions, pool.velocities);
      sumAxes(faces).forEach((sum, k) => expect(sum / total[k]!).toBeCloseTo(1, 9));
    }
  });
});
