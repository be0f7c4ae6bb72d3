import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SimulationError } from './guard.ts';
import type { Simulation } from '../sim/simulation.ts';
import { createSmallLamprey } from '../../testing/small-lamprey.ts';
import { Timeline } from '../sim/timeline.ts';

/** What the solver does at the end of its step, as if a force had gone wrong. */
const fault = vi.hoisted(() => ({
  act: undefined as ((arrays: Record<string, { [i: number]: number }>) => void) | undefined,
}));

vi.mock('../families/descriptions.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../families/descriptions.ts')>();
  return {
    ...original,
    getFamily: (...args: Parameters<typeof original.getFamily>) => {
      const family = original.getFamily(...args);
      const { solver } = family;
      const step: typeof solver.step = (system, state, scratch) => {
        solver.step(system, state, scratch);
        fault.act?.(state.arrays);
      };
      return { ...family, solver: { ...solver, step } };
    },
  };
});

beforeEach(() => (fault.act = undefined));

function catchStep(simulation: Pick<Simulation, 'step'>): SimulationError {
  try {
    simulation.step();
  } catch (error) {
    if (error instanceof SimulationError) return error;
    throw error;
  }
  throw new Error('The step did not fail.');
}

describe('the guard', () => {
  const before = 5;
  const floats = createSmallLamprey().state.specs.filter((spec) => spec.type === 'f64' || spec.type === 'f32');

  it.each(floats.filter((spec) => spec.name !== 'clock').map((spec) => [spec.name, spec] as const))(
    'finds a bad number in %s in the same step, and keeps the state before it',
    (name, spec) => {
      for (const [index, value] of [
        [0, NaN],
        [spec.length - 1, Infinity],
        [spec.length >> 1, -Infinity],
      ] as const) {
        fault.act = undefined;
        const simulation = createSmallLamprey(before);
        const good = simulation.hash();
        fault.act = (arrays) => (arrays[name]![index] = value);
        const error = catchStep(simulation);
        expect(error).toMatchObject({
          code: 'non-finite',
          array: name,
          index,
          element: spec.nameElement(index),
          step: before + 1,
        });
        expect(error.time).toBeCloseTo((before + 1) * simulation.system.dt, 12);
        expect(error.stage).not.toBe('');
        for (const part of [String(value), error.element, `step ${before + 1}`, error.stage, name])
          expect(error.message).toContain(part);
        simulation.restore(simulation.lastGood);
        expect(simulation.hash()).toBe(good);
        expect(simulation.stepCount).toBe(before);
        fault.act = undefined;
        simulation.step();
        expect(simulation.hash()).toBe(createSmallLamprey(before + 1).hash());
      }
    },
  );

  it('refuses a snapshot with a bad number, and continues from where it was', () => {
    for (const spec of floats) {
      const poisoned = createSmallLamprey(before);
      poisoned.state.arrays[spec.name]![spec.length - 1] = NaN;
      const simulation = createSmallLamprey(before + 2);
      const good = simulation.hash();
      expect(() => simulation.restore(poisoned.snapshot()), spec.name).toThrow(SimulationError);
      expect(simulation.hash()).toBe(good);
    }
  });

  it('watches the clock too', () => {
    const simulation = createSmallLamprey(before);
    fault.act = (arrays) => (arrays['clock']![0] = NaN);
    expect(catchStep(simulation)).toMatchObject({ array: 'clock', element: 'step count' });
  });

  it('says in which stage a solver gave up, and why', () => {
    const simulation = createSmallLamprey(before);
    const good = simulation.hash();
    const cause = new Error('the step became too small');
    fault.act = () => {
      throw cause;
    };
    const error = catchStep(simulation);
    expect(error).toMatchObject({ code: 'solver-failed', array: '', index: -1, step: before, cause });
    expect(error.message).toContain('the step became too small');
    simulation.restore(simulation.lastGood);
    expect(simulation.hash()).toBe(good);
  });

  it('leaves a timeline on the state before the failure', () => {
    const timeline = new Timeline(createSmallLamprey().desc, { seed: 1 });
    for (let i = 0; i < before; i++) timeline.step();
    const good = timeline.simulation.hash();
    fault.act = (arrays) => (arrays['body']![3] = NaN);
    expect(catchStep(timeline).array).toBe('body');
    expect(timeline.simulation.hash()).toBe(good);
    expect(timeline.lastStep).toBe(before);
    fault.act = undefined;
    timeline.step();
    expect(timeline.simulation.hash()).toBe(createSmallLamprey(before + 1).hash());
  });
});
