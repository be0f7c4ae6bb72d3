import { describe, expect, it } from 'vitest';
import { WaveMeter } from './wave-meter.ts';

const dt = 0.005;
const joints = 9;

/** Feeds angle(joint, t) for `seconds`, measuring from half time. */
function measure(seconds: number, angle: (joint: number, t: number) => number): { meter: WaveMeter; cycles: number } {
  const meter = new WaveMeter(joints, seconds / 2);
  const signals = new Float64Array(2 + joints);
  let cycles = 0;
  for (let step = 0; step <= Math.round(seconds / dt); step++) {
    for (let joint = 0; joint < joints; joint++) signals[2 + joint] = angle(joint, step * dt);
    if (meter.observe(step * dt, dt, signals, 2)) cycles += 1;
  }
  return { meter, cycles };
}

describe('WaveMeter', () => {
  it.each([
    ['tailward', 0.11],
    ['headward', -0.06],
    ['standing', 0],
  ])('measures frequency and turns of a %s wave', (_, lag) => {
    const { meter, cycles } = measure(8, (joint, t) => Math.sin(2 * Math.PI * (3.7 * t - lag * joint)));
    expect(meter.computeFrequency()).toBeCloseTo(3.7, 3);
    expect(meter.computeTurns()).toBeCloseTo(lag * (joints - 1), 3);
    expect(cycles).toBeGreaterThanOrEqual(14);
    expect(cycles).toBeLessThanOrEqual(15);
  });

  it('adds up to several turns along a body', () => {
    const { meter } = measure(8, (joint, t) => Math.sin(2 * Math.PI * (2 * t - 0.3 * joint)));
    expect(meter.computeTurns()).toBeCloseTo(0.3 * (joints - 1), 3);
  });

  it('says nothing of a body that does not bend, or of a wave that one joint does not follow', () => {
    expect(measure(4, () => 0).meter.computeFrequency()).toBeNull();
    expect(measure(4, () => 0).meter.computeTurns()).toBeNull();
    const { meter } = measure(8, (joint, t) => (joint === 5 ? 0.2 : Math.sin(2 * Math.PI * (2 * t - 0.1 * joint))));
    expect(meter.computeFrequency()).toBeCloseTo(2, 3);
    expect(meter.computeTurns()).toBeNull();
  });

  it('leaves out the first half', () => {
    const { meter } = measure(8, (joint, t) => Math.sin(2 * Math.PI * ((t < 4 ? 5 : 2) * t - 0.1 * joint)));
    expect(meter.computeFrequency()).toBeCloseTo(2, 2);
  });
});

describe('a number carried along', () => {
  /** A wave of 0.5 Hz over `seconds`; the carried number drifts by −0.02 a second and swings with the wave. */
  const follow = (seconds: number, lag: number): WaveMeter => {
    const meter = new WaveMeter(joints, seconds / 2);
    const signals = new Float64Array(joints);
    for (let step = 0; step <= Math.round(seconds / dt); step++) {
      const t = step * dt;
      for (let joint = 0; joint < joints; joint++) signals[joint] = Math.sin(2 * Math.PI * (0.5 * t - lag * joint) + 2);
      meter.observe(t, dt, signals, 0, -0.02 * t + 0.3 * Math.sin(Math.PI * t));
    }
    return meter;
  };

  it.each([6, 7.3, 8, 9, 10, 11, 12])('changes at the same rate over the whole cycles of %f s', (seconds) => {
    for (const lag of [0.15, -0.15]) {
      const meter = follow(seconds, lag);
      expect(meter.computeCarriedRate()).toBeCloseTo(-0.02, 4);
      expect(meter.computeFrequency()).toBeCloseTo(0.5, 4);
    }
  });

  it('has no rate where no cycle is whole', () => {
    const meter = follow(3, 0.15);
    expect(meter.hasRhythm).toBe(true);
    expect(meter.computeCarriedRate()).toBeNull();
  });
});
