/** The program of a thread that makes experience: its lanes of the environment behind the messages of a rollout peer. */
import { parentPort, workerData } from 'node:worker_threads';
import { ModelError } from '../../engine/model/problem.ts';
import { LearnError, type LearnProblem } from '../../learn/learn-error.ts';
import { type RolloutReply, type RolloutRequest, servePeer } from '../../learn/rollouts/messages.ts';
import { createRolloutWorker } from '../../learn/rollouts/worker.ts';
import { createSubjectEnv } from '../../learn/subjects/subject.ts';
import type { RolloutThreadData } from './rollout-threads.ts';

const port = parentPort;
if (port === null) throw new Error('This program runs as a worker thread of bestiary train and evaluate.');

servePeer(
  { post: (message) => port.postMessage(message), listen: (receive) => port.on('message', receive) },
  createAnswer(workerData as RolloutThreadData),
);

/** An environment that cannot be made answers every request with the reason. */
function createAnswer({ subject, lanes }: RolloutThreadData): (request: RolloutRequest) => RolloutReply {
  try {
    return createRolloutWorker(createSubjectEnv(subject, lanes));
  } catch (error) {
    const problem = describeProblem(error);
    return () => ({ kind: 'failed', problem });
  }
}

function describeProblem(error: unknown): LearnProblem {
  if (error instanceof LearnError) {
    const { code, path, got, hint } = error;
    return { code, path, got, hint };
  }
  const first = error instanceof ModelError ? error.problems[0] : undefined;
  if (first !== undefined) return { code: 'unsupported', path: first.path, got: first.got, hint: first.hint };
  const got = error instanceof Error ? error.message : String(error);
  return { code: 'failed', path: 'environment', got, hint: 'It could not be made.' };
}
