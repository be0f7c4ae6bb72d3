/** Studies on Redis, with the real thing: a server on a loopback port, workers as processes, and what may happen to them. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createFolder, program, run, runJson, startProgram } from '../cli/program.ts';
import { password, redisProgram, startRedis } from './redis-server.ts';
import { readStored, readTables, waitUntil, writeSpec } from './study-files.ts';
import { countJobs, startWorker, stopWorker } from './worker-processes.ts';
import { nodeStamps } from '../../tools/code-stamps.mjs';

// Each test starts several processes, which take their time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const long = { seconds: 8, seeds: 6, parameters: { 'brainstem.left': { list: [0.3, 0.5] } } };

function expectOnce(out: string, jobs: number): void {
  const keys = readStored(out).map((result) => result.key);
  expect(keys).toHaveLength(jobs);
  expect(new Set(keys).size).toBe(jobs);
}

if (redisProgram === undefined) {
  it('is not tested: there is no redis-server here (on Debian: apt-get install redis-server)', () => {
    expect(redisProgram).toBeUndefined();
  });
} else {
  describe('a study on Redis', () => {
    it('gives the tables of one machine, lets the poisoned fail alone, and never prints the password', async () => {
      const folder = createFolder();
      const [here, there] = [path.join(folder, 'here'), path.join(folder, 'there')];
      // Nine times the last one is outside the range.
      const parameters = {
        'brainstem.left': { list: [0.05, 0.1, 0.9] },
        'brainstem.right': { like: 'brainstem.left', times: 9 },
      };
      const spec = writeSpec(folder, { parameters });
      const server = await startRedis();
      const worker = await startWorker(server);
      const local = await run('sweep', spec, '--out', here, '--threads', '1', '--quiet');
      const remote = await runJson('sweep', spec, '--out', there, '--redis', server.url);
      expect(remote.code).toBe(0);
      expect(remote.json).toMatchObject({ jobs: 6, done: 4, failed: 2, computed: 6 });
      expect(remote.json.failures[0].message).toContain('brainstem.right');
      expect(readTables(there)).toEqual(readTables(here));
      const wrong = await run(
        'sweep',
        spec,
        '--out',
        path.join(folder, 'no'),
        '--redis',
        `redis://:${password}x@127.0.0.1:${server.port}`,
      );
      expect(wrong.code).toBe(2);
      expect(wrong.err).toMatch(/refused the connection\. The password was refused/u);
      expect(existsSync(path.join(folder, 'no'))).toBe(false);
      const { out, err, json } = await stopWorker(worker);
      expect(json).toMatchObject({ done: 4, failed: 2 });
      const files = readdirSync(there, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const written = files.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
      for (const text of [local.err, remote.out, remote.err, wrong.out, wrong.err, out, err, ...written])
        expect(text).not.toContain(password);
      // Redis keeps nothing of what was fetched.
      expect(await countJobs(server, 'completed')).toBe(0);
    });

    it('loses nothing when a worker is killed in the middle of a job', async () => {
      const folder = createFolder();
      const out = path.join(folder, 'study');
      const server = await startRedis();
      const [victim, survivor] = await Promise.all([startWorker(server), startWorker(server)]);
      const study = runJson('sweep', writeSpec(folder, long), '--out', out, '--redis', server.url);
      await waitUntil(
        async () => (await countJobs(server, 'active')) === 2 && existsSync(path.join(out, 'results')),
        'two jobs at work',
      );
      victim.kill('SIGKILL');
      await victim.outcome;
      // The dead one's job is still taken for running, until its lease is over.
      expect(await countJobs(server, 'active')).toBe(2);
      const { code, json } = await study;
      expect(code).toBe(0);
      expect(json).toMatchObject({ jobs: 12, done: 12, failed: 0, computed: 12 });
      expectOnce(out, 12);
      // Which of them did how many is chance; together they did each job once.
      const { done } = (await stopWorker(survivor)).json;
      expect(done).toBeGreaterThan(0);
      expect(done).toBeLessThanOrEqual(12);
    });

    it('continues when Redis is restarted in the middle', async () => {
      const folder = createFolder();
      const out = path.join(folder, 'study');
      const server = await startRedis(true);
      const worker = await startWorker(server);
      const study = runJson('sweep', writeSpec(folder, long), '--out', out, '--redis', server.url);
      await waitUntil(
        async () => (await countJobs(server, 'active')) === 1 && existsSync(path.join(out, 'results')),
        'a job at work',
      );
      await server.restart(0.5);
      const { code, json } = await study;
      expect(code).toBe(0);
      expect(json).toMatchObject({ jobs: 12, done: 12, failed: 0 });
      expectOnce(out, 12);
      await stopWorker(worker);
    });

    it('continues without its leader, and the next one fetches what was done meanwhile', async () => {
      const folder = createFolder();
      const out = path.join(folder, 'study');
      const spec = writeSpec(folder, { ...long, seconds: 2 });
      const server = await startRedis();
      const worker = await startWorker(server);
      const { child, outcome } = startProgram(['sweep', spec, '--out', out, '--redis', server.url]);
      await waitUntil(() => existsSync(path.join(out, 'results')) && readStored(out).length >= 2, 'two results');
      child.kill('SIGKILL');
      await outcome;
      const kept = readStored(out).length;
      await waitUntil(
        async () => (await countJobs(server, 'wait')) + (await countJobs(server, 'active')) === 0,
        'an empty queue',
      );
      const { json } = await runJson('sweep', spec, '--out', out, '--redis', server.url);
      expect(json).toMatchObject({ jobs: 12, done: 12, failed: 0, reused: kept });
      expectOnce(out, 12);
      // Nobody computed anything twice.
      expect((await stopWorker(worker)).json).toMatchObject({ done: 12, failed: 0 });
    });

    it('refuses to mix versions, whoever comes first', async () => {
      const folder = createFolder();
      const other = path.join(folder, 'other');
      cpSync(path.dirname(program), other, { recursive: true });
      let changed = 0;
      for (const name of readdirSync(other).filter((file) => file.endsWith('.js'))) {
        const text = readFileSync(path.join(other, name), 'utf8');
        const changedText = text.replaceAll(
          `+${JSON.parse(nodeStamps.BESTIARY_WORK_STAMP) as string}`,
          `+${'0'.repeat(12)}`,
        );
        if (changedText !== text) changed += 1;
        writeFileSync(path.join(other, name), changedText);
      }
      expect(changed).toBeGreaterThan(0);
      const server = await startRedis();
      const worker = await startWorker(server);
      const out = path.join(folder, 'study');
      const runOther = (...args: string[]) =>
        startProgram([path.join(other, 'main.js'), ...args], 'node=$1; shift 2; exec "$node" "$@"').outcome;
      const refused = await runOther('sweep', writeSpec(folder), '--out', out, '--redis', server.url);
      expect(refused.err).toMatch(/The workers at .* have version .*; this is .*\+000000000000/u);
      expect(refused.code).toBe(2);
      expect(existsSync(out)).toBe(false);
      await stopWorker(worker);
      const { child, outcome } = startProgram(['sweep', writeSpec(folder), '--out', out, '--redis', server.url]);
      await waitUntil(() => existsSync(path.join(out, 'study.json')), 'the leader');
      const late = await runOther('worker', '--redis', server.url, '--idle', '1');
      expect(late.err).toMatch(/The studies and trainings at .* have version .*; this is .*\+000000000000/u);
      expect(late.code).toBe(2);
      child.kill('SIGINT');
      expect((await outcome).code).toBe(130);
    });
  });
}
