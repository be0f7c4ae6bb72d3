import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import type { SoftSystem } from '../../engine/families/soft/system.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { readSignal } from '../../testing/runs/thrown.ts';
import { ThrustMeter } from './thrust.ts';

function measure(animal: string, ...settings: string[]): { simulation: Simulation; thrust: number | null } {
  const simulation = new Simulation(applySettings(describeAnimal(animal), settings), { seed: 1 });
  const meter = new ThrustMeter(simulation.system as SoftSystem);
  meter.observe(simulation);
  return { simulation, thrust: meter.read() };
}

describe('thrust', () => {
  it.each(['stingray', 'octopus', 'soft-lamprey'])(
    'on a still body is all that a stream from behind gives, and nothing of one from the front: %s',
    (animal) => {
      const { simulation, thrust } = measure(animal, 'water.current.x=0.5');
      // No face of a still body is pushed against the stream.
      expect(thrust! * 0.5).toBeGreaterThan(0.01);
      expect(thrust! * 0.5).toBeCloseTo(-readSignal(simulation, 'power.water'), 4);
      expect(measure(animal, 'water.current.x=-0.5').thrust).toBeCloseTo(0, 4);
    },
  );

  it('is unknown in empty space', () => {
    expect(measure('stingray', 'water.model=none').thrust).toBeNull();
  });
});
