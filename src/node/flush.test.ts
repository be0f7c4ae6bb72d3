/** Killing a process cannot show whether its data reached the disk: only power loss would. So the calls themselves are looked at. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeFileAtomic } from './atomic-file.ts';
import { ResultStore } from './studies/result-store.ts';

const calls = vi.hoisted(() => [] as string[]);
vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>();
  return {
    ...original,
    fsyncSync(descriptor: number): void {
      const status = original.fstatSync(descriptor);
      calls.push(status.isDirectory() ? 'flush folder' : `flush ${status.size}`);
      original.fsyncSync(descriptor);
    },
    renameSync(from: string, to: string): void {
      calls.push('rename');
      original.renameSync(from, to);
    },
  };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bestiary-flush-'));
  calls.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('flushes a file before it takes its place, and the folder after', () => {
  writeFileAtomic(path.join(folder, 'a.json'), 'twelve bytes');
  expect(calls).toEqual(['flush 12', 'rename', 'flush folder']);
});

it('flushes results once a second, and when they are all there', () => {
  const store = new ResultStore(folder);
  const add = (key: string): void => {
    store.add({ key, status: 'complete', steps: 1, seconds: 1, hash: 'h', metrics: {} });
  };
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
  try {
    add('a');
    add('b');
    expect(calls).toEqual([]);
    now.mockReturnValue(2001);
    add('c');
    expect(calls).toHaveLength(1);
    add('d');
    expect(calls).toHaveLength(1);
  } finally {
    now.mockRestore();
  }
  store.close();
  expect(calls).toHaveLength(2);
});
