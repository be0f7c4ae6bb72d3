import { describe, expect, it } from 'vitest';
import { codedTableLength, getCodedSignal } from './coded-table.ts';
import { type CordDrive, createExcitationModel, excitationModelNames } from './models.ts';
import { type CordRange, runCodedCord, runCord } from './propagation.ts';
import { computeCentralSignal, computeRamp, computeSignedSignal, computeTriangle } from './wave.ts';

describe('central signals', () => {
  it('rise to their height at half their width and fall again (eq. 11)', () => {
    expect(computeTriangle(0, 0.6, 0.8)).toBeCloseTo(0, 12);
    expect(computeTriangle(0.15, 0.6, 0.8)).toBeCloseTo(0.4, 12);
    expect(computeTriangle(0.2999999, 0.6, 0.8)).toBeCloseTo(0.8, 5);
    expect(computeTriangle(0.45, 0.6, 0.8)).toBeCloseTo(0.4, 12);
  });

  it('rest between the pulses and repeat (eq. 12)', () => {
    expect(computeCentralSignal(0.7, 0.6, 0.8, 1)).toBe(0);
    for (const t of [0.05, 0.3, 0.55])
      expect(computeCentralSignal(t + 7, 0.6, 0.8, 1)).toBeCloseTo(computeCentralSignal(t, 0.6, 0.8, 1), 9);
    expect(computeCentralSignal(0.3, 5, 1, 1)).toBeCloseTo(0.6, 12);
    expect(computeCentralSignal(0.3, 0, 1, 1)).toBe(0);
  });

  it('go to either side for bending cords', () => {
    expect(computeSignedSignal(0.25, 0.5, 0.4, 1)).toBeCloseTo(0.4, 12);
    expect(computeSignedSignal(0.75, 0.5, 0.4, 1)).toBeCloseTo(-0.4, 12);
    let sum = 0;
    for (let i = 0; i < 32; i++) sum += computeSignedSignal(i / 32, 0.5, 0.4, 1);
    expect(sum).toBeCloseTo(0, 12);
  });

  it('grow over the ramp', () => {
    expect([0, 0.5, 1, 9].map((t) => computeRamp(t, 1))).toEqual([0, 0.5, 1, 1]);
    expect(computeRamp(0, 0)).toBe(1);
  });
});

const cord: CordRange = { first: 2, segments: 6, lowest: 0 };

describe('propagation', () => {
  it('is the matrix of eq. 14 applied κ times', () => {
    const [alpha, beta, mu] = [0.7, 0.2, 0.5];
    const u = new Float64Array(10);
    let expected = [0.1, 0.4, 0.3, 0.9, 0, 0.6];
    u.set(expected, 2);
    runCord(u, cord, mu, alpha, beta, 3, false);
    for (let pass = 0; pass < 3; pass++)
      expected = expected.map((value, i) => (i === 0 ? mu : alpha * expected[i - 1]! + beta * value));
    expected.forEach((value, i) => expect(u[2 + i]).toBeCloseTo(value, 14));
    expect([u[0], u[1], u[8], u[9]]).toEqual([0, 0, 0, 0]);
  });

  it('runs from the tip as its mirror image', () => {
    const a = Float64Array.of(0, 0, 0.1, 0.4, 0.3, 0.9, 0, 0.6);
    const b = Float64Array.of(0, 0, ...[...a.subarray(2)].reverse());
    runCord(a, cord, 0.5, 0.9, 0.1, 2.5, false);
    runCord(b, cord, 0.5, 0.9, 0.1, 2.5, true);
    expect([...b.subarray(2)].reverse()).toEqual([...a.subarray(2)]);
  });

  it('changes smoothly with κ', () => {
    const run = (passes: number): Float64Array => {
      const u = Float64Array.of(0, 0, 0.1, 0.4, 0.3, 0.9, 0, 0.6);
      runCord(u, cord, 0.5, 0.7, 0.3, passes, false);
      return u;
    };
    for (const kappa of [1, 2, 3]) {
      const [below, at] = [run(kappa - 1e-9), run(kappa)];
      below.forEach((value, i) => expect(value).toBeCloseTo(at[i]!, 7));
    }
  });

  it('keeps a contracting cord within 0 … 1 and a bending one within ±1', () => {
    const u = new Float64Array(8);
    runCord(u, cord, 4, 1, 1, 20, false);
    expect(Math.max(...u)).toBe(1);
    runCord(u, { ...cord, lowest: -1 }, -4, 1, 1, 20, false);
    expect(Math.min(...u)).toBe(-1);
    runCord(u, cord, -4, 1, 1, 20, false);
    expect(Math.min(...u)).toBe(0);
  });

  it('as coded: whole passes, β = 1 − α, and rest when κ is 0', () => {
    const u = Float64Array.of(0, 0, 0.1, 0.4, 0.3, 0.9, 0, 0.6);
    const v = u.slice();
    runCodedCord(u, cord, 0.5, 0.7, 4.2);
    runCord(v, cord, 0.5, 0.7, 0.3, 5, false);
    u.forEach((value, i) => expect(value).toBeCloseTo(v[i]!, 14));
    runCodedCord(u, cord, 0.5, 0.7, 0);
    expect([...u.subarray(2)]).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

it("repeats the authors' table", () => {
  const signal = (parity: number) => Array.from({ length: 50 }, (_, step) => getCodedSignal(parity, step));
  const [even, odd] = [signal(0), signal(1)];
  expect(even[0]).toBeCloseTo(0.025, 12);
  expect(even[19]).toBeCloseTo(0.5, 12);
  expect(even[23]).toBeCloseTo(0, 12);
  expect(Math.max(...even.slice(24))).toBeCloseTo(0, 12);
  expect(Math.max(...odd.slice(0, 20))).toBe(0);
  expect(odd[29]).toBeCloseTo(0.3125, 12);
  expect(odd[31]).toBeCloseTo(0.0625, 12);
  expect(odd[32]).toBe(0);
  expect(getCodedSignal(7, codedTableLength + 29)).toBe(odd[29]);
});

describe('excitation models', () => {
  const cords: CordRange[] = [
    { first: 0, segments: 5, lowest: 0 },
    { first: 5, segments: 5, lowest: -1 },
  ];
  const drives: CordDrive[] = [
    { central: 0.5, delivery: 0.8, retention: 0.2, passes: 2, runsBack: false },
    { central: -0.5, delivery: 0.9, retention: 0.1, passes: 3, runsBack: false },
  ];
  const names = ['left', 'fin'];
  const sizes = { 'i-mem': 10, 's-mem': 2, 'cpg-mem': 2, 'ap-mem': 8 };

  it.each(excitationModelNames)('%s has its number of actions, with bounds and names', (name) => {
    const model = createExcitationModel(name, cords, names);
    expect(model.actionSize).toBe(sizes[name]);
    for (let i = 0; i < model.actionSize; i++) {
      expect(model.low[i]).toBeLessThan(model.high[i]!);
      expect(model.nameAction(i)).toMatch(/left|fin/u);
    }
  });

  it('without actions, the propagating ones do the same; the others hold the central signal', () => {
    const run = (name: (typeof excitationModelNames)[number]): Float64Array => {
      const u = new Float64Array(10);
      const model = createExcitationModel(name, cords, names);
      model.apply(u, drives, new Float64Array(model.actionSize), false);
      return u;
    };
    expect(run('ap-mem')).toEqual(run('cpg-mem'));
    expect([...run('s-mem')]).toEqual([0.5, 0.5, 0.5, 0.5, 0.5, -0.5, -0.5, -0.5, -0.5, -0.5]);
    expect(run('i-mem')).toEqual(run('s-mem'));
  });

  it('an action reaches its own segment, cord or parameter only', () => {
    const u = new Float64Array(10);
    const independent = createExcitationModel('i-mem', cords, names);
    const actions = new Float64Array(10);
    actions[3] = 0.25;
    independent.apply(u, drives, actions, false);
    expect([...u.subarray(0, 5)]).toEqual([0.5, 0.5, 0.5, 0.75, 0.5]);
    const adaptive = createExcitationModel('ap-mem', cords, names);
    const change = new Float64Array(8);
    change[3] = -2;
    u.fill(0);
    adaptive.apply(u, drives, change, false);
    expect([...u.subarray(0, 5)]).toEqual([0, 0, 0, 0, 0]);
    expect(u[5]).toBe(-0.5);
  });
});
