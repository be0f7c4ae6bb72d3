/** Recordings on disk: appended piece by piece during a run, read back without loading the file. */
import { closeSync, fstatSync, fsyncSync, linkSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import type { ByteSource } from '../engine/record/decode.ts';
import { writeAll } from './atomic-file.ts';
import { FileError, readSystemCode, attemptFile } from './file-error.ts';

/**
 * Appends to a new file, which appears together with its first piece: two runs never write into one file, and it is never
 * empty. Every piece is handed to the system before `append` returns, so a killed process loses at most the piece in flight;
 * the end is flushed to the disk.
 */
export class RecordingWriter {
  readonly file: string;
  readonly #descriptor: number;
  readonly #identity: string;
  #closed = false;

  /** Throws a FileError with code `eexist` when the file is there and may not be replaced. */
  constructor(file: string, first: Uint8Array, { replace }: { readonly replace: boolean }) {
    this.file = file;
    const aside = `${file}.${process.pid}.tmp`;
    this.#descriptor = attemptFile('create', file, () => openSync(aside, 'w'));
    this.#identity = identify(fstatSync(this.#descriptor));
    try {
      this.append(first);
      if (replace) renameSync(aside, file);
      else placeNew(aside, file);
    } catch (error) {
      this.close();
      throw error instanceof FileError ? error : new FileError('create', file, error);
    } finally {
      rmSync(aside, { force: true });
    }
  }

  /** Whether the file is still the one that this run began: another run may have replaced it. */
  get isInPlace(): boolean {
    try {
      return identify(statSync(this.file)) === this.#identity;
    } catch {
      return false;
    }
  }

  append(piece: Uint8Array): void {
    attemptFile('write', this.file, () => writeAll(this.#descriptor, piece));
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

/** Renames a file unless the name is taken. */
function placeNew(aside: string, file: string): void {
  try {
    linkSync(aside, file);
  } catch (error) {
    // Some file systems have no hard links: then the name is taken first, and the file moved over it.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(readSystemCode(error))) throw error;
    closeSync(openSync(file, 'wx'));
    renameSync(aside, file);
  }
}

function identify({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev} ${ino}`;
}

export interface FileSource extends ByteSource {
  close(): void;
}

/** A recording on disk for `inspectRecording`, `iterateFrames` and the like; close it after use. */
export function openRecording(file: string): FileSource {
  const descriptor = attemptFile('read', file, () => openSync(file, 'r'));
  const status = fstatSync(descriptor);
  if (!status.isFile()) {
    closeSync(descriptor);
    throw new FileError('read', file, Object.assign(new Error('not a file'), { code: 'EISDIR' }));
  }
  return {
    length: status.size,
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
