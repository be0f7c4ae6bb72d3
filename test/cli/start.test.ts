import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { createFolder, program } from './program.ts';

/** Node keeps compiled programs from 22 on. */
const hasCache = Number(process.versions.node.split('.')[0]) >= 22;

describe('the start of the program', () => {
  it('lets Node keep what was compiled, and writes nothing beside itself', () => {
    const cache = createFolder();
    const before = readdirSync(path.dirname(program)).sort();
    const args = [program, 'run', 'lamprey', '--seconds', '0.005', '--json', '--quiet'];
    const run = (): string =>
      execFileSync(process.execPath, args, { env: { ...process.env, NODE_COMPILE_CACHE: cache } }).toString();
    const { hash } = JSON.parse(run()) as { hash: string };
    expect(JSON.parse(run())).toMatchObject({ hash });
    expect(readdirSync(cache).length > 0).toBe(hasCache);
    expect(readdirSync(path.dirname(program)).sort()).toEqual(before);
  });

  it('reads letters of one byte each', () => {
    const files = readdirSync(path.dirname(program)).filter((name) => name.endsWith('.js'));
    expect(files.length).toBeGreaterThan(10);
    for (const name of files)
      expect(
        readFileSync(path.join(path.dirname(program), name)).every((byte) => byte < 128),
        name,
      ).toBe(true);
  });

  it('costs little more than what Node itself takes', () => {
    const meter = path.join(createFolder(), 'meter.cjs');
    const report = "require('fs').writeSync(3, String(process.cpuUsage().user + process.cpuUsage().system))";
    writeFileSync(meter, `process.on('exit', () => ${report});`);
    // The least of several: whatever else the machine does can only add.
    const measure = (...args: string[]): number =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const { output } = spawnSync(process.execPath, ['--require', meter, ...args], {
            stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
            encoding: 'utf8',
          });
          return Number(output[3]);
        }),
      );
    const node = measure('--eval', '0');
    expect(node).toBeGreaterThan(0);
    expect(measure(program, 'list') / node).toBeLessThan(2);
    expect(measure(program, 'run', 'lamprey', '--seconds', '1') / node).toBeLessThan(4);
  });
});
