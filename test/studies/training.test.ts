/** Trainings by executors: threads of this process, and Redis with the real thing, workers as processes and what may happen to them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { describeAnimal } from '../../src/animals/registry.ts';
import { applySettings } from '../../src/engine/families/descriptions.ts';
import { openRollouts } from '../../src/learn/jobs/rollout-peers.ts';
import { createIdlePolicy } from '../../src/learn/policies/plain.ts';
import { createLocalPeer, createRolloutSource, type RolloutSource } from '../../src/learn/rollouts/rollouts.ts';
import { createSubjectEnv, type Subject } from '../../src/learn/subjects/subject.ts';
import { LocalExecutor } from '../../src/node/executors/local.ts';
import { createFolder, program, run, runJson, startProgram } from '../cli/program.ts';
import { password, redisProgram, startRedis } from './redis-server.ts';
import { waitUntil } from './study-files.ts';
import { countJobs, startWorker, stopWorker } from './worker-processes.ts';

// Each test starts several processes, which take their time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const smallBody = 'body.sizes.cells=16';
const subjects: Readonly<Record<string, Subject>> = {
  'toy:cart-pole': { kind: 'toy', name: 'cart-pole' },
  'soft-lamprey': {
    kind: 'animal',
    desc: applySettings(describeAnimal('soft-lamprey'), [smallBody]),
    task: 'steer',
    training: true,
  },
};

async function collect(source: RolloutSource, steps: number) {
  const policy = createIdlePolicy(source.observationSpace, source.actionSpace);
  await source.start(3);
  const first = await source.collect(policy, steps);
  return [first, await source.collect(policy, steps), await source.save()];
}

/** What has to be equal to the last bit. */
function readTraining(out: string) {
  const read = (name: string): Buffer => readFileSync(path.join(out, name));
  return { policy: read('policy.json').toString(), checkpoint: read('checkpoint.bin') };
}

describe('rollouts in threads of the local executor', () => {
  it.each(Object.entries(subjects))('are bit for bit those of this thread: %s', async (_, subject) => {
    const executor = new LocalExecutor({ threads: 2, program: path.join(path.dirname(program), 'work-thread.js') });
    onTestFinished(() => executor.close());
    const { signal } = new AbortController();
    const options = { executor, version: 'v', subject, signal, onMessage: () => undefined };
    const source = await openRollouts({ ...options, lanes: 3, workers: 2 });
    const here = await createRolloutSource([1, 2].map((lanes) => createLocalPeer(createSubjectEnv(subject, lanes))));
    expect(await collect(source, 4)).toEqual(await collect(here, 4));
  });
});

if (redisProgram === undefined) {
  it('is not tested: there is no redis-server here (on Debian: apt-get install redis-server)', () => {
    expect(redisProgram).toBeUndefined();
  });
} else {
  describe('a training on Redis', () => {
    it('learns the bits of one machine, leaves nothing behind, and never prints the password', async () => {
      const folder = createFolder();
      const [here, there] = [path.join(folder, 'here'), path.join(folder, 'there')];
      const server = await startRedis();
      const workers = await Promise.all([startWorker(server), startWorker(server)]);
      const train = ['train', 'toy:cart-pole', '--updates', '3', '--workers', '2'];
      await run(...train, '--out', here, '--quiet');
      const remote = await runJson(...train, '--out', there, '--executor', 'bullmq', '--redis', server.url);
      expect(remote.json).toMatchObject({ status: 'done', updates: 3 });
      expect(readTraining(there)).toEqual(readTraining(here));
      const outcomes = await Promise.all(workers.map(stopWorker));
      // One says what the lanes are, for both; two shares begin them and make three updates.
      expect(outcomes.reduce((sum, { json }) => sum + json.done, 0)).toBe(1 + 2 + 3 * 2);
      expect(await server.client.keys('bestiary:arrays:*')).toEqual([]);
      expect(await countJobs(server, 'completed')).toBe(0);
      const written = readdirSync(there).map((name) => readFileSync(path.join(there, name), 'latin1'));
      for (const text of [remote.out, remote.err, ...outcomes.flatMap(({ out, err }) => [out, err]), ...written])
        expect(text).not.toContain(password);
    });

    it('learns them too when a worker is killed in the middle of a share', async () => {
      const folder = createFolder();
      const [here, there] = [path.join(folder, 'here'), path.join(folder, 'there')];
      const server = await startRedis();
      const victim = await startWorker(server, 2);
      const small = ['hidden=8', 'transitionsPerUpdate=128', 'minibatch=64'].flatMap((setting) => [
        '--config',
        setting,
      ]);
      const train = ['train', 'soft-lamprey', '--set', smallBody, '--updates', '2', '--workers', '2', ...small];
      const remote = runJson(...train, '--out', there, '--redis', server.url);
      const log = path.join(there, 'log.jsonl');
      const hasUpdate = (): boolean => existsSync(log) && readFileSync(log, 'utf8').includes('\n');
      await waitUntil(async () => hasUpdate() && (await countJobs(server, 'active')) === 1, 'the second update');
      victim.kill('SIGKILL');
      await victim.outcome;
      // Nobody else is there: it died with a share in hand.
      expect(await countJobs(server, 'active')).toBe(1);
      const rescuer = await startWorker(server, 2);
      const local = run(...train, '--out', here, '--quiet');
      expect((await remote).json).toMatchObject({ status: 'done', updates: 2 });
      await local;
      expect(readTraining(there)).toEqual(readTraining(here));
      expect((await stopWorker(rescuer)).json).toMatchObject({ done: 2, failed: 0 });
    });

    it('ends at Ctrl-C though no worker ever comes, and says what cannot be', async () => {
      const folder = createFolder();
      const out = path.join(folder, 'training');
      const server = await startRedis();
      const train = ['train', 'toy:cart-pole', '--updates', '3', '--out', out];
      const { child, outcome } = startProgram([...train, '--redis', server.url]);
      let printed = '';
      child.stderr!.on('data', (text: string) => (printed += text));
      await waitUntil(() => printed.includes('No worker is here yet'), 'its words');
      child.kill('SIGINT');
      const { code, err } = await outcome;
      expect(code).toBe(130);
      expect(err).toMatch(/All lanes are one job.*--workers N/u);
      expect(err).toMatch(/Interrupted before the first update/u);
      const wrong = await run(...train, '--redis', `redis://:${password}x@127.0.0.1:${server.port}`);
      expect(wrong.code).toBe(2);
      expect(wrong.err).toMatch(/refused the connection\. The password was refused/u);
      for (const text of [err, wrong.err]) expect(text).not.toContain(password);
    });
  });
}
