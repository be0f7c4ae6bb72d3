/** Reads a file of at most so many bytes: a pipe or a device has no size, so the limit is kept while reading too. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { attemptFile } from './file-error.ts';

const pieceBytes = 1 << 16;
const linesPieceBytes = 1 << 20;

/** undefined: it is larger. Throws the system's error. */
export function readBounded(file: string, maxBytes: number): Uint8Array | undefined {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    if (size > maxBytes) return undefined;
    return size > 0 ? readSized(descriptor, size) : readUnsized(descriptor, maxBytes);
  } finally {
    closeSync(descriptor);
  }
}

/** The bytes of a file; `refuse` says what is wrong with a larger one. Throws a FileError. */
export function readBoundedFile(file: string, maxBytes: number, refuse: () => never): Uint8Array {
  return attemptFile('read', file, () => readBounded(file, maxBytes)) ?? refuse();
}

/** As much as it had when it was looked at, in one piece. */
function readSized(descriptor: number, size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let total = 0;
  for (let count = 1; count > 0; total += count) count = readSync(descriptor, whole, total, size - total, null);
  return whole.subarray(0, total);
}

function readUnsized(descriptor: number, maxBytes: number): Uint8Array | undefined {
  const pieces: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const piece = new Uint8Array(pieceBytes);
    const count = readSync(descriptor, piece);
    if (count === 0) return new Uint8Array(Buffer.concat(pieces));
    total += count;
    if (total > maxBytes) return undefined;
    pieces.push(piece.subarray(0, count));
  }
}

/** The lines of a UTF-8 file of any size, one at a time; undefined stands for one that is longer than allowed. Throws a FileError. */
export function* iterateLines(file: string, maxBytes: number): Generator<string | undefined> {
  const descriptor = attemptFile('read', file, () => openSync(file, 'r'));
  try {
    const piece = Buffer.alloc(linesPieceBytes);
    let rest: Buffer[] = [];
    let restBytes = 0;
    for (;;) {
      const count = attemptFile('read', file, () => readSync(descriptor, piece));
      if (count === 0) break;
      let from = 0;
      for (let end = piece.indexOf(10); end >= 0 && end < count; end = piece.indexOf(10, from)) {
        const isLong = restBytes + end - from > maxBytes;
        yield isLong ? undefined : Buffer.concat([...rest, piece.subarray(from, end)]).toString('utf8');
        [rest, restBytes, from] = [[], 0, end + 1];
      }
      restBytes += count - from;
      // What is too long is only counted.
      if (restBytes <= maxBytes) rest.push(Buffer.from(piece.subarray(from, count)));
      else rest = [];
    }
    if (restBytes > 0) yield restBytes > maxBytes ? undefined : Buffer.concat(rest).toString('utf8');
  } finally {
    closeSync(descriptor);
  }
}
