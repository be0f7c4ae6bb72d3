/** Killing a process cannot show whether its data reached the disk: only power loss would. So the call itself is looked at. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RecordingWriter } from './recording-file.ts';

const flushed = vi.hoisted(() => [] as { descriptor: number; size: number }[]);
vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>();
  const fsyncSync = (descriptor: number): void => {
    flushed.push({ descriptor, size: original.fstatSync(descriptor).size });
    original.fsyncSync(descriptor);
  };
  return { ...original, fsyncSync };
});

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'bestiary-flush-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('flushes a finished recording to the disk, after its last byte', () => {
  const writer = new RecordingWriter(path.join(folder, 'r.bst'), Uint8Array.of(1, 2), { replace: false });
  writer.append(Uint8Array.of(3, 4, 5));
  expect(flushed).toEqual([]);
  writer.finish();
  expect(flushed.map(({ size }) => size)).toEqual([5]);
});
