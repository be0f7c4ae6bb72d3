/** Text laid out for people: aligned columns, wrapped sentences. */
import type { Context, Output } from '../command/command.ts';

/** Breaks at spaces so that no line is longer than `width`, longer words excepted. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A sentence after a first word such as `Usage:`; further lines begin below the first. */
export function wrapAfter(first: string, text: string, width: number): string {
  const [head = '', ...more] = wrapText(text, Math.max(narrowest, width - first.length - 1));
  return [`${first} ${head}`, ...more.map((line) => ' '.repeat(first.length + 1) + line)].join('\n');
}

type Row = readonly string[];

/** Colours a cell that is laid out already: escapes have no width. */
export type PaintCell = (cell: string, column: number, row: number) => string;

/** The last column is at least this wide beside the others; where that leaves no room for it, it goes below them. */
const narrowest = 30;

/** Rows of cells in aligned columns, within `width` where words are not longer; the last column is wrapped. */
export function layOutColumns(rows: readonly Row[], width: number, paint: PaintCell = (cell) => cell): string {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count - 1 }, (_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
  const before = 2 + widths.reduce((sum, column) => sum + column + 2, 0);
  const last = Math.max(...rows.map((row) => (row[count - 1] ?? '').length));
  const isStacked = before + Math.min(narrowest, last) > width;
  return rows
    .map((row, i) => {
      const head = `  ${widths.map((column, k) => `${paint((row[k] ?? '').padEnd(column), k, i)}  `).join('')}`;
      const print = (line: string): string => paint(line, count - 1, i);
      if (isStacked) return stackRow(row, before <= width ? head : undefined, width, (cell, k) => paint(cell, k, i));
      const [first = '', ...more] = wrapText(row[count - 1] ?? '', Math.max(narrowest, width - before));
      return [head + print(first), ...more.map((line) => ' '.repeat(before) + print(line))].map(trimEnd).join('\n');
    })
    .join('\n');
}

const stackIndent = '      ';

/** A row on a narrow terminal: the last cell below the others, which are not aligned where even they do not fit. */
function stackRow(
  row: Row,
  head: string | undefined,
  width: number,
  paint: (cell: string, column: number) => string,
): string {
  const last = row.length - 1;
  const cells = row.slice(0, last).filter((cell) => cell !== '');
  const first =
    head === undefined ? wrapText(cells.join('  '), width - 2).map((line) => `  ${paint(line, 0)}`) : [trimEnd(head)];
  const lines = wrapText(row[last] ?? '', Math.max(narrowest, width - stackIndent.length));
  return [...first, ...lines.filter((line) => line !== '').map((line) => stackIndent + paint(line, last))].join('\n');
}

/** Spaces at the end, those before the escapes of a painted cell included. */
function trimEnd(line: string): string {
  return line.replace(/ +((?:\u001b\[\d+m)*)$/u, '$1').trimEnd();
}

/** A table with a heading, in the style of the output. `paint` is asked about the rows below the heading, which count from 0. */
export function layOutTable(
  head: Row,
  rows: readonly Row[],
  { columns, style }: Pick<Output, 'columns' | 'style'>,
  paint: PaintCell = (cell) => cell,
): string {
  return layOutColumns([head, ...rows], columns, (cell, column, row) =>
    row === 0 ? style.heading(cell) : paint(cell, column, row - 1),
  );
}

/** Four significant digits, without an exponent where a person can read it without. */
export function formatNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(4))) : String(value);
}

/** What a command has to say: a document for scripts, or a text for people. */
export function writeResult({ json, out }: Pick<Context, 'json' | 'out'>, document: unknown, text: string): void {
  out.write(json ? `${JSON.stringify(document)}\n` : text);
}
