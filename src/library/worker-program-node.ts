/** What a worker thread of Node runs (worker-node.ts). */
import { parentPort } from 'node:worker_threads';
import { serveSimulation } from './worker-parts/serve.ts';

const port = parentPort!;
serveSimulation({
  post: (message, transfer = []) => port.postMessage(message, transfer),
  listen: (onMessage) => void port.on('message', onMessage),
});
