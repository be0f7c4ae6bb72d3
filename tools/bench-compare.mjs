// Is this tree slower than an older commit? Builds the commit beside it and lets both measure themselves in turn:
//   node tools/bench-compare.mjs OLDREF [--filter TEXT] [--rounds N] [--tolerance PERCENT]
// A machine drifts while it measures, so a round is old, new, new, old, each neighbouring pair gives a ratio for every row,
// and the median of all ratios counts. Rows that seem slower are measured again before they are called so. Exit code 1:
// some row is slower than the tolerance; 2: bad arguments.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { readText, root, runQuietly, say, StepError } from './workspace.mjs';

const usage = 'Usage: node tools/bench-compare.mjs OLDREF [--filter TEXT] [--rounds N] [--tolerance PERCENT]';

/**
 * @typedef {ReadonlyMap<string, number>} Speeds of the rows, by name
 * @typedef {{ readonly old: Speeds, readonly new: Speeds }} Pair
 * @typedef {{ name: string, old: number, new: number, ratio: number, least: number, greatest: number, noise: number }} Comparison
 */

/**
 * Undefined when the arguments make no sense.
 * @param {string[]} args
 */
export function readArguments(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        filter: { type: 'string', default: '' },
        rounds: { type: 'string', default: '3' },
        tolerance: { type: 'string', default: '3' },
      },
    });
    const [rounds, tolerance] = [Number(values.rounds), Number(values.tolerance)];
    if (positionals.length !== 1 || !Number.isInteger(rounds) || rounds < 1 || !(tolerance >= 0)) return undefined;
    return { ref: positionals[0], filter: values.filter, rounds, tolerance };
  } catch {
    return undefined;
  }
}

/**
 * Speeds of both programs, as pairs that were measured one after the other.
 * @param {() => Speeds | Promise<Speeds>} measureOld
 * @param {() => Speeds | Promise<Speeds>} measureNew
 * @param {number} rounds
 * @returns {Promise<Pair[]>}
 */
export async function measureRounds(measureOld, measureNew, rounds) {
  const pairs = [];
  for (let round = 0; round < rounds; round++) {
    const first = { old: await measureOld(), new: await measureNew() };
    const again = await measureNew();
    pairs.push(first, { old: await measureOld(), new: again });
  }
  return pairs;
}

function computeMedian(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** What two runs of the same program in one round differ by, as a share: pairs come two by two. */
function computeNoise(pairs, name) {
  const changes = [];
  for (let i = 0; i + 1 < pairs.length; i += 2)
    for (const side of ['old', 'new'])
      changes.push(Math.abs(pairs[i][side].get(name) / pairs[i + 1][side].get(name) - 1));
  return computeMedian(changes);
}

/**
 * Per row of both programs the median, least and greatest ratio new ÷ old and the noise of the machine, and the rows that
 * only one of them has.
 * @param {readonly Pair[]} pairs
 * @returns {{ rows: Comparison[], alone: { name: string, side: string }[] }}
 */
export function compareRows(pairs) {
  const names = new Set(pairs.flatMap((pair) => [...pair.old.keys(), ...pair.new.keys()]));
  const rows = [];
  const alone = [];
  for (const name of names) {
    const both = pairs.filter((pair) => pair.old.has(name) && pair.new.has(name));
    if (both.length === 0) {
      alone.push({ name, side: pairs.some((pair) => pair.old.has(name)) ? 'old' : 'new' });
      continue;
    }
    const ratios = both.map((pair) => pair.new.get(name) / pair.old.get(name));
    rows.push({
      name,
      old: computeMedian(both.map((pair) => pair.old.get(name))),
      new: computeMedian(both.map((pair) => pair.new.get(name))),
      ratio: computeMedian(ratios),
      least: Math.min(...ratios),
      greatest: Math.max(...ratios),
      noise: computeNoise(both, name),
    });
  }
  return { rows, alone };
}

/**
 * The rows whose median is below 1 by more than the tolerance in per cent.
 * @param {readonly Comparison[]} rows
 * @param {number} tolerance
 */
export const findSlower = (rows, tolerance) => rows.filter(({ ratio }) => ratio < 1 - tolerance / 100);

/** @param {readonly Comparison[]} rows */
export function formatRows(rows) {
  const percent = (ratio) => `${ratio >= 1 ? '+' : '−'}${Math.abs(100 * (ratio - 1)).toFixed(1)} %`;
  const table = [
    ['NAME', 'OLD', 'NEW', 'CHANGE', 'FROM', 'TO', 'NOISE'],
    ...rows.map((row) => [
      row.name,
      row.old.toPrecision(3),
      row.new.toPrecision(3),
      percent(row.ratio),
      percent(row.least),
      percent(row.greatest),
      `${(100 * row.noise).toFixed(1)} %`,
    ]),
  ];
  const widths = table[0].map((_, column) => Math.max(...table.map((cells) => cells[column].length)));
  return table
    .map((cells) =>
      cells
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

async function run(cwd, program, ...args) {
  const { code, output } = await runQuietly(program, args, { cwd });
  if (code !== 0) throw new StepError(`This failed: ${[program, ...args].join(' ')}`, output);
}

/** Checks the commit out below `place` and builds its command line, with this tree's packages if they are the same. */
async function buildOld(place, ref) {
  const folder = join(place, 'old');
  await run(root, 'git', 'worktree', 'add', '--detach', folder, ref);
  const isSame = readText(join(folder, 'package-lock.json')) === readText(join(root, 'package-lock.json'));
  if (isSame) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  else {
    say(`Installing the packages of ${ref} …`);
    await run(folder, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
  }
  say(`Building ${ref} …`);
  await run(folder, process.execPath, 'tools/build-kernels.mjs');
  await run(folder, process.execPath, 'node_modules/vite/bin/vite.js', 'build', '--config', 'vite.node.config.ts');
  return join(folder, 'dist/cli/main.js');
}

/** A copy of this tree's command line, so that working on does not change what is measured. */
async function buildNew(place) {
  await run(root, process.execPath, 'tools/setup.mjs', 'build');
  cpSync(join(root, 'dist/cli'), join(place, 'new'), { recursive: true });
  // The program reads what kind of modules it is made of from the nearest package.json.
  cpSync(join(root, 'package.json'), join(place, 'package.json'));
  return join(place, 'new/main.js');
}

/** How many times real time each row runs: steps would not compare where the time step has changed. */
function measure(program, filter) {
  const args = [program, 'bench', '--json', '--repeats', '1', ...(filter === '' ? [] : ['--filter', filter])];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new StepError(`${program} bench failed.`, stderr);
  return new Map(JSON.parse(stdout).animals.map((row) => [row.name, row.realTimeFactor]));
}

async function compare({ ref, filter, rounds, tolerance }, place) {
  const oldProgram = await buildOld(place, ref);
  const newProgram = await buildNew(place);
  const measurePairs = (text) =>
    measureRounds(
      () => measure(oldProgram, text),
      () => measure(newProgram, text),
      rounds,
    );
  say(`Measuring ${rounds} rounds of old, new, new, old …`);
  const pairs = await measurePairs(filter);
  // Said at once: what is measured again may take as long, and may be stopped.
  say(formatRows(compareRows(pairs).rows));
  for (const { name } of findSlower(compareRows(pairs).rows, tolerance)) {
    say(`Measuring ${name} again …`);
    const only = (speeds) => new Map([...speeds].filter(([row]) => row === name));
    pairs.push(...(await measurePairs(name)).map((pair) => ({ old: only(pair.old), new: only(pair.new) })));
  }
  const { rows, alone } = compareRows(pairs);
  process.stdout.write(`${formatRows(rows)}\n`);
  for (const { name, side } of alone) say(`Only in the ${side} one: ${name}`);
  if (rows.length === 0) throw new StepError('The two have no row in common.');
  if (rows.some(({ noise }) => noise > tolerance / 100))
    say(`The machine is noisier than ${tolerance} %: measure more rounds, or when it is quiet.`);
  const slower = findSlower(rows, tolerance).map(({ name }) => name);
  if (slower.length > 0) say(`Slower by more than ${tolerance} %: ${slower.join(', ')}.`);
  return slower.length === 0 ? 0 : 1;
}

async function main() {
  const settings = readArguments(process.argv.slice(2));
  if (settings === undefined) {
    say(usage);
    return 2;
  }
  const place = mkdtempSync(join(tmpdir(), 'bestiary-bench-'));
  // Ctrl-C ends the program being measured; what follows from that takes the worktree away.
  process.on('SIGINT', () => {});
  try {
    return await compare(settings, place);
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    if (error.output !== '') say(error.output.trimEnd());
    say(error.message);
    return 1;
  } finally {
    await runQuietly('git', ['worktree', 'remove', '--force', join(place, 'old')]);
    rmSync(place, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = await main();
