import { describe, expect, test } from 'vitest';
import { compareRows, findSlower, formatRows, measureRounds, readArguments } from '../../tools/bench-compare.mjs';

const speeds = (rows: Record<string, number>): Map<string, number> => new Map(Object.entries(rows));

describe('speed of a commit against another', () => {
  test('is measured as old, new, new, old, in pairs of neighbours', async () => {
    const order: string[] = [];
    let clock = 0;
    const measure = (side: string) => () => {
      order.push(side);
      return speeds({ worm: ++clock });
    };
    const pairs = await measureRounds(measure('old'), measure('new'), 2);
    expect(order.join(' ')).toBe('old new new old old new new old');
    expect(pairs.map((pair) => [pair.old.get('worm'), pair.new.get('worm')])).toEqual([
      [1, 2],
      [4, 3],
      [5, 6],
      [8, 7],
    ]);
  });

  test('survives a machine that slows down steadily, and one disturbed run', async () => {
    let clock = 0;
    const measure = (speed: number) => () => {
      clock++;
      return speeds({ worm: (clock === 6 ? 0.3 : 1) * speed * 0.98 ** clock });
    };
    const judge = async (old: number, fresh: number): Promise<number> =>
      compareRows(await measureRounds(measure(old), measure(fresh), 3)).rows[0]!.ratio;
    expect(Math.abs((await judge(10, 10)) - 1)).toBeLessThan(0.025);
    clock = 0;
    expect(await judge(10, 9)).toBeLessThan(0.93);
  });

  test('is the median of the ratios, row by row, beside what runs of one program differ by', () => {
    const { rows, alone } = compareRows([
      { old: speeds({ worm: 10, lamprey: 100, gone: 1 }), new: speeds({ worm: 9, lamprey: 103, fresh: 1 }) },
      { old: speeds({ worm: 10, lamprey: 100, gone: 1 }), new: speeds({ worm: 10, lamprey: 99, fresh: 1 }) },
      { old: speeds({ worm: 20, gone: 1 }), new: speeds({ worm: 18, fresh: 1 }) },
      { old: speeds({ worm: 10, gone: 1 }), new: speeds({ worm: 30, fresh: 1 }) },
    ]);
    expect(rows).toMatchObject([
      { name: 'worm', ratio: 0.95, least: 0.9, greatest: 3 },
      { name: 'lamprey', ratio: 1.01 },
    ]);
    expect(rows[0]!.noise).toBeCloseTo((0.1 + 0.4) / 2, 12);
    expect(rows[1]!.noise).toBeCloseTo((103 / 99 - 1) / 2, 12);
    expect(alone).toEqual([
      { name: 'gone', side: 'old' },
      { name: 'fresh', side: 'new' },
    ]);
    expect(findSlower(rows, 3).map(({ name }) => name)).toEqual(['worm']);
    expect(findSlower(rows, 6)).toEqual([]);
    expect(formatRows(rows).split('\n')[1]).toMatch(/^worm +10\.0 +14\.0 +−5\.0 % +−10\.0 % +\+200\.0 % +25\.0 %$/);
  });

  test('needs a commit and sensible numbers', () => {
    expect(readArguments(['main~3', '--filter', 'worm'])).toEqual({
      ref: 'main~3',
      filter: 'worm',
      rounds: 3,
      tolerance: 3,
    });
    for (const wrong of [[], ['a', 'b'], ['a', '--rounds', '0'], ['a', '--tolerance', 'much'], ['a', '--what']])
      expect(readArguments(wrong)).toBeUndefined();
  });
});
