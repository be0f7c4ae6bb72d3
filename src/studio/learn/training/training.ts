/** A training in the tab, from its beginning or its last checkpoint on: update after update, each reported with all that a reload needs. */
import { version } from '../../../../package.json';
import { describeError } from '../../data/describe-error.ts';
import type { RolloutPeer, RolloutReply } from '../../../learn/rollouts/messages.ts';
import { createRolloutSource, type RolloutSource } from '../../../learn/rollouts/rollouts.ts';
import { createPolicyFiles, type Learned } from '../../../learn/subjects/training-files.ts';
import type { ScalarRecord } from '../../../learn/trainers/scalars.ts';
import type { Trainer } from '../../../learn/trainers/trainer.ts';
import { createTrainer, resumeTrainer } from '../../../learn/trainers/registry.ts';
import { BusyClock } from './busy-clock.ts';
import type { Subject } from '../../../learn/subjects/subject.ts';
import { connect } from '../../calls/call.ts';
import type { Best, CurvePoint, TrainingListeners, TrainRequest } from './messages.ts';
import type { RolloutProgram } from './rollout-program.ts';

export class Training {
  readonly #request: TrainRequest;
  readonly #listeners: TrainingListeners;
  readonly #clock = new BusyClock(() => performance.now());
  #paused = false;
  #best: Best | undefined;

  constructor(request: TrainRequest, listeners: TrainingListeners) {
    this.#request = request;
    this.#listeners = listeners;
    this.#best = request.best;
  }

  /** After the update under way. */
  pause(): void {
    this.#paused = true;
  }

  async run(): Promise<void> {
    const source = await this.#openSource();
    try {
      const trainer = await this.#openTrainer(source);
      this.#listeners.onBegun();
      const startedAt = performance.now();
      while (!this.#paused) await this.#update(trainer, startedAt);
    } finally {
      source.close();
    }
  }

  #openTrainer(source: RolloutSource): Promise<Trainer> {
    const { description, checkpoint } = this.#request;
    const { trainer: kind, config, seed } = description;
    return checkpoint === undefined
      ? createTrainer(source, { kind, config, seed })
      : resumeTrainer(source, kind, checkpoint);
  }

  /** Lanes are shared out as on the command line, so that a checkpoint continues both there and here. */
  async #openSource(): Promise<RolloutSource> {
    const { subject, lanes, workers: wanted } = this.#request.description;
    const workers = Math.min(wanted, lanes);
    const peers = Array.from({ length: workers }, (_, i) => {
      const share = Math.floor(((i + 1) * lanes) / workers) - Math.floor((i * lanes) / workers);
      return this.#clock.watch(startPeer(subject, share));
    });
    try {
      return await createRolloutSource(peers);
    } catch (error) {
      for (const peer of peers) peer.close();
      throw error;
    }
  }

  async #update(trainer: Trainer, startedAt: number): Promise<void> {
    // What is read of an update belongs to the policy that swam in it.
    const tried: Learned = { policy: trainer.getPolicy(), ...trainer.counters };
    this.#clock.setRunning(true);
    const record = await trainer.update();
    this.#clock.setRunning(false);
    const best = this.#judge(tried, record);
    const checkpoint = await trainer.saveCheckpoint();
    const { last } = this.#request;
    const point: CurvePoint = {
      ...trainer.counters,
      cpuSeconds: (last?.cpuSeconds ?? 0) + this.#clock.seconds,
      seconds: (last?.seconds ?? 0) + (performance.now() - startedAt) / 1000,
      ...readScalar('return', record, 'charts/episodic_return'),
      ...readScalar('angle', record, 'charts/meanAngle'),
    };
    this.#listeners.onUpdate({ point, checkpoint, best });
  }

  /** The policy that swam, where it did better than all before. */
  #judge(tried: Learned, record: ScalarRecord): Best | undefined {
    const { 'charts/episodic_return': sum, 'charts/episodic_length': decisions } = record.scalars;
    if (sum === undefined || decisions === undefined) return undefined;
    // Episodes of a training have unlike lengths.
    const reward = sum / decisions;
    if (this.#best !== undefined && reward <= this.#best.reward) return undefined;
    const { description } = this.#request;
    const { json } = createPolicyFiles(description, tried, {
      program: description.program,
      codeVersion: version,
    });
    this.#best = { policy: json, updates: tried.updates, reward };
    return this.#best;
  }
}

function readScalar(name: 'return' | 'angle', { scalars }: ScalarRecord, scalar: string): Partial<CurvePoint> {
  const value = scalars[scalar];
  return value === undefined ? {} : { [name]: value };
}

function startPeer(subject: Subject, lanes: number): RolloutPeer {
  const fail = (reason: string): RolloutReply => ({
    kind: 'failed',
    problem: { code: 'failed', path: 'worker', got: reason, hint: 'Continue from the last checkpoint.' },
  });
  let lost: string | undefined;
  const worker = new Worker(new URL('./rollout-program.ts', import.meta.url), { type: 'module', name: 'rollouts' });
  const { remote, close } = connect<RolloutProgram>(worker, 'a worker could not be loaded', (message) => {
    lost = message;
  });
  remote.open(subject, lanes).catch(() => undefined);
  return {
    ask: (request) =>
      lost === undefined
        ? remote.answer(request).catch((error: unknown) => fail(describeError(error)))
        : Promise.resolve(fail(lost)),
    close,
  };
}
