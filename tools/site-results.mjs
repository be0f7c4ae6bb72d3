// Results that take minutes to compute and that pages of the documents show: rows of the papers and cards of living animals. They are kept
// in docs/results, with the version of the code that made them.
// Usage: node tools/site-results.mjs (computes them again; build first with `npm run build`; about five minutes on two cores)
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { code, createTable, escapeText } from './site-markdown.mjs';
import { root, say } from './workspace.mjs';

const folder = join(root, 'docs/results');

function ask(...args) {
  const text = execFileSync(process.execPath, [join(root, 'dist/cli/main.js'), ...args, '--json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(text);
}

/** Four digits, so that the files do not change with every one of seventeen. */
const round = (value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);

/** @type {(name: string, value: unknown) => void} */
function save(name, value) {
  writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
}

function computeResults() {
  mkdirSync(folder, { recursive: true });
  // What is there for the same code is not computed again.
  const papers = join(root, 'dist/papers');
  ask('reproduce', '--quick', '--out', papers);
  const rows = JSON.parse(readFileSync(join(papers, 'rows.json'), 'utf8'));
  save('rows.json', {
    version: rows[0].version,
    rows: rows
      // Times hold for one machine only.
      .filter(({ timed }) => timed !== true)
      .map(({ id, paper, where, claim, theirs, ours, unit, tolerance, verdict, why, note, kind }) => ({
        ...{ id, paper, where, claim, theirs, ours: round(ours), unit, tolerance, verdict, why, note, kind },
      })),
  });
  say(`rows.json: ${rows.length} rows.`);
  const cards = Object.fromEntries(
    ask('list').map(({ name }) => {
      const card = ask('report', name);
      say(`${name}: ${card.rows.length} measures.`);
      return [
        name,
        card.rows.map(({ name: measure, value, unit, kind, low, high, verdict, source, reading }) => ({
          ...{ name: measure, value: round(value), unit, kind, low: round(low), high: round(high) },
          ...{ verdict, source, reading },
        })),
      ];
    }),
  );
  save('cards.json', { version: rows[0].version, cards });
}

function read(name) {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

/** @type {(value: any, unit: string) => string} */
function format(value, unit) {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'number') return escapeText(String(value));
  return escapeText(`${Number(value.toPrecision(3))}${unit === '' ? '' : ` ${unit}`}`);
}

const createRowTable = (rows) =>
  createTable(
    ['where', 'claim', 'paper', 'here', 'kind', 'verdict', 'why'],
    rows.map((row) => [
      `${escapeText(row.where)}<br>${code(row.id)}`,
      escapeText(row.claim),
      format(row.theirs, row.unit),
      format(row.ours, row.unit),
      row.kind,
      row.verdict === 'agrees' ? 'agrees' : `**${row.verdict}**`,
      escapeText(row.why || row.note || ''),
    ]),
  );

const readings = { read: 'READ', cited: 'SECONDARY', remembered: 'NOT FOUND' };

const createCardTable = (measures) =>
  createTable(
    ['measure', 'here', 'living animals', 'verdict', 'kind', 'source', 'verified'],
    measures.map((one) => [
      escapeText(one.name),
      format(one.value, one.unit),
      one.low === null && one.high === null ? '–' : `${format(one.low, '')} to ${format(one.high, one.unit)}`,
      one.verdict === 'outside' ? '**outside**' : escapeText(one.verdict === 'unknown' ? '–' : one.verdict),
      one.kind ?? '',
      escapeText(one.source ?? ''),
      readings[one.reading] ?? '',
    ]),
  );

/** What the rows say together: how many agree, and how many of those are predictions. */
function summarise(rows) {
  const count = (verdict) => rows.filter((row) => row.verdict === verdict).length;
  const predicted = rows.filter((row) => row.verdict === 'agrees' && row.kind === 'predicted').length;
  return `${rows.length} rows: ${count('agrees')} agree (${predicted} of them predictions), ${count('differs')} differ, ${count('cannot be checked')} cannot be checked by the short runs.`;
}

/** Papers that have an animal of their own name show all rows there; other animals those that name them. */
const mainAnimals = { lamprey: 'lamprey', worm: 'worm', octopus: 'softcon', centipede: 'myriapoda' };

function pickRows(rows, name) {
  const own = mainAnimals[name];
  if (own !== undefined) return rows.filter((row) => row.paper === own);
  const word = name === 'soft-lamprey' ? 'lamprey' : name;
  const paper = ['millipede', 'house-centipede', 'letters'].includes(name) ? 'myriapoda' : 'softcon';
  return rows.filter((row) => row.paper === paper && `${row.id} ${row.claim}`.toLowerCase().includes(word));
}

/**
 * Parts of pages: rows of each paper, rows and card of each animal.
 * @param {readonly { name: string }[]} animals
 * @returns {[string, string][]}
 */
export function createResultPages(animals) {
  const { rows, version } = read('rows.json');
  const { cards } = read('cards.json');
  const made = `By \`bestiary ${version}\`.`;
  const papers = [...new Set(rows.map(({ paper }) => paper))];
  /** @type {[string, string][]} */
  const pages = [['generated/summary.md', `${summarise(rows)} ${made}\n`]];
  for (const paper of papers) {
    const own = rows.filter((row) => row.paper === paper);
    const again = `Compute them again: \`npx bestiary reproduce ${paper} --quick\`.`;
    pages.push([`generated/papers/${paper}.md`, `${summarise(own)} ${again} ${made}\n\n${createRowTable(own)}\n`]);
  }
  for (const { name } of animals) {
    const own = pickRows(rows, name);
    const claims = `${summarise(own)} ${made}\n\n${createRowTable(own)}`;
    const none = 'No claim of the paper is about this animal.';
    pages.push([`generated/animals/${name}-rows.md`, `${own.length === 0 ? none : claims}\n`]);
    const again = `Compute it again: \`npx bestiary report ${name}\`.`;
    pages.push([`generated/animals/${name}-card.md`, `${again} ${made}\n\n${createCardTable(cards[name] ?? [])}\n`]);
  }
  return pages;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) computeResults();
