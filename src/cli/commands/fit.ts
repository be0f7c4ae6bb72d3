/** `bestiary fit`: parameters that bring metrics to their targets, found by search. */
import path from 'node:path';
import { checkFit, findBest, fitParameters, type FitTrial } from '../../experiments/studies/fit/fit.ts';
import type { JobResult } from '../../experiments/studies/job.ts';
import { escapeHtml } from '../../experiments/plots/frame.ts';
import { describeTrial, drawFilmStrip } from '../../experiments/studies/fit/film-strip.ts';
import { type FitStudy, resolveFit } from '../../experiments/studies/study.ts';
import { formatRunCommand, type Row } from '../../experiments/studies/table.ts';
import { writeFileAtomic } from '../../node/atomic-file.ts';
import { codeVersion } from '../../code-version.ts';
import { ResultStore } from '../../node/studies/result-store.ts';
import { makeRunFolder } from '../../node/run-folder.ts';
import { writeStudy, writeTables } from '../../node/studies/study-folder.ts';
import type { Arguments, Command, Context } from '../command/command.ts';
import { exitCodes, usageError } from '../command/command-error.ts';
import { formatNumber, layOutColumns, writeResult } from '../output/layout.ts';
import { Progress } from '../output/progress.ts';
import { loadStudy, outOption, readOutFolder, specPositional } from '../studies/study-input.ts';
import { type StudyRunner, warnOfStudy, withStudyRunner } from '../studies/study-run.ts';
import { openExecutor, readThreads, redisOption, threadsOption } from '../studies/executor-choice.ts';

const bestCreature = 'best.creature.json';
const filmStrip = 'film-strip.svg';

export const fitCommand: Command = {
  name: 'fit',
  summary: 'Search for parameters that bring metrics to their targets.',
  usage: 'fit SPEC.json --out DIR [--executor local|bullmq] [--threads N]',
  positionals: [specPositional],
  options: [
    outOption,
    { name: 'executor', value: 'local|bullmq', about: 'local: threads here (default). bullmq: workers on a Redis.' },
    threadsOption,
    redisOption,
  ],
  examples: () => [
    { line: 'bestiary fit fit.json --out fit', does: 'with targets, constraints and search of the file' },
    { line: 'bestiary run fit/best.creature.json', does: 'what it found' },
  ],
  run: runFit,
};

async function runFit(context: Context, args: Arguments): Promise<number> {
  const out = readOutFolder(args, 'fit');
  const { spec, creature } = loadStudy(args.positionals[0]!);
  const study = resolveFit(spec, creature, codeVersion);
  checkFit(study);
  warnOfStudy(context, study);
  if (args.get('executor') === 'shard')
    throw usageError('A fit cannot be cut into shards: each generation needs the one before. Use local or bullmq.');
  const executor = await openExecutor(args, readThreads(args));
  let store: ResultStore;
  try {
    makeRunFolder({ folder: out });
    store = new ResultStore(out);
    writeStudy(out, 'fit', study);
  } catch (error) {
    await executor.close();
    throw error;
  }
  const total = spec.search.evaluations * study.seeds.length;
  const progress = new Progress(context.progress, 'fit', total, 'jobs');
  const counts = { computed: 0, reused: 0, lost: 0 };
  let interrupted = false;
  let trials: FitTrial[];
  try {
    trials = await withStudyRunner(context, executor, store, async (runner) => {
      const found = await search(study, runner, store, counts, progress);
      interrupted = runner.interrupted;
      return found;
    });
  } finally {
    progress.finish();
  }
  return report(context, study, store, trials, counts, interrupted, out);
}

function search(
  study: FitStudy,
  runner: StudyRunner,
  store: ResultStore,
  counts: { computed: number; reused: number; lost: number },
  progress: Progress,
): Promise<FitTrial[]> {
  let before = 0;
  return fitParameters(study, {
    async evaluate(task, jobs) {
      const outcome = await runner.run(task, jobs, (finished) => progress.update(before + finished));
      before += jobs.length;
      counts.computed += outcome.computed;
      counts.reused += outcome.reused;
      counts.lost += outcome.lost.length;
      if (outcome.interrupted) return undefined;
      const results = jobs.flatMap(({ key }): [string, JobResult][] => {
        const result = store.get(key);
        return result === undefined ? [] : [[key, result]];
      });
      return new Map(results);
    },
    onGeneration: () => undefined,
  });
}

function report(
  context: Context,
  study: FitStudy,
  store: ResultStore,
  trials: readonly FitTrial[],
  counts: { readonly computed: number; readonly reused: number; readonly lost: number },
  interrupted: boolean,
  out: string,
): number {
  const rows = listTrialRows(trials, store);
  const failed = rows.filter(({ result }) => result.status === 'failed').length + counts.lost;
  const best = findBest(trials);
  const described = best === undefined ? undefined : describeBest(study, best);
  let files: string[] = [];
  if (best !== undefined && described !== undefined) {
    const strip = drawFilmStrip(study, trials);
    const more = `<p>Best of ${trials.length} sets: cost ${formatNumber(described.cost ?? Infinity)}${described.feasible ? '' : ', constraints broken'}. <code>${escapeHtml(described.command)}</code></p>${strip}`;
    files = writeTables(out, study, rows, { jobs: rows.length, more });
    if (strip !== '') {
      writeFileAtomic(path.join(out, filmStrip), `${strip}\n`);
      files.push(filmStrip);
    }
    writeFileAtomic(path.join(out, bestCreature), `${JSON.stringify(describeTrial(study, best), null, 2)}\n`);
    files.push(bestCreature);
  }
  const summary = {
    jobs: rows.length + counts.lost,
    done: rows.length + counts.lost - failed,
    failed,
    ...counts,
    evaluations: trials.length,
    best: described ?? null,
    interrupted,
    warnings: study.warnings,
    out,
    files,
  };
  writeResult(context, summary, formatSummary(study, summary, context.out.columns));
  if (interrupted) return exitCodes.interrupted;
  return described?.cost == null ? exitCodes.failed : exitCodes.done;
}

/** Runs in the order they were tried, each once. */
function listTrialRows(trials: readonly FitTrial[], store: ResultStore): Row[] {
  const rows = new Map<string, Row>();
  for (const { jobs, seconds } of trials) {
    for (const job of jobs) {
      const result = store.get(job.key);
      if (result !== undefined && !rows.has(job.key)) rows.set(job.key, { job, result, seconds });
    }
  }
  return [...rows.values()];
}

function describeBest(study: FitStudy, { parameters, score, jobs, seconds }: FitTrial) {
  return {
    parameters,
    /** null: every set of parameters failed. */
    cost: Number.isFinite(score.cost) ? score.cost : null,
    feasible: score.violation === 0,
    metrics: Object.fromEntries(study.metrics.map((name) => [name, score.metrics[name] ?? null])),
    command: formatRunCommand(study, { job: jobs[0]!, seconds }),
  };
}

function formatSummary(
  study: FitStudy,
  summary: {
    evaluations: number;
    failed: number;
    best: ReturnType<typeof describeBest> | null;
    out: string;
    interrupted: boolean;
  },
  columns: number,
): string {
  const { best, evaluations, failed, out } = summary;
  const head = `${evaluations} sets of parameters tried, ${failed} runs failed${summary.interrupted ? ' (interrupted; the same command continues)' : ''}.`;
  if (best === null) return `${head}\n`;
  const rows = [
    [
      'cost',
      `${best.cost === null ? 'none: every run failed' : formatNumber(best.cost)}${best.feasible ? '' : '; constraints are broken'}`,
    ],
    ...Object.entries(best.parameters).map(([name, value]) => [
      name,
      typeof value === 'number' ? formatNumber(value) : String(value),
    ]),
    ...study.spec.targets.map(({ metric, value, goal }) => {
      const found = best.metrics[metric];
      return [
        metric,
        `${typeof found === 'number' ? formatNumber(found) : '–'} ${study.getMetricUnit(metric)} (wanted: ${value ?? goal!})`,
      ];
    }),
    ['again', best.command],
  ];
  return `${head}\n${layOutColumns(rows, Math.max(columns, 200))}\nIn ${out}: ${bestCreature} and the table of all runs.\n`;
}
