import { describe, expect, it } from 'vitest';
import { TrackAccumulator } from './track-metrics.ts';

const dt = 0.01;

/** Feeds a track given as (x, y, heading) of time. */
function measure(seconds: number, track: (t: number) => [number, number, number], planned = seconds) {
  const metrics = new TrackAccumulator(0.5, planned);
  for (let step = 0; step <= Math.round(seconds / dt); step++) {
    const t = step * dt;
    const [x, y, heading] = track(t);
    metrics.observe(t, new Float64Array([x, y, 0, heading, 0]));
  }
  return metrics.read();
}

describe('TrackAccumulator', () => {
  it('measures a straight run', () => {
    const metrics = measure(4, (t) => [2 * t, 0, 0]);
    expect(metrics.distance).toBeCloseTo(8, 9);
    expect(metrics.displacement).toBeCloseTo(8, 9);
    expect(metrics.speed).toBeCloseTo(2, 9);
    expect(metrics.headingRate).toBeCloseTo(0, 9);
    expect(metrics.bodyLengthsPerSecond).toBeCloseTo(4, 9);
  });

  it('counts backward as negative', () => {
    const metrics = measure(4, (t) => [-2 * t, 0, 0]);
    expect(metrics.speed).toBeCloseTo(-2, 9);
    expect(metrics.displacement).toBeCloseTo(-8, 9);
    expect(metrics.distance).toBeCloseTo(8, 9);
  });

  it('takes speed from the second half only', () => {
    expect(measure(4, (t) => [t < 2 ? 10 * t : 20 + (t - 2), 0, 0]).speed).toBeCloseTo(1, 9);
  });

  it('follows a turning animal: speed along the track, positive to the left', () => {
    const rate = 0.4;
    const metrics = measure(20, (t) => [Math.sin(rate * t) / rate, (1 - Math.cos(rate * t)) / rate, rate * t]);
    expect(metrics.headingRate).toBeCloseTo(rate, 9);
    expect(metrics.speed).toBeCloseTo(1, 4);
  });

  it('is not tilted by strokes that are cut off', () => {
    for (const phase of [0, 1, 2, 3]) {
      const metrics = measure(5, (t) => [t, 0, 0.1 * t + 0.3 * Math.sin(2 * Math.PI * 1.7 * t + phase)]);
      expect(metrics.headingRate).toBeCloseTo(0.1, 2);
    }
  });

  it('steps over the sway of a stroke', () => {
    const metrics = measure(8, (t) => [t, 0.05 * Math.sin(2 * Math.PI * 4 * t), 0]);
    expect(metrics.distance).toBeCloseTo(8, 3);
    expect(metrics.speed).toBeCloseTo(1, 3);
  });

  it('tells the same speed whatever the length of the run, with strokes cut off anywhere', () => {
    const swim = (t: number): [number, number, number] => [
      0.19 * t + 0.01 * Math.sin(2 * Math.PI * 3.6 * t),
      0.03 * Math.sin(2 * Math.PI * 1.8 * t),
      0.2 * Math.sin(2 * Math.PI * 1.8 * t),
    ];
    for (const seconds of [4, 5, 5.5, 6, 7.3, 8]) {
      const { speed } = measure(seconds, swim);
      expect(Math.abs(speed! / 0.19 - 1), `${seconds} s`).toBeLessThan(0.01);
    }
  });

  it('has a speed for the shortest runs, also where steps do not divide them', () => {
    for (const seconds of [0.02, 0.05, 0.503, 0.71, 1.013])
      expect(measure(seconds, (t) => [2 * t, 0, 0]).speed, `${seconds} s`).toBeCloseTo(2, 9);
  });

  it('says nothing of a second half that was not reached', () => {
    const metrics = measure(1, (t) => [t, 0, 0], 10);
    expect(metrics).toMatchObject({ speed: null, headingRate: null, bodyLengthsPerSecond: null });
    expect(metrics.distance).toBeCloseTo(1, 9);
  });
});
