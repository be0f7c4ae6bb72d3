/**
 * A training's lanes behind an executor: threads of this process or machines on a Redis. The state of the lanes is kept here, with
 * the learner, and goes with every request, so nothing is lost with a worker.
 */
import { hashTask } from '../../jobs/task-hash.ts';
import type { NamedArrays } from '../named-arrays.ts';
import type { RolloutPeer } from '../rollouts/messages.ts';
import { createRolloutSource, type RolloutSource } from '../rollouts/rollouts.ts';
import type { Subject } from '../subjects/subject.ts';
import type { Executor, StopSignal } from '../../jobs/executor.ts';
import {
  createRolloutJob,
  readAnswer,
  type RolloutAnswer,
  type RolloutJob,
  type RolloutQuestion,
  type RolloutResult,
  type RolloutTask,
} from './rollout-job.ts';

export interface RolloutOptions {
  readonly executor: Executor;
  readonly version: string;
  readonly subject: Subject;
  /** Of all workers together. */
  readonly lanes: number;
  /** Shares of the lanes; more than lanes would have nothing to do. */
  readonly workers: number;
  /** When aborted, pending requests are rejected with a RolloutsStopped. */
  readonly signal: StopSignal;
  /** A sentence for people. */
  readonly onMessage: (sentence: string) => void;
}

/** The signal was aborted before there was an answer. */
export class RolloutsStopped extends Error {
  constructor() {
    super('Stopped before the workers had answered.');
    this.name = 'RolloutsStopped';
  }
}

/** Throws a LearnError where the environment cannot be made. The executor stays open and is the caller's. */
export function openRollouts(options: RolloutOptions): Promise<RolloutSource> {
  const { lanes } = options;
  const workers = Math.min(options.workers, lanes);
  const ask = createRequestBatcher(options);
  return createRolloutSource(
    Array.from({ length: workers }, (_, i) => {
      const share = Math.floor(((i + 1) * lanes) / workers) - Math.floor((i * lanes) / workers);
      return createPeer(share, ask);
    }),
  );
}

type Ask = (lanes: number, question: RolloutQuestion) => Promise<RolloutAnswer>;

function createPeer(lanes: number, ask: Ask): RolloutPeer {
  let state: NamedArrays | undefined;
  return {
    async ask(request) {
      if (request.kind === 'save' && state !== undefined) return { kind: 'save', state };
      const needsState = request.kind !== 'describe' && request.kind !== 'load';
      const answer = await ask(lanes, needsState ? { request, state } : { request });
      if (answer.state !== undefined) state = answer.state;
      // A worker has loaded it, so it fits.
      else if (request.kind === 'load' && answer.reply.kind !== 'failed') state = request.state;
      return answer.reply;
    },
    close: () => undefined,
  };
}

interface Waiting {
  readonly job: RolloutJob;
  readonly settle: { readonly resolve: (answer: RolloutAnswer) => void; readonly reject: (error: unknown) => void }[];
}

/** Batches requests that arrive together; an executor runs one batch at a time. Equal requests are sent once. */
function createRequestBatcher({ executor, version, subject, signal, onMessage }: RolloutOptions): Ask {
  const task: RolloutTask = { version, subject };
  const taskHash = hashTask(task);
  let next = new Map<string, Waiting>();
  let running = Promise.resolve();

  async function run(): Promise<void> {
    const batch = next;
    next = new Map();
    const answer = (key: string, content: RolloutAnswer): void => {
      for (const { resolve } of batch.get(key)?.settle ?? []) resolve(content);
      batch.delete(key);
    };
    let failure: unknown = new RolloutsStopped();
    try {
      await executor.run<RolloutResult>(
        task,
        Array.from(batch.values(), ({ job }) => job),
        {
          signal,
          onMessage,
          onResult: (result) => answer(result.key, readAnswer(result)),
          onLoss: ({ key, reason }) => answer(key, { reply: describeLoss(reason.message) }),
        },
      );
    } catch (error) {
      failure = error;
    }
    for (const { settle } of batch.values()) for (const { reject } of settle) reject(failure);
  }

  return (lanes, question) =>
    new Promise((resolve, reject) => {
      const job = createRolloutJob(taskHash, lanes, question);
      const waiting = next.get(job.key);
      if (waiting !== undefined) waiting.settle.push({ resolve, reject });
      else {
        if (next.size === 0) running = running.then(run);
        next.set(job.key, { job, settle: [{ resolve, reject }] });
      }
    });
}

function describeLoss(got: string): RolloutAnswer['reply'] {
  const hint = 'Continue from the last checkpoint.';
  return { kind: 'failed', problem: { code: 'failed', path: 'worker', got, hint } };
}
