/** `bestiary train`: an animal learns a task, in a folder from which a killed training resumes. */
import { learningVersion } from '../../code-version.ts';
import { describeSubject } from '../../learn/subjects/subject.ts';
import type { TrainingDescription, TrainingStatus } from '../../learn/subjects/training-files.ts';
import type { Executor } from '../../jobs/executor.ts';
import { RolloutsStopped } from '../../learn/jobs/rollout-peers.ts';
import { RedisError } from '../../node/executors/redis-address.ts';
import { watchInterrupts } from '../../node/interrupts.ts';
import { type FolderLock, takeLock } from '../../node/learning/folder-lock.ts';
import { runTraining, type TrainingResult } from '../../node/learning/run-training.ts';
import { removeLeftovers, type TrainingFolder, writeDescription } from '../../node/learning/training-folder.ts';
import { makeRunFolder, removeIfEmpty } from '../../node/run-folder.ts';
import type { Arguments, Command, Context } from '../command/command.ts';
import { CommandError, exitCodes, usageError } from '../command/command-error.ts';
import { openExecutor, readExecutorName, redisOption } from '../studies/executor-choice.ts';
import { formatNumber, layOutColumns, writeResult } from '../output/layout.ts';
import { getSample } from '../output/sample.ts';
import { createPolicy, loadPolicy } from '../learning/policy-input.ts';
import { subjectOptions, subjectPositional } from '../learning/subject.ts';
import { listFormerNames, readTrainingInput, type TrainingInput } from '../learning/training-input.ts';
import { TrainingDisplay } from '../learning/training-progress.ts';

export const trainCommand: Command = {
  name: 'train',
  summary: 'Train an animal on a task.',
  usage:
    'train ANIMAL|FILE --out DIR [--task TASK] [--model MODEL] [--minutes M] [--updates N] [--seed S] [--resume] [--workers W] [--redis URL]',
  positionals: [subjectPositional],
  options: [
    ...subjectOptions,
    { name: 'out', value: 'DIR', about: 'The folder of the training: checkpoints, policy.json, policy.onnx, logs.' },
    {
      name: 'trainer',
      value: 'ppo|es',
      about: 'ppo: policy gradients for networks (default). es: evolution of a linear policy.',
    },
    {
      name: 'preset',
      value: 'default|paper',
      about: "The trainer's settings: default, with what the animal advises, or paper (PPO as in SoftCon, Table 2).",
    },
    { name: 'config', value: 'NAME=VALUE', repeatable: true, about: "Change one of the trainer's settings." },
    {
      name: 'minutes',
      value: 'M',
      about: 'Stop after this many minutes (default 5; no limit with --updates).',
    },
    {
      name: 'updates',
      value: 'N',
      about: 'Stop after this many updates, counting those of earlier sessions.',
    },
    {
      name: 'conditions',
      value: 'varied|plain',
      about:
        'varied: body, speed, current and pushes differ between episodes, so that the policy copes with them (default). plain: targets alone.',
    },
    { name: 'seed', value: 'S', about: 'Seed of everything random (default 1).' },
    { name: 'lanes', value: 'N', about: 'Environments that are simulated side by side (default 8).' },
    {
      name: 'workers',
      value: 'W',
      about: 'Worker threads that share the lanes (default 1). The result does not depend on their number.',
    },
    {
      name: 'executor',
      value: 'local|bullmq',
      about: 'local: threads here (default). bullmq: every `bestiary worker` on a Redis, with bit-identical results.',
    },
    redisOption,
    {
      name: 'start',
      value: 'POLICY|FILE',
      choices: ['default', 'proportional'],
      about: 'Start from a policy: default, proportional, a folder of a training, or a file.',
    },
    { name: 'resume', about: 'Resume the training in the folder, bit for bit, as if it had never stopped.' },
    { name: 'previous', about: 'With --resume: use the checkpoint before the last, if the last is damaged.' },
    { name: 'tensorboard', about: 'Also write an event file for TensorBoard.' },
  ],
  examples: () => {
    const { name } = getSample();
    return [
      { line: `bestiary train ${name} --task steer --minutes 3 --out mine`, does: 'train for three minutes' },
      { line: `bestiary train ${name} --out mine --resume --minutes 3`, does: 'continue for three minutes' },
      {
        line: `bestiary train ${name} --out mine --workers 8 --redis redis://host`,
        does: 'each lane by any `bestiary worker` there',
      },
      { line: `bestiary evaluate ${name} --policy mine --episodes 100`, does: 'measure the result' },
      {
        line: 'bestiary train toy:pendulum --config scaleRewards=true --updates 60 --out toy',
        does: 'a toy, in seconds',
      },
    ];
  },
  run: train,
};

async function train(context: Context, args: Arguments): Promise<number> {
  if (args.get('executor') === 'shard')
    throw usageError(
      'A training cannot be done in shards: each update needs the results of all lanes. Use --executor local or bullmq.',
    );
  for (const sentence of listFormerNames(args)) context.messages.write(`bestiary: ${sentence}\n`);
  const input = readTrainingInput(args);
  const { workers, lanes } = input.settings;
  const executor = await openExecutor(args, Math.min(workers, lanes));
  try {
    return await trainWith(context, args, input, executor);
  } catch (error) {
    removeIfEmpty(input.files);
    throw explainStop(input.files, error);
  } finally {
    await executor.close();
  }
}

async function trainWith(context: Context, args: Arguments, input: TrainingInput, executor: Executor): Promise<number> {
  const { files, settings, resumed } = input;
  // A checkpoint has its own policy and needs no other to start from.
  const start =
    settings.start === undefined || resumed?.checkpoint !== undefined
      ? undefined
      : createPolicy(settings.subject, await loadPolicy(settings.start, settings.subject));
  makeRunFolder(files);
  const lock = await takeFolder(context, files);
  const description: TrainingDescription = {
    format: 'bestiary-training',
    version: 1,
    program: `bestiary ${learningVersion}`,
    status: 'running',
    startedAt: resumed?.description.startedAt ?? new Date().toISOString(),
    ...settings,
  };
  if (resumed?.freshLanes === true)
    context.messages.write(
      `bestiary: Another number of workers than before (${settings.workers}): lanes start new episodes, so the result is not bit-identical to an uninterrupted training.\n`,
    );
  const { animal } = describeSubject(settings.subject);
  const display = new TrainingDisplay(context.progress, animal, input);
  const say = (sentence: string): void => {
    display.finish();
    context.messages.write(`bestiary: ${sentence}\n`);
  };
  const isRemote = readExecutorName(args) === 'bullmq';
  if (isRemote && settings.workers === 1)
    say('All lanes are one job, for one thread: --workers N splits them into N jobs.');
  const watch = watchInterrupts();
  try {
    const result = await runTraining(files, {
      settings,
      updates: input.updates,
      seconds: input.seconds,
      tensorboard: args.has('tensorboard'),
      startedAt: Date.parse(description.startedAt) / 1000,
      freshLanes: resumed?.freshLanes ?? false,
      program: description.program,
      ...(resumed?.checkpoint === undefined ? {} : { checkpoint: resumed.checkpoint }),
      ...(start === undefined ? {} : { start }),
      executor,
      // The present update is finished, where it is certain that somebody works on it.
      signal: isRemote ? watch.signal : new AbortController().signal,
      isInterrupted: () => watch.interrupted,
      onMessage: say,
      onReady: () => {
        removeLeftovers(files);
        writeDescription(files, description);
      },
      onUpdate: (progress) => {
        display.update(progress);
        expectHeld(files, lock);
      },
    });
    display.finish();
    if (input.endsAnnealed === true && result.updates >= input.updates)
      say(`The learning rate has fallen to 0 at update ${input.updates} (annealUpdates): the training is at its end.`);
    return report(context, input, description, result);
  } finally {
    display.finish();
    watch.stop();
    lock.release();
  }
}

/** The lock of the folder, also where a training on another machine was killed. */
async function takeFolder({ messages }: Context, files: TrainingFolder): Promise<FolderLock> {
  const refuse = (holder: string): never => {
    throw new CommandError(
      'folder-in-use',
      `Another training works in ${files.folder} (${holder}). Wait for it or choose another folder; if it is gone, delete ${files.lock}.`,
    );
  };
  const lock = await takeLock(files.lock, refuse, {
    onWatch: (holder, seconds) =>
      messages.write(
        `bestiary: ${files.lock} is of ${holder}. Watching for ${seconds} s whether that training is alive …\n`,
      ),
  });
  return lock ?? refuse('another process');
}

/** After a long sleep another machine may have resumed it; both compute the same, but only one may write. */
function expectHeld(files: TrainingFolder, lock: FolderLock): void {
  if (lock.isHeld) return;
  throw new CommandError(
    'folder-in-use',
    `Another process has taken over the training in ${files.folder}, because this one did not renew its lock in time. It continues there.`,
    { exitCode: exitCodes.failed },
  );
}

function report(
  context: Context,
  { files, settings }: TrainingInput,
  description: TrainingDescription,
  result: TrainingResult,
): number {
  const { failure, ...outcome } = result;
  const status: TrainingStatus = outcome.status;
  writeDescription(files, {
    ...description,
    status,
    outcome: failure === undefined ? outcome : { ...outcome, error: failure.message },
  });
  if (failure !== undefined) throw explainFailure(files, result);
  const { animal, task, model } = describeSubject(settings.subject);
  const summary = {
    animal,
    task,
    model: model ?? null,
    trainer: settings.trainer,
    seed: settings.seed,
    interrupted: status === 'interrupted',
    ...outcome,
    // For scripts that read the former name.
    tuples: outcome.transitions,
    policy: result.updates > 0 ? files.policy : null,
    folder: files.folder,
  };
  writeResult(context, summary, formatSummary(summary, context.out.columns));
  return status === 'interrupted' ? exitCodes.interrupted : exitCodes.done;
}

/** What ended it from outside, in words. */
function explainStop(files: TrainingFolder, error: unknown): unknown {
  if (error instanceof RolloutsStopped)
    return new CommandError('interrupted', 'Interrupted before the first update.', {
      exitCode: exitCodes.interrupted,
    });
  if (!(error instanceof RedisError)) return error;
  const kept = ` Every finished update is kept in ${files.folder}; --resume continues from there.`;
  return new CommandError(error.code, error.message + kept, { exitCode: exitCodes.failed, cause: error });
}

function explainFailure(files: TrainingFolder, { failure, updates }: TrainingResult): CommandError {
  const kept =
    updates > 0
      ? `The last good checkpoint is in ${files.checkpoint} (update ${updates}), its policy in ${files.policy}.`
      : 'No update was finished.';
  return new CommandError(failure!.code, `${failure!.message} ${kept}`, {
    exitCode: exitCodes.failed,
    cause: failure,
  });
}

function formatSummary(
  summary: TrainingResult & { animal: string; task: string; policy: string | null },
  columns: number,
): string {
  const { animal, task, status, updates, transitions, episodes } = summary;
  const title = `${animal}, ${task}: ${updates} updates${status === 'interrupted' ? ' (interrupted)' : ''}`;
  const rows = [
    ['return', Number.isNaN(summary.meanReturn) ? 'no episode has ended' : formatNumber(summary.meanReturn)],
    ['transitions', `${transitions}, ${formatNumber(summary.transitionsPerSecond)} a second; ${episodes} episodes`],
    ['time', `${formatNumber(summary.seconds)} s, ${formatNumber(summary.cpuSeconds)} CPU seconds`],
    ...(summary.policy === null ? [] : [['policy', summary.policy]]),
  ];
  return `${title}\n${layOutColumns(rows, Math.max(columns, 200))}\n`;
}
