import { describe, expect, it } from 'vitest';
import { type HybridParameters, integratorDefaults } from './body.ts';
import { stepHybrid } from './step.ts';
import { findIterations, findStep, isSteady } from './limits.ts';
import { centipedeBody, createSample, falling } from '../../../testing/rigid-soft-samples.ts';

interface Tissue {
  readonly stiffness: number;
  readonly poissonRatio: number;
  readonly density: number;
}

function describeBody(tissue: Partial<Tissue>, dt: number = integratorDefaults.fast.dt): HybridParameters {
  const { density = 1, stiffness = 4000, poissonRatio = 0.4 } = tissue;
  return {
    ...centipedeBody,
    rigidSizes: Array.from({ length: 18 }, () => centipedeBody.rigidSize),
    rigidDensity: density,
    material: { stiffness, poissonRatio, density, damping: 50 * density },
    ...integratorDefaults.fast,
    dt,
  };
}

describe('what the fast integrator carries', () => {
  it('is the centipede with one iteration, and with two at 1/60 s', () => {
    expect(findIterations(describeBody({}))).toBe(1);
    expect(findIterations(describeBody({}, 1 / 60))).toBe(2);
  });

  it('takes more iterations for stiffer tissue, and smaller steps for stiff and light tissue', () => {
    expect(findIterations(describeBody({ stiffness: 40_000 }))).toBe(2);
    const light = describeBody({ stiffness: 40_000, poissonRatio: 0, density: 0.3 });
    expect(findIterations(light)).toBeNull();
    const step = findStep({ ...light, iterations: 2 })!;
    expect(step).toBeLessThan(light.dt);
    expect(isSteady({ ...light, iterations: 2, dt: step })).toBe(true);
  });

  it('is what a long chain shows too', () => {
    const fly = (parameters: HybridParameters): number => {
      const { body, state } = createSample(10, 'fast', {
        ...parameters,
        rigidSizes: parameters.rigidSizes.slice(0, 10),
      });
      state.bodyVelocities[4] = 1;
      try {
        for (let step = 0; step < 240; step++) stepHybrid(body, state, falling);
      } catch {
        return Infinity;
      }
      return Math.max(...state.softVelocities.map(Math.abs));
    };
    expect(fly(describeBody({}))).toBeLessThan(15);
    expect(fly(describeBody({ stiffness: 40_000, poissonRatio: 0.45, density: 0.3 }))).toBe(Infinity);
  });

  it('ends with what to do when it flies apart', () => {
    const { body, state } = createSample(4, 'fast', {
      ...describeBody({ stiffness: 1e6 }),
      rigidSizes: describeBody({}).rigidSizes.slice(0, 4),
    });
    state.bodyVelocities[4] = 1;
    expect(() => {
      for (let step = 0; step < 400; step++) stepHybrid(body, state, falling);
    }).toThrow(/integration\.dt/u);
  });
});
