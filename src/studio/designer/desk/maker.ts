/** The page's end of the designer's worker. Of drawings that come while one is meshed only the newest waits. */
import type { Drawing } from '../../../designer/drawing.ts';
import type { Sketched } from '../../../designer/gauge.ts';
import { formatProblem } from '../../../engine/model/problem.ts';
import type { DesignerCommand, DesignerReport, RemixCard } from './messages.ts';

export interface MakerEvents {
  onMade(drawing: Drawing, sketched: Sketched): void;
  onBusy(busy: boolean): void;
  onFailure(message: string): void;
}

function startWorker(): Worker {
  return new Worker(new URL('./designer-worker.ts', import.meta.url), { type: 'module', name: 'designer' });
}

type Answer = Exclude<DesignerReport, { kind: 'trial' }>;

export class Maker {
  readonly #events: MakerEvents;
  #worker: Worker;
  #lastId = 0;
  #making: { readonly id: number; readonly drawing: Drawing } | undefined;
  #next: Drawing | undefined;
  readonly #answers = new Map<number, (answer: Answer) => void>();

  constructor(events: MakerEvents) {
    this.#events = events;
    this.#worker = this.#start();
  }

  make(drawing: Drawing): void {
    if (this.#making !== undefined) {
      this.#next = drawing;
      return;
    }
    const id = ++this.#lastId;
    this.#making = { id, drawing };
    this.#events.onBusy(true);
    this.#send({ kind: 'make', id, drawing });
  }

  remix(animal: string): Promise<Drawing> {
    return this.#askDrawing((id) => ({ kind: 'remix', id, animal }));
  }

  read(text: string): Promise<Drawing> {
    return this.#askDrawing((id) => ({ kind: 'read', id, text }));
  }

  async list(): Promise<readonly RemixCard[]> {
    const answer = await this.#ask((id) => ({ kind: 'list', id }));
    return answer.kind === 'list' ? answer.animals : [];
  }

  close(): void {
    this.#worker.terminate();
  }

  async #askDrawing(create: (id: number) => DesignerCommand): Promise<Drawing> {
    const answer = await this.#ask(create);
    if (answer.kind === 'drawing') return answer.drawing;
    if (answer.kind === 'refused') throw new Error(answer.problems.map(formatProblem).join(' '));
    throw new Error(answer.kind === 'failed' ? `It cannot be read (${answer.message}).` : 'No drawing came back.');
  }

  #ask(create: (id: number) => DesignerCommand): Promise<Answer> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#send(create(id));
    });
  }

  #start(): Worker {
    const worker = startWorker();
    worker.onmessage = ({ data }: MessageEvent<DesignerReport>) => {
      this.#receive(data);
    };
    worker.onerror = (event) => {
      this.#events.onFailure(event.message || 'The designer could not be loaded.');
    };
    return worker;
  }

  #send(command: DesignerCommand): void {
    this.#worker.postMessage(command);
  }

  #receive(report: DesignerReport): void {
    if (report.kind === 'trial') return;
    const answer = report.id === undefined ? undefined : this.#answers.get(report.id);
    if (answer !== undefined) {
      this.#answers.delete(report.id!);
      answer(report);
      return;
    }
    if (report.kind === 'failed') this.#events.onFailure(report.message);
    const making = this.#making;
    if (report.kind === 'made' && making?.id === report.id) this.#events.onMade(making.drawing, report.sketched);
    this.#finish();
  }

  #finish(): void {
    const next = this.#next;
    this.#making = undefined;
    this.#next = undefined;
    if (next === undefined) this.#events.onBusy(false);
    else this.make(next);
  }
}

/** A search for speed in a worker of its own; the returned function ends it. */
export function startSearch(
  drawing: Drawing,
  onTrial: (report: Extract<DesignerReport, { kind: 'trial' }>) => void,
  onFailure: (message: string) => void,
): () => void {
  const worker = startWorker();
  worker.onmessage = ({ data }: MessageEvent<DesignerReport>) => {
    if (data.kind === 'trial') onTrial(data);
    else if (data.kind === 'failed') onFailure(data.message);
  };
  worker.onerror = (event) => {
    onFailure(event.message || 'The search could not be started.');
  };
  worker.postMessage({ kind: 'search', drawing } satisfies DesignerCommand);
  return () => {
    worker.terminate();
  };
}
