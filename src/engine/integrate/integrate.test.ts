import { describe, expect, it } from 'vitest';
import { dop853 } from './dop853.ts';
import { dopri5 } from '../../testing/solvers/dopri5.ts';
import { createEmbeddedScratch, type EmbeddedMethod, integrateAdaptive, setTrialStep } from './embedded.ts';
import type { Derivative } from './ode.ts';
import { createRk4Scratch, stepRk4 } from './rk4.ts';

/** y″ = −y; exact: cos t. */
const oscillator: Derivative = (out, _t, y) => {
  out[0] = y[1]!;
  out[1] = -y[0]!;
};
/** y′ = −y + sin t, so that time matters; exact with y(0) = 1: 1.5 e⁻ᵗ + (sin t − cos t) / 2. */
const decay: Derivative = (out, t, y) => void (out[0] = -y[0]! + Math.sin(t));
const pendulum: Derivative = (out, _t, y) => {
  out[0] = y[1]!;
  out[1] = -Math.sin(y[0]!);
};

type Stepper = (y: Float64Array, t: number, h: number, f: Derivative) => void;
const createFixedStepper = (method: EmbeddedMethod, n: number): Stepper => {
  const scratch = createEmbeddedScratch(method, n);
  return (y, t, h, f) => {
    f(scratch.stageDerivatives[0]!, t, y);
    setTrialStep(method, y, t, h, f, scratch);
    y.set(scratch.trial);
  };
};
const createRk4Stepper = (n: number): Stepper => {
  const scratch = createRk4Scratch(n);
  return (y, t, h, f) => {
    stepRk4(y, t, h, f, scratch);
  };
};

function solve(step: Stepper, f: Derivative, start: number[], end: number, steps: number): Float64Array {
  const y = Float64Array.from(start);
  for (let i = 0; i < steps; i++) step(y, (end * i) / steps, end / steps, f);
  return y;
}

const problems = [
  { name: 'oscillator', f: oscillator, start: [1, 0], end: 3, exact: Math.cos(3) },
  { name: 'driven decay', f: decay, start: [1], end: 3, exact: 1.5 * Math.exp(-3) + (Math.sin(3) - Math.cos(3)) / 2 },
  { name: 'pendulum', f: pendulum, start: [2, 0.5], end: 3, exact: NaN },
];
const methods = [
  { name: 'rk4', order: 4, create: createRk4Stepper, steps: [40, 80] },
  { name: 'dopri5', order: 5, create: (n: number) => createFixedStepper(dopri5, n), steps: [24, 48] },
  { name: 'dop853', order: 8, create: (n: number) => createFixedStepper(dop853, n), steps: [10, 20] },
] as const;

describe('order of convergence', () => {
  for (const { name, order, create, steps } of methods) {
    for (const problem of problems) {
      it(`${name} has order ${order} on the ${problem.name}`, () => {
        const { f, start, end } = problem;
        const exact = Number.isNaN(problem.exact)
          ? solve(createFixedStepper(dop853, 2), f, start, end, 200)[0]!
          : problem.exact;
        const errors = steps.map((count) => Math.abs(solve(create(start.length), f, start, end, count)[0]! - exact));
        expect(errors[1]).toBeGreaterThan(1e-15);
        expect(Math.log2(errors[0]! / errors[1]!) + 0.1).toBeGreaterThan(order);
      });
    }
  }
});

describe('error control', () => {
  const orbit: Derivative = (out, _t, y) => {
    const r2 = y[0]! * y[0]! + y[1]! * y[1]!;
    const pull = -1 / (r2 * Math.sqrt(r2));
    out[0] = y[2]!;
    out[1] = y[3]!;
    out[2] = pull * y[0]!;
    out[3] = pull * y[1]!;
  };
  /** A Kepler ellipse: after one period everything is back. */
  const e = 0.5;
  const ellipse = [1 - e, 0, 0, Math.sqrt((1 + e) / (1 - e))];

  for (const method of [dopri5, dop853]) {
    it(`${method.name} has an error after a whole orbit that follows the limit, and steps that follow the speed`, () => {
      const errors = [1e-5, 1e-8, 1e-11].map((limit) => {
        const y = Float64Array.from(ellipse);
        const stepSizes = new Float64Array(1);
        const scratch = createEmbeddedScratch(method, 4);
        const sizes: number[] = [];
        for (let i = 0; i < 20; i++) {
          const [from, to] = [(2 * Math.PI * i) / 20, (2 * Math.PI * (i + 1)) / 20];
          const tolerance = { absolute: limit, relative: limit };
          expect(integrateAdaptive(method, y, stepSizes, from, to, orbit, tolerance, scratch)).toBeNull();
          sizes.push(stepSizes[0]!);
        }
        expect(Math.max(...sizes) / Math.min(...sizes)).toBeGreaterThan(2);
        return Math.max(...y.map((value, i) => Math.abs(value - ellipse[i]!)));
      });
      // A thousandfold limit, a thousandfold error, give or take what an orbit amplifies.
      expect(errors[0]).toBeLessThan(1e-2);
      expect(errors[0]! / errors[1]!).toBeGreaterThan(200);
      expect(errors[1]! / errors[2]!).toBeGreaterThan(200);
    });

    it(`${method.name} stays within ten times the limit on the driven decay and lands exactly`, () => {
      for (const limit of [1e-4, 1e-7, 1e-10]) {
        const y = Float64Array.of(1);
        let lastTime = 0;
        const watched: Derivative = (out, t, states) => {
          lastTime = Math.max(lastTime, t);
          decay(out, t, states);
        };
        const scratch = createEmbeddedScratch(method, 1);
        const tolerance = { absolute: limit, relative: limit };
        integrateAdaptive(method, y, new Float64Array(1), 0, 3, watched, tolerance, scratch);
        expect(Math.abs(y[0]! - problems[1]!.exact)).toBeLessThan(10 * limit);
        expect(lastTime).toBeLessThanOrEqual(3 * (1 + 1e-15));
      }
    });

    it(`${method.name} continues bit-equal from saved states and step size`, () => {
      const tolerance = { absolute: 1e-6, relative: 1e-6 };
      const run = (y: Float64Array, h: Float64Array, from: number, to: number): void => {
        const scratch = createEmbeddedScratch(method, 2);
        for (let i = from; i < to; i++) integrateAdaptive(method, y, h, i, i + 1, pendulum, tolerance, scratch);
      };
      const whole = { y: Float64Array.of(2, 0.5), h: new Float64Array(1) };
      run(whole.y, whole.h, 0, 9);
      const parts = { y: Float64Array.of(2, 0.5), h: new Float64Array(1) };
      run(parts.y, parts.h, 0, 4);
      const restored = { y: parts.y.slice(), h: parts.h.slice() };
      run(restored.y, restored.h, 4, 9);
      expect([...restored.y, ...restored.h]).toEqual([...whole.y, ...whole.h]);
    });

    it(`${method.name} says why it stopped`, () => {
      const tolerance = { absolute: 1e-6, relative: 1e-6 };
      const integrate = (f: Derivative, y: Float64Array, h = 0) =>
        integrateAdaptive(method, y, Float64Array.of(h), 0, 1, f, tolerance, createEmbeddedScratch(method, y.length));
      const broken: Derivative = (out) => {
        out[0] = 0;
        out[1] = NaN;
      };
      expect(integrate(broken, new Float64Array(2))).toEqual({ code: 'not-finite', time: 0, stepSize: 0, index: 1 });
      // y′ = y² blows up at t = 0.5.
      const states = Float64Array.of(2);
      const blowUp = integrate((out, _t, y) => void (out[0] = y[0]! * y[0]!), states);
      expect(blowUp).toMatchObject({ code: 'step-underflow' });
      expect(blowUp!.time).toBeCloseTo(0.5, 3);
      expect(states[0]).toBeGreaterThan(1000);
      expect(Number.isFinite(states[0])).toBe(true);
      // NaN from the first trial on, whatever the step.
      const wall: Derivative = (out, t) => void (out[0] = t > 0 ? NaN : 1);
      expect(integrate(wall, Float64Array.of(0), 0.1)).toMatchObject({ code: 'step-underflow', time: 0 });
    });
  }
});
