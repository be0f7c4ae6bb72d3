import { describe, expect, it } from 'vitest';
import { createSampleLegs, type SampleLegs, setSampleLeg } from '../../../testing/leg-samples.ts';
import { legStates } from './leg-plan.ts';
import { advancePhaseLegs, type PhaseTiming, setTiming } from './phase.ts';
import { planStep } from './step-plan.ts';

const { STANCE, SF1 } = legStates;
const degree = Math.PI / 180;
const h = 1 / 960;
const speed = 8;

function createLegs(): { legs: SampleLegs; timing: PhaseTiming } {
  const legs = createSampleLegs({ coordination: 'phase', together: 'first' }, { ground: 0 });
  const timing = { stride: 0, stance: 0, period: 0, swing: 0, speed: 0, lag: 0, lift: 0 };
  setTiming(timing, legs.plan, legs.height, speed);
  for (let leg = 0; leg < legs.plan.legCount; leg++) setStanding(legs, leg);
  return { legs, timing };
}

/** A leg that has just been put down where it was planned to be. */
function setStanding(legs: SampleLegs, leg: number): void {
  setSampleLeg(legs, leg, STANCE, [0, -12 * degree, 15 * degree]);
  planStep(legs.arrays.legTips, 3 * leg, legs, leg, 0.858, 0, 1.716);
}

/** Moves body and legs on, and writes down when which leg lifts and lands. */
function walk(legs: SampleLegs, timing: PhaseTiming, seconds: number) {
  const lifts = Array.from({ length: legs.plan.legCount }, (): number[] => []);
  const lands = Array.from({ length: legs.plan.legCount }, (): number[] => []);
  for (let step = 0; step < seconds / h; step++) {
    const before = legs.arrays.legStates.slice();
    for (let f = 9; f < legs.frames.length; f += 12) legs.frames[f]! += speed * h;
    advancePhaseLegs(legs, timing, step * h, h);
    legs.arrays.legStates.forEach((state, leg) => {
      if (before[leg] === STANCE && state !== STANCE) lifts[leg]!.push(legs.arrays.legLifts[leg]!);
      if (before[leg] !== STANCE && state === STANCE) lands[leg]!.push(legs.arrays.legOnsets[leg]!);
    });
  }
  return { lifts, lands };
}

describe('the nominal cycle', () => {
  it('follows from speed, duty and the reach of the shortest leg', () => {
    const { timing, legs } = createLegs();
    const { maxLength } = legs.plan.pairShapes[0]!;
    expect(timing.stride).toBeCloseTo(0.3 * Math.sqrt(maxLength ** 2 - 1.066 ** 2), 9);
    expect(timing.stance).toBeCloseTo((2 * timing.stride) / speed, 12);
    expect(timing.stance / timing.period).toBeCloseTo(0.7, 12);
    expect(timing.swing + timing.stance).toBeCloseTo(timing.period, 12);
  });
});

describe('a step', () => {
  it('is planned ahead of the root, on the ground, within reach from landing to lift-off', () => {
    const { legs, timing } = createLegs();
    const spot = new Float64Array(3);
    for (const leg of [0, 1]) {
      planStep(spot, 0, legs, leg, timing.stride, 0.5, 2 * timing.stride);
      expect(spot[2]).toBeCloseTo(0, 2);
      expect(spot[0]).toBeCloseTo(0.5 + timing.stride, 6);
      expect(Math.sign(spot[1]!)).toBe(leg === 0 ? 1 : -1);
      const { maxLength, maxSlope } = legs.plan.pairShapes[0]!;
      const outward = Math.abs(spot[1]!) - 1.211;
      for (const x of [timing.stride, -timing.stride]) {
        expect(Math.hypot(x, outward, 1.066)).toBeLessThan(0.99 * maxLength);
        expect(Math.abs(x)).toBeLessThan(maxSlope * outward);
      }
    }
  });
});

describe('legs in phase', () => {
  const { legs, timing } = createLegs();
  const { lifts, lands } = walk(legs, timing, 4);

  it('the first pair lifts together when it is a stride behind, and stands for its duty', () => {
    expect(lifts[0]).toEqual(lifts[1]);
    const last = lifts[0]!.length - 1;
    expect(lifts[0]![last]! - lifts[0]![last - 1]!).toBeCloseTo(timing.period, 1);
    expect(lifts[0]!.length).toBeGreaterThan(8);
  });

  it('every other leg lifts and lands a lag after the one it listens to', () => {
    for (const leg of [2, 3, 4, 5]) {
      const [own, ahead] = [lifts[leg]!.at(-1)!, lifts[leg - 2]!];
      const apart = Math.min(...ahead.map((t) => Math.abs(own - t - 0.1 * timing.period)));
      expect(apart).toBeLessThan(0.01);
      const landing = lands[leg]!.at(-1)!;
      expect(Math.min(...lands[leg - 2]!.map((t) => Math.abs(landing - t - 0.1 * timing.period)))).toBeLessThan(0.01);
    }
  });

  it('steps once in a cycle', () => {
    for (const times of lands)
      times.slice(1).forEach((t, i) => expect(t - times[i]!).toBeGreaterThan(0.5 * timing.period));
  });
});

describe('a leg in the air', () => {
  it('stays above the ground until it comes down, and one of other rules begins with a swing', () => {
    const { legs, timing } = createLegs();
    setSampleLeg(legs, 0, SF1, [-20 * degree, 10 * degree, 15 * degree]);
    let lowest = Infinity;
    for (let step = 0; step < 400 && legs.arrays.legStates[0] !== STANCE; step++) {
      advancePhaseLegs(legs, timing, step * h, h);
      lowest = Math.min(lowest, legs.arrays.legTips[2]!);
    }
    expect(legs.arrays.legStates[0]).toBe(STANCE);
    expect(legs.arrays.legOnsets[0]).toBeCloseTo(timing.swing + h, 2);
    expect(lowest).toBeGreaterThan(-1e-9);
  });
});

describe('changes of the timing', () => {
  it('change what they name, within limits, and none leave it as it was', () => {
    const { legs, timing } = createLegs();
    const plain = { ...timing };
    const set = (...changes: number[]) => {
      setTiming(timing, legs.plan, legs.height, speed, Float64Array.from(changes));
      return timing;
    };
    expect(set(0, 0, 0, 0)).toEqual(plain);
    expect(set(0.05, 0, 0, 0).lag).toBeCloseTo(plain.lag + 0.05, 12);
    expect(set(9, 0, 0, 0).lag).toBe(0.45);
    expect(set(0, 0.1, 0, 0).period).toBeCloseTo(plain.stance / 0.8, 12);
    expect(set(0, 0, 0.5, 0).stride).toBeCloseTo(1.5 * plain.stride, 12);
    expect(set(0, 0, 0.5, 0).stance).toBeCloseTo(1.5 * plain.stance, 12);
    expect(set(0, 0, 0, 0.1).lift).toBeCloseTo(plain.lift + 0.1, 12);
  });
});
