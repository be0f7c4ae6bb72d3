/** A study: the spec checked against its animal, and the jobs that it amounts to. Nothing runs before all of this holds. */
import { getJsonSchema, renameParameter, renameParameterValue } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { lookUp, parsePath } from '../../engine/model/field-tree.ts';
import { ModelError, type Problem, throwProblem } from '../../engine/model/problem.ts';
import { suggestSentence } from '../../engine/model/suggest.ts';
import { listMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { listVariedWithoutEffect } from '../../engine/sim/warnings.ts';
import { computeJobKey, countSteps, hashTask, type Job, type Rule, type StudyTask } from './job.ts';
import { type Choices, checkFreeRanges, type FreeRange, resolveParameters } from './parameters.ts';
import { listColumns, setValue } from './run-job.ts';
import type { ParameterSpec, RuleSpec, StudySpec } from './spec.ts';

/** Recorded numbers of one run; more belong in a recording. */
const maxRecordedNumbers = 1_000_000;

/** Chosen: each takes about half a kilobyte of memory, so more do not fit. */
export const maxJobs = 1_000_000;

/** A column of the table that the animal itself does not know by that name. */
export interface NamedUnit {
  readonly name: string;
  readonly unit: string;
}

export interface Study {
  readonly spec: StudySpec;
  readonly task: StudyTask;
  readonly taskHash: string;
  readonly seeds: readonly number[];
  /** Varied parameters in the order of the file, linked ones too. */
  readonly parameters: readonly NamedUnit[];
  /** Metrics asked for, or all. */
  readonly metrics: readonly string[];
  /** Unit of a metric of the animal. */
  readonly getMetricUnit: (name: string) => string;
  /** Columns of recorded signals. */
  readonly recorded: readonly NamedUnit[];
  /** Seconds of one step. */
  readonly dt: number;
  /** Parameters that are varied and change nothing, in sentences. */
  readonly warnings: readonly string[];
}

export interface SweepStudy extends Study {
  readonly choices: Choices;
}

export interface FitStudy extends Study {
  readonly ranges: readonly FreeRange[];
  readonly links: Choices['links'];
}

/** Checks a spec for `sweep`. `creature` is what it names, read. Throws a ModelError with every problem found. */
export function resolveSweep(written: StudySpec, creature: AnimalDesc, version: string): SweepStudy {
  expectPossible(written);
  const spec = renameParameters(written, creature);
  const problems: Problem[] = [];
  const base = applySet(creature, spec.set);
  const choices = resolveParameters(spec, base, problems);
  return { ...resolveCommon(spec, base, version, problems), choices };
}

/** Checks a spec for `fit`. */
export function resolveFit(written: StudySpec, creature: AnimalDesc, version: string): FitStudy {
  const spec = renameParameters(written, creature);
  const problems: Problem[] = [];
  const base = applySet(creature, spec.set);
  const whole = addGenes(spec, base, problems);
  const { ranges, links } = checkFreeRanges(whole, base, problems);
  return { ...resolveCommon(whole, base, version, problems), ranges, links };
}

/** A study of creature files of version 1, in the names of now. */
function renameParameters(spec: StudySpec, creature: AnimalDesc): StudySpec {
  const rename = (path: string): string => renameParameter(creature, path);
  const renameKeys = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).map(([path, value]) => [rename(path), value]));
  const parameters = Object.entries(spec.parameters).map(([path, parameter]): [string, ParameterSpec] => {
    const { list, like, mix } = parameter;
    const renamed = {
      ...parameter,
      ...(list === undefined
        ? {}
        : { list: list.map((value) => renameParameterValue(creature, path, value) as typeof value) }),
      ...(like === undefined ? {} : { like: rename(like) }),
      ...(mix === undefined ? {} : { mix: renameKeys(mix) }),
    };
    return [rename(path), renamed];
  });
  const set = Object.entries(spec.set).map(([path, value]): [string, typeof value] => [
    rename(path),
    renameParameterValue(creature, path, value) as typeof value,
  ]);
  return { ...spec, set: Object.fromEntries(set), parameters: Object.fromEntries(parameters) };
}

function applySet(creature: AnimalDesc, set: StudySpec['set']): AnimalDesc {
  return Object.entries(set).reduce((desc, [path, value]) => {
    try {
      return setValue(desc, path, value);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      throw new ModelError(error.problems.map((problem) => ({ ...problem, path: `set.${problem.path}` })));
    }
  }, creature);
}

function resolveCommon(spec: StudySpec, creature: AnimalDesc, version: string, problems: Problem[]): Study {
  // A path that does not exist is found before the seconds that compiling may take.
  if (problems.length > 0) throw new ModelError(problems);
  const seeds = typeof spec.seeds === 'number' ? Array.from({ length: spec.seeds }, (_, i) => i + 1) : spec.seeds;
  if (new Set(seeds).size < seeds.length)
    problems.push({
      code: 'inconsistent',
      path: 'seeds',
      got: 'a seed twice',
      hint: 'Each seed gives one run; name it once.',
    });
  const simulation = new Simulation(creature, { seed: seeds[0]! });
  const known = {
    metric: listMetrics(simulation.system).map(({ name }) => name),
    signal: simulation.system.signals
      .filter((signal) => signal.size === 1 && signal.detail !== true)
      .map((signal) => signal.name),
  };
  checkNames('metric', spec.metrics, 'metrics', known.metric, problems);
  const stop = spec.stop.map((rule, i) => readRule(rule, `stop[${i}]`, known, problems));
  const constrained = { metric: known.metric, signal: [] };
  spec.constraints.forEach((rule, i) => readRule(rule, `constraints[${i}]`, constrained, problems));
  checkNames(
    'metric',
    spec.targets.map((target) => target.metric),
    'targets',
    known.metric,
    problems,
  );
  const recorded = resolveRecord(spec, simulation, problems);
  if (problems.length > 0) throw new ModelError(problems);
  const task: StudyTask = { version, creature, seconds: spec.seconds, stop: stop as Rule[], record: spec.record };
  const schema = getJsonSchema(creature);
  return {
    spec,
    task,
    taskHash: hashTask(task),
    seeds,
    parameters: Object.keys(spec.parameters).map((name) => ({ name, unit: findUnit(schema, name) })),
    getMetricUnit: (name) => listMetrics(simulation.system).find((metric) => metric.name === name)?.unit ?? '',
    metrics: spec.metrics.length === 0 ? known.metric : [...new Set(spec.metrics)],
    recorded,
    dt: simulation.system.dt,
    warnings: listVariedWithoutEffect(simulation.system, Object.keys(spec.parameters)),
  };
}

function checkNames(
  kind: 'metric' | 'signal',
  names: readonly string[],
  path: string,
  known: readonly string[],
  problems: Problem[],
): void {
  names.forEach((name, i) => {
    if (known.includes(name)) return;
    const hint = suggestSentence(name, known);
    problems.push({ code: `unknown-${kind}`, path: `${path}[${i}]`, got: `'${name}'`, hint });
  });
}

/** undefined when a problem was added. */
function readRule(
  rule: RuleSpec,
  path: string,
  known: Readonly<Record<Rule['of'], readonly string[]>>,
  problems: Problem[],
): Rule | undefined {
  const of = rule.metric !== undefined ? 'metric' : 'signal';
  const name = rule.metric ?? rule.signal;
  const limit = rule.above ?? rule.below;
  const doubled = (rule.metric !== undefined && rule.signal !== undefined) || (rule.above ?? rule.below) === undefined;
  if (name === undefined || limit === undefined || doubled || (rule.above !== undefined && rule.below !== undefined)) {
    problems.push({
      code: 'inconsistent',
      path,
      got: Object.keys(rule).join(', ') || 'nothing',
      hint: 'Name one metric or signal and one limit: {"metric": "distance", "above": 0.5}.',
    });
    return undefined;
  }
  if (!known[of].includes(name)) {
    problems.push({ code: `unknown-${of}`, path, got: `'${name}'`, hint: suggestSentence(name, known[of]) });
    return undefined;
  }
  return { of, name, side: rule.above !== undefined ? 'above' : 'below', limit };
}

function resolveRecord(spec: StudySpec, simulation: Simulation, problems: Problem[]): NamedUnit[] {
  const { signals } = simulation.system;
  const { signals: names, every } = spec.record;
  checkNames(
    'signal',
    names,
    'record.signals',
    signals.map((signal) => signal.name),
    problems,
  );
  const columns = signals
    .filter((signal) => names.includes(signal.name))
    .flatMap((signal) => listColumns(signal).map((name) => ({ name, unit: signal.unit })));
  const { dt } = simulation.system;
  const samples = countSteps(spec.seconds, dt) / Math.max(1, Math.round(every / dt)) + 1;
  const numbers = Math.floor(samples * columns.length);
  if (numbers > maxRecordedNumbers)
    problems.push({
      code: 'too-large',
      path: 'record',
      got: `${numbers} numbers for each run`,
      hint: `At most ${maxRecordedNumbers}: name fewer signals or raise record.every.`,
    });
  return columns;
}

function findUnit(schema: ReturnType<typeof getJsonSchema>, path: string): string {
  const unit = lookUp(schema, parsePath(path) ?? [])?.unit ?? '';
  return unit === '1' ? '' : unit;
}

/** How many jobs a sweep has at most, before any value is made: repeated values count more than once. */
export function countSpecJobs({ seeds, parameters }: StudySpec): number {
  let jobs = typeof seeds === 'number' ? seeds : seeds.length;
  let drawn = 1;
  for (const { list, steps, random, latin, sobol } of Object.values(parameters)) {
    jobs *= list?.length ?? steps ?? 1;
    // Drawn together, so they count once.
    drawn = Math.max(drawn, random ?? latin ?? sobol ?? 1);
  }
  return jobs * drawn;
}

function expectPossible(spec: StudySpec): void {
  const jobs = countSpecJobs(spec);
  if (jobs > maxJobs)
    throwProblem('too-large', 'parameters', `${jobs} jobs`, `At most ${maxJobs}: use fewer steps, or draw with sobol.`);
}

/** How many jobs there are, known without making them. */
export function countJobs(study: SweepStudy): number {
  return study.choices.axes.reduce((product, axis) => product * axis.length, study.seeds.length);
}

/** All jobs: the first parameter changes slowest, the seed fastest, so that neighbours share a compiled animal. */
export function expandJobs(study: SweepStudy): Job[] {
  return Array.from({ length: countJobs(study) }, (_, index) => getJob(study, index));
}

/** One of the jobs, without making the others. */
export function getJob(study: SweepStudy, index: number): Job {
  const { axes } = study.choices;
  let point: Job['parameters'] = {};
  let rest = Math.floor(index / study.seeds.length);
  for (let i = axes.length - 1; i >= 0; i--) {
    const axis = axes[i]!;
    point = { ...axis[rest % axis.length], ...point };
    rest = Math.floor(rest / axis.length);
  }
  return createJob(study, point, study.seeds[index % study.seeds.length]!);
}

/** The job of one set of values; linked parameters follow, and the order is that of the file. */
export function createJob(
  study: Study & { readonly choices?: Choices; readonly links?: Choices['links'] },
  point: Job['parameters'],
  seed: number,
  taskHash = study.taskHash,
): Job {
  const links = study.choices?.links ?? study.links ?? [];
  const values: Record<string, Job['parameters'][string]> = { ...point };
  for (const link of links) values[link.name] = link.compute(values);
  const parameters = Object.fromEntries(study.parameters.map(({ name }) => [name, values[name]!]));
  return { key: computeJobKey(taskHash, parameters, seed), seed, parameters };
}

/**
 * `vary` of a study: numbers that the animal itself offers to a search become parameters; those that the study names stay as it
 * says. Adds to `problems`.
 */
function addGenes(spec: StudySpec, creature: AnimalDesc, problems: Problem[]): StudySpec {
  if (spec.vary.length === 0) return spec;
  const { handles } = new Simulation(creature, { seed: 1 }).system;
  const { genes, followers } = handles.design ?? { genes: [], followers: [] };
  for (const group of spec.vary) {
    if (genes.some((gene) => gene.group === group)) continue;
    const others = [...new Set(genes.map((gene) => gene.group))];
    const hint =
      others.length === 0
        ? 'This animal offers none: name parameters with from and to.'
        : `It offers ${others.join(', ')}.`;
    problems.push({ code: 'inconsistent', path: 'vary', got: `'${group}'`, hint });
  }
  const parameters: Record<string, ParameterSpec> = { ...spec.parameters };
  for (const { group, path, from, to, now, scale } of genes)
    if (spec.vary.includes(group))
      parameters[path] ??= { from, to, start: now, ...(scale === undefined ? {} : { scale }) };
  for (const { group, path, mix, plus } of followers)
    if (spec.vary.includes(group) && Object.keys(mix).every((gene) => Object.hasOwn(parameters, gene)))
      parameters[path] ??= { mix: { ...mix }, plus };
  return { ...spec, parameters };
}
