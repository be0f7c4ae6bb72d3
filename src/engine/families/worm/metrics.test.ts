import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { applySettings } from '../descriptions.ts';
import { computeSignalOffsets } from '../../contract/types.ts';
import { compileWorm } from './compile.ts';
import type { WormDesc } from './schema.ts';
import { wormFamily } from './solver.ts';

const system = compileWorm(applySettings(describeAnimal('worm'), ['mesh.resolution=coarse']) as WormDesc);
const { offsets: at, length } = computeSignalOffsets(system.signals);
const sections = system.mesh.sectionCount;

/** A worm of 1 mm that swims along +x at `speed` while `waves` waves of `frequency` and curvature `bend` pass it. */
function measure(seconds: number, frequency: number, waves: number, bend: number, speed: number, turn = 0, swing = 0) {
  const metrics = wormFamily.solver.createMetrics(system, seconds);
  const signals = new Float64Array(length);
  const dt = 0.02;
  for (let step = 0; step <= Math.round(seconds / dt); step++) {
    const t = step * dt;
    signals.set([speed * t, 0, 0, turn * t + swing * Math.sin(2 * Math.PI * frequency * t), speed]);
    for (let i = 0; i < sections; i++) {
      const s = i / (sections - 1);
      const phase = 2 * Math.PI * (frequency * t - waves * s);
      signals[at['curvature']! + i] = bend * Math.sin(phase);
      signals[at['midline.x']! + i] = speed * t + 1e-3 * (0.5 - s);
      signals[at['midline.y']! + i] = 1e-4 * Math.sin(phase);
    }
    signals[at['contour']!] = step % 2 === 0 ? 1 : 0.98;
    signals[at['endToEnd']!] = 0.8;
    signals[at['inverted']!] = step === 3 ? 7 : 0;
    signals[at['solver.iterations']!] = 9;
    signals[at['solver.residual']!] = 1e-7;
    signals[at['drag.along']!] = 1;
    signals[at['drag.across']!] = 1;
    metrics.observe(t, signals);
  }
  return metrics.read();
}

describe('metrics of a worm', () => {
  const found = measure(8, 0.5, 1.5, 9000, 2e-4);

  it('find frequency, waves on the body and the way they run', () => {
    expect(found['frequency']).toBeCloseTo(0.5, 2);
    expect(Math.abs(found['wavelengths']!)).toBeCloseTo(1.5, 2);
    expect(measure(8, 0.5, -1.5, 9000, 2e-4)['waveDirection']).toBe(-found['waveDirection']!);
  });

  it('give the same heading rate whatever the length of the run, though the heading swings with the wave', () => {
    for (const seconds of [6, 8, 9, 10, 11, 12])
      expect(measure(seconds, 0.5, 1.5, 9000, 2e-4, -0.004, 0.2)['headingRate'], `${seconds} s`).toBeCloseTo(-0.004, 4);
    // A worm at rest that turns has no undulations to count.
    expect(measure(8, 0.5, 1.5, 0, 0, 0.1)['headingRate']).toBeCloseTo(0.1, 6);
  });

  it('find neither a rhythm in a body that only trembles, nor the length of a wave that stands', () => {
    expect(measure(8, 20, 1.5, 200, 0)).toMatchObject({ frequency: null, wavelengths: null, waveQuality: null });
    const standing = measure(8, 0.5, 0, 9000, 0);
    expect(standing['frequency']).toBeCloseTo(0.5, 2);
    expect(standing['waveQuality']).toBeLessThan(0.05);
    expect(standing).toMatchObject({ wavelengths: null, waveDirection: null });
    expect(found['waveQuality']).toBeGreaterThan(0.8);
  });

  it('leave the same tenth of the body out of the bend, wherever the sections are', () => {
    const metrics = wormFamily.solver.createMetrics(system, 1);
    const signals = new Float64Array(length);
    for (let i = 0; i < sections; i++) signals[at['curvature']! + i] = -4000 * (1 - i / (sections - 1));
    for (const t of [0, 0.5, 1]) metrics.observe(t, signals);
    expect(metrics.read()['bend']).toBeCloseTo(3600, 6);
  });

  it('find the bend, the swing across the heading and the lengths', () => {
    expect(found['bend']).toBeGreaterThan(8900);
    expect(found['bend']).toBeLessThanOrEqual(9000);
    expect(found['amplitude']).toBeCloseTo(2e-4, 6);
    expect(found['contour']).toBeCloseTo(0.99, 3);
    expect(found['contourMin']).toBe(0.98);
    expect(found['endToEnd']).toBeCloseTo(0.8, 12);
  });

  it('keep the worst of the solver over the whole run', () => {
    expect(found['invertedMax']).toBe(7);
    expect(found['residualMax']).toBe(1e-7);
    expect(found['iterations']).toBeCloseTo(9, 12);
  });

  it('count turns by cycles, and theory finds no speed where drags are equal', () => {
    expect(measure(8, 0.5, 1.5, 9000, 2e-4, 0.1)['headingPerCycle']).toBeCloseTo(0.2, 2);
    expect(found['theorySpeed']).toBeLessThan(1e-6);
  });

  it('say nothing of a run without time', () => {
    const metrics = wormFamily.solver.createMetrics(system, 10);
    expect(metrics.read()).toMatchObject({ bend: null, amplitude: null, contour: null, theoryRatio: null });
  });
});
