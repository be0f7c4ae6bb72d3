import { describe, expect, it } from 'vitest';
import { createSampleLegs, readPose, type SampleLegs, setSampleLeg } from '../../../testing/leg-samples.ts';
import { type GaitOptions, legStates } from './leg-plan.ts';
import { advanceLegs } from './switcher.ts';

const { SF1, SF2, SB1, SB2, STANCE, ADJUST } = legStates;
const name = (state: number): string => Object.keys(legStates)[state]!;
const degree = Math.PI / 180;
const h = 1 / 960;
/** Legs of the second pair hear those of the first: 0 and 2 are on the left. */
const [first, second, third] = [0, 2, 4];

/** Ground under a leg whose tip is `depth` below it after a step of nothing. */
function createTouching(state: number, gait: Partial<GaitOptions> = {}, depth = 0.01): SampleLegs {
  const high = createSampleLegs(gait);
  setSampleLeg(high, first, state, [0, -12 * degree, 15 * degree]);
  const tip = high.arrays.legTips[3 * first + 2]!;
  const legs = createSampleLegs(gait, { ground: tip + depth });
  setSampleLeg(legs, first, state, [0, -12 * degree, 15 * degree]);
  // The tip comes from above.
  legs.arrays.legTips[3 * first + 2] = tip + 3 * depth;
  // The rest of the legs is kept off the ground.
  for (let leg = 1; leg < legs.plan.legCount; leg++) setSampleLeg(legs, leg, SF1, [0, 40 * degree, 15 * degree]);
  return legs;
}

/** A leg that stands on its tip, for `seconds`. */
function setStanding(legs: SampleLegs, leg: number, seconds: number): void {
  setSampleLeg(legs, leg, STANCE, [0, -12 * degree, 15 * degree]);
  legs.arrays.legTimers[leg] = seconds;
}

describe('rule 1: a leg in the air goes round by itself', () => {
  it.each([
    [SF1, SF2],
    [SF2, SB1],
    [SB1, SB2],
    [SB2, SF1],
  ])('%i at its pose continues to %i, and on its way stays', (from, to) => {
    const legs = createSampleLegs();
    setSampleLeg(legs, first, from, readPose(legs, from));
    setSampleLeg(legs, second, from, [-10 * degree, 8 * degree, 40 * degree]);
    advanceLegs(legs, 2, 0, h);
    expect(name(legs.arrays.legStates[first]!)).toBe(name(to));
    expect(name(legs.arrays.legStates[second]!)).toBe(name(from));
  });

  it('turns by its speed, shared over the angles by what is missing, SF1 without θ', () => {
    const legs = createSampleLegs();
    setSampleLeg(legs, first, SB1, [20 * degree, 0, 15 * degree]);
    setSampleLeg(legs, second, SF1, [20 * degree, 0, 35 * degree]);
    advanceLegs(legs, 2, 0, h);
    const [theta, alpha, beta] = legs.arrays.legAngles;
    expect(Math.hypot(theta! - 20 * degree, alpha!)).toBeCloseTo(2 * h, 12);
    expect((theta! - 20 * degree) / alpha!).toBeCloseTo(20 / 30, 9);
    expect(beta).toBeCloseTo(15 * degree, 12);
    expect(legs.arrays.legAngles[3 * second]).toBe(20 * degree);
    expect(legs.arrays.legAngles[3 * second + 1]! / (legs.arrays.legAngles[3 * second + 2]! - 35 * degree)).toBeCloseTo(
      -15 / 20,
      9,
    );
  });

  it('takes the speed of its neighbour when a state begins, the first leg that of the brain', () => {
    const legs = createSampleLegs();
    legs.arrays.legSpeeds[first] = 7;
    setSampleLeg(legs, first, SF2, readPose(legs, SF2));
    setSampleLeg(legs, second, SF2, readPose(legs, SF2));
    advanceLegs(legs, 3, 0, h);
    expect(legs.arrays.legSpeeds[first]).toBe(3);
    expect(legs.arrays.legSpeeds[second]).toBe(3);
    expect(legs.arrays.legSpeeds[third]).toBe(2);
  });

  it('spends what is left of a step in the next state', () => {
    const legs = createSampleLegs();
    const pose = readPose(legs, SF2);
    setSampleLeg(legs, first, SF2, [pose[0]! - h, pose[1]!, pose[2]!]);
    advanceLegs(legs, 2, 0, h);
    const way = Math.hypot(...[0, 1, 2].map((k) => legs.arrays.legAngles[k]! - pose[k]!));
    expect(name(legs.arrays.legStates[first]!)).toBe('SB1');
    expect(way).toBeCloseTo(h, 9);
  });
});

describe('rule 2: a tip that meets the ground stands there', () => {
  it.each([
    [SF1, SF1],
    [SF2, STANCE],
    [SB1, STANCE],
    [SB2, STANCE],
    [ADJUST, ADJUST],
  ])('%i becomes %i', (from, to) => {
    const legs = createTouching(from);
    legs.arrays.legTimers[first] = 1;
    legs.arrays.legSpeeds.fill(1e-9);
    advanceLegs(legs, 1e-9, 5, h);
    expect(name(legs.arrays.legStates[first]!)).toBe(name(to));
    expect(legs.arrays.legOnsets[first]! >= 0).toBe(to === STANCE);
  });

  it('at the moment and the place of its way through the surface', () => {
    const legs = createTouching(SB1);
    legs.arrays.legSpeeds.fill(1e-9);
    const before = legs.arrays.legTips.slice(0, 3);
    advanceLegs(legs, 1e-9, 5, h);
    // Two thirds of the way from 0.02 above to 0.01 below.
    expect(legs.arrays.legOnsets[first]).toBeCloseTo(5 + (2 / 3) * h, 9);
    expect(legs.arrays.legTimers[first]).toBeCloseTo(h / 3, 9);
    expect(before[2]! - legs.arrays.legTips[2]!).toBeCloseTo(0.02, 9);
  });

  it('not where its segment would rise out of its reach: it continues', () => {
    const legs = createTouching(SB1);
    legs.arrays.legSpeeds.fill(1e-9);
    advanceLegs({ ...legs, height: legs.height + 1 }, 1e-9, 5, h);
    expect(name(legs.arrays.legStates[first]!)).toBe('SB1');
  });
});

describe('rule 3: a leg that loses its reach lifts', () => {
  const pull = (legs: SampleLegs, leg: number): void => {
    setStanding(legs, leg, 1);
    legs.arrays.legTips[3 * leg]! -= 2.5;
  };

  it.each([
    ['none', [SF1, STANCE, SF1, STANCE]],
    ['first', [SF1, SF1, SF1, STANCE]],
    ['all', [SF1, SF1, SF1, SF1]],
    ['alternate', [SF1, STANCE, SF1, STANCE]],
  ] as const)('with its partner where they go together: %s', (together, wanted) => {
    const legs = createSampleLegs({ together });
    for (const leg of [0, 2]) pull(legs, leg);
    for (const leg of [1, 3]) setStanding(legs, leg, 1);
    advanceLegs(legs, 2, 0, h);
    expect(Array.from(legs.arrays.legStates.subarray(0, 4), name)).toEqual(wanted.map(name));
  });

  it('keeps standing within its reach, and counts the time', () => {
    const legs = createSampleLegs();
    setStanding(legs, first, 0.4);
    const tip = legs.arrays.legTips.slice(0, 3);
    advanceLegs(legs, 2, 0, h);
    expect(name(legs.arrays.legStates[first]!)).toBe('STANCE');
    expect(legs.arrays.legTimers[first]).toBeCloseTo(0.4 + h, 12);
    expect(legs.arrays.legTips.subarray(0, 3)).toEqual(tip);
  });
});

describe('rule 4: a neighbour that comes to stand calls', () => {
  it.each([
    [SF1, ADJUST],
    [SF2, ADJUST],
    [SB1, ADJUST],
    [SB2, ADJUST],
    [ADJUST, ADJUST],
    [STANCE, ADJUST],
  ])('a leg in %i, to %i', (from, to) => {
    const legs = createTouching(SB1);
    legs.arrays.legSpeeds.fill(1e-9);
    if (from === STANCE) setStanding(legs, second, 1);
    else setSampleLeg(legs, second, from, [0, 40 * degree, 15 * degree]);
    advanceLegs(legs, 1e-9, 0, h);
    expect(name(legs.arrays.legStates[first]!)).toBe('STANCE');
    expect(name(legs.arrays.legStates[second]!)).toBe(name(to));
    // Only the next leg is called, and from the moment of the touch.
    expect(name(legs.arrays.legStates[third]!)).toBe('SF1');
    expect(legs.arrays.legTimers[second]).toBeCloseTo(0.02 - h / 3, 9);
  });

  it('not where the wave runs the other way', () => {
    const legs = createTouching(SB1, { wave: 'direct' });
    legs.arrays.legSpeeds.fill(1e-9);
    advanceLegs(legs, 1e-9, 0, h);
    expect(name(legs.arrays.legStates[second]!)).toBe('SF1');
  });

  it('one that is lost hands the call on', () => {
    const { plan } = createSampleLegs({}, { lost: [second] });
    expect([plan.upstream[third], plan.downstream[first], plan.ahead[third]]).toEqual([first, third, first]);
  });
});

describe('a call to a leg that has just come down', () => {
  it.each([
    ['answered when it has stood for minStance', 0, 0.02, 0.1],
    ['answered at once after that', 0, 0.2, 0],
    ['dropped before its share of a cycle', 0.25, 0.12, Infinity],
    ['answered after its share', 0.25, 0.16, 0],
    ['dropped before minStance whatever the cycle', 0.01, 0.02, Infinity],
  ])('is %s', (_, dropShare, stood, answered) => {
    const legs = createTouching(SB1, { dropShare });
    legs.arrays.legSpeeds.fill(1e-9);
    // Cycles of 0.6 s: a quarter is 0.15 s.
    legs.arrays.legPeriods.fill(0.6);
    setStanding(legs, second, stood);
    let seconds = Infinity;
    for (let step = 0; step < 400 && seconds === Infinity; step++) {
      advanceLegs(legs, 1e-9, step * h, h);
      if (legs.arrays.legStates[second] !== STANCE) seconds = step * h;
    }
    if (answered === Infinity) expect(seconds).toBe(Infinity);
    else expect(Math.abs(seconds - Math.max(0, answered - (answered > 0 ? stood : 0)))).toBeLessThan(2 * h);
  });
});

describe('a leg that has lifted by itself', () => {
  /** Seconds until the second leg leaves SF2, having lost its reach. */
  const measure = (gait: Partial<GaitOptions>, up: (legs: SampleLegs) => void): number => {
    const legs = createSampleLegs({ ...gait, minStance: 0 });
    legs.arrays.legSpeeds.fill(50);
    legs.arrays.legPeriods.fill(0.5);
    setStanding(legs, second, 1);
    legs.arrays.legTips[3 * second]! -= 2.5;
    up(legs);
    let from = -1;
    for (let step = 0; step < 2000; step++) {
      advanceLegs(legs, 50, step * h, h);
      const state = legs.arrays.legStates[second]!;
      if (from < 0 && state === SF2) from = step * h;
      if (from >= 0 && state !== SF2) return step * h - from;
    }
    return Infinity;
  };
  const hanging = (legs: SampleLegs): void => {
    setSampleLeg(legs, first, ADJUST, [0, 40 * degree, 15 * degree]);
    legs.arrays.legTimers[first] = 10;
  };
  const swinging = (legs: SampleLegs): void => {
    hanging(legs);
    setStanding(legs, first ^ 1, 0);
  };

  it.each([
    ['not at all without a share', 0, swinging, 0],
    ['0.4 of a cycle while its neighbour swings', 0.4, swinging, 0.2],
    ['not at all where nothing near it stands', 0.4, hanging, 0],
    ['as long where its neighbour will land soon', 0.4, (legs: SampleLegs) => setStanding(legs, first, 0.4), 0.2],
    ['not at all where its neighbour stands for longer', 0.4, (legs: SampleLegs) => setStanding(legs, first, 0), 0],
  ])('waits in the air: %s', (_, waitShare, up, wanted) => {
    expect(Math.abs(measure({ waitShare }, up) - wanted)).toBeLessThan(0.03);
  });
});

describe('rule 5: ADJUST leads to SF2', () => {
  it('in its time, whatever the way', () => {
    const legs = createSampleLegs();
    setSampleLeg(legs, second, ADJUST, [-30 * degree, -12 * degree, 15 * degree]);
    legs.arrays.legTimers[second] = 0.02;
    const until = (state: number): number => {
      let steps = 0;
      while (legs.arrays.legStates[second] !== state && steps < 100) {
        advanceLegs(legs, 2, 0, h);
        steps += 1;
      }
      return steps;
    };
    expect(until(SF2)).toBe(Math.ceil(0.02 / h));
  });

  it('at its own speed as in the paper', () => {
    const legs = createSampleLegs({ coordination: 'speed' });
    setSampleLeg(legs, second, ADJUST, [14 * degree, 3 * degree, 15 * degree]);
    legs.arrays.legSpeeds.fill(2);
    let seconds = 0;
    for (; legs.arrays.legStates[second] === ADJUST; seconds += h) advanceLegs(legs, 2, 0, h);
    expect(Math.abs(seconds - (10 * degree) / 2)).toBeLessThan(h);
  });
});

describe('a token', () => {
  it('lifts a leg that has stood, and continues to the next after its delay', () => {
    const legs = createSampleLegs({ coordination: 'token' });
    setStanding(legs, second, 1);
    setStanding(legs, third, 1);
    legs.arrays.legTokens[second] = 2.5 * h;
    const lifted: number[] = [];
    for (let step = 0; step < 60; step++) {
      advanceLegs(legs, 2, step * h, h);
      for (const leg of [second, third])
        if (legs.arrays.legStates[leg] !== STANCE && lifted[leg] === undefined) lifted[leg] = step * h;
    }
    expect(lifted[second]).toBeCloseTo(2 * h, 9);
    expect(Math.abs(lifted[third]! - lifted[second]! - 0.03)).toBeLessThan(1.5 * h);
  });
});

describe('legs that alternate', () => {
  it('are called so that the second of the first pair stands half a cycle after the first', () => {
    const legs = createTouching(SB1, { together: 'alternate' });
    legs.arrays.legSpeeds.fill(1e-9);
    legs.arrays.legOnsets[first] = 4.7;
    advanceLegs(legs, 1e-9, 5, h);
    const cycle = 5 + (2 / 3) * h - 4.7;
    expect(legs.arrays.legTokens[1]! + 0.02).toBeCloseTo(0.5 * cycle, 2);
    expect(legs.plan.alternating).toEqual([0, 1]);
  });
});
