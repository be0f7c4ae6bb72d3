/** `bestiary run`: simulate an animal, print what it did, and record it. */
import path from 'node:path';
import { codeVersion, learningVersion } from '../../code-version.ts';
import type { MetricSpec } from '../../engine/contract/types.ts';
import { listMetrics } from '../../engine/sim/run-metrics.ts';
import type { PilotPlan } from '../../engine/sim/pilot-slot.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { listWarnings } from '../../engine/sim/warnings.ts';
import { describeOwn } from '../../animals/registry.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { writeFileAtomic } from '../../node/atomic-file.ts';
import { FileError } from '../../node/file-error.ts';
import { watchInterrupts } from '../../node/interrupts.ts';
import { createRunFolder, listFolder, type RunFolder } from '../../node/run-folder.ts';
import { type RunResult, runSimulation } from '../../node/run-simulation.ts';
import { readNumber } from '../command/arguments.ts';
import type { Arguments, Command, Context } from '../command/command.ts';
import { adviseRenamed, CommandError, exitCodes, usageError } from '../command/command-error.ts';
import { creaturePositional, openCreature, setOption } from '../input/animal-input.ts';
import { formatNumber, layOutColumns, writeResult } from '../output/layout.ts';
import { policyChoices, policyWords } from '../learning/policy-words.ts';
import { Progress, withNote } from '../output/progress.ts';
import { getSample } from '../output/sample.ts';

const defaultSeconds = 10;
const maxSeconds = 1e6;

export const runCommand: Command = {
  name: 'run',
  summary: 'Simulate an animal or a creature file, and record it with --out.',
  usage:
    'run ANIMAL|FILE [--seconds S] [--seed N] [--set PATH=VALUE]… [--policy POLICY] [--from DIR [--at T]] [--out DIR]',
  positionals: [{ ...creaturePositional, optional: true }],
  options: [
    { name: 'seconds', value: 'S', about: `Simulated seconds (default ${defaultSeconds}); rounded up to whole steps.` },
    { name: 'seed', value: 'N', about: 'Seed of everything random (default 1); the same seed gives the same run.' },
    setOption,
    {
      name: 'policy',
      value: 'POLICY|FILE',
      choices: policyChoices,
      about: `Let a policy steer it: ${policyWords} Its target is live: --set target.heading=1.`,
    },
    {
      name: 'task',
      value: 'TASK',
      about: 'Task whose shipped policy is used, with --policy default or network (default steer).',
    },
    {
      name: 'from',
      value: 'DIR',
      about: 'Continue a recorded run bit for bit, instead of ANIMAL|FILE: its folder, or a .snapshot file in it.',
    },
    {
      name: 'at',
      value: 'T',
      about: 'With --from: the second of the recorded run to continue from (default its end).',
    },
    { name: 'out', value: 'DIR', about: 'Record into this folder: recording.bst, creature.json and summary.json.' },
    { name: 'every', value: 'STEPS', about: 'Steps between two recorded frames (default 1).' },
    { name: 'force', about: 'Record into a folder that is not empty, replacing an earlier run.' },
  ],
  examples: () => [
    { line: `bestiary run ${getSample().name}`, does: 'ten seconds of it' },
    ...getSample().changes.map(({ settings, does }) => ({
      line: `bestiary run ${getSample().name} ${settings} --out mine`,
      does: `${does}, recorded`,
    })),
    { line: `bestiary run ${getSample().name} --seed 2 --json`, does: 'for a script' },
    { line: `bestiary run ${getSample().name} --policy mine`, does: 'steered by the policy of a training' },
    {
      line: 'bestiary run --from mine --at 5 --out more',
      does: 'ten more seconds of a recorded run, from second 5',
    },
    { line: 'bestiary run body.meta --seconds 1.6666', does: 'one stroke of an animal of the SoftCon code' },
    { line: `bestiary help run ${getSample().name}`, does: 'every parameter with unit, range and default' },
    { line: `bestiary describe ${getSample().name} --metrics`, does: 'what the numbers that it prints mean' },
    { line: `bestiary describe ${getSample().name} --signals`, does: 'what --out records at every step' },
  ],
  run: runAnimal,
};

async function runAnimal(context: Context, args: Arguments): Promise<number> {
  const seconds = readNumber(args, 'seconds', defaultSeconds, { min: 1e-6, max: maxSeconds, unit: 's' });
  const limit = Number.MAX_SAFE_INTEGER;
  const seed = readNumber(args, 'seed', 1, { min: -limit, max: limit, whole: true });
  const every = readNumber(args, 'every', 1, { min: 1, max: 1e9, whole: true });
  const { open, file } = await readSubject(context, args, seed);
  const files = readOut(args);
  const { simulation, decide, plan } = withNote(context.progress, 'Setting up …', open);
  const { desc, stepCount: before } = simulation;
  const { dt } = simulation.system;
  // A hair less than a step counts as rounding, not as another step.
  const steps = before + Math.max(1, Math.ceil(seconds / dt - 1e-6));
  const progress = new Progress(context.progress, desc.animal, steps * dt);
  const watch = watchInterrupts();
  try {
    const result = await runSimulation(simulation, {
      steps,
      every,
      program: `bestiary ${plan === undefined ? codeVersion : learningVersion}`,
      ...(decide === undefined ? {} : { beforeStep: decide }),
      ...(plan === undefined ? {} : { pilot: plan }),
      isInterrupted: () => watch.interrupted,
      onProgress: (done) => progress.update(done * dt),
      ...(files === undefined ? {} : { files, replace: args.has('force') }),
    });
    progress.finish();
    const specs = listMetrics(simulation.system);
    const summary = {
      ...summarise(simulation, result, before * dt, files, { file, isDriven: plan !== undefined }),
      policy: args.get('policy') ?? null,
    };
    return report(context, summary, result, files, specs);
  } catch (error) {
    progress.finish();
    throw error instanceof FileError && files !== undefined ? explainUnfinished(error, files) : error;
  } finally {
    watch.stop();
  }
}

interface Runnable {
  readonly simulation: Simulation;
  /** The policy's decision, before every step. */
  readonly decide?: () => void;
  /** What is needed to recompute the run. */
  readonly plan?: PilotPlan;
}

interface RunSubject {
  readonly open: () => Runnable;
  /** The animal before `--set`, where it has not been run before. */
  readonly file?: AnimalDesc;
}

/** What to run, refused before anything is made: an animal, with a policy or without, or an earlier run to continue. */
async function readSubject({ messages }: Context, args: Arguments, seed: number): Promise<RunSubject> {
  const [name] = args.positionals;
  const from = args.get('from');
  const at = args.has('at') ? readNumber(args, 'at', 0, { min: 0, max: maxSeconds, unit: 's' }) : undefined;
  if (from === undefined) {
    if (at !== undefined) throw usageError("Option '--at' has no effect without --from.");
    if (name === undefined)
      throw usageError("'run' needs ANIMAL|FILE: got nothing. See: bestiary list, bestiary help run");
    const file = await openCreature(name, []);
    const settings = args.getAll('set');
    const desc = settings.length === 0 ? file : applySettings(file, settings, adviseRenamed);
    const policy = args.get('policy');
    if (policy !== undefined) {
      const { openDriven, readPolicyName } = await import('../learning/policy-input.ts');
      return { open: await openDriven(desc, readPolicyName(policy, messages), args.get('task'), seed), file };
    }
    if (args.has('task')) throw usageError("Option '--task' has no effect without --policy.");
    return { open: () => ({ simulation: new Simulation(desc, { seed }) }), file };
  }
  const needless =
    name ?? ['set', 'seed', 'policy', 'task'].find((option) => args.has(option) || args.getAll(option).length > 0);
  if (needless !== undefined)
    throw usageError(`'${needless}' has no effect with --from: a continued run keeps its settings. Leave it out.`);
  const { continueRun } = await import('../input/continued-run.ts');
  return { open: () => ({ simulation: continueRun(from, at) }) };
}

/** The folder to record into, checked before anything is simulated or written. */
function readOut(args: Arguments): RunFolder | undefined {
  const out = args.get('out');
  if (out === undefined) {
    const needless = ['every', 'force'].find((option) => args.has(option));
    if (needless !== undefined)
      throw usageError(`Option '--${needless}' has no effect without --out. Add --out DIR or leave it out.`);
    return undefined;
  }
  if (out === '') throw usageError("Option '--out' is empty. Write --out DIR.");
  const files = createRunFolder(path.resolve(out));
  const found = listFolder(files.folder);
  if (found.length > 0 && !args.has('force'))
    throw new CommandError(
      'folder-not-empty',
      `The folder ${files.folder} is not empty: it holds ${found.slice(0, 3).join(', ')}${found.length > 3 ? ', …' : ''}. Choose another, or add --force to replace an earlier run.`,
    );
  return files;
}

function explainUnfinished(error: FileError, files: RunFolder): CommandError {
  if (error.path === files.recording && error.code === 'eexist')
    return new CommandError(
      'folder-not-empty',
      `Another run records into ${files.folder} since a moment ago. Choose another folder.`,
      { cause: error },
    );
  const kept = error.path === files.recording && error.doing === 'write';
  const more = kept ? ` What was recorded until then is in ${files.recording}; it is marked as unfinished.` : '';
  return new CommandError(error.code, `${error.message}${more}`, { exitCode: exitCodes.failed, cause: error });
}

type Summary = ReturnType<typeof summarise> & { readonly policy: string | null };

function summarise(
  { desc, seed, system }: Simulation,
  result: RunResult,
  before: number,
  files: RunFolder | undefined,
  { file = desc, isDriven }: { readonly file: AnimalDesc | undefined; readonly isDriven: boolean },
) {
  return {
    animal: desc.animal,
    seed,
    status: result.status,
    interrupted: result.status === 'interrupted',
    seconds: result.seconds,
    from: before,
    steps: result.steps,
    cpuSeconds: result.cpuSeconds,
    realTimeFactor: result.cpuSeconds > 0 ? (result.seconds - before) / result.cpuSeconds : 0,
    hash: result.hash,
    metrics: result.metrics,
    warnings: listWarnings(system, result.metrics, { describeOwn: () => describeOwn(desc) ?? file, isDriven }),
    recording: files?.recording ?? null,
  };
}

function report(
  context: Context,
  summary: Summary,
  result: RunResult,
  files: RunFolder | undefined,
  metrics: readonly MetricSpec[],
): number {
  if (files !== undefined && !result.isRecorded)
    throw new CommandError(
      'replaced',
      `The recording of this run is gone: another run has replaced ${files.recording}. Its summary is not written.`,
      { exitCode: exitCodes.failed },
    );
  if (files !== undefined) {
    const error = result.error === undefined ? {} : { error: result.error };
    writeFileAtomic(files.summary, `${JSON.stringify({ ...summary, ...error }, null, 2)}\n`);
  }
  if (result.failure !== undefined) {
    const where =
      files === undefined
        ? ''
        : ` The last good state is in ${files.lastGood}, the run until then in ${files.recording}.`;
    throw new CommandError(result.failure.code, `${result.failure.message}${where}`, {
      exitCode: exitCodes.failed,
      cause: result.failure,
    });
  }
  for (const warning of summary.warnings)
    context.messages.write(`${context.messages.style.warning('Warning:')} ${warning}\n`);
  writeResult(context, summary, formatSummary(summary, metrics, context.out.columns));
  return summary.interrupted ? exitCodes.interrupted : exitCodes.done;
}

function formatSummary(summary: Summary, specs: readonly MetricSpec[], columns: number): string {
  const start = summary.from > 0 ? `from ${formatNumber(summary.from)} s to ` : '';
  const title = `${summary.animal}: ${start}${formatNumber(summary.seconds)} s in ${summary.steps} steps${summary.interrupted ? ' (interrupted)' : ''}`;
  const metrics = specs.map(({ name, unit }) => {
    const value = summary.metrics[name] ?? null;
    return [name, value === null ? '–' : `${formatNumber(value)} ${unit}`];
  });
  const rows = [
    ...metrics,
    ['cpu time', `${formatNumber(summary.cpuSeconds)} s, ${formatNumber(summary.realTimeFactor)} times real time`],
    ['seed', String(summary.seed)],
    ['hash', summary.hash],
    ...(summary.recording === null ? [] : [['recording', summary.recording]]),
  ];
  return `${title}\n${layOutColumns(rows, Math.max(columns, 200))}\n`;
}
