/**
 * Effect of lateral bending on a myriapod's stride: the same animal at several amplitudes, its legs standing in turn and with
 * slack in their knees, without which bending pulls feet off the ground.
 */
import { replaceValue } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';

export interface UndulationRow {
  /** rad */
  readonly amplitude: number;
  readonly bodyLengthsPerCycle: number | null;
  /** Over that without bending, 1 for none. */
  readonly gain: number | null;
  readonly coherence: number | null;
}

const undulationAmplitudes: readonly number[] = [0, 0.04, 0.08, 0.1];

const settings: readonly (readonly [string, number | string])[] = [
  ['controller.gait.together', 'alternate'],
  ['controller.gait.kneeAngle', 0.75],
  ['controller.gait.limitAngle', 0.75],
  ['controller.gait.adjustTime', 0.06],
  ['control.manual', 1],
];

function measure(desc: AnimalDesc, amplitude: number, seconds: number): Readonly<Record<string, number | null>> {
  const changed = [...settings, ['controller.undulation.amplitude', amplitude] as const].reduce(
    (before, [path, value]) => replaceValue(before, path, value),
    desc,
  );
  const simulation = new Simulation(changed, { seed: 1 });
  const metrics = new RunMetrics(simulation, seconds);
  metrics.observe();
  while (simulation.time < seconds - 1e-9) {
    simulation.step();
    metrics.observe();
  }
  return metrics.read();
}

/** Runs a myriapod once for each amplitude; `onProgress` is told the share that is done. */
export function studyUndulation(
  desc: AnimalDesc,
  seconds: number,
  onProgress: (share: number) => void = () => undefined,
): UndulationRow[] {
  let still: number | null = null;
  return undulationAmplitudes.map((amplitude, i) => {
    const metrics = measure(desc, amplitude, seconds);
    const way = metrics['bodyLengthsPerCycle'] ?? null;
    if (amplitude === 0) still = way;
    onProgress((i + 1) / undulationAmplitudes.length);
    return {
      amplitude,
      bodyLengthsPerCycle: way,
      gain: way === null || still === null ? null : way / still,
      coherence: metrics['coherence'] ?? null,
    };
  });
}
