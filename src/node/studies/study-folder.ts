/**
 * The folder of a study: study.json and creature.json say what it is, results/ holds what is computed, and results.csv,
 * results.parquet, columns.json and summary.html are made of that at the end, the same bits whoever computed it.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Job } from '../../experiments/studies/job.ts';
import type { StudySpec } from '../../experiments/studies/spec.ts';
import type { Study } from '../../experiments/studies/study.ts';
import { createSummaryPage } from '../../experiments/studies/summary-page.ts';
import { createSeriesTable, createTable, type Row } from '../../experiments/studies/table.ts';
import { formatCsv, type Table } from '../../experiments/tables/table.ts';
import { writeFileAtomic } from '../atomic-file.ts';
import { readBounded } from '../bounded-file.ts';
import { attemptFile } from '../file-error.ts';
import { makeRunFolder } from '../run-folder.ts';
import { encodeParquet } from './parquet.ts';
import { type ResultStore, resultsFolder } from './result-store.ts';

export const studyFile = 'study.json';
export const creatureFile = 'creature.json';

/** What study.json holds: the study complete, so that `merge` needs nothing else. */
interface StudyDocument {
  readonly kind: 'sweep' | 'fit';
  readonly version: string;
  readonly taskHash: string;
  readonly spec: StudySpec;
}

/** Written before anything is computed, and not replaced if it exists: many shards may begin at once. */
export function writeStudy(folder: string, kind: StudyDocument['kind'], study: Study): void {
  makeRunFolder({ folder });
  const document: StudyDocument = { kind, version: study.task.version, taskHash: study.taskHash, spec: study.spec };
  for (const [name, value] of [
    [studyFile, document],
    [creatureFile, study.task.creature],
  ] as const) {
    const [file, text] = [path.join(folder, name), `${JSON.stringify(value, null, 2)}\n`];
    if (!hasText(file, text)) writeFileAtomic(file, text);
  }
}

/** Whether a file is there and holds this and nothing else; no more than that is read. */
function hasText(file: string, text: string): boolean {
  if (!existsSync(file)) return false;
  const bytes = attemptFile('read', file, () => readBounded(file, Buffer.byteLength(text)));
  return bytes !== undefined && Buffer.from(bytes).toString('utf8') === text;
}

/** Whether a name in a folder is one that a study begins with. */
export function belongsToStudy(name: string): boolean {
  return name === resultsFolder || name.startsWith(studyFile) || name.startsWith(creatureFile);
}

/** Jobs that have a result, in order. */
export function listRows(jobs: readonly Job[], store: ResultStore): Row[] {
  return jobs.flatMap((job) => {
    const result = store.get(job.key);
    return result === undefined ? [] : [{ job, result }];
  });
}

export interface TableOptions {
  /** All jobs of the study, with or without a result. */
  readonly jobs: number;
  /** Further paragraphs of the page, as HTML. */
  readonly more?: string;
}

/** Writes the tables and the page; returns their names. */
export function writeTables(folder: string, study: Study, rows: readonly Row[], options: TableOptions): string[] {
  const files: string[] = [];
  const write = (name: string, contents: string | Uint8Array): void => {
    writeFileAtomic(path.join(folder, name), contents);
    files.push(name);
  };
  const metadata = { title: study.spec.title, animal: study.task.creature.animal, version: study.task.version };
  const writeTable = (name: string, table: Table): void => {
    write(`${name}.csv`, formatCsv(table));
    if (table.rows > 0) write(`${name}.parquet`, encodeParquet(table, metadata));
  };
  const table = createTable(study, rows);
  const series = createSeriesTable(study, rows);
  writeTable('results', table);
  if (series !== undefined) writeTable('series', series);
  const columns = [...table.columns, ...(series?.columns.slice(2) ?? [])];
  write(
    'columns.json',
    `${JSON.stringify(
      columns.map(({ name, unit, about }) => ({ name, unit, about })),
      null,
      2,
    )}\n`,
  );
  const failed = rows.filter(({ result }) => result.status === 'failed').length;
  const facts = { jobs: options.jobs, done: rows.length - failed, failed };
  write(
    'summary.html',
    createSummaryPage(study, rows, { ...facts, ...(options.more === undefined ? {} : { more: options.more }) }),
  );
  return files;
}
