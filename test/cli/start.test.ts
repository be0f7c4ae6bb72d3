import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder, program } from './program.ts';

/** A program of its own, so that nothing is kept of it yet. */
function copyProgram(): string {
  const folder = path.join(createFolder(), 'cli');
  const large = /compiled|\.map$|bullmq|hdf5/u;
  cpSync(path.dirname(program), folder, { recursive: true, filter: (name) => !large.test(path.basename(name)) });
  return folder;
}

function runShortly(folder: string): string {
  const args = [path.join(folder, 'main.js'), 'run', 'lamprey', '--seconds', '0.005', '--json', '--quiet'];
  const { hash } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as { hash: string };
  return hash;
}

function listKept(folder: string): string[] {
  const kept = path.join(folder, 'compiled');
  return readdirSync(kept, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

describe('the start of the program', () => {
  it('keeps what was compiled, and believes nothing that was damaged since', () => {
    const folder = copyProgram();
    const hash = runShortly(folder);
    const kept = listKept(folder);
    // The engine and the command; every further file would take time to be found and read.
    expect(kept.map((file) => path.basename(file).replace(/-.*/u, '')).sort()).toEqual(['engine', 'run']);
    const whole = kept.map((file) => readFileSync(file));
    expect(runShortly(folder)).toBe(hash);
    expect(kept.map((file) => readFileSync(file))).toEqual(whole);
    for (const file of kept) {
      const bytes = readFileSync(file);
      bytes[bytes.length >> 1]! ^= 4;
      writeFileSync(file, bytes);
    }
    expect(runShortly(folder)).toBe(hash);
    rmSync(path.join(folder, 'compiled'), { recursive: true });
    writeFileSync(path.join(folder, 'compiled'), 'no folder');
    expect(runShortly(folder)).toBe(hash);
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
