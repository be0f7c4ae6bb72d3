/** `bestiary sweep`: a parameter study from one file, on one machine or many. */
import type { Job } from '../../experiments/studies/job.ts';
import { createStudySchema } from '../../experiments/studies/spec.ts';
import {
  countJobs,
  countSpecJobs,
  expandJobs,
  getJob,
  maxJobs,
  resolveSweep,
  type SweepStudy,
} from '../../experiments/studies/study.ts';
import { codeVersion } from '../../code-version.ts';
import { estimateCost } from '../../node/studies/estimate.ts';
import { ResultStore } from '../../node/studies/result-store.ts';
import type { StudyOutcome } from '../../node/studies/run-study.ts';
import { makeRunFolder } from '../../node/run-folder.ts';
import { listRows, writeStudy, writeTables } from '../../node/studies/study-folder.ts';
import type { Arguments, Command, Context } from '../command/command.ts';
import { CommandError, exitCodes, usageError } from '../command/command-error.ts';
import { formatNumber, writeResult } from '../output/layout.ts';
import { openExecutor, readThreads, redisOption, threadsOption } from '../studies/executor-choice.ts';
import { Progress } from '../output/progress.ts';
import { loadStudy, outOption, readOutFolder, specPositional } from '../studies/study-input.ts';
import { warnOfStudy, withStudyRunner } from '../studies/study-run.ts';

/** More jobs need --yes: a grid with one dimension too many is written quickly. */
const manyJobs = 20_000;
const failuresShown = 5;

export const sweepCommand: Command = {
  name: 'sweep',
  summary: 'Vary parameters of an animal as a file says, and tabulate what it does.',
  usage: 'sweep SPEC.json --out DIR [--executor local|bullmq|shard] [--threads N] [--dry-run]',
  positionals: [{ ...specPositional, optional: true }],
  options: [
    outOption,
    {
      name: 'executor',
      value: 'local|bullmq|shard',
      about: 'local: threads here (default). bullmq: workers on a Redis. shard: a part.',
    },
    threadsOption,
    redisOption,
    {
      name: 'shard',
      value: 'I/N',
      about: 'Only every N-th job from the I-th on; auto reads SLURM or Kubernetes variables.',
    },
    { name: 'dry-run', about: 'Only say how many jobs, CPU hours and bytes it is, from a timed sample.' },
    { name: 'yes', about: `Run even if there are more than ${manyJobs} jobs.` },
    { name: 'schema', about: 'Print the JSON Schema of study files, for editors.' },
  ],
  examples: () => [
    { line: 'bestiary sweep study.json --dry-run', does: 'what it would cost' },
    {
      line: 'bestiary sweep study.json --out study',
      does: 'on all cores of this machine; repeat it to continue after Ctrl-C',
    },
    { line: 'bestiary sweep study.json --out study --redis redis://host', does: 'with every `bestiary worker` there' },
    {
      line: 'bestiary sweep study.json --out part3 --shard 3/8',
      does: 'a part; then: bestiary merge part* --out study',
    },
  ],
  run: runSweep,
};

async function runSweep(context: Context, args: Arguments): Promise<number> {
  if (args.has('schema')) {
    context.out.write(`${JSON.stringify(createStudySchema(), null, context.json ? undefined : 2)}\n`);
    return exitCodes.done;
  }
  const [file] = args.positionals;
  if (file === undefined)
    throw usageError(`'sweep' needs SPEC.json: got nothing. Usage: bestiary ${sweepCommand.usage}`);
  const dryRun = args.has('dry-run');
  const out = dryRun && !args.has('out') ? undefined : readOutFolder(args, 'sweep');
  const { spec, creature } = loadStudy(file);
  // Before any value is made: a count is written more quickly than what it stands for.
  checkCount(countSpecJobs(spec), args.has('yes') || dryRun);
  const study = resolveSweep(spec, creature, codeVersion);
  warnOfStudy(context, study);
  if (dryRun) return reportEstimate(context, study, out);
  return runAll(context, args, study, out!);
}

function checkCount(jobs: number, yes: boolean): void {
  if (jobs > maxJobs)
    throw new CommandError(
      'too-many-jobs',
      `The study has ${jobs} jobs; at most ${maxJobs} are possible. Use fewer steps, or draw with sobol.`,
    );
  if (jobs > manyJobs && !yes)
    throw new CommandError(
      'too-many-jobs',
      `The study has ${jobs} jobs. See what they cost with --dry-run; add --yes if that is what you want.`,
    );
}

function reportEstimate(context: Context, study: SweepStudy, out: string | undefined): number {
  const jobs = countJobs(study);
  const { sample, missing } = chooseSample(study, jobs, out);
  const none = { sampled: 0, cpuSecondsPerJob: 0, cpuHours: 0, bytes: 0 };
  const estimate = missing === 0 ? none : estimateCost(study.task, study.taskHash, sample, missing);
  const reused = jobs - missing;
  writeResult(
    context,
    { dryRun: true, jobs, done: reused, failed: 0, ...estimate, warnings: study.warnings },
    `${jobs} jobs${reused > 0 ? `, ${reused} of them done` : ''}; about ${formatNumber(estimate.cpuHours)} CPU hours (${formatNumber(estimate.cpuSecondsPerJob)} s per job, from ${estimate.sampled} timed) and ${formatBytes(estimate.bytes)} on disk. Nothing was written.\n`,
  );
  return exitCodes.done;
}

/** First, middle and last of the jobs that have no result yet; a million of them are not made for that. */
function chooseSample(study: SweepStudy, jobs: number, out: string | undefined): { sample: Job[]; missing: number } {
  const pick = (count: number): number[] => [...new Set([0, count >> 1, count - 1])];
  const store = out === undefined ? undefined : new ResultStore(out);
  if (store === undefined || store.size === 0)
    return { sample: pick(jobs).map((index) => getJob(study, index)), missing: jobs };
  const missing = expandJobs(study).filter((job) => !store.has(job.key));
  return { sample: pick(missing.length).flatMap((index) => missing[index] ?? []), missing: missing.length };
}

function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let [value, at] = [bytes, 0];
  while (value >= 1000 && at < units.length - 1) [value, at] = [value / 1000, at + 1];
  return `${formatNumber(value)} ${units[at]!}`;
}

async function runAll(context: Context, args: Arguments, study: SweepStudy, out: string): Promise<number> {
  const executor = await openExecutor(args, readThreads(args));
  let jobs = expandJobs(study);
  jobs = [...(executor.select?.(jobs) ?? jobs)];
  const isPart = executor.select !== undefined;
  let store: ResultStore;
  try {
    makeRunFolder({ folder: out });
    store = new ResultStore(out);
    writeStudy(out, 'sweep', study);
  } catch (error) {
    await executor.close();
    throw error;
  }
  const progress = new Progress(context.progress, 'sweep', jobs.length, 'jobs');
  let outcome: StudyOutcome;
  try {
    outcome = await withStudyRunner(context, executor, store, (runner) =>
      runner.run(study.task, jobs, (finished) => progress.update(finished)),
    );
  } finally {
    progress.finish();
  }
  const rows = listRows(jobs, store);
  const files = outcome.interrupted || isPart ? [] : writeTables(out, study, rows, { jobs: jobs.length });
  const failed = rows.filter(({ result }) => result.status === 'failed');
  const summary = {
    jobs: jobs.length,
    done: rows.length - failed.length,
    failed: failed.length + outcome.lost.length,
    computed: outcome.computed,
    reused: outcome.reused,
    interrupted: outcome.interrupted,
    warnings: study.warnings,
    out,
    files,
    failures: [
      ...failed.map(({ job, result }) => ({ key: job.key, ...result.reason! })),
      ...outcome.lost.map(({ key, reason }) => ({ key, ...reason })),
    ],
  };
  writeResult(context, summary, formatSummary(summary, isPart));
  if (outcome.interrupted) return exitCodes.interrupted;
  return summary.done === 0 || outcome.lost.length > 0 ? exitCodes.failed : exitCodes.done;
}

interface Summary {
  readonly jobs: number;
  readonly done: number;
  readonly failed: number;
  readonly computed: number;
  readonly reused: number;
  readonly interrupted: boolean;
  readonly out: string;
  readonly files: readonly string[];
  readonly failures: readonly { readonly key: string; readonly message: string }[];
}

function formatSummary(summary: Summary, isPart: boolean): string {
  const { jobs, done, failed, computed, reused, out, files, failures } = summary;
  const lines = [`${jobs} jobs: ${done} done, ${failed} failed; ${computed} computed now, ${reused} were there.`];
  for (const { key, message } of failures.slice(0, failuresShown)) lines.push(`  ${key.slice(0, 8)}: ${message}`);
  if (failures.length > failuresShown) lines.push(`  and ${failures.length - failuresShown} more; see the table.`);
  if (summary.interrupted) lines.push('Interrupted: finished jobs are kept; the same command continues from there.');
  else if (isPart) lines.push(`A part, in ${out}. When all are there: bestiary merge PART… --out DIR`);
  else lines.push(`In ${out}: ${files.join(', ')}.`);
  return `${lines.join('\n')}\n`;
}
