/** The program of a worker thread: runs jobs one after the other and keeps compiled animals between them. */
import { parentPort } from 'node:worker_threads';
import type { Task } from '../../experiments/studies/job.ts';
import { JobRunner } from '../../experiments/studies/run-job.ts';
import type { ThreadReply, ThreadRequest } from './thread-messages.ts';

const port = parentPort;
if (port === null) throw new Error('This program runs as a worker thread of bestiary sweep, fit and worker.');

/** Tasks whose creatures are remembered; a fit by halving has one for each length of run. */
const maxTasks = 8;
const runner = new JobRunner();
const tasks = new Map<string, Task>();

function answer(request: ThreadRequest): ThreadReply | undefined {
  if (request.kind === 'task') {
    if (tasks.size >= maxTasks) tasks.delete(tasks.keys().next().value!);
    tasks.set(request.taskHash, request.task);
    return undefined;
  }
  const task = tasks.get(request.taskHash);
  if (task === undefined) return { kind: 'broken', message: 'The job came before its task.' };
  try {
    return { kind: 'result', text: JSON.stringify(runner.run(task, request.taskHash, request.job)) };
  } catch (error) {
    return { kind: 'broken', message: error instanceof Error ? error.message : String(error) };
  }
}

port.on('message', (request: ThreadRequest) => {
  const reply = answer(request);
  if (reply !== undefined) port.postMessage(reply);
});
