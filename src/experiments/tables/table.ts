/** Tables of results: columns with units, written as CSV here and as Parquet by src/node. */

export type Cell = number | string | boolean | null;

export interface Column {
  readonly name: string;
  /** number: doubles, may be null. whole: integers below 2^53. */
  readonly type: 'number' | 'whole' | 'text';
  readonly unit: string;
  readonly about: string;
  readonly cells: readonly Cell[];
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: number;
}

/** RFC 4180 with the shortest digits that read back to the same number; nothing where there is no value. */
export function formatCsv(table: Table): string {
  const lines = [table.columns.map((column) => quoteCsv(column.name)).join(',')];
  for (let row = 0; row < table.rows; row++)
    lines.push(table.columns.map((column) => quoteCsv(formatCell(column.cells[row]!))).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

export function formatCell(cell: Cell): string {
  return cell === null ? '' : String(cell);
}

function quoteCsv(text: string): string {
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
