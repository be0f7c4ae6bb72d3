import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const tool = join(import.meta.dirname, '../../tools/check-words.mjs');
let base = '';

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'words-'));
  mkdirSync(join(base, 'src'));
});
afterEach(() => rmSync(base, { recursive: true }));

function write(path: string, text: string): void {
  writeFileSync(join(base, path), text);
}

function check(): { code: number | null; said: string } {
  const { status, stderr } = spawnSync(process.execPath, [tool, base], { encoding: 'utf8' });
  return { code: status, said: stderr };
}

const refused: readonly (readonly [line: string, word: string])[] = [
  ['// Numbers that are none.', 'are none'],
  ['// Undefined where there is none.', 'is none'],
  ['// An eager speed.', 'eager'],
  ['// It starts anew.', 'anew'],
  ['// What was Mended, a sentence each.', 'Mended'],
  ['// Something dear to make.', 'dear'],
  ['// The run goes on from there.', 'goes on'],
  ['// Who is at the wheel.', 'at the wheel'],
  ['// A law of one gain.', 'law of one gain'],
  ['function unweave() {}', 'unweave'],
  ['const farther = 0.25;', 'const farther'],
  ['export const mostTries = 14;', 'export const most'],
];
const accepted = [
  "// <img loading={urgent ? 'eager' : 'lazy'}>",
  '// It goes on the ground.',
  '  const back = front + 3;',
  'const mostly = 1;',
  '// An amended recommendation.',
];

describe('words that readers stop at', () => {
  test('are refused with their line, and others are not', () => {
    write('src/a.ts', [...refused.map(([line]) => line), ...accepted].join('\n'));
    const { code, said } = check();
    expect(code).toBe(1);
    refused.forEach(([, word], i) => expect(said).toContain(`src/a.ts:${i + 1} "${word}": write `));
    expect(said.match(/src\/a\.ts:/g)).toHaveLength(refused.length);
  });

  test('names of constants are free in tests', () => {
    write('src/a.test.ts', 'const small = 1;\n');
    expect(check()).toEqual({ code: 0, said: '' });
  });
});
