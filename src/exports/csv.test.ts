import { describe, expect, it } from 'vitest';
import type { SignalSpec } from '../engine/contract/types.ts';
import { createCsv, listColumns } from './csv.ts';

const spec = (name: string, unit: string, size: number): SignalSpec => ({ name, unit, size, about: '', range: [0, 1] });
const signals = [spec('position.x', 'm', 1), spec('drive, left', '1', 2), spec('heading', 'rad', 1)];
const frames = [0, 0.005].map((time, i) => ({
  step: i,
  time,
  frame: new Float32Array(0),
  signals: Float64Array.of(0.1 + i / 3, 1e-7, i === 0 ? NaN : 2, -3),
}));

describe('createCsv', () => {
  it('names every column with its unit', () => {
    expect(listColumns(signals)).toEqual([
      'time (s)',
      'position.x (m)',
      'drive, left[0]',
      'drive, left[1]',
      'heading (rad)',
    ]);
  });

  it('writes numbers that read back to the same bits, and nothing where a value is missing', () => {
    const lines = createCsv(signals, undefined, frames)!.split('\r\n');
    expect(lines[0]).toBe('time (s),position.x (m),"drive, left[0]","drive, left[1]",heading (rad)');
    expect(lines[1]).toBe('0,0.1,1e-7,,-3');
    expect(Number(lines[2]!.split(',')[1])).toBe(0.1 + 1 / 3);
    expect(lines.length).toBe(4);
  });

  it('keeps the signals that are asked for, in their own order', () => {
    const text = createCsv(signals, new Set(['heading', 'position.x']), frames)!;
    expect(text.split('\r\n')[1]).toBe('0,0.1,-3');
  });

  it('gives up on a table that no program opens', () => {
    const endless = function* () {
      for (;;) yield frames[0]!;
    };
    expect(createCsv(signals, undefined, endless(), 100)).toBeUndefined();
  });
});
