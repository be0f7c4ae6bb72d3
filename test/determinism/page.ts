/**
 * Computes the hashes on the page and in a module worker, and leaves both where the test finds them; a browser that the test
 * cannot ask is told by `?post` to send them.
 */
import { computeFingerprints, type Fingerprints } from './fingerprints.ts';

export interface PageResult {
  readonly page: Fingerprints;
  readonly worker: Fingerprints;
}

function computeInWorker(): Promise<Fingerprints> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Fingerprints>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(`The worker failed: ${message}`));
  });
}

const working: Promise<PageResult> = (async () => {
  const fromWorker = computeInWorker();
  return { page: computeFingerprints(), worker: await fromWorker };
})();
(globalThis as { pageResult?: Promise<PageResult> }).pageResult = working;
if (location.search === '?post')
  void working.then((result) => fetch('result', { method: 'POST', body: JSON.stringify(result) }));
