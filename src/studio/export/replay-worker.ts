/** The page's end of a worker that replays a run for an export. Ending it cancels. */
import type { KeptRun } from '../../engine/record/kept-run.ts';
import type { RunScript } from '../../engine/sim/replay.ts';
import type { ExportRequest, Metric, Picture, WorkerCommand, WorkerReport } from '../data/protocol.ts';
import { startWorker } from '../session/start-worker.ts';

export interface WrittenFile {
  readonly content: string | Uint8Array;
  readonly notes: readonly string[];
}

/** What the person has called off; not an error. */
export class Cancelled extends Error {
  constructor() {
    super('Cancelled.');
    this.name = 'Cancelled';
  }
}

class ReplayWorker {
  readonly #worker = startWorker();

  /** Sends a command and waits for the report that `pick` takes. */
  ask<T>(
    command: WorkerCommand,
    pick: (report: WorkerReport) => T | undefined,
    signal: AbortSignal,
    onProgress?: (share: number) => void,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        reject(new Cancelled());
      };
      if (signal.aborted) cancel();
      signal.addEventListener('abort', cancel, { once: true });
      this.#worker.onmessage = ({ data }: MessageEvent<WorkerReport>) => {
        const found = pick(data);
        if (data.kind === 'progress') onProgress?.(data.share);
        else if (data.kind === 'not-exported') reject(new Error(data.reason));
        else if (data.kind === 'failed') reject(new Error(data.failure.message));
        else if (found !== undefined) resolve(found);
      };
      this.#worker.onerror = (event) => {
        reject(new Error(event.message || 'The part that replays the run could not be loaded.'));
      };
      this.#worker.postMessage(command);
    });
  }

  tell(command: WorkerCommand): void {
    this.#worker.postMessage(command);
  }

  end(): void {
    this.#worker.terminate();
  }
}

export async function writeFile(
  script: RunScript,
  request: ExportRequest,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<WrittenFile> {
  const worker = new ReplayWorker();
  try {
    return await worker.ask(
      { kind: 'export', script, request },
      (report) => (report.kind === 'exported' ? report : undefined),
      signal,
      onProgress,
    );
  } finally {
    worker.end();
  }
}

/** The run in a recording. Rejects with a sentence. */
export async function readRecording(file: File): Promise<KeptRun> {
  const worker = new ReplayWorker();
  try {
    return await worker.ask(
      { kind: 'recording', file },
      (report) => (report.kind === 'recording' ? report.run : undefined),
      new AbortController().signal,
    );
  } finally {
    worker.end();
  }
}

/** What the first seconds of a run are judged by. */
export async function measure(script: RunScript, seconds: number, signal: AbortSignal): Promise<readonly Metric[]> {
  const worker = new ReplayWorker();
  try {
    return await worker.ask(
      { kind: 'measure', script, seconds },
      (report) => (report.kind === 'measured' ? report.metrics : undefined),
      signal,
    );
  } finally {
    worker.end();
  }
}

/** `count` moments of a run, each at its exact time; the next is computed while the one before is drawn. */
export async function* replayPictures(
  script: RunScript,
  { from, fps, count }: { readonly from: number; readonly fps: number; readonly count: number },
  signal: AbortSignal,
): AsyncGenerator<Picture> {
  const worker = new ReplayWorker();
  const fetchNext = (): Promise<Picture> =>
    worker.ask({ kind: 'next-picture' }, (report) => (report.kind === 'picture' ? report.picture : undefined), signal);
  try {
    worker.tell({ kind: 'film', script, from, fps });
    let next = fetchNext();
    for (let index = 0; index < count; index++) {
      const picture = await next;
      if (index + 1 < count) {
        next = fetchNext();
        // Who stops listening in between hears nothing of it.
        next.catch(() => undefined);
      }
      yield picture;
    }
  } finally {
    worker.end();
  }
}
