// Measures the shipped policies, stores the results, and writes them into their cards and docs/learning.md.
//
//   node tools/policy-cards.mjs                                writes cards and tables from what is kept in policies/measured
//   node tools/policy-cards.mjs --measure [ANIMAL…]            first measures what is missing or of another policy, one after another
//   node tools/policy-cards.mjs --measure --hasty [ANIMAL…]    the same with 20 episodes where 100 are wanted, and steering alone
//   node tools/policy-cards.mjs --measure --task T [ANIMAL…]   the same for one task
//   node tools/policy-cards.mjs --adopt DIR NAME COMMAND       takes over the policy and the curve of a training; DIR,DIR where
//                                                              the second one started from the first
//
// Runs the built program: npm run build first. Every measurement is kept as soon as it is there, so it may be stopped at any time.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pushName, writeCards, writeDocument } from './policy-pages.mjs';
import { root, say, StepError } from './workspace.mjs';

const folder = join(root, 'policies');
const kept = join(folder, 'measured');
const resultsFile = join(kept, 'results.json');

/** The animals whose policies are measured, and what a coarser and a finer mesh and 20 % softer and stiffer tissue are for each. */
const bodies = {
  'soft-lamprey': { mesh: ['body.sizes.cells', 36, 52], tissue: { shape: 150000, volume: 1000000 } },
  starfish: { mesh: ['body.sizes.armCells', 9, 13], tissue: { shape: 100000, volume: 1000000 } },
  octopus: { mesh: ['body.sizes.armCells', 9, 13], tissue: { shape: 100000, volume: 1000000 } },
  stingray: { mesh: ['body.triangles', 600, 900], tissue: { stretch: 20000, bend: 14 } },
  cuttlefish: { mesh: ['body.sizes.armCells', 5, 7], tissue: { shape: 100000, volume: 1000000, bend: 3.4 } },
};

/** Of every animal, in the order of their worth. The first seed is the same for all, so that all meet the same targets. */
function listWishes(animal) {
  const { mesh, tissue } = bodies[animal];
  const scale = (factor) => Object.entries(tissue).map(([name, value]) => `body.material.${name}=${factor * value}`);
  const own = `${animal}.steer`;
  const network = `${own}-network`;
  const robust = (policy) =>
    [
      ['as it is', []],
      ['softer', scale(0.8)],
      ['stiffer', scale(1.2)],
      ['coarser', [`${mesh[0]}=${mesh[1]}`]],
      ['finer', [`${mesh[0]}=${mesh[2]}`]],
    ].map(([name, set]) => ({ policy, task: 'steer', name, set, episodes: 20 }));
  return [
    ...[own, 'proportional', network].map((policy) => ({
      policy,
      task: 'steer',
      name: 'steer',
      set: [],
      episodes: 100,
    })),
    { policy: 'none', task: 'steer', name: 'steer', set: [], episodes: 20 },
    ...[own, 'none', network].map((policy) => ({ policy, task: 'recover', name: pushName, set: [], episodes: 20 })),
    ...[own, network].flatMap((policy) =>
      ['pace', 'current'].map((task) => ({ policy, task, name: task, set: [], episodes: 20 })),
    ),
    ...robust(own),
    ...robust(network),
  ].map((wish) => ({ animal, ...wish }));
}

const firstSeed = 5000;

/** The policy's own checksum: another file has to be measured again. */
function identify(policy) {
  const file = join(folder, `${policy}.json`);
  if (policy === 'proportional' || policy === 'none') return policy;
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).checksum : undefined;
}

const nameWish = ({ animal, policy, name, task }) =>
  [animal, policy.startsWith(animal) ? policy.slice(animal.length + 1) : policy, task, name].join(' / ');

function readResults() {
  return existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : { measured: {}, trainings: {} };
}

function writeResults(results) {
  mkdirSync(kept, { recursive: true });
  const sort = (entries) =>
    Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  const text = JSON.stringify({ measured: sort(results.measured), trainings: sort(results.trainings) }, null, 1);
  writeFileSync(resultsFile, `${text}\n`);
}

/** Arguments of `bestiary evaluate` for a measurement. */
function listArguments({ animal, policy, task, set, episodes }) {
  const isWord = policy === 'proportional' || policy === 'none';
  return [
    ...['evaluate', animal, '--policy', isWord ? policy : `policies/${policy}.json`, '--task', task],
    ...(isWord ? ['--observation', 'aim', '--actions', 'few'] : []),
    ...set.flatMap((setting) => ['--set', setting]),
    ...['--episodes', String(episodes), '--seed', String(firstSeed)],
  ];
}

function measure(wish) {
  const program = process.env.BESTIARY_PROGRAM ?? join(root, 'tools/bestiary.cjs');
  const args = [...listArguments(wish), '--workers', '1', '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new StepError(`bestiary ${args.join(' ')} failed.`, stderr);
  const round = (value) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value);
  const { meanAngle, medianAngle, speedShare, timeTo20, recovered, failed, cpuSeconds, ...rest } = JSON.parse(stdout);
  const numbers = { meanAngle, medianAngle, speedShare, timeTo20, return: rest.return, recovered, failed, cpuSeconds };
  return {
    command: `npx bestiary ${listArguments(wish).join(' ')}`,
    episodes: wish.episodes,
    ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, round(value)])),
  };
}

function measureMissing(names, isHasty, task) {
  for (const animal of names.length > 0 ? names : Object.keys(bodies)) {
    if (bodies[animal] === undefined) throw new StepError(`No policy of '${animal}' is measured.`);
    for (const wanted of listWishes(animal)) {
      if (isHasty && wanted.name !== 'steer') continue;
      if (task !== undefined && wanted.task !== task) continue;
      const wish = isHasty ? { ...wanted, episodes: Math.min(20, wanted.episodes) } : wanted;
      const checksum = identify(wish.policy);
      const key = nameWish(wish);
      const { measured } = readResults();
      const { [key]: old } = measured;
      if (checksum === undefined || (old?.checksum === checksum && old.episodes >= wish.episodes)) continue;
      /** @type {Record<string, any>} */
      const started = { checksum, ...measure(wish) };
      // Read again: somebody may have measured another meanwhile.
      const results = readResults();
      results.measured[key] = started;
      writeResults(results);
      say(`${key}: ${started.meanAngle}°, speed ${started.speedShare}, return ${started.return}`);
    }
  }
}

/** Rows that a curve keeps. */
const maxRows = 40;
const columns = {
  decisions: 'step',
  cpuSeconds: 'charts/cpu_seconds',
  angle: 'charts/angle',
  return: 'charts/episodic_return',
  length: 'charts/episodic_length',
};

/** A line for some updates together: the means over them of what the log says. */
function shorten(text) {
  const [head, ...lines] = text.trim().split('\n');
  const names = head.split(',');
  const rows = lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(Object.entries(columns).map(([to, from]) => [to, cells[names.indexOf(from)]]));
  });
  const size = Math.max(1, Math.ceil(rows.length / maxRows));
  const out = [Object.keys(columns).join(',')];
  for (let at = 0; at < rows.length; at += size) {
    const part = rows.slice(at, at + size);
    const mean = (name) => {
      const values = part.flatMap((row) => (row[name] === '' ? [] : [Number(row[name])]));
      return values.length === 0 ? '' : (values.reduce((sum, value) => sum + value, 0) / values.length).toPrecision(5);
    };
    const last = part.at(-1);
    out.push(
      [last.decisions, Number(last.cpuSeconds).toFixed(1), mean('angle'), mean('return'), mean('length')].join(),
    );
  }
  return `${out.join('\n')}\n`;
}

/** Logs of trainings that continue one another as one: steps and CPU seconds add up. */
export function joinLogs(texts) {
  const [[head]] = texts.map((text) => text.trim().split('\n'));
  const sums = ['step', 'charts/cpu_seconds'].map((name) => ({ at: head.split(',').indexOf(name), before: 0 }));
  const lines = texts.flatMap((text) => {
    const rows = text.trim().split('\n').slice(1);
    const joined = rows.map((row) => {
      const cells = row.split(',');
      for (const { at, before } of sums) cells[at] = String(before + Number(cells[at]));
      return cells.join();
    });
    for (const sum of sums) sum.before = Number(joined.at(-1).split(',')[sum.at]);
    return joined;
  });
  return `${[head, ...lines].join('\n')}\n`;
}

function adopt(from, name, command) {
  if (command === undefined) throw new StepError('Say: --adopt DIR NAME COMMAND, where COMMAND is how it was trained.');
  const folders = from.split(',');
  const policy = readFileSync(join(folders.at(-1), 'policy.json'), 'utf8');
  const log = joinLogs(folders.map((one) => readFileSync(join(one, 'log.csv'), 'utf8')));
  writeFileSync(join(folder, `${name}.json`), policy);
  writeFileSync(join(kept, `${name}.csv`), shorten(log));
  const [head, ...lines] = log.trim().split('\n');
  const cpuSeconds = Number(lines.at(-1).split(',')[head.split(',').indexOf('charts/cpu_seconds')]);
  const results = readResults();
  results.trainings[name] = { command, updates: lines.length, cpuSeconds: Number(cpuSeconds.toFixed(1)) };
  writeResults(results);
}

/** @param {string[]} args */
function main([mode, ...rest]) {
  if (mode === '--adopt') adopt(...rest);
  const isHasty = rest[0] === '--hasty';
  const task = rest[0] === '--task' ? rest[1] : undefined;
  if (mode === '--measure') measureMissing(rest.slice(isHasty ? 1 : task === undefined ? 0 : 2), isHasty, task);
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []));
  const shown = names.filter((name) => /\.steer(?:-network)?$/u.test(name)).sort((a, b) => (a < b ? -1 : 1));
  const results = readResults();
  const readCurve = (name) => {
    const file = join(kept, `${name}.csv`);
    if (!existsSync(file)) return undefined;
    const [head, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
    return lines.map((line) =>
      Object.fromEntries(line.split(',').map((cell, i) => [head.split(',')[i], cell === '' ? NaN : Number(cell)])),
    );
  };
  const policies = shown.map((name) => ({
    name,
    file: JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')),
    curve: readCurve(name),
    training: results.trainings[name],
  }));
  writeCards(folder, policies, results.measured);
  writeDocument(join(root, 'docs/learning.md'), policies, results.measured);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  try {
    main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
