/** A simulation worker: the engine never runs on the page itself. */
import { type WorkerConnection, connect } from '../calls/call.ts';
import type { SimulationProgram } from '../worker/simulation-worker.ts';

export type SimulationWorker = WorkerConnection<SimulationProgram>;

/** `lost`: what is said where it cannot be loaded. */
export function startSimulation(lost: string, onLost?: (message: string) => void): SimulationWorker {
  const worker = new Worker(new URL('../worker/simulation-worker.ts', import.meta.url), {
    type: 'module',
    name: 'simulation',
  });
  return connect(worker, lost, onLost);
}
