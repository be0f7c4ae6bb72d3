/** A recording of the command line → the run in it, which the engine makes again and compares with the hash of its end. */
import { animalNames } from '../../animals/registry.ts';
import { pilotPath } from '../../engine/sim/edit-paths.ts';
import { createMemorySource, inspectRecording, RecordingError } from '../../engine/record/decode.ts';
import type { KeptRun } from '../../engine/record/kept-run.ts';

/** Throws an Error in words. */
export function readRecording(bytes: Uint8Array): KeptRun {
  const { header, end, firstTime, lastTime } = inspect(bytes);
  const { desc, seed, dt, pilot } = header;
  if (firstTime > 1.5 * dt)
    throw new Error('It continues another run, and only whole runs from time zero can be recomputed here.');
  if (!animalNames.includes(desc.animal))
    throw new Error(
      `It is of '${desc.animal}', which is not an animal of this page: drop its creature file on one of its family.`,
    );
  return {
    animal: desc.animal,
    settings: [],
    creature: desc,
    seed,
    edits: pilot === undefined ? [] : [{ step: 0, path: pilotPath, value: pilot }],
    step: end?.steps ?? Math.round(lastTime / dt),
    ...(end === undefined ? {} : { hash: end.hash }),
  };
}

function inspect(bytes: Uint8Array) {
  try {
    return inspectRecording(createMemorySource(bytes));
  } catch (error) {
    throw error instanceof RecordingError ? new Error(error.message) : error;
  }
}
