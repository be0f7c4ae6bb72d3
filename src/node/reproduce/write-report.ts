/** Files of a reproduction: report.html, the rows, and every raw series as CSV and Parquet. */
import path from 'node:path';
import { createReproductionPage, type PageFacts, type PagePart } from '../../experiments/reproduce/report-page.ts';
import { createRowTable } from '../../experiments/reproduce/row-table.ts';
import { formatCsv, type Table } from '../../experiments/tables/table.ts';
import { writeFileAtomic } from '../atomic-file.ts';
import { encodeParquet } from '../studies/parquet.ts';
import { makeRunFolder } from '../run-folder.ts';

/** Returns the names of the files. */
export function writeReproduction(folder: string, parts: readonly PagePart[], facts: PageFacts): string[] {
  const files: string[] = [];
  const write = (name: string, contents: string | Uint8Array): void => {
    writeFileAtomic(path.join(folder, name), contents);
    files.push(name);
  };
  const writeTable = (name: string, table: Table): void => {
    write(`${name}.csv`, formatCsv(table));
    if (table.rows > 0) write(`${name}.parquet`, encodeParquet(table, { version: facts.version }));
  };
  const rows = parts.flatMap((part) => part.rows);
  makeRunFolder({ folder: path.join(folder, 'series') });
  write('report.html', createReproductionPage(parts, facts));
  write('rows.json', `${JSON.stringify(rows, null, 2)}\n`);
  writeTable('rows', createRowTable(rows));
  for (const { outcome } of parts)
    for (const { name, table } of outcome.result.tables) writeTable(path.join('series', name), table);
  return files;
}
