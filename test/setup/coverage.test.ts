import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { groups, summariseCoverage } from '../../tools/coverage.mjs';

const lines = (covered: number, total: number) => ({ lines: { covered, total } });

describe('coverage', () => {
  test('is judged group by group: a thick one does not carry a thin one', () => {
    const summary = {
      total: lines(1009, 1020),
      '/p/src/engine/a.ts': lines(1000, 1000),
      '/p/src/exports/b.ts': lines(8, 10),
      '/p/src/exports/c.ts': lines(1, 10),
      '/p/src/exports/types.ts': lines(0, 0),
    };
    const { shares, worst, failed } = summariseCoverage(summary, '/p', ['src/engine', 'src/exports']);
    expect(shares).toMatchObject([
      { name: 'src/engine', files: 1, share: 100 },
      { name: 'src/exports', files: 3, covered: 9, total: 20, share: 45 },
    ]);
    expect(worst.map(({ path }) => path)).toEqual(['src/exports/c.ts', 'src/exports/b.ts']);
    expect(failed).toEqual(['src/exports']);
  });

  test('of 90 % is enough, and a little less is not', () => {
    const judge = (covered: number): readonly string[] =>
      summariseCoverage({ '/p/src/engine/a.ts': lines(covered, 1000) }, '/p', ['src/engine']).failed;
    expect(judge(900)).toEqual([]);
    expect(judge(899)).toEqual(['src/engine']);
  });

  test('of a folder that is not there fails', () => {
    expect(summariseCoverage({ '/p/src/engines/a.ts': lines(1, 1) }, '/p', ['src/engine']).failed).toEqual([
      'src/engine',
    ]);
    for (const group of groups) expect(existsSync(new URL(`../../${group}`, import.meta.url)), group).toBe(true);
  });
});
