/** The files of deploy/: read as YAML, and their commands run as far as one machine allows. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { createFolder, program, runJson, startProgram } from '../cli/program.ts';
import { writeSpec } from './study-files.ts';

// Each test starts several processes, which take their time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(path.join(root, 'deploy', name), 'utf8');

describe('deploy', () => {
  it('copies into the image what there is', () => {
    const dockerfile = read('Dockerfile');
    for (const [, sources] of dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gmu))
      for (const source of sources!.split(' ')) expect(existsSync(path.join(root, source)), source).toBe(true);
    expect(existsSync(path.join(root, 'tools/bestiary.cjs'))).toBe(true);
    // A Node that gets repairs.
    expect([...dockerfile.matchAll(/FROM node:(\d+)/gu)].map(([, major]) => major)).toEqual(['24', '24']);
  });

  it('composes a Redis that forgets nothing with workers that find it', () => {
    const { services } = parse(read('compose.yaml'));
    expect(services.redis.command.at(-1)).toMatch(/--appendonly yes --maxmemory-policy noeviction --requirepass/u);
    expect(services.redis.ports).toEqual(['127.0.0.1:6379:6379']);
    expect(services.worker.environment.BESTIARY_REDIS).toContain('@redis:6379');
    expect(services.worker.command[0]).toBe('worker');
    expect(existsSync(path.join(root, 'deploy', services.worker.build.context, services.worker.build.dockerfile))).toBe(
      true,
    );
  });

  it('gives every pod its share', async () => {
    const { spec } = parse(read('kubernetes-job.yaml'));
    const { args } = spec.template.spec.containers[0] as { args: string[] };
    expect(spec.completionMode).toBe('Indexed');
    expect(args[args.indexOf('--shard') + 1]).toBe(`auto/${spec.completions}`);
    const folder = createFolder();
    const places: Record<string, string> = {
      '/spec/spec.json': writeSpec(folder, { seeds: 8 }),
      '/study/results': path.join(folder, 'out'),
    };
    const here = args.map((word) => places[word] ?? word);
    const { code, out } = await startProgram([...here, '--json'], 'JOB_COMPLETION_INDEX=3 "$@"').outcome;
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ jobs: 3, done: 3 });
  });

  it('starts workers with options that exist', async () => {
    const { spec } = parse(read('kubernetes-workers.yaml'));
    const [container] = spec.template.spec.containers;
    expect(container.env[0].name).toBe('BESTIARY_REDIS');
    const { code, json } = await runJson(...(container.args as string[]), '--redis', 'redis://127.0.0.1:1');
    expect(code).toBe(2);
    expect(json.error.code).toBe('redis-unreachable');
  });

  it('runs as a task of a SLURM array', () => {
    const script = path.join(root, 'deploy/slurm-array.sh');
    const folder = createFolder();
    const out = path.join(folder, 'study');
    const env = {
      ...process.env,
      BESTIARY: `${process.execPath} ${program}`,
      SLURM_ARRAY_TASK_ID: '1',
      SLURM_ARRAY_TASK_MIN: '0',
      SLURM_ARRAY_TASK_COUNT: '2',
      SLURM_CPUS_PER_TASK: '1',
    };
    const { status, stdout } = spawnSync(script, [writeSpec(folder), out], { env, encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toContain('3 jobs: 3 done, 0 failed');
    expect(spawnSync(script, [], { env, encoding: 'utf8' }).status).toBe(2);
  });
});
