import { expect, it } from 'vitest';
import { createReportRow, listCells, markSource, type PublishedRange, rowHead } from './report.ts';

const createRow = (value: number | null, published?: PublishedRange) =>
  createReportRow('speed', value, 'm/s', 'predicted', published);
const range = { low: 1, high: 3, source: 'Somebody 1999', reading: 'cited' } as const;

it('judges by the signed value, and not at all without a value or a range', () => {
  expect(createRow(2, range).verdict).toBe('within');
  expect(createRow(-2, range).verdict).toBe('outside');
  expect(createRow(null, range).verdict).toBe('unknown');
  const bare = createRow(2);
  expect([bare.verdict, bare.low, bare.reading]).toEqual(['unknown', null, null]);
});

it('prints a cell for each head, and marks sources that were not read', () => {
  const cells = listCells(createRow(2, range));
  expect(cells).toHaveLength(rowHead.length);
  expect(cells).toEqual([
    'speed',
    2,
    'm/s',
    'predicted',
    'within',
    { low: 1, high: 3 },
    'SECONDARY',
    'Somebody 1999 (as cited elsewhere)',
  ]);
  expect(markSource('A', 'read')).toBe('A');
  expect(markSource('A', null)).toBe('A');
  expect(markSource('A', 'remembered')).toMatch(/memory/);
});
