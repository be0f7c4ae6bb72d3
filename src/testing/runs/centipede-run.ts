/** Runs of myriapods for the tests. */
import { describeAnimal } from '../../animals/registry.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';

export const unit = 0.01;
export const states = { SF1: 0, SF2: 1, SB1: 2, SB2: 3, STANCE: 4, ADJUST: 5 } as const;
export const straight = 'control.manual=1';
export function start(animal: string, settings: readonly string[] = [], seed = 1): Simulation {
  return new Simulation(applySettings(describeAnimal(animal), settings), { seed });
}

export interface Walk {
  readonly simulation: Simulation;
  /** Metrics that must be there are numbers; those that are not are NaN. */
  readonly metrics: Record<string, number>;
}

/** Walks for a time, calling `each` after every step with the signals. */
export function walk(
  simulation: Simulation,
  seconds: number,
  each?: (signals: Float64Array, simulation: Simulation) => void,
): Walk {
  const metrics = new RunMetrics(simulation, seconds);
  metrics.observe();
  const end = simulation.time + seconds - 1e-9;
  while (simulation.time < end) {
    simulation.step();
    metrics.observe();
    each?.(metrics.signals, simulation);
  }
  const read = Object.entries(metrics.read()).map(([name, value]) => [name, value ?? NaN] as const);
  return { simulation, metrics: Object.fromEntries(read) };
}

/** One signal of all. */
export function readSignal(simulation: Simulation, signals: Float64Array, name: string): Float64Array {
  const { size } = simulation.system.signals.find((signal) => signal.name === name)!;
  const at = simulation.signalOffsets[name]!;
  return signals.subarray(at, at + size);
}
