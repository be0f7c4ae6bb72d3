import { expect, it } from 'vitest';
import { run, runJson } from './program.ts';

const quick = ['--seconds', '0.2', '--repeats', '1'];

it('measures the rows asked for, against a yardstick', async () => {
  const { code, json } = await runJson('bench', '--filter', 'lamprey/fast', ...quick);
  expect(code).toBe(0);
  expect(json.animals.map((row: { name: string }) => row.name)).toEqual(['lamprey/fast', 'lamprey/fast/twin']);
  expect(json.yardstick.operationsPerSecond).toBeGreaterThan(0);
  for (const row of json.animals) {
    expect(row.realTimeFactor).toBeCloseTo(row.stepsPerSecond * 0.005, 6);
    expect(row.stepsPerGigaOperation).toBeCloseTo((1e9 * row.stepsPerSecond) / json.yardstick.operationsPerSecond, 3);
  }
});

it('prints a table for people', async () => {
  const { code, out } = await run('bench', '--filter', 'lamprey/fast/twin', ...quick);
  expect(code).toBe(0);
  expect(out).toMatch(/NAME +TIMES REAL TIME +STEPS PER SECOND/u);
  expect(out).toMatch(/lamprey\/fast\/twin +[\d.]+ +\d+/u);
  expect(out).toMatch(/yardstick: [\d.]+ million operations per second/u);
});
