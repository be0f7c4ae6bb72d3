import { expect, it } from 'vitest';
import { formatPage } from '../../tools/bench-history.mjs';

const rows = [{ name: 'worm', realTimeFactor: 3.2345, stepsPerSecond: 323_450.2, stepsPerGigaOperation: 512.34 }];
const machine = { processor: 'A processor', cores: 2, node: 'v20.19.0' };
const yardstick = { operationsPerSecond: 6.5e8 };

it('shows the latest results first, with machine, commit and yardstick', () => {
  const page = formatPage([
    { date: '2026-01-01T10:00:00.000Z', commit: 'aaaaaaaaaa', machine, yardstick, rows },
    { date: '2026-02-01T10:00:00.000Z', commit: 'bbbbbbbbbb', machine, yardstick, rows: [] },
  ]);
  expect(page.indexOf('2026-02-01, commit bbbbbbbbbb')).toBeLessThan(page.indexOf('2026-01-01, commit aaaaaaaaaa'));
  expect(page).toContain('A processor, 2 cores, Node v20.19.0; yardstick 650 million');
  expect(page).toContain('| worm | 3.23 | 323450 | 512 |');
});
