/** Recordings on disk: appended piece by piece while a run goes on, read back without loading the file. */
import { closeSync, fstatSync, fsyncSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '../engine/record/decode.ts';
import { writeAll } from './atomic-file.ts';
import { FileError } from './file-error.ts';

/**
 * Appends to a new file. Every piece is handed to the system before `append` returns, so a killed process loses at most
 * the piece in flight; the end is flushed to the disk.
 */
export class RecordingWriter {
  readonly file: string;
  readonly #descriptor: number;
  #closed = false;

  constructor(file: string) {
    this.file = file;
    try {
      this.#descriptor = openSync(file, 'w');
    } catch (error) {
      throw new FileError('create', file, error);
    }
  }

  append(piece: Uint8Array): void {
    try {
      writeAll(this.#descriptor, piece);
    } catch (error) {
      throw new FileError('write', this.file, error);
    }
  }

  /** Flushes and closes. */
  finish(): void {
    try {
      fsyncSync(this.#descriptor);
    } catch (error) {
      throw new FileError('write', this.file, error);
    } finally {
      this.close();
    }
  }

  close(): void {
    if (!this.#closed) closeSync(this.#descriptor);
    this.#closed = true;
  }
}

export interface FileSource extends ByteSource {
  close(): void;
}

/** A recording on disk for `inspectRecording`, `iterateFrames` and the like; close it after use. */
export function openRecording(file: string): FileSource {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    throw new FileError('read', file, error);
  }
  return {
    length: fstatSync(descriptor).size,
    read: (offset, length) => {
      const bytes = new Uint8Array(length);
      let count = 0;
      for (let taken = 1; taken > 0 && count < length; count += taken)
        taken = readSync(descriptor, bytes, count, length - count, offset + count);
      return bytes.subarray(0, count);
    },
    close: () => closeSync(descriptor),
  };
}
