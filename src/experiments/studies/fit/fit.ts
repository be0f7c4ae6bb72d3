/** Fits parameters to target metrics: generations of an optimiser, or short runs first and long ones for the better third. */
import { ModelError, type Problem } from '../../../engine/model/problem.ts';
import { hashTask, type Job, type JobResult, type Rule, type StudyTask } from '../job.ts';
import { computeSamples } from '../samplers.ts';
import { createJob, type FitStudy } from '../study.ts';
import { compareScores, computeScore, type Score } from './objective.ts';
import { createCmaEs } from '../../../learn/trainers/cma-es.ts';

/** Factor of successive halving: one in this many trials survives a rung, and runs this many times as long. */
const halvingFactor = 3;
const halvingRungs = 3;

/** One set of parameters, tried. */
export interface FitTrial {
  readonly parameters: Job['parameters'];
  /** A job for each seed. */
  readonly jobs: readonly Job[];
  /** Simulated seconds of its runs. */
  readonly seconds: number;
  readonly score: Score;
}

export interface FitEvents {
  /** Runs jobs; those without a result are missing. Undefined: interrupted. */
  evaluate(task: StudyTask, jobs: readonly Job[]): Promise<ReadonlyMap<string, JobResult> | undefined>;
  /** After every generation, with the best so far. */
  onGeneration(trials: number, best: FitTrial): void;
}

/** Checks what only a fit needs. Throws a ModelError. */
export function checkFit(study: FitStudy): void {
  const problems: Problem[] = [];
  if (study.spec.targets.length === 0)
    problems.push({
      code: 'missing',
      path: 'targets',
      got: 'none',
      hint: 'Say what is wanted: [{"metric": "speed", "value": 0.3}] or [{"metric": "speed", "goal": "maximise"}].',
    });
  study.spec.targets.forEach((target, i) => {
    if ((target.value === undefined) === (target.goal === undefined))
      problems.push({
        code: 'inconsistent',
        path: `targets[${i}]`,
        got: target.value === undefined ? 'neither value nor goal' : 'both value and goal',
        hint: 'Say one of them.',
      });
  });
  if (problems.length > 0) throw new ModelError(problems);
}

/** All trials in order; fewer than requested when interrupted. */
export async function fitParameters(study: FitStudy, events: FitEvents): Promise<FitTrial[]> {
  const { method } = study.spec.search;
  if (method === 'halving') return runHalving(study, events);
  const create = method === 'random' ? createRandomSearch : createEvolution;
  const { evaluations, population, sigma, seed } = study.spec.search;
  const start = study.ranges.map((range) => range.start ?? 0.5);
  const optimiser = create({ dimensions: study.ranges.length, population, sigma, seed, start });
  const trials: FitTrial[] = [];
  // The given creature is the first trial.
  if (study.ranges.some((range) => range.start !== undefined)) {
    const first = await tryPoints(study, study.task, [start], events);
    if (first === undefined) return trials;
    trials.push(...first);
    events.onGeneration(1, first[0]!);
  }
  while (trials.length < evaluations) {
    const points = optimiser.ask();
    const tried = await tryPoints(study, study.task, points.slice(0, evaluations - trials.length), events);
    if (tried === undefined) break;
    trials.push(...tried);
    events.onGeneration(trials.length, findBest(trials)!);
    // An incomplete last generation does not update the optimiser.
    if (tried.length === points.length) optimiser.tell(rank(tried));
  }
  return trials;
}

async function runHalving(study: FitStudy, events: FitEvents): Promise<FitTrial[]> {
  const { evaluations, seed } = study.spec.search;
  const names = study.ranges.map((range) => range.name);
  // n + n/3 + n/9 of them make the whole.
  const shares = Array.from({ length: halvingRungs }, (_, i) => 1 / raise(halvingFactor, i));
  const first = Math.max(1, Math.floor(evaluations / shares.reduce((sum, share) => sum + share, 0)));
  let points = listRows(computeSamples('latin', first, names, seed), names.length);
  const trials: FitTrial[] = [];
  for (let rung = 0; rung < halvingRungs; rung++) {
    const seconds = study.task.seconds / raise(halvingFactor, halvingRungs - 1 - rung);
    const tried = await tryPoints(study, { ...study.task, seconds }, points, events);
    if (tried === undefined) break;
    trials.push(...tried);
    events.onGeneration(trials.length, findBest(tried)!);
    const places = rank(tried);
    const keep = Math.max(1, Math.floor(points.length / halvingFactor));
    points = points.filter((_, i) => places[i]! < keep);
  }
  return trials;
}

function raise(base: number, power: number): number {
  let result = 1;
  for (let i = 0; i < power; i++) result *= base;
  return result;
}

async function tryPoints(
  study: FitStudy,
  task: StudyTask,
  points: readonly (readonly number[])[],
  events: FitEvents,
): Promise<FitTrial[] | undefined> {
  const taskHash = hashTask(task);
  const sets = points.map((point) => {
    const parameters = Object.fromEntries(study.ranges.map((range, i) => [range.name, range.compute(point[i]!)]));
    return study.seeds.map((seed) => createJob(study, parameters, seed, taskHash));
  });
  // Whole numbers make equal sets, which are one job.
  const jobs = [...new Map(sets.flat().map((job) => [job.key, job])).values()];
  const results = await events.evaluate(task, jobs);
  if (results === undefined) return undefined;
  const constraints = listConstraints(study);
  return sets.map((set) => ({
    parameters: set[0]!.parameters,
    jobs: set,
    seconds: task.seconds,
    score: computeScore(
      set.map((job) => results.get(job.key)),
      study.spec.targets,
      constraints,
    ),
  }));
}

function listConstraints(study: FitStudy): Rule[] {
  return study.spec.constraints.map(({ metric, above, below }) => ({
    of: 'metric',
    name: metric!,
    side: above !== undefined ? 'above' : 'below',
    limit: (above ?? below)!,
  }));
}

/** Place of each trial in the order from the best; equal ones in the order they were tried. */
function rank(trials: readonly FitTrial[]): number[] {
  const order = trials.map((_, i) => i).sort((a, b) => compareScores(trials[a]!.score, trials[b]!.score) || a - b);
  const places = new Array<number>(trials.length);
  order.forEach((trial, place) => (places[trial] = place));
  return places;
}

/** The best of the trials of the full length; undefined without any. */
export function findBest(trials: readonly FitTrial[]): FitTrial | undefined {
  const longest = Math.max(...trials.map((trial) => trial.seconds));
  return trials
    .filter((trial) => trial.seconds === longest)
    .reduce<FitTrial | undefined>(
      (best, trial) => (best === undefined || compareScores(trial.score, best.score) < 0 ? trial : best),
      undefined,
    );
}

/** Ask–tell optimisers on the unit cube: `ask` returns points, `tell` takes their ranks. */
interface Optimiser {
  /** Points to try, each a list of shares from 0 to 1. */
  ask(): readonly (readonly number[])[];
  /** Places in the order from the best (0), one for each point asked for last. */
  tell(places: readonly number[]): void;
}

interface SearchOptions {
  readonly dimensions: number;
  /** Points per generation; 0 lets the method choose. */
  readonly population: number;
  /** First step as a share of the ranges, for methods that have one. */
  readonly sigma: number;
  readonly seed: number;
  /** Where to begin, a share of each range; the middle where left out. */
  readonly start?: readonly number[];
}

/** Least distance of the start from an end of a range: nearer, half of the steps would be reflected. */
const startMargin = 0.02;

const defaultBatchSize = 32;

/** Random search in batches; the baseline for every other method. */
function createRandomSearch(options: SearchOptions): Optimiser {
  const { dimensions, seed, population } = options;
  const batch = population === 0 ? defaultBatchSize : population;
  const names = Array.from({ length: dimensions }, (_, i) => `fit ${i}`);
  let asked = 0;
  return {
    ask() {
      asked += batch;
      // Streams begin alike however long they are, so that the last rows are new.
      const points = computeSamples('random', asked, names, seed).subarray((asked - batch) * dimensions);
      return listRows(points, dimensions);
    },
    tell: () => undefined,
  };
}

/** The evolution strategy; candidates outside of the ranges are mirrored back. */
function createEvolution(options: SearchOptions): Optimiser {
  const { dimensions, seed, population, sigma } = options;
  const start = Float64Array.from({ length: dimensions }, (_, i) =>
    Math.min(1 - startMargin, Math.max(startMargin, options.start?.[i] ?? 0.5)),
  );
  const strategy = createCmaEs({ start, sigma, seed, ...(population === 0 ? {} : { population }) });
  return {
    ask: () => listRows(strategy.ask(), dimensions).map((point) => point.map(reflect)),
    tell: (places) => strategy.tell(Float64Array.from(places, (place) => -place)),
  };
}

function listRows(points: Float64Array, dimensions: number): number[][] {
  return Array.from({ length: points.length / dimensions }, (_, row) =>
    Array.from(points.subarray(row * dimensions, (row + 1) * dimensions)),
  );
}

/** Back into [0, 1] by mirrors at both ends: reflection stops no direction, and steps keep their lengths. */
function reflect(share: number): number {
  const folded = Math.abs(share) % 2;
  return folded > 1 ? 2 - folded : folded;
}
