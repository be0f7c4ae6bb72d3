/** The log of a run: all its signals over time, as a table, from the same replay that films are drawn from. */
import type { RecordedFrame } from '../../engine/record/format.ts';
import { Replay, type RunScript } from '../../engine/sim/replay.ts';
import { createPolicyPilot } from '../../learn/policies/policy-plan.ts';
import { createCsv } from '../../exports/csv.ts';
import { writeFileAtomic } from '../../node/atomic-file.ts';
import { CommandError } from '../command/command-error.ts';

/** From one moment of a run to another, simulated seconds. Gives the hash of the last state. */
export function writeRunLog(file: string, script: RunScript, from: number, to: number): string {
  const replay = new Replay(script, createPolicyPilot);
  const { dt } = replay.simulation.system;
  const [first, last] = [Math.ceil(from / dt - 1e-6), Math.floor(to / dt + 1e-6)];
  while (replay.simulation.stepCount < first) replay.step();
  const table = createCsv(replay.simulation.system.signals, undefined, listFrames(replay, last));
  if (table === undefined)
    throw new CommandError('bad-input', `The log ${file} would hold over 20 million numbers. Film a shorter time.`);
  writeFileAtomic(file, table);
  return replay.simulation.hash();
}

function* listFrames(replay: Replay, last: number): Generator<RecordedFrame> {
  const none = new Float32Array(0);
  for (;;) {
    const { simulation } = replay;
    const signals = new Float64Array(simulation.signalLength);
    simulation.writeSignals(signals);
    yield { step: simulation.stepCount, time: simulation.time, frame: none, signals };
    if (simulation.stepCount >= last) return;
    replay.step();
  }
}
