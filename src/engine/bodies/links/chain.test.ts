import { describe, expect, it } from 'vitest';
import { ModelError } from '../../model/problem.ts';
import { addMuscleTorques } from '../../forces/joint-muscle.ts';
import { addDragForces } from '../../forces/link-drag.ts';
import { createRk4Scratch, stepRk4 } from '../../integrate/rk4.ts';
import {
  type ArticulatedBody,
  type BodyScratch,
  computeWaterPower,
  createArticulatedBody,
  createBodyScratch,
  type LinkParameters,
  setCentreOfMass,
  setChainDerivatives,
  setKinematics,
  setLinkCentres,
} from './chain.ts';

/** Deterministic numbers in (−1, 1). */
function createNoise(seed: number): () => number {
  let x = seed;
  return () => {
    x = (Math.imul(x, 1103515245) + 12345) & 0x7fffffff;
    return x / 0x40000000 - 1;
  };
}

const muscle = { strength: 3, stiffness: 0.3, tonus: 10, damping: 30 };
const noMuscle = { strength: 0, stiffness: 0, tonus: 0, damping: 0 };

function createLinks(count: number, drag = 1): LinkParameters[] {
  const noise = createNoise(7 + count);
  return Array.from({ length: count }, (_, i) => ({
    length: 30 + 5 * noise(),
    mass: 14 - i + noise(),
    inertia: 1400 - 100 * i + 50 * noise(),
    normalDrag: drag * (0.45 + 0.1 * noise()),
    axialDrag: drag * (0.008 + 0.002 * noise()),
  }));
}

function createSample(body: ArticulatedBody, seed: number) {
  const noise = createNoise(seed);
  const states = Float64Array.from({ length: body.stateCount }, (_, i) => (i < body.velocityAt ? 1 : 0.02) * noise());
  for (let link = 0; link < body.links; link++) states[body.rateAt + link] = 0.02 * noise();
  states[body.velocityAt] = 0.5 * noise();
  const motors = Float64Array.from({ length: 2 * (body.links - 1) }, () => 0.5 * (1 + noise()));
  return { states, motors, gains: new Float64Array(motors.length).fill(1) };
}

/** Muscles, water and joints together, as a swimmer takes them. */
function setBodySlopes(
  slopes: Float64Array,
  body: ArticulatedBody,
  states: Float64Array,
  motors: Float64Array,
  gains: Float64Array,
  work: BodyScratch,
): void {
  setKinematics(work, body, states);
  work.forces.fill(0);
  work.torques.fill(0);
  addDragForces(work.forces, work.axes, work.velocities, body.normalDrags, body.axialDrags);
  addMuscleTorques(work.torques, body.muscle, states, body.angleAt, body.rateAt, motors, gains);
  setChainDerivatives(slopes, body, states, work);
}

/** Solves A x = b by elimination with pivoting. */
function solveDense(a: number[][], b: number[]): number[] {
  const n = b.length;
  const rows = a.map((row, i) => [...row, b[i]!]);
  for (let c = 0; c < n; c++) {
    const pivot = rows
      .slice(c)
      .reduce((best, row, i) => (Math.abs(row[c]!) > Math.abs(rows[best]![c]!) ? c + i : best), c);
    [rows[c], rows[pivot]] = [rows[pivot]!, rows[c]!];
    for (let r = 0; r < n; r++) {
      if (r === c) continue;
      const factor = rows[r]![c]! / rows[c]![c]!;
      if (factor !== 0) rows[r] = rows[r]!.map((value, k) => value - factor * rows[c]![k]!);
    }
  }
  return rows.map((row, i) => row[n]! / row[i]!);
}

/** Accelerations of all links in maximal coordinates (x, y, φ each) with Lagrange multipliers, from the paper's eq. 2–3. */
function solveMaximal(body: ArticulatedBody, states: Float64Array, motors: Float64Array): number[] {
  const n = body.links;
  const joints = n - 1;
  const phi = (i: number): number => states[body.angleAt + i]!;
  const rate = (i: number): number => states[body.rateAt + i]!;
  const velocity: [number, number][] = [[states[body.velocityAt]!, states[body.velocityAt + 1]!]];
  for (let i = 1; i < n; i++) {
    const [vx, vy] = velocity[i - 1]!;
    const [a, b] = [body.halfLengths[i - 1]! * rate(i - 1), body.halfLengths[i]! * rate(i)];
    velocity.push([
      vx - a * Math.sin(phi(i - 1)) - b * Math.sin(phi(i)),
      vy + a * Math.cos(phi(i - 1)) + b * Math.cos(phi(i)),
    ]);
  }
  const torque = Array.from({ length: joints }, (_, j) => {
    const [left, right] = [motors[2 * j]!, motors[2 * j + 1]!];
    const bend = phi(j + 1) - phi(j);
    return (
      muscle.strength * (left - right) +
      muscle.stiffness * (left + right + muscle.tonus) * bend +
      muscle.damping * (rate(j + 1) - rate(j))
    );
  });
  const size = 3 * n + 2 * joints;
  const matrix = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  const right = new Array<number>(size).fill(0);
  for (let i = 0; i < n; i++) {
    const [c, s] = [Math.cos(phi(i)), Math.sin(phi(i))];
    const [vx, vy] = velocity[i]!;
    const [along, across] = [vx * c + vy * s, vy * c - vx * s];
    const [fa, fn] = [
      -body.axialDrags[i]! * along * Math.abs(along),
      -body.normalDrags[i]! * across * Math.abs(across),
    ];
    matrix[3 * i]![3 * i] = body.masses[i]!;
    matrix[3 * i + 1]![3 * i + 1] = body.masses[i]!;
    matrix[3 * i + 2]![3 * i + 2] = body.inertias[i]!;
    right[3 * i] = fa * c - fn * s;
    right[3 * i + 1] = fa * s + fn * c;
    right[3 * i + 2] = (torque[i] ?? 0) - (torque[i - 1] ?? 0);
  }
  for (let j = 0; j < joints; j++) {
    // Joint gap: rear end of link j minus front end of link j + 1, differentiated twice.
    [j, j + 1].forEach((i, end) => {
      const [c, s] = [Math.cos(phi(i)), Math.sin(phi(i))];
      const h = body.halfLengths[i]!;
      const sign = end === 0 ? 1 : -1;
      const rows: [number, number, number][] = [
        [3 * i, sign, h * rate(i) ** 2 * c],
        [3 * i + 1, sign, h * rate(i) ** 2 * s],
      ];
      rows.forEach(([column, value, centripetal], axis) => {
        const row = 3 * n + 2 * j + axis;
        const turn = axis === 0 ? -h * s : h * c;
        matrix[row]![column] = value;
        matrix[row]![3 * i + 2] = turn;
        matrix[column]![row] = -value;
        matrix[3 * i + 2]![row] = -turn;
        right[row] = right[row]! + centripetal;
      });
    });
  }
  return solveDense(matrix, right);
}

describe('the chain of links', () => {
  it('accelerates as the maximal coordinates of the paper do, for 2 to 12 links', () => {
    for (const count of [2, 3, 10, 12]) {
      const body = createArticulatedBody(createLinks(count), muscle);
      const scratch = createBodyScratch(body);
      const slopes = new Float64Array(body.stateCount);
      for (let seed = 1; seed <= 5; seed++) {
        const { states, motors, gains } = createSample(body, seed);
        setBodySlopes(slopes, body, states, motors, gains, scratch);
        const expected = solveMaximal(body, states, motors);
        expect(slopes[body.velocityAt]).toBeCloseTo(expected[0]!, 11);
        expect(slopes[body.velocityAt + 1]).toBeCloseTo(expected[1]!, 11);
        for (let link = 0; link < count; link++) {
          expect(slopes[body.rateAt + link]).toBeCloseTo(expected[3 * link + 2]!, 11);
          expect(slopes[body.angleAt + link]).toBe(states[body.rateAt + link]);
        }
      }
    }
  });

  /** Linear momentum (2), angular momentum about the origin, kinetic energy. */
  function computeInvariants(body: ArticulatedBody, states: Float64Array): number[] {
    const centres = new Float64Array(2 * body.links);
    const axes = new Float64Array(2 * body.links);
    setLinkCentres(centres, axes, body, states);
    const h = 1e-4;
    const moved = states.map((value, i) => (i < body.velocityAt ? value + h * states[i + body.velocityAt]! : value));
    const later = new Float64Array(centres.length);
    const earlier = new Float64Array(centres.length);
    setLinkCentres(later, axes, body, moved);
    setLinkCentres(
      earlier,
      axes,
      body,
      states.map((value, i) => 2 * value - moved[i]!),
    );
    const sums = [0, 0, 0, 0];
    for (let link = 0; link < body.links; link++) {
      const [x, y] = [centres[2 * link]!, centres[2 * link + 1]!];
      const vx = (later[2 * link]! - earlier[2 * link]!) / (2 * h);
      const vy = (later[2 * link + 1]! - earlier[2 * link + 1]!) / (2 * h);
      const m = body.masses[link]!;
      const spin = states[body.rateAt + link]!;
      sums[0]! += m * vx;
      sums[1]! += m * vy;
      sums[2]! += m * (x * vy - y * vx) + body.inertias[link]! * spin;
      sums[3]! += 0.5 * (m * (vx * vx + vy * vy) + body.inertias[link]! * spin * spin);
    }
    return sums;
  }

  function simulate(
    body: ArticulatedBody,
    states: Float64Array,
    motors: Float64Array,
    steps: number,
    each: () => void,
  ): void {
    const scratch = createBodyScratch(body);
    const rk4 = createRk4Scratch(body.stateCount);
    const gains = new Float64Array(motors.length).fill(1);
    for (let i = 0; i < steps; i++) {
      stepRk4(states, 0, 0.5, (out, _t, y) => setBodySlopes(out, body, y, motors, gains, scratch), rk4);
      each();
    }
  }

  it('keeps linear and angular momentum without water, muscles pulling or not', () => {
    const body = createArticulatedBody(createLinks(10, 0), muscle);
    const { states, motors } = createSample(body, 3);
    const before = computeInvariants(body, states);
    simulate(body, states, motors, 400, () => undefined);
    const after = computeInvariants(body, states);
    for (let i = 0; i < 3; i++) expect(after[i]! / before[i]!).toBeCloseTo(1, 6);
    expect(after[3]! / before[3]!).not.toBeCloseTo(1, 2);
  });

  it('keeps its energy without water and muscles', () => {
    const body = createArticulatedBody(createLinks(6, 0), noMuscle);
    const { states, motors } = createSample(body, 4);
    const before = computeInvariants(body, states);
    simulate(body, states, motors, 400, () => undefined);
    expect(computeInvariants(body, states)[3]! / before[3]!).toBeCloseTo(1, 6);
  });

  it('loses energy to the water at the rate the water power says, never gaining any', () => {
    const body = createArticulatedBody(createLinks(10), noMuscle);
    const scratch = createBodyScratch(body);
    const { states, motors } = createSample(body, 5);
    const read = (): [number, number] => [
      computeInvariants(body, states)[3]!,
      computeWaterPower(body, states, scratch),
    ];
    let before = read();
    let middle: [number, number] | undefined;
    simulate(body, states, motors, 100, () => {
      const now = read();
      expect(now[1]).toBeLessThan(0);
      if (middle === undefined) {
        middle = now;
        return;
      }
      expect(now[0]).toBeLessThan(middle[0]);
      expect(middle[0]).toBeLessThan(before[0]);
      // Simpson's rule over two steps of half a ms.
      const lost = (before[1] + 4 * middle[1] + now[1]) / 6;
      expect((now[0] - before[0]) / lost).toBeCloseTo(1, 4);
      before = now;
      middle = undefined;
    });
  });

  it('knows its centre of mass and that its velocity is its derivative', () => {
    const body = createArticulatedBody(createLinks(10), muscle);
    const scratch = createBodyScratch(body);
    const { states } = createSample(body, 6);
    const h = 1e-5;
    const centre = new Float64Array(4);
    const ahead = new Float64Array(4);
    setCentreOfMass(centre, body, states, scratch);
    const moved = states.map((value, i) => (i < body.velocityAt ? value + h * states[i + body.velocityAt]! : value));
    setCentreOfMass(ahead, body, moved, scratch);
    expect((ahead[0]! - centre[0]!) / h).toBeCloseTo(centre[2]!, 4);
    expect((ahead[1]! - centre[1]!) / h).toBeCloseTo(centre[3]!, 4);
  });

  it('mirrors exactly: y, angles and sides exchanged give the mirrored slopes, bit for bit', () => {
    const body = createArticulatedBody(createLinks(10), muscle);
    const scratch = createBodyScratch(body);
    const { states, motors, gains } = createSample(body, 8);
    const isOdd = (i: number): boolean => i % body.velocityAt !== 0;
    const mirror = (values: Float64Array): Float64Array => values.map((value, i) => (isOdd(i) ? -value : value));
    const slopes = new Float64Array(body.stateCount);
    const mirrored = new Float64Array(body.stateCount);
    setBodySlopes(slopes, body, states, motors, gains, scratch);
    setBodySlopes(
      mirrored,
      body,
      mirror(states),
      motors.map((_, i) => motors[i ^ 1]!),
      gains,
      scratch,
    );
    expect(mirrored).toEqual(mirror(slopes));
  });

  it('refuses links that are no links, naming them', () => {
    const links = createLinks(4);
    links[2]!.mass = 0;
    links[3]!.axialDrag = NaN;
    const paths = findPaths(() => createArticulatedBody(links, { ...muscle, damping: Infinity }));
    expect(paths).toEqual(['links[2].mass', 'links[3].axialDrag', 'muscle.damping']);
    expect(findPaths(() => createArticulatedBody(links.slice(0, 1), muscle))).toEqual(['links']);
  });
});

function findPaths(action: () => unknown): string[] {
  try {
    action();
  } catch (error) {
    if (error instanceof ModelError) return error.problems.map(({ path }) => path);
  }
  return [];
}
