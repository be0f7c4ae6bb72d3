/** What a run is judged by, as the command line reports it: computed again from its start. */
import { Replay, type RunScript } from '../../engine/sim/replay.ts';
import { listMetrics, RunMetrics } from '../../engine/sim/run-metrics.ts';
import type { PilotMaker } from '../../engine/sim/pilot-slot.ts';
import type { MeasuredMetric } from '../data/protocol.ts';

/** The first `seconds` of a run; as far as it goes where it fails. */
export function measureRun(script: RunScript, seconds: number, makePilot?: PilotMaker): MeasuredMetric[] {
  const replay = new Replay(script, makePilot);
  const { system } = replay.simulation;
  const metrics = new RunMetrics(replay.simulation, seconds);
  metrics.observe();
  const steps = Math.round(seconds / system.dt);
  for (let step = 0; step < steps; step++) {
    try {
      replay.step();
    } catch {
      break;
    }
    metrics.follow(replay.simulation);
    metrics.observe();
  }
  const values = metrics.read();
  return listMetrics(system).map(({ name, unit, about }) => ({ name, unit, about, value: values[name] ?? undefined }));
}
