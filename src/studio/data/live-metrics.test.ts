import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import type { SignalSpec } from '../../engine/contract/types.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { SignalHistory } from './signal-history.ts';
import { computeLiveMetrics } from './live-metrics.ts';

const dt = 0.01;
const plain = ['position.x', 'position.y', 'position.z', 'heading'].map(
  (name): SignalSpec => ({ name, unit: 'm', size: 1, range: [0, 1], about: '' }),
);

function record(extra: SignalSpec, value: (time: number, element: number) => number): SignalHistory {
  const history = new SignalHistory([...plain, extra], dt);
  const rows = Float32Array.from({ length: 400 * (4 + extra.size) }, (_, i) => {
    const [row, column] = [Math.floor(i / (4 + extra.size)), i % (4 + extra.size)];
    return column === 0 ? 0.2 * row * dt : column < 4 ? 0 : value(row * dt, column - 4);
  });
  history.add(0, rows);
  return history;
}

describe('the numbers beside the picture', () => {
  it('have a frequency for animals that only tell of their muscles', () => {
    const muscles: SignalSpec = {
      ...{ name: 'excitation', unit: '1', size: 4, range: [0, 1], about: '' },
      ...{ detail: true, display: 'raster' },
    };
    const history = record(muscles, (time) => 0.5 + 0.4 * Math.sin(2 * Math.PI * 1.5 * time));
    const { frequency, speed } = computeLiveMetrics(history, 399);
    expect(frequency).toBeCloseTo(1.5, 1);
    expect(speed).toBeCloseTo(0.2, 3);
  });

  it('have a frequency when only some muscles beat, as fins do while arms hold still', () => {
    const muscles: SignalSpec = {
      ...{ name: 'excitation', unit: '1', size: 48, range: [0, 1], about: '' },
      ...{ detail: true, display: 'raster' },
    };
    const fins = record(muscles, (time, element) => (element < 8 ? 0.5 + 0.4 * Math.sin(2 * Math.PI * 2 * time) : 0.3));
    expect(computeLiveMetrics(fins, 399).frequency).toBeCloseTo(2, 1);
  });

  it.each(['stingray', 'butterfly'])('have a frequency from the second beat of a %s on', (animal) => {
    const simulation = new Simulation(describeAnimal(animal), { seed: 1 });
    const history = new SignalHistory(simulation.system.signals, simulation.system.dt);
    const row = new Float64Array(simulation.signalLength);
    const read = (seconds: number): number => {
      const { dt } = simulation.system;
      while (simulation.time < seconds) {
        simulation.writeSignals(row);
        history.add(Math.round(simulation.time / dt), Float32Array.from(row));
        simulation.step();
      }
      return computeLiveMetrics(history, history.lastStep).frequency;
    };
    const early = read(1.1);
    const late = read(2.5);
    expect(Math.abs(early - late) / late).toBeLessThan(0.15);
  });

  it('take bending before muscles, and no rhythm for none', () => {
    const bending: SignalSpec = { name: 'angle', unit: 'rad', size: 3, range: [-1, 1], about: '' };
    expect(
      computeLiveMetrics(
        record(bending, (time) => Math.sin(2 * Math.PI * 3 * time)),
        399,
      ).frequency,
    ).toBeCloseTo(3, 1);
    expect(
      computeLiveMetrics(
        record(bending, () => 0),
        399,
      ).frequency,
    ).toBeNaN();
  });
});
