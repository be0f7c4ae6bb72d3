import { describe, expect, it } from 'vitest';
import type { JobResult } from '../../experiments/studies/job.ts';
import { createGrid, listValues } from './results.ts';

const parameters = [
  { name: 'a', unit: 'm' },
  { name: 'b', unit: '' },
];
const jobs = [1, 2].flatMap((a) =>
  [5, 6].flatMap((b) => [1, 2].map((seed) => ({ key: '', seed, parameters: { a, b } }))),
);
const links = jobs.map(({ parameters: { a, b }, seed }) => `#/x?a=${a}&b=${b}&seed=${seed}`);

function createResult(speed: number | null, status: JobResult['status'] = 'complete'): JobResult {
  const reason = status === 'failed' ? { reason: { code: 'solver-failed', message: 'It broke.' } } : {};
  return { key: '', status, steps: 1, seconds: 1, hash: '', metrics: { speed }, ...reason };
}

describe('the grid of a study', () => {
  it('has the mean over seeds, in the order of the jobs, with a link to the first run', () => {
    const results = [createResult(1), createResult(3), undefined, createResult(7), createResult(null), undefined];
    const grid = createGrid({ jobs, links, seeds: 2, parameters }, results, 'speed');
    expect(grid.map(({ mean, done }) => [mean, done])).toEqual([
      [2, 2],
      [7, 1],
      [undefined, 1],
      [undefined, 0],
    ]);
    expect(grid[1]).toMatchObject({ values: [1, 6], link: '#/x?a=1&b=6&seed=1' });
    expect([listValues(grid, 0), listValues(grid, 1)]).toEqual([
      [1, 2],
      [5, 6],
    ]);
  });

  it('shows rounding errors as zero, so that they set no colours', () => {
    const results = [2e-4, 2e-4, -5.68e-23, -5.68e-23].map((speed) => createResult(speed));
    const grid = createGrid({ jobs, links, seeds: 2, parameters }, results, 'speed');
    expect(grid.slice(0, 2).map(({ mean }) => mean)).toEqual([2e-4, 0]);
    const alone = createGrid({ jobs, links, seeds: 2, parameters }, [createResult(-5.68e-23)], 'speed');
    expect(alone[0]!.mean).toBe(0);
  });

  it('says why a run failed, and does not count it', () => {
    const results = [createResult(99, 'failed'), createResult(2)];
    const [cell] = createGrid({ jobs, links, seeds: 2, parameters }, results, 'speed');
    expect(cell).toMatchObject({ mean: 2, done: 2, failure: 'It broke.' });
  });
});
