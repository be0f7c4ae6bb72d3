/** The program of a worker thread: runs experiments of the papers one after the other. */
import { parentPort } from 'node:worker_threads';
import { describeAnimal } from '../../animals/registry.ts';
import { findExperiment } from '../../experiments/papers.ts';
import { runExperiment } from '../../experiments/reproduce/judge.ts';
import { startCpuTimer } from '../cpu-timer.ts';
import type { ExperimentReply, ExperimentRequest } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('This program runs as a worker thread of bestiary reproduce.');

async function answer({ id, quick }: ExperimentRequest): Promise<ExperimentReply> {
  const experiment = findExperiment(id);
  if (experiment === undefined) return { kind: 'broken', message: `There is no experiment '${id}'.` };
  const start = performance.now();
  try {
    const result = await runExperiment(experiment, { describe: describeAnimal, quick, cpuSeconds: startCpuTimer() });
    return { kind: 'result', text: JSON.stringify(result), seconds: (performance.now() - start) / 1000 };
  } catch (error) {
    return { kind: 'broken', message: error instanceof Error ? error.message : String(error) };
  }
}

port.on('message', (request: ExperimentRequest) => {
  void answer(request).then((reply) => port.postMessage(reply));
});
