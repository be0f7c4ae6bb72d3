import { describe, expect, it } from 'vitest';
import { describeSmallLamprey } from '../../../testing/small-lamprey.ts';
import { compileLamprey } from './compile.ts';
import { createLampreyMetrics } from './metrics.ts';

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
  const metrics = createLampreyMetrics(system, seconds);
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

  it('have amplitudes across the way', () => {
    const read = measure(8, swimming);
    expect(read['amplitudeHead']! / 0.005).toBeCloseTo(1, 1);
    expect(read['amplitudeTail']! / 0.045).toBeCloseTo(1, 1);
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
