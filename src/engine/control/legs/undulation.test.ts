import { describe, expect, it } from 'vitest';
import { sin } from '../../math/portable.ts';
import { createLegPlan, type GaitOptions, type LegArrays, legStates } from './leg-plan.ts';
import { advanceUndulation, createUndulation, createUndulationField, type Undulation } from './undulation.ts';

const gait: GaitOptions = {
  coordination: 'time',
  wave: 'retrograde',
  adjustTime: 0.02,
  lift: 'in-place',
  together: 'alternate',
  minStance: 0,
  waitShare: 0,
  dropShare: 0,
  lag: 0.1,
  duty: 0.7,
  timed: false,
  tokenDelay: 0.03,
  search: false,
  poses: new Float64Array(18),
};
const segments = 12;
const pairs = segments - 1;
const options = { amplitude: 0.2, phase: 1.5, linkLength: 0.9, dt: 1 / 240 };
const cycle = 0.4;
const lag = 0.15;

function createPlan(lost: number[] = []) {
  return createLegPlan({
    gait,
    pairBodies: Array.from({ length: pairs }, (_, pair) => pair + 1),
    pairOffsets: new Array<number>(pairs).fill(0),
    rootSide: 1,
    rootHeight: -0.5,
    pairLengths: Array.from({ length: pairs }, () => ({ upper: 1, lower: 1 })),
    maxTheta: 0.5,
    stretch: 1,
    lost,
  });
}

/** Bends for a time with legs that come to stand in a perfect wave; `look` sees every step. */
function bend(lost: number[], seconds: number, look: (undulation: Undulation, state: Float64Array) => void = () => {}) {
  const plan = createPlan(lost);
  const undulation = createUndulation(plan, segments, options)!;
  const state = new Float64Array(createUndulationField(segments).length);
  const arrays = {
    legStates: new Uint8Array(plan.legCount).fill(legStates.STANCE),
    legOnsets: new Float64Array(plan.legCount).fill(-1),
  } as unknown as LegArrays;
  for (let step = 0; step < seconds / options.dt; step++) {
    const time = step * options.dt;
    for (let leg = 0; leg < plan.legCount; leg++) {
      const first = lag * cycle * (leg >> 1);
      if (time >= first) arrays.legOnsets[leg] = first + cycle * Math.floor((time - first) / cycle);
    }
    advanceUndulation(undulation, state, arrays, true, time);
    look(undulation, state);
  }
  return { undulation, state };
}

describe('undulation', () => {
  it('is nothing without amplitude', () => {
    expect(createUndulation(createPlan(), segments, { ...options, amplitude: 0 })).toBeNull();
  });

  it('takes its phases and its pace from the legs', () => {
    const { state } = bend([], 6);
    for (let i = 2; i < segments; i++) {
      expect(state[5 * i + 1]!).toBeCloseTo((2 * Math.PI) / cycle, 6);
      const difference = state[5 * (i - 1)]! - state[5 * i]!;
      expect(Math.abs(sin((difference - 2 * Math.PI * lag) / 2))).toBeLessThan(0.02);
    }
  });

  it('yaws as the slope of its sway, by no more than the amplitude, and not at the head', () => {
    const { state } = bend([], 6);
    let largest = 0;
    for (let i = 5; i + 1 < segments; i++) {
      const slope = (state[5 * (i - 1) + 3]! - state[5 * (i + 1) + 3]!) / (2 * options.linkLength);
      largest = Math.max(largest, Math.abs(state[5 * i + 4]!));
      // A difference over two links sees a wave of seven segments a seventh too flat.
      expect(Math.abs(slope - 0.86 * state[5 * i + 4]!)).toBeLessThan(0.02);
    }
    expect(largest).toBeLessThan(options.amplitude);
    expect(largest).toBeGreaterThan(0.9 * options.amplitude);
    expect([state[3], state[4]]).toEqual([0, 0]);
  });

  it('adds up: its steps are the changes of what it has become', () => {
    const sum = new Float64Array(2);
    const { state } = bend([], 3, ({ sways, turns }) => {
      sum[0] = sum[0]! + sways[7]!;
      sum[1] = sum[1]! + turns[7]!;
    });
    expect(sum[0]).toBeCloseTo(state[5 * 7 + 3]!, 9);
    expect(sum[1]).toBeCloseTo(state[5 * 7 + 4]!, 9);
  });

  it('bends a segment that has lost its leg with the one in front', () => {
    const { state } = bend([8], 3);
    expect(state[5 * 5]).toBe(state[5 * 4]);
    expect(state.every(Number.isFinite)).toBe(true);
  });
});
