import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const tool = join(import.meta.dirname, '../../tools/check-words.mjs');
let base = '';

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'words-'));
  for (const folder of ['src', 'tools']) mkdirSync(join(base, folder));
});
afterEach(() => rmSync(base, { recursive: true }));

function write(path: string, text: string): void {
  writeFileSync(join(base, path), text);
}

function allow(counts: Record<string, number>): void {
  write('tools/word-exceptions.json', JSON.stringify(counts));
}

function check(...options: string[]): { code: number | null; said: string } {
  const { status, stderr } = spawnSync(process.execPath, [tool, ...options, base], { encoding: 'utf8' });
  return { code: status, said: stderr };
}

const refused: readonly (readonly [line: string, word: string])[] = [
  ['// Numbers that are none.', 'are none'],
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
  '// Undefined where there is none.',
  '// This is none of its business.',
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
    expect(said).toContain(`src/a.ts: ${refused.length} words of the list`);
  });

  test('names of constants are free in tests', () => {
    write('src/a.test.ts', 'const small = 1;\n');
    expect(check()).toEqual({ code: 0, said: '' });
  });
});

describe('the counts of exceptions', () => {
  test('allow as many words as there are', () => {
    write('src/a.ts', '// anew, anew\n');
    allow({ 'src/a.ts': 2 });
    expect(check()).toEqual({ code: 0, said: '' });
  });

  test('are refused where they have grown, and --update does not raise them', () => {
    write('src/a.ts', '// anew, anew\n');
    allow({ 'src/a.ts': 1 });
    expect(check().said).toContain('src/a.ts: 2 words of the list, allowed are 1.');
    expect(check('--update').code).toBe(1);
    expect(check().code).toBe(1);
  });

  test('are refused where they could be lower, which --update does', () => {
    write('src/a.ts', '// anew\n');
    allow({ 'src/a.ts': 2, 'src/gone.ts': 1 });
    const { code, said } = check();
    expect(code).toBe(1);
    expect(said).toContain('src/a.ts: 1 words of the list, allowed are 2.');
    expect(said).toContain('--update');
    expect(check('--update').code).toBe(0);
    expect(JSON.parse(readFileSync(join(base, 'tools/word-exceptions.json'), 'utf8'))).toEqual({ 'src/a.ts': 1 });
    expect(check().code).toBe(0);
  });

  test('are written by --update where there is no file of them', () => {
    write('src/a.ts', '// anew\n');
    expect(check('--update').code).toBe(0);
    expect(check().code).toBe(0);
  });
});
