/** Results of a study as a grid: the mean over seeds for each set of values. */
import type { JobResult } from '../../experiments/studies/job.ts';
import type { Plan } from './messages.ts';

export interface GridCell {
  /** Values of the varied parameters. */
  readonly values: readonly number[];
  /** Undefined where no run has ended, or none has this metric. */
  readonly mean: number | undefined;
  readonly done: number;
  /** Why, where a run failed. */
  readonly failure: string | undefined;
  /** Opens its first run. */
  readonly link: string;
}

/** Cells in the order of the jobs: the first parameter changes slowest. */
export function createGrid(
  { jobs, links, seeds, parameters }: Pick<Plan, 'jobs' | 'links' | 'seeds' | 'parameters'>,
  results: readonly (JobResult | undefined)[],
  metric: string,
): GridCell[] {
  const cells = Array.from({ length: jobs.length / seeds }, (_, i) => {
    const runs = results.slice(i * seeds, (i + 1) * seeds).filter((result) => result !== undefined);
    const measured = runs.flatMap(({ status, metrics }) => (status === 'failed' ? [] : (metrics[metric] ?? [])));
    const job = jobs[i * seeds]!;
    return {
      values: parameters.map(({ name }) => Number(job.parameters[name])),
      mean: measured.length === 0 ? undefined : measured.reduce((sum, value) => sum + value, 0) / measured.length,
      done: runs.length,
      failure: runs.find(({ status }) => status === 'failed')?.reason?.message,
      link: links[i * seeds]!,
    };
  });
  const size = Math.max(0, ...cells.map(({ mean = 0 }) => Math.abs(mean)));
  const least = Math.max(smallestMeasure, roundingShare * size);
  return cells.map((cell) => (cell.mean !== undefined && Math.abs(cell.mean) < least ? { ...cell, mean: 0 } : cell));
}

/** Rounding errors beside the other cells, or beside anything that an animal does (SI): zero, in numbers and colours. */
const roundingShare = 1e-9;
const smallestMeasure = 1e-18;

/** The different values of a parameter, as they come. */
export function listValues(grid: readonly GridCell[], parameter: number): number[] {
  return [...new Set(grid.map(({ values }) => values[parameter]!))];
}
