import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Output } from '../command/command.ts';
import { Progress, withNote } from './progress.ts';
import { createStyle } from '../command/style.ts';

function createOutput(isTerminal: boolean, columns = 80): Output & { texts: string[] } {
  const texts: string[] = [];
  return {
    texts,
    isTerminal,
    columns,
    hasWidth: isTerminal,
    style: createStyle(false),
    write: (text) => void texts.push(text),
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

describe('Progress', () => {
  it('draws a bar on a terminal, no wider than it, and takes it away', () => {
    const output = createOutput(true, 40);
    const progress = new Progress(output, 'lamprey', 10);
    vi.advanceTimersByTime(2000);
    progress.update(5);
    expect(output.texts).toEqual([expect.stringMatching(/^\rlamprey █{15}░{15} /u)]);
    expect(output.texts[0]!.replace(/\r|\u001b\[K/gu, '').length).toBeLessThan(40);
    progress.finish();
    expect(output.texts.at(-1)).toBe('\r\u001b[K');
  });

  it('prints a line for every tenth elsewhere, but not more often than every second', () => {
    const output = createOutput(false);
    const progress = new Progress(output, 'lamprey', 10);
    progress.update(1.5);
    expect(output.texts).toEqual([]);
    vi.advanceTimersByTime(1500);
    progress.update(1.6);
    progress.update(3);
    vi.advanceTimersByTime(1500);
    progress.update(1.9);
    progress.update(4);
    expect(output.texts).toEqual(['lamprey: 16 %  1.6 of 10 s, 8 s left\n', 'lamprey: 40 %  4.0 of 10 s, 5 s left\n']);
    progress.finish();
    expect(output.texts).toHaveLength(2);
  });

  it('is silent without an output', () => {
    const progress = new Progress(undefined, 'lamprey', 10);
    progress.update(5);
    progress.finish();
  });
});

describe('a note', () => {
  it('stands on a terminal while something is done, and is taken away whatever comes of it', () => {
    const output = createOutput(true, 40);
    expect(withNote(output, 'Setting up …', () => output.texts.length)).toBe(1);
    expect(output.texts).toEqual(['\rSetting up …', '\r\u001b[K']);
    const fail = (): never => {
      throw new Error('no');
    };
    expect(() => withNote(output, 'Setting up …', fail)).toThrow('no');
    expect(output.texts.at(-1)).toBe('\r\u001b[K');
  });

  it('is not written into files', () => {
    const output = createOutput(false);
    expect(withNote(output, 'Setting up …', () => 7)).toBe(7);
    expect(output.texts).toEqual([]);
  });
});
