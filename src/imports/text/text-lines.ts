/** Lines of a text file, one after another without keeping them all. Characters are bytes: only ASCII matters here. */

import { failImport } from './import-problem.ts';

const chunk = 8192;
/** Bytes. Its words are all held at once. */
const maxLineBytes = 1 << 20;
const lineFeed = 10;

export function decodeBytes(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += chunk) text += String.fromCharCode(...bytes.subarray(at, at + chunk));
  return text;
}

/** Calls back with each line's words and its number, counted from 1; `name` is that of the file, for messages. */
export function forEachLine(name: string, bytes: Uint8Array, visit: (words: string[], line: number) => void): void {
  let [from, line] = [0, 1];
  while (from < bytes.length) {
    const end = bytes.indexOf(lineFeed, from);
    const to = end < 0 ? bytes.length : end;
    if (to - from > maxLineBytes)
      failImport('too-large', `${name}, line ${line}`, `${to - from} bytes`, `Lines may have ${maxLineBytes} bytes.`);
    const words = decodeBytes(bytes.subarray(from, to)).trim().split(/\s+/u);
    if (words[0] !== '') visit(words, line);
    from = to + 1;
    line += 1;
  }
}

/** A number as files write it; anything else is NaN. */
export function parseNumber(word: string | undefined): number {
  return word === undefined || !/^[-+.\d]/u.test(word) ? NaN : Number(word);
}
