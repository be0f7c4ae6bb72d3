import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listLongSentences, maxWords } from '../../tools/check-reading.mjs';
import { listUnknownWords } from '../../tools/check-spelling.mjs';

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');

describe('sentences', () => {
  it('are too long by their words, whatever lines they are on', () => {
    expect(listLongSentences(`${words(maxWords)}.`)).toEqual([]);
    const [found] = listLongSentences(`# Title\n\nShort. Now ${words(19)}\n${words(20)}.\n`);
    expect(found).toMatchObject({ line: 3, words: 40 });
  });

  it('end with a point, a list item, a cell or a heading, and code is one word', () => {
    expect(listLongSentences(`${words(20)}. And ${words(20)}.`)).toEqual([]);
    expect(listLongSentences(`- ${words(20)}\n- ${words(20)}`)).toEqual([]);
    expect(listLongSentences(`| ${words(20)} | ${words(20)} |`)).toEqual([]);
    expect(listLongSentences(`\`\`\`sh\n${words(50)}\n\`\`\`\nUse \`${words(50)}\` here.`)).toEqual([]);
    expect(listLongSentences(`See [${words(30)}](a b) and ${words(6)}.`)).toHaveLength(1);
  });

  it('are counted in a file of exceptions that may only fall', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'bestiary-reading-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(path.join(folder, 'tools'));
    const exceptions = path.join(folder, 'tools/reading-exceptions.json');
    writeFileSync(path.join(folder, 'a.md'), `${words(40)}.`);
    const check = (...args: string[]): number => {
      try {
        execFileSync(process.execPath, ['tools/check-reading.mjs', folder, ...args], { stdio: 'pipe' });
        return 0;
      } catch (error) {
        return (error as { status: number }).status;
      }
    };
    expect(check()).toBe(1);
    writeFileSync(exceptions, '{"a.md":2}');
    expect(check()).toBe(1);
    expect(check('--update')).toBe(0);
    expect(JSON.parse(readFileSync(exceptions, 'utf8'))).toEqual({ 'a.md': 1 });
    expect(check()).toBe(0);
  });
});

describe('spelling', () => {
  it('finds words that no list has, and leaves code, links and names alone', () => {
    const text = 'A wurm crawls. `wurm` is code, WURM a name, wurm2 too, [worm](wurm.md). The animal’s Sobol wurm.';
    expect(listUnknownWords(text, new Set(['Sobol']))).toEqual(['wurm']);
    expect(listUnknownWords('Colour, stiffness and sobol.', new Set(['sobol']))).toEqual([]);
  });
});
