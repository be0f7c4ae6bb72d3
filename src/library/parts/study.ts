/** Studies in one thread: jobs one after the other, with pauses in which a page draws. */
import { codeVersion } from '../../code-version.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { checkFit, findBest, fitParameters, type FitTrial } from '../../experiments/studies/fit/fit.ts';
import { hashTask, type Job, type JobResult, type StudyTask } from '../../experiments/studies/job.ts';
import { JobRunner } from '../../experiments/studies/run-job.ts';
import { parseStudySpec, type StudySpec } from '../../experiments/studies/spec.ts';
import {
  expandJobs,
  type FitStudy,
  resolveFit,
  resolveSweep,
  type SweepStudy,
} from '../../experiments/studies/study.ts';
import { createSeriesTable, createTable, type Row } from '../../experiments/studies/table.ts';
import type { Table } from '../../experiments/tables/table.ts';
import { throwProblem } from '../../engine/model/problem.ts';
import { describeAnimal, parse } from './all.ts';
import { checkCallbacks, checkOptionNames } from './options.ts';
import { pause } from './pause.ts';

/** A study file as text, or what it says as an object: `{ animal: 'lamprey', parameters: { … } }`. */
export type StudyInput = string | object;

export interface StudyOptions {
  /** Runs done, of so many; of a fit, of the most that it tries. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Ends it early: its promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface SweepResult {
  readonly study: SweepStudy;
  /** Jobs with their results, in the order of the jobs. */
  readonly rows: readonly Row[];
  /** The same as columns with units. */
  readonly table: Table;
  /** Recorded signals over time, where the study asks for some. */
  readonly series: Table | undefined;
}

export interface FitResult {
  readonly study: FitStudy;
  readonly trials: readonly FitTrial[];
  readonly best: FitTrial | undefined;
}

/** Runs every combination of a sweep. A run that is refused or breaks down is a row with its reason; the others continue. */
export async function runSweep(input: StudyInput, options: StudyOptions = {}): Promise<SweepResult> {
  checkOptions(options);
  const { spec, creature } = open(input);
  const study = resolveSweep(spec, creature, codeVersion);
  const jobs = expandJobs(study);
  const runner = new JobRunner();
  const rows: Row[] = [];
  for (const job of jobs) {
    options.signal?.throwIfAborted();
    rows.push({ job, result: runner.run(study.task, study.taskHash, job) });
    options.onProgress?.(rows.length, jobs.length);
    await pause();
  }
  return { study, rows, table: createTable(study, rows), series: createSeriesTable(study, rows) };
}

/** Searches parameters until metrics are as the study's targets say. */
export async function runFit(input: StudyInput, options: StudyOptions = {}): Promise<FitResult> {
  checkOptions(options);
  const { spec, creature } = open(input);
  const study = resolveFit(spec, creature, codeVersion);
  checkFit(study);
  const runner = new JobRunner();
  const hashes = new Map<StudyTask, string>([[study.task, study.taskHash]]);
  const total = study.spec.search.evaluations * study.seeds.length;
  let done = 0;
  const evaluate = async (task: StudyTask, jobs: readonly Job[]): Promise<ReadonlyMap<string, JobResult>> => {
    const results = new Map<string, JobResult>();
    // Halving runs shorter tasks first.
    const taskHash = hashes.get(task) ?? hashTask(task);
    hashes.set(task, taskHash);
    for (const job of jobs) {
      options.signal?.throwIfAborted();
      results.set(job.key, runner.run(task, taskHash, job));
      options.onProgress?.(Math.min(++done, total), total);
      await pause();
    }
    return results;
  };
  const trials = await fitParameters(study, { evaluate, onGeneration: () => undefined });
  return { study, trials, best: findBest(trials) };
}

function checkOptions(options: unknown): void {
  checkCallbacks(checkOptionNames(options, ['onProgress', 'signal'], '{ onProgress: (done, total) => … }'));
}

function open(input: StudyInput): { readonly spec: StudySpec; readonly creature: AnimalDesc } {
  if ((input as unknown) === undefined)
    throwProblem('missing', '', 'nothing', "Give a study: { animal: 'lamprey', parameters: { … } }, or its text.");
  const spec = parseStudySpec(typeof input === 'string' ? input : JSON.stringify(input));
  return { spec, creature: readCreature(spec) };
}

function readCreature({ animal, creature }: StudySpec): AnimalDesc {
  if (animal !== undefined) return describeAnimal(animal as never);
  if (typeof creature === 'object') return parse(creature);
  throwProblem(
    'unreadable',
    'creature',
    JSON.stringify(creature),
    'The library reads no files: write the creature itself there, or name an animal.',
  );
}
