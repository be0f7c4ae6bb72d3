// `npm run bench -- --save`: keeps what `bestiary bench` measured in bench/history, and writes docs/benchmarks.md from all that is
// kept there. `node tools/bench-history.mjs` writes the page alone.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, say } from './workspace.mjs';

const folder = join(root, 'bench/history');
const page = join(root, 'docs/benchmarks.md');

/**
 * @typedef {{ name: string, realTimeFactor: number, stepsPerSecond: number, stepsPerGigaOperation: number }} Row
 * @typedef {{ date: string, commit: string, machine: { processor: string, cores: number, node: string }, yardstick: { operationsPerSecond: number }, rows: Row[] }} Entry
 */

/** @type {(program: string, args: readonly string[]) => void} */
export function saveBench(program, args) {
  const out = execFileSync(process.execPath, [program, 'bench', ...args, '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { animals, yardstick } = JSON.parse(out);
  const [processor] = cpus();
  /** @type {Entry} */
  const entry = {
    date: new Date().toISOString(),
    commit: execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
    machine: { processor: processor?.model ?? 'unknown', cores: cpus().length, node: process.version },
    yardstick,
    rows: animals,
  };
  mkdirSync(folder, { recursive: true });
  const name = `${entry.date.slice(0, 19).replaceAll(':', '')}-${entry.commit}.json`;
  writeFileSync(join(folder, name), `${JSON.stringify(entry, undefined, 2)}\n`);
  writePage();
  say(`Saved: bench/history/${name}, docs/benchmarks.md.`);
}

function writePage() {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  writeFileSync(page, formatPage(names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))));
}

/**
 * The latest results first, rows in the order in which they were measured.
 * @type {(entries: readonly Entry[]) => string}
 */
export function formatPage(entries) {
  const intro = [
    '# Benchmarks',
    '',
    'Written by `npm run bench -- --save` from `bench/history`: how many times faster than real time each animal runs. The last column is its steps in',
    'the time of 10⁹ operations of a yardstick (dependent multiply-adds in one JavaScript loop), which may be compared between machines.',
  ];
  return `${[...intro, ...[...entries].reverse().flatMap(formatEntry)].join('\n')}\n`;
}

/** @type {(entry: Entry) => string[]} */
function formatEntry({ date, commit, machine, yardstick, rows }) {
  return [
    '',
    `## ${date.slice(0, 10)}, commit ${commit}`,
    '',
    `${machine.processor}, ${machine.cores} cores, Node ${machine.node}; yardstick ${formatNumber(yardstick.operationsPerSecond / 1e6)} million operations per second.`,
    '',
    '| animal | times real time | steps per second | steps per 10⁹ operations |',
    '|---|---:|---:|---:|',
    ...rows.map(
      (row) =>
        `| ${row.name} | ${formatNumber(row.realTimeFactor)} | ${formatNumber(row.stepsPerSecond)} | ${formatNumber(row.stepsPerGigaOperation)} |`,
    ),
  ];
}

/** @type {(value: number) => string} */
function formatNumber(value) {
  return value >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writePage();
