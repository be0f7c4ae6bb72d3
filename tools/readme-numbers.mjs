// Writes the table of what the papers say and what is found here, between two marks in README.md, from the rows of
// `bestiary reproduce --out DIR` (DIR/rows.json).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, say, StepError } from './workspace.mjs';

const document = 'README.md';
export const marks = ['<!-- numbers: node tools/readme-numbers.mjs DIR/rows.json -->', '<!-- end of numbers -->'];

/** Rows worth a reader's time, those that differ among them. Times of one machine are not. */
export const shown = [
  'lamprey/fig-3/1-s',
  'lamprey/fig-3/2-s',
  'lamprey/fig-3/steady',
  'lamprey/frequency',
  'lamprey/waves/steady',
  'lamprey/amplitude',
  'lamprey/fig-4/forward',
  'lamprey/fig-4/20-at-400',
  'worm/fig-5/10th',
  'worm/fig-7/order',
  'worm/fig-7/even',
  'worm/momentum/force',
  'worm/momentum/printed',
  'worm/time-step',
  'softcon/swim',
  'softcon/fig-7/bottle',
  'softcon/fig-8/lengthen',
  'softcon/fig-10/lamprey/return',
  'softcon/perturbation',
  'myriapoda/fig-10/walking',
  'myriapoda/wave',
  'myriapoda/lag/published',
  'myriapoda/lag/ours',
  'myriapoda/fig-13',
];

/** @type {(value: any, unit: unknown) => string} */
const format = (value, unit) => {
  if (value === null) return '–';
  if (typeof value !== 'number') return value.replaceAll('|', '\\|');
  const text = Number.isInteger(value) ? value : Number(value.toPrecision(3));
  return `${text}${unit === '' ? '' : ` ${unit}`}`;
};

/**
 * Lines of the table; a row that is not there is an error that names it.
 * @param {readonly Readonly<Record<string, unknown>>[]} rows
 */
export function createTable(rows) {
  const lines = shown.map((id) => {
    const row = rows.find((one) => one.id === id);
    if (row === undefined)
      throw new StepError(`There is no row '${id}'. Run: npx bestiary reproduce --quick --out DIR`);
    const cells = [`\`${row.id}\``, row.claim, format(row.theirs, row.unit), format(row.ours, row.unit), row.kind];
    return `| ${[...cells, row.verdict === 'agrees' ? 'agrees' : `**${row.verdict}**`].join(' | ')} |`;
  });
  return ['| row | claim | paper | here | kind | |', '|---|---|---|---|---|---|', ...lines].join('\n');
}

/**
 * The text with the table between its marks.
 * @param {string} text
 * @param {string} table
 */
export function replaceTable(text, table) {
  const [start, end] = marks.map((mark) => text.indexOf(mark));
  if (start < 0 || end < start)
    throw new StepError(`${document} has no place between '${marks[0]}' and '${marks[1]}'.`);
  return `${text.slice(0, start + marks[0].length)}\n${table}\n${text.slice(end)}`;
}

/** @param {string[]} args */
function main([file]) {
  if (file === undefined) throw new StepError('Name the rows: node tools/readme-numbers.mjs DIR/rows.json');
  const path = join(root, document);
  const text = replaceTable(readFileSync(path, 'utf8'), createTable(JSON.parse(readFileSync(file, 'utf8'))));
  writeFileSync(path, text);
  say(`${document}: ${shown.length} rows written.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
