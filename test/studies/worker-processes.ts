/** `bestiary worker` as processes, for tests, and what they have to do. */
import { type Outcome, startProgram } from '../cli/program.ts';
import type { RedisServer } from './redis-server.ts';
import { waitUntil } from './study-files.ts';

export interface StartedWorker {
  kill(signal: NodeJS.Signals): void;
  readonly outcome: Promise<Outcome>;
}

/** `leaseSeconds`: how long its jobs are taken for running when it is dead. */
export async function startWorker(server: RedisServer, leaseSeconds = 5): Promise<StartedWorker> {
  const options = ['worker', '--redis', server.url, '--threads', '1', '--lease', String(leaseSeconds), '--json'];
  const { child, outcome } = startProgram(options);
  let printed = '';
  child.stderr!.on('data', (text: string) => (printed += text));
  await waitUntil(() => printed.includes('Working for') || child.exitCode !== null, 'the worker');
  return { kill: (signal) => void child.kill(signal), outcome };
}

/** Length of one of BullMQ's lists. */
export async function countJobs(server: RedisServer, list: 'active' | 'wait' | 'completed'): Promise<number> {
  const [name] = (await server.client.keys('bestiary:work-*:meta')).map((key) => key.slice(0, -'meta'.length));
  if (name === undefined) return 0;
  return list === 'completed' ? server.client.zcard(`${name}${list}`) : server.client.llen(`${name}${list}`);
}

export async function stopWorker(worker: StartedWorker): Promise<Outcome & { json: { done: number; failed: number } }> {
  worker.kill('SIGTERM');
  const outcome = await worker.outcome;
  return { ...outcome, json: JSON.parse(outcome.out) };
}
