/** What a worker of its own does with a run: replays it for a file, for numbers, or picture by picture. Ending it cancels. */
import type { KeptRun } from '../../engine/record/kept-run.ts';
import type { RunScript } from '../../engine/sim/replay.ts';
import type { ExportedFile } from '../../exports/registry.ts';
import { askOnce, untilAborted } from '../calls/call.ts';
import type { ExportRequest, MeasuredMetric, Picture } from '../data/protocol.ts';
import { startSimulation } from '../live/simulation.ts';

const start = (): ReturnType<typeof startSimulation> =>
  startSimulation('The part that replays the run could not be loaded.');

export function writeFile(
  script: RunScript,
  request: ExportRequest,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<ExportedFile> {
  return askOnce(start(), (remote) => remote.writeFile(script, request, { onProgress }), signal);
}

/** The run in a recording. Rejects with a sentence. */
export function readRecording(file: File): Promise<KeptRun> {
  return askOnce(start(), (remote) => remote.readRecording(file));
}

/** What the first seconds of a run are judged by. */
export function measure(script: RunScript, seconds: number, signal: AbortSignal): Promise<readonly MeasuredMetric[]> {
  return askOnce(start(), (remote) => remote.measure(script, seconds), signal);
}

/** `count` moments of a run, each at its exact time; the next is computed while the one before is drawn. */
export async function* replayPictures(
  script: RunScript,
  { from, fps, count }: { readonly from: number; readonly fps: number; readonly count: number },
  signal: AbortSignal,
): AsyncGenerator<Picture> {
  const { remote, close } = start();
  const fetchNext = (): Promise<Picture> => untilAborted(remote.createPicture(), signal);
  try {
    await untilAborted(remote.openFilm(script, from, fps), signal);
    let next = fetchNext();
    for (let index = 0; index < count; index++) {
      const picture = await next;
      if (index + 1 < count) {
        next = fetchNext();
        // A cancelled export gets no result.
        next.catch(() => undefined);
      }
      yield picture;
    }
  } finally {
    close();
  }
}
