// Runs of soft animals and what is measured of them, for tests by day and by night.
import { describeAnimal } from '../../animals/registry.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';

export interface SoftRun {
  /** Body lengths per second over the second half; forward is positive. */
  readonly speed: number;
  /** Degrees per second. */
  readonly drift: number;
  readonly volume: number;
  readonly inverted: number;
  readonly waterPower: number;
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly simulation: Simulation;
}

export function swim(animal: string, seconds: number, ...settings: string[]): SoftRun {
  const simulation = new Simulation(applySettings(describeAnimal(animal), settings), { seed: 1 });
  const metrics = new RunMetrics(simulation, seconds);
  const steps = Math.round(seconds / simulation.system.dt);
  metrics.observe();
  for (let i = 0; i < steps; i++) {
    simulation.step();
    metrics.observe();
  }
  const read = metrics.read();
  return {
    speed: read['bodyLengthsPerSecond']!,
    drift: (read['driftRate']! * 180) / Math.PI,
    volume: read['volumeMin']!,
    inverted: read['invertedMax']!,
    waterPower: read['waterPowerMax']!,
    metrics: read,
    simulation,
  };
}

/** How far the node that moved most is from where it began, m. */
export function computeMotion(simulation: Simulation): number {
  const { body } = simulation.system as unknown as { body: { positions: Float64Array } };
  const positions = simulation.state.arrays['positions'] as Float64Array;
  return positions.reduce((max, value, i) => Math.max(max, Math.abs(value - body.positions[i]!)), 0);
}

export const softAnimals = [
  { animal: 'soft-lamprey', speed: 0.35 },
  { animal: 'stingray', speed: 0.5 },
  { animal: 'octopus', speed: 0.2 },
  { animal: 'cuttlefish', speed: 0.2 },
  { animal: 'starfish', speed: 0.1 },
  { animal: 'ribbon-eel', speed: 0.1 },
  { animal: 'manta', speed: 0.1 },
  { animal: 'butterfly', speed: 0.3 },
  { animal: 'comet', speed: 0.3 },
] as const;
