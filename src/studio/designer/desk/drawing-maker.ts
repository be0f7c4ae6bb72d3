/** The page's end of the designer's worker. Of drawings that come while one is meshed only the newest waits. */
import { describeError } from '../../data/describe-error.ts';
import type { Drawing } from '../../../designer/drawing.ts';
import type { Sketched } from '../../../designer/gauge.ts';
import { type WorkerConnection, connect } from '../../calls/call.ts';
import { NewestWins } from '../../calls/newest.ts';
import type { DesignerProgram } from './designer-worker.ts';
import type { RemixCard, Trials } from './messages.ts';

export interface DrawingMakerEvents {
  onMade(drawing: Drawing, sketched: Sketched): void;
  onBusy(busy: boolean): void;
  onFailure(message: string): void;
}

function startWorker(lost: string, onLost?: (message: string) => void): WorkerConnection<DesignerProgram> {
  const worker = new Worker(new URL('./designer-worker.ts', import.meta.url), { type: 'module', name: 'designer' });
  return connect(worker, lost, onLost);
}

export class DrawingMaker {
  readonly #events: DrawingMakerEvents;
  readonly #worker: WorkerConnection<DesignerProgram>;
  readonly #drawings: NewestWins<Drawing, Sketched | undefined>;

  constructor(events: DrawingMakerEvents) {
    this.#events = events;
    this.#worker = startWorker('The designer could not be loaded.', (message) => {
      events.onFailure(message);
    });
    this.#drawings = new NewestWins(
      (drawing) => this.#make(drawing),
      (sketched, drawing) => {
        if (sketched !== undefined) events.onMade(drawing, sketched);
        if (!this.#drawings.busy) events.onBusy(false);
      },
    );
  }

  make(drawing: Drawing): void {
    if (!this.#drawings.busy) this.#events.onBusy(true);
    this.#drawings.send(drawing);
  }

  remix(animal: string): Promise<Drawing> {
    return this.#worker.remote.remix(animal);
  }

  read(text: string): Promise<Drawing> {
    return this.#worker.remote.read(text);
  }

  list(): Promise<readonly RemixCard[]> {
    return this.#worker.remote.list();
  }

  close(): void {
    this.#worker.close();
  }

  async #make(drawing: Drawing): Promise<Sketched | undefined> {
    try {
      return await this.#worker.remote.make(drawing);
    } catch (error) {
      this.#events.onFailure(describeError(error));
      return undefined;
    }
  }
}

/** A search for speed in a worker of its own; the returned function ends it. */
export function startSearch(
  drawing: Drawing,
  onTrial: (trials: Trials) => void,
  onFailure: (message: string) => void,
): () => void {
  const { remote, close } = startWorker('The search could not be started.');
  remote.search(drawing, { onTrial }).catch((error: unknown) => {
    onFailure(describeError(error));
  });
  return close;
}
