import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeLock } from './folder-lock.ts';

let folder: string;
let file: string;
let told: string[];
const take = () => takeLock(file, (holder) => told.push(holder), { lease: 0.4 });

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bestiary-lock-'));
  file = path.join(folder, 'lock');
  told = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As if another process had taken it. */
async function pretend(change: Record<string, unknown>): Promise<void> {
  const lock = await take();
  const own = JSON.parse(readFileSync(file, 'utf8'));
  lock!.release();
  writeFileSync(file, JSON.stringify({ ...own, ...change }));
}

describe('the lock of a folder', () => {
  it('is there while it is held, and gone after', async () => {
    const lock = await take();
    expect(existsSync(file)).toBe(true);
    expect(lock!.isHeld).toBe(true);
    lock!.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is renewed every few seconds, by the clock of this machine', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const lock = await take();
      utimesSync(file, 1, 1);
      vi.advanceTimersByTime(5000);
      expect(Math.abs(Date.now() - statSync(file).mtimeMs)).toBeLessThan(60_000);
      lock!.release();
    } finally {
      vi.useRealTimers();
    }
  });

  it('is refused while another process lives, and taken over when it is dead', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const exit = new Promise((resolve) => child.on('exit', resolve));
    const began = existsSync('/proc/self/stat') ? readBegin(child.pid!) : '';
    await pretend({ pid: child.pid, began });
    expect(await take()).toBeUndefined();
    expect(told).toEqual([expect.stringContaining(`process ${child.pid!}`)]);
    child.kill('SIGKILL');
    await exit;
    expect(await take()).toBeDefined();
  });

  it('is taken over from a process whose number another one has now', async () => {
    if (existsSync('/proc/self/stat')) {
      await pretend({ pid: process.ppid, began: '1' });
      expect(await take()).toBeDefined();
    }
    rmSync(file, { force: true });
    await pretend({});
    expect(await take()).toBeDefined();
    expect(told).toEqual([]);
  });

  it('is left to another machine while it is renewed there, and taken over when it is not', async () => {
    await pretend({ host: 'elsewhere' });
    let touches = 0;
    const timer = setInterval(() => utimesSync(file, touches, ++touches), 50);
    expect(await take()).toBeUndefined();
    clearInterval(timer);
    expect(told[0]).toContain('elsewhere');
    const watched: string[] = [];
    const lock = await takeLock(file, () => undefined, { lease: 0.4, onWatch: (holder) => watched.push(holder) });
    expect(lock!.isHeld).toBe(true);
    expect(watched).toEqual([expect.stringContaining('elsewhere')]);
    lock!.release();
  });

  it('is left to another machine whose program does not renew it', async () => {
    await pretend({ host: 'elsewhere', lease: undefined });
    expect(await take()).toBeUndefined();
  });

  it('is known to be lost, and left alone, when another has taken it over', async () => {
    const lock = await take();
    rmSync(file);
    writeFileSync(file, 'of another');
    expect(lock!.isHeld).toBe(false);
    lock!.release();
    expect(readFileSync(file, 'utf8')).toBe('of another');
  });

  it('is taken over from a zombie, which has ended and only waits to be counted', async () => {
    if (!existsSync('/proc/self/stat')) return;
    // The shell never waits for its child, so that one stays a zombie while the shell sleeps.
    const shell = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60']);
    const pid = await new Promise<number>((resolve) => shell.stdout.once('data', (text) => resolve(Number(text))));
    const began = readBegin(pid);
    await expect.poll(() => readState(pid)).toBe('Z');
    await pretend({ pid, began });
    expect(await take()).toBeDefined();
    shell.kill('SIGKILL');
  });

  it('is taken over where it cannot be read', async () => {
    const own = JSON.stringify({ pid: process.ppid, host: 'elsewhere', began: '1' });
    for (const text of ['nothing that makes sense', `${own}${' '.repeat(10_000)}`]) {
      writeFileSync(file, text);
      const lock = await take();
      expect(lock).toBeDefined();
      lock!.release();
    }
  });
});

function readBegin(pid: number): string {
  return readFields(pid)[19]!;
}

function readState(pid: number): string {
  return readFields(pid)[0]!;
}

function readFields(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
