/** The rows of a reproduction as a table, for CSV and Parquet. */
import type { Table } from '../tables/table.ts';
import type { ClaimRow } from './judge.ts';

const columns: readonly (readonly [keyof ClaimRow, string])[] = [
  ['id', 'Paper, figure and what.'],
  ['paper', 'Paper.'],
  ['where', 'Where it stands in the paper.'],
  ['claim', 'What is claimed.'],
  ['theirs', 'The paper’s value.'],
  ['ours', 'Ours.'],
  ['unit', 'Unit of both, where they are numbers.'],
  ['tolerance', 'What agrees.'],
  ['verdict', 'agrees, differs, cannot be checked.'],
  ['why', 'Why it differs or cannot be checked.'],
  ['note', 'What else was seen.'],
  ['kind', 'input, fitted, predicted.'],
  ['command', 'Runs it again.'],
  ['seed', 'Seed of the runs.'],
  ['version', 'Version of the code.'],
  ['hash', 'Of the last states.'],
  ['seconds', 'What the experiment took.'],
  ['time', 'When it was computed.'],
];

export function createRowTable(rows: readonly ClaimRow[]): Table {
  return {
    rows: rows.length,
    columns: columns.map(([name, about]) => ({
      name,
      about,
      unit: name === 'seconds' ? 's' : '',
      type: name === 'seconds' ? 'number' : name === 'seed' ? 'whole' : 'text',
      cells: rows.map((row) => row[name]),
    })),
  };
}
