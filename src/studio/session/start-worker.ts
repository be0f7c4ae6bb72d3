/** A simulation worker: the engine never runs on the page itself. */
export function startWorker(): Worker {
  return new Worker(new URL('../worker/simulation-worker.ts', import.meta.url), { type: 'module', name: 'simulation' });
}
