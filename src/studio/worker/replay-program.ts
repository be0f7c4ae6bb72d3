/** What is asked of a worker of its own, which is ended to cancel: a run is replayed, or an animal looked at. */
import { describeError } from '../data/describe-error.ts';
import type { NaturalMode } from '../../engine/contract/types.ts';
import { getFamily, parseDesc } from '../../engine/families/descriptions.ts';
import type { KeptRun } from '../../engine/record/kept-run.ts';
import type { RunScript } from '../../engine/sim/replay.ts';
import type { ExportedFile } from '../../exports/registry.ts';
import type { CreatureDocument, ExportRequest, MeasuredMetric, Picture } from '../data/protocol.ts';
import { FilmReplay } from './film-replay.ts';
import { findPilotMaker } from './pilot-maker.ts';

interface Progress {
  /** 0 … 1. */
  readonly onProgress: (share: number) => void;
}

let film: FilmReplay | undefined;

async function replay<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new Error(`The run could not be replayed: ${describeError(error)}`, { cause: error });
  }
}

export const replayProgram = {
  /** The natural modes of an animal, which take seconds. */
  computeModes: (document: CreatureDocument, { onProgress }: Progress): readonly NaturalMode[] => {
    const desc = parseDesc(document);
    const { solver } = getFamily(desc);
    return solver.computeModes?.(solver.compile(desc), onProgress) ?? [];
  },

  /** A stretch of a run as a file. */
  writeFile: async (script: RunScript, request: ExportRequest, { onProgress }: Progress): Promise<ExportedFile> => {
    const result = await replay(async () => {
      const { writeExport } = await import('./replay-export.ts');
      return writeExport(script, request, onProgress, await findPilotMaker(script));
    });
    if ('refused' in result) throw new Error(`This run ${result.refused}`);
    return result;
  },

  /** What the first seconds of a run are judged by. */
  measure: (script: RunScript, seconds: number): Promise<readonly MeasuredMetric[]> =>
    replay(async () => {
      const { measureRun } = await import('./measure-run.ts');
      return measureRun(script, seconds, await findPilotMaker(script));
    }),

  /** The run in a recording. */
  readRecording: async (file: File): Promise<KeptRun> => {
    const { readRecording } = await import('./read-recording.ts');
    return readRecording(new Uint8Array(await file.arrayBuffer()));
  },

  /** Replays a run into pictures to be drawn, the next one each time that it is asked for. */
  openFilm: (script: RunScript, from: number, fps: number): Promise<void> =>
    replay(async () => {
      film = new FilmReplay(script, from, fps, await findPilotMaker(script));
    }),

  createPicture: (): Promise<Picture> => replay(() => Promise.resolve().then(() => film!.createNext())),
};
