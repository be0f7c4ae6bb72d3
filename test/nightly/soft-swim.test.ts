// Every soft animal, ten seconds from rest: on its symmetric mesh, on one with random displacements, backward, without
// muscles, and with other steps.
import { describe, expect, it } from 'vitest';
import { computeMotion, softAnimals, swim } from '../../src/testing/runs/soft-runs.ts';

describe.each(softAnimals)('$animal', ({ animal, speed }) => {
  it.each(['body.jitter=0', 'body.jitter=0.01'])('swims with %s', (mesh) => {
    const run = swim(animal, 10, mesh);
    expect(run.speed).toBeGreaterThan(speed);
    expect(run.drift).toBeLessThan(2);
    expect(run.volume).toBeGreaterThan(0.95);
    expect(run.inverted).toBe(0);
    expect(run.waterPower).toBeLessThanOrEqual(1e-9);
  });

  it('swims backward when the wave is reversed', () => {
    expect(swim(animal, 6, 'control.direction=-1').speed).toBeLessThan(0);
  });

  it('does not move without muscles', () => {
    const { simulation } = swim(animal, 10, 'lesions.paralyse=["*"]');
    expect(computeMotion(simulation)).toBeLessThan(1e-3);
  });

  it('is as fast with steps of 1/120 s as with converged ones of 1/480 s, and stable with 1/60 s', () => {
    const converged = swim(animal, 6, 'solver.rate=480', 'solver.tolerance=0.001').speed;
    expect(Math.abs(swim(animal, 6).speed / converged - 1)).toBeLessThan(0.04);
    expect(Math.abs(swim(animal, 6, 'solver.rate=60').speed / converged - 1)).toBeLessThan(0.35);
  });
});
