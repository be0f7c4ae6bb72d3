/** `bestiary bench`: how fast every animal runs, beside a yardstick that makes machines comparable. */
import { animalNames, describeAnimal } from '../../animals/registry.ts';
import { getJsonSchema, replaceValue } from '../../engine/families/descriptions.ts';
import { lookUp, parsePath } from '../../engine/model/field-tree.ts';
import type { BenchRunner, BenchVariant } from '../../experiments/kinds/bench.ts';
import { listBenchVariants } from '../../experiments/registry.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { startCpuTimer } from '../../node/cpu-timer.ts';
import { readNumber } from '../command/arguments.ts';
import type { Arguments, Command, Context, Output } from '../command/command.ts';
import { exitCodes, usageError } from '../command/command-error.ts';
import { formatNumber, layOutTable, writeResult } from '../output/layout.ts';
import { measureStudies, type StudyRow, studyRowNames } from './bench-studies.ts';

const firstAnimal = animalNames[0]!;
const yardstickOperations = 20_000_000;
const warmUpCpuSeconds = 0.5;
/** A repeat ends after its simulated time or after this much CPU, whichever comes first. */
const maxCpuPerRepeat = 2;

export const benchCommand: Command = {
  name: 'bench',
  summary: 'Speed of every animal, with a yardstick.',
  usage: 'bench [--filter TEXT] [--seconds S] [--repeats N]',
  options: [
    { name: 'filter', value: 'TEXT', about: `Only rows whose name contains it, e.g. ${firstAnimal}.` },
    { name: 'seconds', value: 'S', about: 'Simulated seconds of each repeat (default 10).' },
    { name: 'repeats', value: 'N', about: 'Repeats; the median counts (default 3).' },
  ],
  examples: () => [
    { line: 'bestiary bench', does: 'everything' },
    { line: `bestiary bench --filter ${firstAnimal} --json`, does: 'one animal, for a script' },
    { line: 'bestiary bench --filter /bottle', does: 'all animals that can be in it; also /valley, /pillars, /grasp' },
    { line: 'bestiary bench --filter studies', does: 'threads, and what a job of a study costs' },
  ],
  run: runBench,
};

/** An animal as it is by default, `/INTEGRATOR` with another one, `/twin` without SIMD, or a variant of its own. */
interface Subject extends BenchVariant {
  readonly kernels: 'auto' | 'twin';
}

interface Row {
  readonly name: string;
  readonly realTimeFactor: number;
  readonly stepsPerSecond: number;
  /** Steps in the time of 10⁹ yardstick operations: comparable between machines. */
  readonly stepsPerGigaOperation: number;
}

async function runBench(context: Context, args: Arguments): Promise<number> {
  const seconds = readNumber(args, 'seconds', 10, { min: 0.01, max: 1000, unit: 's' });
  const repeats = readNumber(args, 'repeats', 3, { min: 1, max: 100, whole: true });
  const filter = args.get('filter') ?? '';
  const all = animalNames.flatMap(listSubjects);
  const subjects = all.filter(({ name, isAside }) => name.includes(filter) && (!isAside || filter.includes('/')));
  if (subjects.length === 0 && !studyRowNames.some((name) => name.includes(filter)))
    throw usageError(
      `Nothing to measure contains '${filter}'. Known: ${[...all.map(({ name }) => name), ...studyRowNames].join(', ')}.`,
    );
  const operationsPerSecond = measureYardstick();
  const animals: Row[] = [];
  for (const subject of subjects) {
    if (context.progress?.isTerminal === true) context.progress.write(`\r\u001b[Kmeasuring ${subject.name} …`);
    animals.push(measure(subject, seconds, repeats, operationsPerSecond));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const studies = await measureStudies(filter, context);
  if (context.progress?.isTerminal === true) context.progress.write('\r\u001b[K');
  const yardstick = { operationsPerSecond, about: 'dependent multiply-adds of doubles in one JavaScript loop' };
  writeResult(
    context,
    { animals, studies, yardstick },
    (animals.length === 0 ? '' : formatTable(animals, operationsPerSecond, context.out)) +
      formatStudies(studies, context.out),
  );
  return exitCodes.done;
}

/** Where families say how time is stepped. */
const integratorPaths = ['integration.method', 'integrator'];

/** The animal as it is, then every integrator it offers, each with and without SIMD, then what is special about it. */
function listSubjects(animal: string): Subject[] {
  const desc = describeAnimal(animal);
  const schema = getJsonSchema(desc);
  const path = integratorPaths.find((one) => lookUp(schema, parsePath(one)!) !== undefined) ?? '';
  const integrators = (lookUp(schema, parsePath(path) ?? [''])?.enum ?? []) as readonly string[];
  const modes = integrators.flatMap((integrator): Subject[] => {
    const changed = replaceValue(desc, path, integrator);
    const name = `${animal}/${integrator}`;
    return [
      { name, desc: changed, kernels: 'auto' },
      { name: `${name}/twin`, desc: changed, kernels: 'twin' },
    ];
  });
  const own = listBenchVariants(desc).map(
    (variant): Subject => ({ ...variant, name: `${animal}/${variant.name}`, kernels: 'auto' }),
  );
  return [{ name: animal, desc, kernels: 'auto' }, ...modes, ...own];
}

function measure(subject: Subject, seconds: number, repeats: number, operationsPerSecond: number): Row {
  // Until the compiler has seen everything, and optimised it.
  const readCpuSeconds = startCpuTimer();
  do runOnce(subject, seconds);
  while (readCpuSeconds() < warmUpCpuSeconds);
  const rates = Array.from({ length: repeats }, () => runOnce(subject, seconds));
  const stepsPerSecond = computeMedian(rates.map((rate) => rate.stepsPerSecond));
  return {
    name: subject.name,
    realTimeFactor: stepsPerSecond * rates[0]!.dt,
    stepsPerSecond,
    stepsPerGigaOperation: (1e9 * stepsPerSecond) / operationsPerSecond,
  };
}

function createRunner(subject: Subject): BenchRunner {
  const { desc, kernels } = subject;
  if (subject.createRunner !== undefined) return subject.createRunner(kernels);
  const simulation = new Simulation(desc, { seed: 1, kernels });
  return { dt: simulation.system.dt, lanes: 1, step: () => simulation.step() };
}

function runOnce(subject: Subject, seconds: number): { stepsPerSecond: number; dt: number } {
  const runner = createRunner(subject);
  const { dt, lanes } = runner;
  const steps = Math.max(1, Math.round(seconds / dt));
  const readCpuSeconds = startCpuTimer();
  let [spent, done] = [0, 0];
  while (done < steps && spent < maxCpuPerRepeat) {
    for (let i = 0; i < 50 && done < steps; i++, done++) runner.step();
    spent = readCpuSeconds();
  }
  return { stepsPerSecond: (lanes * done) / Math.max(spent, 1e-6), dt };
}

function measureYardstick(): number {
  runYardstick(yardstickOperations / 10);
  const rates = Array.from({ length: 5 }, () => {
    const readCpuSeconds = startCpuTimer();
    runYardstick(yardstickOperations);
    return yardstickOperations / Math.max(readCpuSeconds(), 1e-6);
  });
  return computeMedian(rates);
}

/** Each operation waits for the one before, so the result is a latency that no compiler widens. */
function runYardstick(operations: number): number {
  let x = 0.5;
  for (let i = 0; i < operations; i++) x = x * 0.999999 + 1e-7;
  // Never true, but the loop must be seen to matter.
  if (x > 1) throw new RangeError('The yardstick left its range.');
  return x;
}

function computeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function formatTable(animals: readonly Row[], operationsPerSecond: number, out: Output): string {
  const head = ['NAME', 'TIMES REAL TIME', 'STEPS PER SECOND', 'STEPS PER 10⁹ YARDSTICK OPERATIONS'];
  const rows = animals.map((row) => [
    row.name,
    formatNumber(row.realTimeFactor),
    formatNumber(row.stepsPerSecond),
    formatNumber(row.stepsPerGigaOperation),
  ]);
  return `${layOutTable(head, rows, out)}\n\nyardstick: ${formatNumber(operationsPerSecond / 1e6)} million operations per second\n`;
}

function formatStudies(studies: readonly StudyRow[], out: Output): string {
  if (studies.length === 0) return '';
  const head = ['NAME', 'MEASURED', 'WANTED', 'LOAD BEFORE'];
  const rows = studies.map(({ name, value, unit, target, loadAverage }) => [
    name,
    `${formatNumber(value)} ${unit}`,
    target,
    formatNumber(loadAverage),
  ]);
  return `\n${layOutTable(head, rows, out)}\n`;
}
