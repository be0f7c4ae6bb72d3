import { describe, expect, it } from 'vitest';
import { describeSmallLamprey } from '../../../testing/small-lamprey.ts';
import { compileLamprey } from './compile.ts';
import { lampreyFamily } from './solver.ts';

const system = compileLamprey(describeSmallLamprey({ segments: 100 }));
const at = system.signalOffsets;
const links = 10;

interface Swim {
  /** Place and heading of the middle of the body. */
  readonly track: (t: number) => [number, number, number];
  /** Sideways place of midline point i of 11, m, and bend of joint j of 9, rad. */
  readonly sway: (i: number, t: number) => number;
  readonly bend: (j: number, t: number) => number;
  readonly power?: (t: number) => number;
}

function measure(seconds: number, swim: Swim, dt = 0.005): Record<string, number | null> {
  const metrics = lampreyFamily.solver.createMetrics(system, seconds);
  const signals = new Float64Array(200);
  for (let step = 0; step <= Math.round(seconds / dt); step++) {
    const t = step * dt;
    const [x, y, heading] = swim.track(t);
    signals.set([x, y, 0, heading, 0]);
    for (let i = 0; i <= links; i++) {
      const [ahead, aside] = [0.15 - 0.03 * i, swim.sway(i, t)];
      signals[at['midline.x']! + i] = x + ahead * Math.cos(heading) - aside * Math.sin(heading);
      signals[at['midline.y']! + i] = y + ahead * Math.sin(heading) + aside * Math.cos(heading);
    }
    for (let j = 0; j < links - 1; j++) signals[at['jointAngle']! + j] = swim.bend(j, t);
    signals[at['power.muscle']!] = swim.power?.(t) ?? 0;
    metrics.observe(t, signals);
  }
  return metrics.read();
}

const frequency = 5;
/** Two waves on the body: joints lie a tenth of it apart. */
const swimming: Swim = {
  track: (t) => [0.4 * t, 0, 0],
  sway: (i, t) => (0.005 + 0.004 * i) * Math.sin(2 * Math.PI * (frequency * t - 0.2 * i)),
  bend: (j, t) => 0.3 * Math.sin(2 * Math.PI * (frequency * t - 0.2 * j)),
  power: (t) => 0.2 * Math.sin(2 * Math.PI * frequency * t),
};

describe('metrics of a swimmer', () => {
  it('have frequency, waves on the body, and the lag of a segment', () => {
    const read = measure(8, swimming);
    expect(read['frequency']).toBeCloseTo(frequency, 3);
    // Nine joints span eight tenths of the body.
    expect(read['wavelengths']).toBeCloseTo((0.2 * 8 * 10) / 8, 3);
    expect(read['phaseLag']).toBeCloseTo(0.02, 5);
  });

  it.each([
    ['straight', 0],
    ['to the left', 0.4],
    ['to the right', -0.4],
  ])('have amplitudes across the way of an animal that swims %s, and tail over head', (_, rate) => {
    const read = measure(8, { ...swimming, track: (t) => circle(rate, t) });
    expect(read['amplitudeHead']! / 0.005).toBeCloseTo(1, 2);
    expect(read['amplitudeTail']! / 0.045).toBeCloseTo(1, 2);
    expect(read['amplitudeRatio']).toBe(read['amplitudeTail']! / read['amplitudeHead']!);
  });

  it('have the work of an animal that circles by the way it went', () => {
    const straight = measure(8, swimming)['costOfTransport']!;
    expect(measure(8, { ...swimming, track: (t) => circle(0.5, t) })['costOfTransport']! / straight).toBeCloseTo(1, 2);
  });

  it('have no rhythm of a body that only trembles, and no cost of one that stays', () => {
    const still = measure(8, { track: () => [0, 0, 0], sway: () => 0, bend: (j, t) => 0.02 * swimming.bend(j, t) });
    for (const name of ['frequency', 'wavelengths', 'waveQuality', 'phaseLag', 'amplitudeRatio', 'costOfTransport'])
      expect(still[name], name).toBeNull();
    expect(still['beating']).toBe(0);
    const dying = { ...swimming, bend: (j: number, t: number) => (t < 6 ? 1 : 0.001) * swimming.bend(j, t) };
    expect(measure(8, dying)['beating']).toBeCloseTo(0.5, 1);
    expect(measure(8, swimming)['beating']).toBeCloseTo(1, 1);
  });

  it('have no wavelength of a standing wave, and say how much of it travels', () => {
    const standing = measure(8, {
      ...swimming,
      bend: (j, t) => 0.3 * Math.cos(0.9 * j) * Math.sin(2 * Math.PI * frequency * t),
    });
    expect(standing['waveQuality']).toBeLessThan(0.05);
    expect(standing['frequency']).toBeCloseTo(frequency, 3);
    expect(standing['wavelengths']).toBeNull();
    expect(measure(8, swimming)['waveQuality']).toBeGreaterThan(0.8);
  });

  it('have the times at which distances were reached', () => {
    const read = measure(8, swimming);
    expect(read['timeTo200mm']).toBeCloseTo(0.5, 6);
    expect(measure(0.2, swimming)['timeTo200mm']).toBeNull();
  });

  it('have the positive work of the muscles for each kilogram and metre', () => {
    const read = measure(8, swimming);
    expect(read['costOfTransport']! / (0.2 / Math.PI / (system.mass * 0.4))).toBeCloseTo(1, 2);
  });
});

function circle(rate: number, t: number): [number, number, number] {
  if (rate === 0) return [0.4 * t, 0, 0];
  return [(0.4 / rate) * Math.sin(rate * t), (0.4 / rate) * (1 - Math.cos(rate * t)), rate * t];
}
