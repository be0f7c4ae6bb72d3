import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { readSignal } from '../../testing/runs/thrown.ts';
import { FroudeMeter } from './thrust.ts';

const create = (): Simulation => new Simulation(applySettings(describeAnimal('lamprey'), []), { seed: 1 });

describe('Froude’s efficiency of a lamprey', () => {
  it('has the power that the signal tells', () => {
    const simulation = create();
    while (simulation.time < 2) simulation.step();
    const meter = new FroudeMeter(simulation);
    meter.observe(simulation);
    expect(meter.power).toBeCloseTo(-readSignal(simulation, 'power.water'), 9);
  });

  it('is 1 for a body that the water tows along: all that it gives is thrust', () => {
    const simulation = create();
    const body = simulation.state.arrays['body'] as Float64Array;
    // Shown, the head is at +x: backward is +x in the chain's own plane.
    body.fill(0, 2);
    body[12] = 0.3;
    const meter = new FroudeMeter(simulation);
    meter.observe(simulation);
    expect(meter.read(0.3)).toBeCloseTo(1, 12);
    body[12] = -0.3;
    const braked = new FroudeMeter(simulation);
    braked.observe(simulation);
    expect(braked.read(0.3)).toBeCloseTo(0, 12);
  });

  it('is between 0 and 1 of one that swims', () => {
    const simulation = create();
    while (simulation.time < 4) simulation.step();
    const meter = new FroudeMeter(simulation);
    for (let step = 0; step < 100; step++) {
      simulation.step();
      meter.observe(simulation);
    }
    const efficiency = meter.read(0.46)!;
    expect(efficiency).toBeGreaterThan(0.05);
    expect(efficiency).toBeLessThan(1);
  });
});
