/**
 * The table of a study: one row per job in the order of the jobs, the same bits whoever computed them. It contains neither
 * computing times nor local paths.
 */
import type { Cell, Column, Table } from '../tables/table.ts';
import type { Job, JobResult, ParameterValue } from './job.ts';
import type { Study } from './study.ts';

export interface Row {
  readonly job: Job;
  readonly result: JobResult;
  /** Planned length of the run where it is not that of the study. */
  readonly seconds?: number;
}

type Describe = Omit<Column, 'cells'> & { readonly read: (row: Row, index: number) => Cell };

export function createTable(study: Study, rows: readonly Row[]): Table {
  const parameters = study.parameters.map(
    ({ name, unit }): Describe => ({
      name,
      type: rows.every(({ job }) => typeof job.parameters[name] === 'number') ? 'number' : 'text',
      unit,
      about: 'Parameter.',
      read: ({ job }) => toCell(job.parameters[name]!),
    }),
  );
  const metrics = study.metrics.map(
    (name): Describe => ({
      name,
      type: 'number',
      unit: study.getMetricUnit(name),
      about: 'Metric.',
      read: ({ result }) => result.metrics[name] ?? null,
    }),
  );
  const about = (name: string, type: Column['type'], unit: string, text: string, read: Describe['read']): Describe => ({
    name,
    type,
    unit,
    about: text,
    read,
  });
  const all: Describe[] = [
    about('job', 'whole', '', 'Number of the job.', (_, index) => index),
    ...parameters,
    about('seed', 'whole', '', 'Seed of the run.', ({ job }) => job.seed),
    ...metrics,
    about('status', 'text', '', 'complete, stopped by a rule, or failed.', ({ result }) => result.status),
    about('steps', 'whole', '', 'Steps done.', ({ result }) => result.steps),
    about('seconds', 'number', 's', 'Simulated time.', ({ result }) => result.seconds),
    about('hash', 'text', '', 'Hash of the last state.', ({ result }) => result.hash),
    about('reason', 'text', '', 'Why it stopped or failed.', ({ result }) => result.reason?.message ?? ''),
    about('key', 'text', '', 'Key of the result.', ({ job }) => job.key),
    about('command', 'text', '', 'Runs it again, in the folder of the study.', (row) => formatRunCommand(study, row)),
  ];
  return {
    rows: rows.length,
    columns: all.map(({ read, ...column }) => ({ ...column, cells: rows.map(read) })),
  };
}

/** Recorded signals, one row per sample; undefined when nothing was recorded. */
export function createSeriesTable(study: Study, rows: readonly Row[]): Table | undefined {
  if (study.recorded.length === 0) return undefined;
  const numbers: number[] = [];
  const times: number[] = [];
  const values = study.recorded.map((): (number | null)[] => []);
  rows.forEach(({ result }, index) => {
    const { series } = result;
    if (series === undefined) return;
    series.time.forEach((time, sample) => {
      numbers.push(index);
      times.push(time);
      study.recorded.forEach(({ name }, column) => values[column]!.push(series.columns[name]?.[sample] ?? null));
    });
  });
  return {
    rows: numbers.length,
    columns: [
      { name: 'job', type: 'whole', unit: '', about: 'Number of the job.', cells: numbers },
      { name: 'time', type: 'number', unit: 's', about: 'Simulated time.', cells: times },
      ...study.recorded.map(({ name, unit }, i) => ({
        name,
        type: 'number' as const,
        unit,
        about: 'Signal.',
        cells: values[i]!,
      })),
    ],
  };
}

function toCell(value: ParameterValue): Cell {
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

/** The command that repeats one job: `bestiary run lamprey --seconds 2 --seed 3 --set brainstem.left=0.4`. */
export function formatRunCommand(study: Study, { job, seconds }: Pick<Row, 'job' | 'seconds'>): string {
  const { animal, set } = study.spec;
  const settings = { ...(animal === undefined ? {} : set), ...job.parameters };
  const words = [
    animal ?? 'creature.json',
    '--seconds',
    String(seconds ?? study.task.seconds),
    '--seed',
    String(job.seed),
    ...Object.entries(settings).flatMap(([path, value]) => ['--set', `${path}=${formatSetting(value)}`]),
  ];
  return `bestiary run ${words.map(quoteShell).join(' ')}`;
}

/** The studio's address of one job; undefined for creatures that the studio does not know by name. */
export function formatStudioLink(study: Study, job: Job): string | undefined {
  const { animal, set } = study.spec;
  if (animal === undefined) return undefined;
  const pairs = Object.entries({ ...set, ...job.parameters }).map(
    ([path, value]) => `${encodeURIComponent(path)}=${encodeURIComponent(formatSetting(value))}`,
  );
  return `#/${animal}?${[...pairs, `seed=${job.seed}`].join('&')}`;
}

function formatSetting(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function quoteShell(word: string): string {
  return /^[\w./:=@%+,-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
