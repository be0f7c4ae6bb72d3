/** Text laid out for people: aligned columns, wrapped sentences. */

/** Breaks at spaces so that no line is longer than `width`, longer words excepted. */
function wrapText(text: string, width: number): string[] {
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

/** Rows of cells in aligned columns; the last column is wrapped to what is left of `width`. */
export function layOutColumns(rows: readonly (readonly string[])[], width: number, indent = '  '): string {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count - 1 }, (_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
  const before = indent.length + widths.reduce((sum, column) => sum + column + 2, 0);
  const rest = Math.max(30, width - before);
  return rows
    .map((row) => {
      const head = indent + widths.map((column, i) => `${(row[i] ?? '').padEnd(column)}  `).join('');
      const [first = '', ...more] = wrapText(row[count - 1] ?? '', rest);
      return [head + first, ...more.map((line) => ' '.repeat(before) + line)].map((line) => line.trimEnd()).join('\n');
    })
    .join('\n');
}

/** Four significant digits, without an exponent where a person can read it without. */
export function formatNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(4))) : String(value);
}
