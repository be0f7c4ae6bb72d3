/** The program of a worker thread: runs jobs of studies and trainings one after the other and keeps compiled animals between them. */
import { parentPort } from 'node:worker_threads';
import type { JobTask, Keyed } from '../../jobs/executor.ts';
import { WorkRunner } from './run-work.ts';
import type { NamedArrays } from '../../learn/named-arrays.ts';
import type { ThreadReply, ThreadRequest } from './thread.ts';

const port = parentPort;
if (port === null)
  throw new Error('This program runs as a worker thread of bestiary sweep, fit, train, evaluate and worker.');

/** Tasks whose creatures are remembered; a fit by halving has one for each length of run. */
const maxTasks = 8;
const runner = new WorkRunner();
const tasks = new Map<string, JobTask>();

function answer(request: ThreadRequest): ThreadReply | undefined {
  if (request.kind === 'task') {
    if (tasks.size >= maxTasks) tasks.delete(tasks.keys().next().value!);
    tasks.set(request.taskHash, request.task);
    return undefined;
  }
  const task = tasks.get(request.taskHash);
  if (task === undefined) return { kind: 'broken', message: 'The job came before its task.' };
  try {
    const result: Keyed & { readonly arrays?: NamedArrays } = runner.run(task, request.taskHash, request.job);
    const { arrays, ...rest } = result;
    return { kind: 'result', text: JSON.stringify(rest), arrays };
  } catch (error) {
    return { kind: 'broken', message: error instanceof Error ? error.message : String(error) };
  }
}

port.on('message', (request: ThreadRequest) => {
  const reply = answer(request);
  if (reply !== undefined) port.postMessage(reply);
});
