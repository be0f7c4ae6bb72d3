/** `bestiary evaluate`: how well a policy does a task, over seeded episodes. */
import { availableParallelism } from 'node:os';
import { describeSubject, type Subject } from '../../learn/subjects/subject.ts';
import { countUnfinished, summariseEpisodes, type EpisodeSummary } from '../../learn/subjects/episodes.ts';
import { openRollouts } from '../../learn/jobs/rollout-peers.ts';
import type { Evaluation, RolloutSource } from '../../learn/rollouts/rollouts.ts';
import type { PolicyData } from '../../learn/policies/policy.ts';
import { workVersion } from '../../code-version.ts';
import { startCpuTimer } from '../../node/cpu-timer.ts';
import { LocalExecutor } from '../../node/executors/local.ts';
import { readNumber } from '../command/arguments.ts';
import type { Arguments, Command, Context } from '../command/command.ts';
import { exitCodes, usageError } from '../command/command-error.ts';
import { formatNumber, layOutColumns, writeResult } from '../output/layout.ts';
import { Progress } from '../output/progress.ts';
import { createPolicy, loadPolicy, readChoices, readPolicyName } from '../learning/policy-input.ts';
import { policyChoices, policyWords } from '../learning/policy-words.ts';
import { getSample } from '../output/sample.ts';
import { readSubject, subjectOptions, subjectPositional } from '../learning/subject.ts';

const defaultEpisodes = 20;
const defaultSeed = 5000;
/** Decisions after which an episode that does not end by itself is taken as it is. */
const maxSteps = 20_000;

export const evaluateCommand: Command = {
  name: 'evaluate',
  summary: 'Measure how well a policy does its task.',
  usage:
    'evaluate ANIMAL|FILE --policy default|network|none|proportional|DIR|FILE [--task TASK] [--episodes N] [--seed S]',
  positionals: [subjectPositional],
  options: [
    {
      name: 'policy',
      value: 'POLICY|FILE',
      choices: policyChoices,
      about: policyWords,
    },
    ...subjectOptions,
    { name: 'episodes', value: 'N', about: `How many (default ${defaultEpisodes}); episode i has the seed S + i.` },
    { name: 'seed', value: 'S', about: `Of the first episode (default ${defaultSeed}).` },
    { name: 'training', about: 'Use the mesh of training instead of the default one.' },
    { name: 'workers', value: 'W', about: 'Threads (default: one per core); any number gives the same results.' },
  ],
  examples: () => [
    {
      line: `bestiary evaluate ${getSample().name} --policy proportional --episodes 100`,
      does: 'the proportional controller',
    },
    { line: `bestiary evaluate ${getSample().name} --policy mine --json`, does: 'a training, for a script' },
  ],
  run: evaluate,
};

async function evaluate(context: Context, args: Arguments): Promise<number> {
  const asked = args.get('policy');
  if (asked === undefined)
    throw usageError(
      "'evaluate' needs a policy. Write --policy default, network, none, proportional, or a folder or file.",
    );
  const name = readPolicyName(asked, context.messages);
  const episodes = readNumber(args, 'episodes', defaultEpisodes, { min: 1, max: 1e6, whole: true });
  const seed = readNumber(args, 'seed', defaultSeed, { min: 0, max: 2 ** 52, whole: true });
  const workers = readNumber(args, 'workers', availableParallelism(), { min: 1, max: 256, whole: true });
  const training = args.has('training');
  const loaded = await loadPolicy(name, readSubject(args, training));
  const fitting = readSubject(args, training, readChoices(loaded));
  const subject: Subject = fitting.kind === 'animal' ? { ...fitting, judged: true } : fitting;
  const createFor = createPolicy(subject, loaded);
  // One lane for each thread: an episode depends on its seed alone, and each that ends is progress.
  const lanes = Math.min(episodes, workers);
  const { animal, task, model } = describeSubject(subject);
  const progress = new Progress(context.progress, `${animal}, ${task}`, episodes, 'episodes');
  const readCpuSeconds = startCpuTimer();
  const executor = new LocalExecutor({ threads: lanes });
  try {
    const { signal } = new AbortController();
    const work = { executor, version: workVersion, signal, onMessage: () => undefined };
    const source = await openRollouts({ ...work, subject, lanes, workers });
    const seeds = Array.from({ length: episodes }, (_, i) => seed + i);
    const evaluation = await evaluateAll(source, createFor(source), seeds, (done) => progress.update(done));
    progress.finish();
    const unfinished = countUnfinished(evaluation, maxSteps);
    if (unfinished > 0)
      context.messages.write(
        `bestiary: ${unfinished} of ${episodes} episodes did not end within ${maxSteps} decisions: their numbers are those of the beginning.\n`,
      );
    const summary = {
      animal,
      task,
      model: model ?? null,
      policy: name,
      episodes,
      unfinished,
      seed,
      ...summariseEpisodes(subject, evaluation, source.infoNames),
      cpuSeconds: readCpuSeconds(),
    };
    writeResult(context, summary, formatSummary(summary, context.out.columns));
    return exitCodes.done;
  } finally {
    progress.finish();
    await executor.close();
  }
}

/** All episodes, as many at a time as there are lanes. */
async function evaluateAll(
  source: RolloutSource,
  policy: PolicyData,
  seeds: readonly number[],
  onProgress: (done: number) => void,
): Promise<Evaluation> {
  const parts: Evaluation[] = [];
  for (let from = 0; from < seeds.length; from += source.lanes) {
    parts.push(await source.evaluate({ policy, seeds: seeds.slice(from, from + source.lanes), maxSteps }));
    onProgress(Math.min(seeds.length, from + source.lanes));
  }
  const join = (name: keyof Evaluation): Float64Array => Float64Array.from(parts.flatMap((part) => [...part[name]]));
  return { returns: join('returns'), lengths: join('lengths'), infos: join('infos') };
}

function formatSummary(
  summary: EpisodeSummary & { animal: string; task: string; policy: string; episodes: number; cpuSeconds: number },
  columns: number,
): string {
  const { animal, task, policy, episodes } = summary;
  const print = (value: number | null, unit: string): string =>
    value === null ? '–' : `${formatNumber(value)}${unit}`;
  const within = (name: keyof EpisodeSummary['confidence95'], unit: string): string => {
    const interval = summary.confidence95[name];
    const number = print(summary[name], unit);
    return interval === undefined
      ? number
      : `${number}, 95 %: ${interval.map((end) => formatNumber(end)).join(' to ')}`;
  };
  const rows = [
    ['mean angle', `${within('meanAngle', '°')} (median ${print(summary.medianAngle, '°')})`],
    ['speed share', within('speedShare', '')],
    ['time to 20°', within('timeTo20', ' s')],
    ['return', within('return', '')],
    ['recovered', within('recovered', '')],
    ['progress', print(summary.progress, '')],
    ['won', within('won', '')],
    ['touched', print(summary.touched, '')],
    ['failed', within('failed', '')],
    ['cpu time', print(summary.cpuSeconds, ' s')],
  ];
  return `${animal}, ${task}, policy ${policy}: ${episodes} episodes\n${layOutColumns(rows, columns)}\n`;
}
