/** Experience from worker threads of this process: lanes are shared out evenly, and the learner's own thread stays free. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { connectPeer, type RemotePeer } from '../../learn/rollouts/messages.ts';
import { createRolloutSource, type RolloutSource } from '../../learn/rollouts/rollouts.ts';
import type { Subject } from '../../learn/subjects/subject.ts';

/** The built program of a thread lies beside the command line's own. */
const threadProgram = path.join(import.meta.dirname, 'rollout-thread.js');

export interface RolloutThreadData {
  readonly subject: Subject;
  readonly lanes: number;
}

export interface RolloutThreadOptions {
  readonly subject: Subject;
  /** Of all threads together. */
  readonly lanes: number;
  readonly workers: number;
  /** Program of a thread; the built one if left out. */
  readonly program?: string;
}

/** Starts the threads; more of them than lanes would have nothing to do. Throws a LearnError where the environment cannot be made. */
export async function openRolloutThreads(options: RolloutThreadOptions): Promise<RolloutSource> {
  const { subject, lanes, program = threadProgram } = options;
  const workers = Math.min(options.workers, lanes);
  const peers = Array.from({ length: workers }, (_, i) => {
    const share = Math.floor(((i + 1) * lanes) / workers) - Math.floor((i * lanes) / workers);
    return startThread(program, { subject, lanes: share });
  });
  try {
    return await createRolloutSource(peers);
  } catch (error) {
    for (const peer of peers) peer.close();
    throw error;
  }
}

function startThread(program: string, data: RolloutThreadData): RemotePeer {
  const worker = new Worker(program, { workerData: data });
  const peer = connectPeer(
    {
      post: (message) => worker.postMessage(message),
      listen: (receive) => worker.on('message', receive),
    },
    () => void worker.terminate(),
  );
  worker.on('error', (error) => peer.fail(`a thread died: ${error.message}`));
  worker.on('exit', (code) => peer.fail(`a thread ended with code ${code}`));
  return peer;
}
