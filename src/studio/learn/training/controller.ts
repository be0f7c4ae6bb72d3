/** One training on the page: its worker, its record in the browser's storage, and what the panel shows of it. */
import { describeError } from '../../data/describe-error.ts';
import type { Permalink } from '../../../engine/record/permalink.ts';
import { findLearner } from '../address.ts';
import { askLearner, type Learner, startLearner } from './learner.ts';
import type { TrainingUpdate, TrainRequest, Wish } from './messages.ts';
import { loadTraining, removeTraining, saveTraining, type TrainingRecord } from './store.ts';

export type TrainingState = 'starting' | 'running' | 'pausing' | 'paused';

export interface TrainingView {
  readonly record: TrainingRecord;
  readonly state: TrainingState;
  /** Why it cannot continue. */
  readonly problem: string | undefined;
}

/** Workers that make experience: the page and its pictures need some of the machine too. */
function countWorkers(): number {
  return Math.min(4, Math.max(1, navigator.hardwareConcurrency - 2));
}

/** A training that has not begun yet. Rejects with a sentence for one that cannot be. */
export async function createTraining(link: Permalink, wish: Wish, name: string): Promise<TrainingRecord> {
  const { animal, settings } = link;
  const startedAt = new Date();
  const request = { animal, settings, wish, workers: countWorkers(), startedAt: startedAt.toISOString() };
  const description = await askLearner((remote) => remote.createDescription(request));
  return {
    ...{ id: crypto.randomUUID(), animal: findLearner(link), name, task: wish.task },
    ...{ kept: false, running: false, curve: [], description, changedAt: startedAt.getTime() },
  };
}

export class TrainingController {
  readonly #onView: (view: TrainingView) => void;
  #view: TrainingView;
  #learner: Learner | undefined;
  /** Releases the lock of this tab on the training. */
  #release: (() => void) | undefined;
  /** Writes run one after another. */
  #saving: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(record: TrainingRecord, onView: (view: TrainingView) => void) {
    this.#onView = onView;
    this.#view = { record, state: 'paused', problem: undefined };
    onView(this.#view);
  }

  get view(): TrainingView {
    return this.#view;
  }

  /** Starts, or resumes from the last checkpoint. */
  async resume(): Promise<void> {
    if (this.#learner !== undefined || this.#view.record.description === undefined) return;
    this.#show({ state: 'starting', problem: undefined });
    if (!(await this.#takeLock())) {
      this.#show({
        state: 'paused',
        problem: 'Another tab works on this training: continue there, or close that tab.',
      });
      return;
    }
    // Another tab may have continued it.
    const record = (await loadTraining(this.#view.record.id).catch(() => undefined)) ?? this.#view.record;
    const { description, checkpoint, curve, best } = record;
    this.#update({ ...record, running: true });
    const request: TrainRequest = { description: description!, checkpoint, last: curve.at(-1), best };
    const learner = startLearner();
    this.#learner = learner;
    learner.remote
      .train(request, {
        onBegun: () => {
          this.#show({ state: 'running' });
        },
        onUpdate: this.#take,
      })
      .then(
        () => {
          this.#stop(undefined);
        },
        (error: unknown) => {
          this.#stop(describeError(error));
        },
      );
  }

  /** After the update under way. */
  pause(): void {
    if (this.#view.state === 'starting') this.#stop(undefined);
    if (this.#view.state !== 'running') return;
    void this.#learner?.remote.pause();
    this.#show({ state: 'pausing' });
  }

  /** Keeps it in the list. */
  async keep(name: string): Promise<void> {
    this.#update({ ...this.#view.record, name, kept: true });
    await this.#saving;
  }

  async discard(): Promise<void> {
    this.close();
    await this.#saving;
    await removeTraining(this.#view.record.id);
  }

  /** The page is left; a running training is marked as running, so that it continues when the page is opened again. */
  close(): void {
    this.#closed = true;
    this.#learner?.close();
    this.#learner = undefined;
    this.#release?.();
  }

  readonly #take = ({ point, checkpoint, best }: TrainingUpdate): void => {
    const { record } = this.#view;
    const curve = [...record.curve, point];
    this.#update({ ...record, curve, checkpoint, ...(best === undefined ? {} : { best }) });
  };

  #stop(problem: string | undefined): void {
    this.#learner?.close();
    this.#learner = undefined;
    this.#release?.();
    this.#release = undefined;
    const { record } = this.#view;
    const isBegun = record.checkpoint !== undefined;
    const kept = isBegun ? ` What was learned in ${record.curve.length} updates before is kept.` : '';
    this.#show({ state: 'paused', problem: problem === undefined ? undefined : `${problem}${kept}` });
    this.#update({ ...record, running: false });
  }

  #update(record: TrainingRecord): void {
    const changed = { ...record, changedAt: Date.now() };
    this.#show({ record: changed });
    this.#saving = this.#saving.then(() => this.#save(changed));
  }

  async #save(record: TrainingRecord): Promise<void> {
    try {
      await saveTraining(record);
    } catch (error) {
      const why = describeError(error);
      this.#show({
        problem: `The browser cannot store it (${why}). The training continues, and is lost with the page: export it.`,
      });
    }
  }

  #show(change: Partial<TrainingView>): void {
    this.#view = { ...this.#view, ...change };
    if (!this.#closed) this.#onView(this.#view);
  }

  /** One tab works on a training at a time. */
  #takeLock(): Promise<boolean> {
    return new Promise((resolve) => {
      const name = `bestiary.learn.${this.#view.record.id}`;
      void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        if (lock === null) return undefined;
        return new Promise<void>((release) => {
          this.#release = release;
        });
      });
    });
  }
}
