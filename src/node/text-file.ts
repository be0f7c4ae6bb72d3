/** Reads an untrusted text file: it may be a folder, a device, too large, or not text. Every refusal is a problem as data. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { ModelError } from '../engine/model/problem.ts';
import { readSystemCode } from './file-error.ts';

const refusals: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
  EISDIR: 'a folder',
  ENOTDIR: 'a path through something that is not a folder',
  ENAMETOOLONG: 'a name that is too long',
  ELOOP: 'a loop of links',
};

/** The text of a UTF-8 file of at most `maxBytes`. Throws a ModelError. */
export function readTextFile(file: string, maxBytes: number): string {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    throw unreadable(file, error);
  }
  try {
    return decode(file, readBytes(descriptor, maxBytes));
  } catch (error) {
    throw error instanceof ModelError ? error : unreadable(file, error);
  } finally {
    closeSync(descriptor);
  }
}

function readBytes(descriptor: number, maxBytes: number): Uint8Array {
  const { size } = fstatSync(descriptor);
  if (size > maxBytes) throw tooLarge(size, maxBytes);
  if (size > 0) return readSized(descriptor, size);
  // Pipes and devices have no size, so the limit is kept while reading too.
  const pieces: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const piece = new Uint8Array(1 << 16);
    const count = readSync(descriptor, piece);
    if (count === 0) break;
    total += count;
    if (total > maxBytes) throw tooLarge(total, maxBytes);
    pieces.push(piece.subarray(0, count));
  }
  return Buffer.concat(pieces);
}

/** As much as it had when it was looked at, in one piece. */
function readSized(descriptor: number, size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let total = 0;
  for (let count = 1; count > 0; total += count) count = readSync(descriptor, whole, total, size - total, null);
  return whole.subarray(0, total);
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ModelError([
      {
        code: 'syntax',
        path: '',
        got: 'bytes that are not UTF-8 text',
        hint: `Check that ${file} is a creature file.`,
      },
    ]);
  }
}

function tooLarge(bytes: number, maxBytes: number): ModelError {
  return new ModelError([
    {
      code: 'too-large',
      path: '',
      got: `${bytes} bytes or more`,
      hint: `Creature files may have ${maxBytes} bytes.`,
    },
  ]);
}

function unreadable(file: string, error: unknown): ModelError {
  const code = readSystemCode(error);
  return new ModelError([
    { code: 'unreadable', path: '', got: refusals[code] ?? code, hint: `Check the path '${file}'.` },
  ]);
}
