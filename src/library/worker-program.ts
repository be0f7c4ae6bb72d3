/** What a worker of the browser runs (worker.ts). */
import { serveSimulation } from './worker-parts/serve.ts';

serveSimulation({
  post: (message, transfer = []) => globalThis.postMessage(message, { transfer: [...transfer] }),
  listen: (onMessage) => globalThis.addEventListener('message', ({ data }) => onMessage(data)),
});
