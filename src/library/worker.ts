/** `bestiary/worker`: a simulation in a worker of the browser, with the interface of `Simulation` as promises. Node has `worker-node.ts`. */
import { createWorkerFunctions, type WorkerPort } from './worker-parts/client.ts';

function startWorker(): WorkerPort {
  // Written out in one piece: bundlers look for it.
  const worker = new Worker(new URL('./worker-program.js', import.meta.url), { type: 'module' });
  return {
    post: (message) => worker.postMessage(message),
    listen: (onMessage) => worker.addEventListener('message', ({ data }) => onMessage(data)),
    onFailure: (fail) =>
      worker.addEventListener('error', ({ message }) =>
        fail(new Error(`The worker failed: ${message === '' ? 'its program was not found' : message}.`)),
      ),
    terminate: () => worker.terminate(),
  };
}

export const { createWorkerSimulation, runInWorker } = createWorkerFunctions(startWorker);
export type { WorkerSimulation, WorkerSystem } from './worker-parts/client.ts';
