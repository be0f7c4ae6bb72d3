/** Reads an untrusted text file: it may be a folder, a device, too large, or not text. Every refusal is a problem as data. */
import { throwProblem } from '../engine/model/problem.ts';
import { readBounded } from './bounded-file.ts';
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

/** The text of a file of at most `maxBytes`, in UTF-8, or in UTF-16 with a mark, as Windows PowerShell writes with `>`. Throws a ModelError. */
export function readTextFile(file: string, maxBytes: number): string {
  let bytes: Uint8Array | undefined;
  try {
    bytes = readBounded(file, maxBytes);
  } catch (error) {
    return failReading(file, error);
  }
  if (bytes === undefined)
    throwProblem('too-large', '', `more than ${maxBytes} bytes`, `Check that ${file} is the right file.`);
  return decode(file, bytes);
}

function decode(file: string, bytes: Uint8Array): string {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throwProblem(
      'unreadable',
      '',
      `bytes that are not ${encoding.toUpperCase()} text`,
      `Check that ${file} is the right file, or save it as UTF-8.`,
    );
  }
}

function failReading(file: string, error: unknown): never {
  const code = readSystemCode(error);
  throwProblem('unreadable', '', refusals[code] ?? code, `Check the path '${file}'.`);
}
