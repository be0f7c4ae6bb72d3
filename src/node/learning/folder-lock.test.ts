import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeLock } from './folder-lock.ts';

let folder: string;
let file: string;
let told: string[];
const take = () => takeLock(file, (holder) => told.push(holder));

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bestiary-lock-'));
  file = path.join(folder, 'lock');
  told = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As if another process had taken it. */
function pretend(change: Record<string, unknown>): void {
  const lock = take();
  const own = JSON.parse(readFileSync(file, 'utf8'));
  lock!.release();
  writeFileSync(file, JSON.stringify({ ...own, ...change }));
}

describe('the lock of a folder', () => {
  it('is there while it is held, and gone after', () => {
    const lock = take();
    expect(existsSync(file)).toBe(true);
    lock!.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused while another process lives, and taken over when it is dead', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const exit = new Promise((resolve) => child.on('exit', resolve));
    const began = existsSync('/proc/self/stat') ? readBegin(child.pid!) : '';
    pretend({ pid: child.pid, began });
    expect(take()).toBeUndefined();
    expect(told).toEqual([expect.stringContaining(`process ${child.pid!}`)]);
    child.kill('SIGKILL');
    await exit;
    expect(take()).toBeDefined();
  });

  it('is taken over from a process whose number another one has now', () => {
    if (existsSync('/proc/self/stat')) {
      pretend({ pid: process.ppid, began: '1' });
      expect(take()).toBeDefined();
    }
    rmSync(file, { force: true });
    pretend({});
    expect(take()).toBeDefined();
    expect(told).toEqual([]);
  });

  it('is left to another machine', () => {
    pretend({ host: 'elsewhere' });
    expect(take()).toBeUndefined();
    expect(told[0]).toContain('elsewhere');
  });

  it('is taken over where it cannot be read', () => {
    writeFileSync(file, 'nothing that makes sense');
    expect(take()).toBeDefined();
  });
});

function readBegin(pid: number): string {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19]!;
}
