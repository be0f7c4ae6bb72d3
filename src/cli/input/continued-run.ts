/** `run --from`: a simulation that continues an earlier run bit for bit. */
import path from 'node:path';
import { RecordingError } from '../../engine/record/decode.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { FileError } from '../../node/file-error.ts';
import { findKeptState, isSnapshotFile, readSnapshotFile, withRecording } from '../../node/kept-state.ts';
import { createRunFolder } from '../../node/run-folder.ts';
import { CommandError, usageError } from '../command/command-error.ts';
import { loadCreature } from './creature.ts';

/** `at` seconds of the animal's time, or the end of what was recorded. Throws a CommandError. */
export function continueRun(from: string, at: number | undefined): Simulation {
  try {
    return isSnapshotFile(from) ? continueFromFile(from, at) : continueFromRecording(from, at);
  } catch (error) {
    if (error instanceof RecordingError || error instanceof FileError)
      throw new CommandError('bad-input', `Cannot continue from ${from}: ${error.message}`, { cause: error });
    throw error;
  }
}

function continueFromRecording(from: string, at: number | undefined): Simulation {
  return withRecording(from, (source, { header, lastTime, snapshotSteps }) => {
    const { dt } = header;
    const last = Math.max(snapshotSteps.at(-1) ?? 0, Math.round(lastTime / dt));
    const step = at === undefined ? last : Math.round(at / dt);
    if (step > last)
      throw usageError(
        `Option '--at' is beyond the end: got ${at} s. The recording in ${from} ends at ${last * dt} s.`,
      );
    const simulation = new Simulation(header.desc, { seed: header.seed });
    const kept = findKeptState(source, step);
    if (kept !== undefined) restore(simulation, kept.snapshot, from);
    // From the kept state on, the same steps give the same bits.
    while (simulation.stepCount < step) simulation.step();
    return simulation;
  });
}

/** The creature file is in the same folder as the state. */
function continueFromFile(from: string, at: number | undefined): Simulation {
  if (at !== undefined) throw usageError("Option '--at' chooses a moment of a recording: a snapshot is of one moment.");
  const { creature } = createRunFolder(path.dirname(from));
  const simulation = new Simulation(loadCreature(creature, []), { seed: 1 });
  restore(simulation, readSnapshotFile(from), from);
  return simulation;
}

function restore(simulation: Simulation, snapshot: Uint8Array, from: string): void {
  try {
    simulation.restore(snapshot);
  } catch (error) {
    throw new CommandError('bad-input', `Cannot continue from ${from}: ${(error as Error).message}`, { cause: error });
  }
}
