/** Runs experiments in threads and keeps every outcome as it comes; those that measure the machine run alone, at the end. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Experiment, ExperimentResult } from '../../experiments/kinds/claim.ts';
import { emptyResult, type ExperimentOutcome } from '../../experiments/reproduce/judge.ts';
import type { StopSignal } from '../../jobs/executor.ts';
import type { ExperimentReply, ExperimentRequest } from './messages.ts';
import type { OutcomeStore } from './outcome-store.ts';

/** The built program of a thread lies beside the command line's own. */
const threadProgram = path.join(import.meta.dirname, 'reproduce-thread.js');

export interface ReproduceOptions {
  readonly quick: boolean;
  readonly threads: number;
  readonly program?: string;
  readonly signal: StopSignal;
  onOutcome(outcome: ExperimentOutcome, isNew: boolean): void;
}

/** The experiment that a thread could not run: a fault of the program or a thread that died. */
export class ExperimentFault extends Error {
  constructor(id: string, reason: string) {
    super(`The experiment ${id} could not be run: ${reason}`);
    this.name = 'ExperimentFault';
  }
}

/** Returns when all are done or the signal is aborted. Throws an ExperimentFault, after the others in flight were kept. */
export async function runExperiments(
  experiments: readonly Experiment[],
  store: OutcomeStore,
  options: ReproduceOptions,
): Promise<void> {
  const left: Experiment[] = [];
  for (const experiment of experiments) {
    const kept = store.get(experiment.id);
    if (kept !== undefined) options.onOutcome(kept, false);
    else if (experiment.run === undefined) options.onOutcome(createEmpty(experiment), false);
    else left.push(experiment);
  }
  const length = options.quick ? 0 : 1;
  // The longest first, so that no thread runs it alone at the end.
  const byCost = left.sort((a, b) => b.cost[length] - a.cost[length]);
  const free = byCost.filter(({ timed }) => timed !== true);
  const alone = byCost.filter(({ timed }) => timed === true);
  const take = (queue: Experiment[]) => work(queue, store, options);
  await Promise.all(Array.from({ length: Math.min(options.threads, free.length) }, () => take(free)));
  if (alone.length > 0) await take(alone);
}

function createEmpty({ id }: Experiment): ExperimentOutcome {
  return { experiment: id, result: emptyResult, seconds: 0, time: '' };
}

async function work(queue: Experiment[], store: OutcomeStore, options: ReproduceOptions): Promise<void> {
  const worker = new Worker(options.program ?? threadProgram);
  const stop = (): void => void worker.terminate();
  const isStopped = (): boolean => options.signal.aborted;
  options.signal.addEventListener('abort', stop);
  try {
    for (let next = queue.shift(); next !== undefined && !isStopped(); next = queue.shift()) {
      const reply = await ask(worker, { id: next.id, quick: options.quick });
      if (reply === undefined || isStopped()) return;
      if (reply.kind === 'broken') throw new ExperimentFault(next.id, reply.message);
      const result = JSON.parse(reply.text) as ExperimentResult;
      const outcome = { experiment: next.id, result, seconds: reply.seconds, time: new Date().toISOString() };
      store.add(outcome);
      options.onOutcome(outcome, true);
    }
  } finally {
    options.signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

/** undefined when the thread was ended on purpose. */
function ask(worker: Worker, request: ExperimentRequest): Promise<ExperimentReply | undefined> {
  return new Promise((resolve) => {
    const onMessage = (reply: ExperimentReply): void => finish(reply);
    const onError = (error: Error): void => finish({ kind: 'broken', message: error.message });
    // `terminate` ends a thread with 1, and so does a thread that fails; the latter has said so before.
    const onExit = (): void => finish(undefined);
    const finish = (reply: ExperimentReply | undefined): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      resolve(reply);
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(request);
  });
}
