/** `bestiary/worker` in Node: the same, in a worker thread. */
import { Worker } from 'node:worker_threads';
import { createWorkerFunctions, type WorkerPort } from './worker-parts/client.ts';

function startWorker(): WorkerPort {
  const worker = new Worker(new URL('./worker-program-node.js', import.meta.url));
  return {
    post: (message) => worker.postMessage(message),
    listen: (onMessage) => void worker.on('message', onMessage),
    onFailure(fail) {
      worker.on('error', fail);
      worker.on('exit', (code) => fail(new Error(`The worker has ended with exit code ${code}.`)));
    },
    terminate: () => void worker.terminate(),
  };
}

export const { createWorkerSimulation, runInWorker } = createWorkerFunctions(startWorker);
export type { WorkerSimulation, WorkerSystem } from './worker-parts/client.ts';
