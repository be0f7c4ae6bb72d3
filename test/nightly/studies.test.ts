import path from 'node:path';
import { expect, it } from 'vitest';
import { createFolder, runJson, startProgram } from '../cli/program.ts';
import { redisProgram, startRedis } from '../studies/redis-server.ts';
import { readStored, readTables, writeSpec } from '../studies/study-files.ts';

/** One step of the lamprey each: what is measured is what a job costs besides its simulation. */
const tiny = { seconds: 0.005, seeds: 100, parameters: { 'brainstem.left': { from: 0, to: 1, steps: 100 } } };
const jobs = 10_000;

function report(name: string, startedAt: number): void {
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${name}: ${jobs} tiny jobs in ${seconds.toFixed(1)} s, ${(jobs / seconds).toFixed(0)} per second.`);
}

it('runs ten thousand tiny jobs, here and on Redis, to the same tables', async () => {
  const folder = createFolder();
  const spec = writeSpec(folder, tiny);
  const [here, there] = [path.join(folder, 'here'), path.join(folder, 'there')];
  let startedAt = performance.now();
  const local = await runJson('sweep', spec, '--out', here, '--threads', '2', '--quiet');
  report('local, 2 threads', startedAt);
  expect(local.json).toMatchObject({ jobs, done: jobs, failed: 0 });
  expect(readStored(here)).toHaveLength(jobs);
  if (redisProgram === undefined) return;
  const server = await startRedis();
  const workers = [1, 2].map(() =>
    startProgram(['worker', '--redis', server.url, '--threads', '1', '--idle', '15', '--json']),
  );
  startedAt = performance.now();
  const remote = await runJson('sweep', spec, '--out', there, '--redis', server.url, '--quiet');
  report('Redis, 2 workers', startedAt);
  expect(remote.json).toMatchObject({ jobs, done: jobs, failed: 0, computed: jobs });
  const done = (await Promise.all(workers.map(({ outcome }) => outcome))).map(
    ({ out }) => JSON.parse(out).done as number,
  );
  expect(done[0]! + done[1]!).toBe(jobs);
  expect(readTables(there)).toEqual(readTables(here));
});
