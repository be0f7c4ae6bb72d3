import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const cli = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Resident megabytes of a process, sampled until it ends. Linux only, like the machine that runs the nightly tests. */
async function sampleMemory(args: readonly string[]): Promise<number[]> {
  const child = spawn(process.execPath, [cli, ...args], { stdio: 'ignore' });
  const samples: number[] = [];
  const timer = setInterval(() => {
    const match = /VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
    if (match !== null) samples.push(Number(match[1]) / 1024);
  }, 250);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearInterval(timer);
  expect(code).toBe(0);
  return samples;
}

test.each([
  ['lamprey', '1000'],
  ['octopus', '600'],
])(
  'the %s takes no more memory over %s seconds than in their first tenth',
  async (animal, seconds) => {
    const samples = await sampleMemory(['run', animal, '--seconds', seconds, '--quiet']);
    const early = Math.max(...samples.slice(0, Math.ceil(samples.length / 10) + 2));
    const late = Math.max(...samples.slice(-Math.ceil(samples.length / 4)));
    expect(samples.length).toBeGreaterThan(8);
    expect(late - early).toBeLessThan(8);
  },
  900_000,
);
