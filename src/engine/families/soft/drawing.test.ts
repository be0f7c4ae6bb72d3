import { expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { Simulation } from '../../sim/simulation.ts';
import type { SoftSystem } from './system.ts';

it.each(['starfish', 'stingray'])('%s: nothing that is only drawn is made before a frame is asked for', (name) => {
  const simulation = new Simulation(describeAnimal(name), { seed: 1 });
  const { drawing, tables } = simulation.system as SoftSystem;
  const metrics = simulation.createFamilyMetrics(1);
  const signals = new Float64Array(simulation.signalLength);
  for (let i = 0; i < 3; i++) {
    simulation.step();
    simulation.writeSignals(signals);
    metrics.observe(simulation.time, signals);
  }
  metrics.read();
  expect(drawing.isMade).toBe(false);
  // Plates have no other matrix than the constant one.
  expect(tables.constant.isMade).toBe(tables.corotated === undefined);
  simulation.writeFrame(new Float32Array(simulation.frameLength));
  expect(drawing.isMade).toBe(true);
});
