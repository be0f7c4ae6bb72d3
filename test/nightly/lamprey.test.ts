import { describe, expect, it } from 'vitest';
import { compareWithTrack, Lamprey, measureSteady, referenceIntegrator } from '../../src/testing/runs/lamprey-run.ts';

describe('the lamprey, at length', () => {
  it('converges to the track of the independent integration at an error limit of 1e-8', () => {
    const worst = compareWithTrack(new Lamprey({ integrator: { ...referenceIntegrator, tolerance: 1e-8 } }), 10_000);
    expect(worst.centre).toBeLessThan(0.01);
    expect(worst.angle).toBeLessThan(1e-4);
  });

  it('converges to it in fast mode too', () => {
    const worst = compareWithTrack(new Lamprey({ integrator: { kind: 'fast', blocks: 10, bodySteps: 2 } }), 10_000);
    expect(worst.centre).toBeLessThan(0.005);
    expect(worst.angle).toBeLessThan(1e-4);
  });

  it('is the same animal without SIMD for 10 s', () => {
    const [kernel, twin] = (['auto', 'twin'] as const).map((kernels) => new Lamprey({ kernels }).run(10_000).dump());
    expect(twin).toEqual(kernel);
  });

  it('swims at the speeds found for each number of segments; shorter cords than 30 go tail first', () => {
    const found = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map(
      (segments) => measureSteady(new Lamprey({ network: { segments } }), 9000, 12_000).speed,
    );
    // From an independent implementation with the same equations and start.
    const expected = [-162, -22, 28, 50, 68, 267, 459, 522, 492, 466];
    found.forEach((speed, i) => {
      expect(Math.abs(speed - expected[i]!)).toBeLessThan(10);
    });
  });
});
