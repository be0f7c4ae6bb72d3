/** Atomic file writes: to a temporary file, flushed to disk, then renamed into place. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { FileError } from './file-error.ts';

export function writeFileAtomic(file: string, contents: string | Uint8Array): void {
  // Processes on several machines may share a folder and have equal process ids.
  const aside = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  try {
    const descriptor = openSync(aside, 'w');
    try {
      writeAll(descriptor, typeof contents === 'string' ? new TextEncoder().encode(contents) : contents);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(aside, file);
  } catch (error) {
    rmSync(aside, { force: true });
    throw new FileError('write', file, error);
  }
  flushFolder(path.dirname(file));
}

/** One write may take only a part of the bytes. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at);
}

/** Makes the rename itself durable; systems that cannot open a folder do so by themselves. */
function flushFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The file is already in place; only when the folder entry reaches the disk is up to the system.
  }
}
