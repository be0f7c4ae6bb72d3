/** A training from its start or its last checkpoint on: update, log, checkpoint, again, until a limit, a signal or a divergence. */
import { LearnError } from '../../learn/learn-error.ts';
import type { PolicyData } from '../../learn/policies/policy.ts';
import type { RolloutSource } from '../../learn/rollouts/rollouts.ts';
import type { Spaces } from '../../learn/subjects/subject.ts';
import { createPolicyFiles, type Learned, type TrainingSettings } from '../../learn/subjects/training-files.ts';
import type { Counters, Trainer } from '../../learn/trainers/trainer.ts';
import { createInfoScalars, createMeanScalar } from '../../learn/trainers/scalars.ts';
import { createTrainer, listScalarNames, resumeTrainer } from '../../learn/trainers/registry.ts';
import type { Executor, StopSignal } from '../../jobs/executor.ts';
import { openRollouts, RolloutsStopped } from '../../learn/jobs/rollout-peers.ts';
import { workVersion } from '../../code-version.ts';
import { writeFileAtomic } from '../atomic-file.ts';
import { startCpuTimer } from '../cpu-timer.ts';
import { writePolicy } from './policy-files.ts';
import { saveCheckpoint, type TrainingFolder } from './training-folder.ts';
import { type LogEntry, openTrainingLog, type TrainingLog } from './training-log.ts';

/** Updates whose episodes make the mean return that is shown. */
const updatesInMean = 10;
const secondsBetweenPolicies = 10;
/** How often the policy is judged, by its updates alone, so that a training that was stopped in between does the same. */
const updatesBetweenEvaluations = 10;
const firstEvaluationSeed = 900_000;
const maxEvaluationSteps = 20_000;

export interface TrainingPlan {
  readonly settings: TrainingSettings;
  /** All updates of the training, those of earlier sessions included. */
  readonly updates: number;
  /** Of this session. */
  readonly seconds: number;
  readonly tensorboard: boolean;
  /** When the training began, in seconds since 1970. */
  readonly startedAt: number;
  /** To resume from. */
  readonly checkpoint?: Uint8Array;
  /** Start new episodes instead of those in the checkpoint. */
  readonly freshLanes: boolean;
  /** Gives the policy to start from instead of nothing, made for these spaces. Throws a LearnError where it does not fit. */
  readonly start?: (spaces: Spaces) => PolicyData;
  /** Said of the program in the policy file. */
  readonly program: string;
  /** Where the lanes run; stays open. */
  readonly executor: Executor;
  /** When aborted, the present update is dropped. */
  readonly signal: StopSignal;
  isInterrupted(): boolean;
  /** A sentence for people, about workers. */
  onMessage(sentence: string): void;
  /** Everything is there and nothing is written yet. */
  onReady(): void;
  onUpdate(progress: TrainingProgress): void;
}

export interface TrainingProgress extends Counters {
  /** Mean return of the episodes of the last updates; undefined until one has ended. */
  readonly meanReturn: number | undefined;
  /** The mean of each info over the episodes of the last update that had some. */
  readonly infos: Readonly<Record<string, number>>;
  /** Of this session. */
  readonly sessionSeconds: number;
  readonly transitionsPerSecond: number;
  /** Of this session. */
  readonly sessionUpdates: number;
}

export interface TrainingResult extends Counters {
  readonly status: 'done' | 'interrupted' | 'diverged';
  readonly meanReturn: number;
  /** Of all sessions. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly transitionsPerSecond: number;
  /** Why it stopped before its time. */
  readonly failure?: LearnError;
}

/** The folder is the caller's alone. A failed update ends the training with the last good checkpoint in place. */
export async function runTraining(files: TrainingFolder, plan: TrainingPlan): Promise<TrainingResult> {
  const { executor, signal } = plan;
  const { subject, lanes, workers } = plan.settings;
  const onMessage = plan.onMessage.bind(plan);
  const source = await openRollouts({ executor, version: workVersion, subject, lanes, workers, signal, onMessage });
  return runSession(files, plan, source);
}

async function runSession(files: TrainingFolder, plan: TrainingPlan, source: RolloutSource): Promise<TrainingResult> {
  const { settings, checkpoint, start } = plan;
  const { trainer: kind, config, seed } = settings;
  const trainer =
    checkpoint === undefined
      ? await createTrainer(source, { kind, config, seed, ...(start === undefined ? {} : { start: start(source) }) })
      : await resumeTrainer(source, kind, checkpoint, { freshLanes: plan.freshLanes });
  plan.onReady();
  const log = openTrainingLog(files, {
    names: listScalarNames(kind, source.infoNames),
    updates: trainer.counters.updates,
    tensorboard: plan.tensorboard,
    startedAt: plan.startedAt,
  });
  const session = createSession(log, trainer);
  const failure = await runUpdates(files, plan, source, trainer, session);
  const { updates, transitions, episodes } = trainer.counters;
  const { seconds, cpuSeconds, rate } = session.read();
  return {
    status:
      failure !== undefined ? 'diverged' : updates < plan.updates && plan.isInterrupted() ? 'interrupted' : 'done',
    updates,
    transitions,
    episodes,
    meanReturn:
      session.computeMeanReturn() ??
      (failure === undefined && !plan.signal.aborted ? await measureReturn(source, trainer) : NaN),
    seconds,
    cpuSeconds,
    transitionsPerSecond: rate,
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Gives the failure that ended it, if one did. */
async function runUpdates(
  files: TrainingFolder,
  plan: TrainingPlan,
  source: RolloutSource,
  trainer: Trainer,
  session: Session,
): Promise<LearnError | undefined> {
  // A trainer whose update failed cannot be used any more: what it was before is kept beside it.
  let good = readLearned(trainer);
  let writtenAt = -Infinity;
  let failure: LearnError | undefined;
  while (!plan.isInterrupted() && trainer.counters.updates < plan.updates && session.sessionSeconds < plan.seconds) {
    try {
      const record = await trainer.update();
      const judged = trainer.counters.updates % updatesBetweenEvaluations === 0 ? await judge(source, trainer) : {};
      if ((judged['eval/return'] ?? -Infinity) > session.bestReturn) writeBest(files, plan, trainer);
      session.add({ ...record, scalars: { ...record.scalars, ...judged } });
    } catch (error) {
      // Nobody waits for that update any more; the one before is kept.
      if (error instanceof RolloutsStopped) break;
      if (!(error instanceof LearnError)) throw error;
      failure = error;
      break;
    }
    saveCheckpoint(files, await trainer.saveCheckpoint());
    good = readLearned(trainer);
    if (session.sessionSeconds - writtenAt >= secondsBetweenPolicies) {
      writePolicy(files, plan.settings, good, { program: plan.program, codeVersion: workVersion });
      writtenAt = session.sessionSeconds;
    }
    plan.onUpdate({ ...trainer.counters, ...session.describe() });
  }
  if (good.updates > 0) writePolicy(files, plan.settings, good, { program: plan.program, codeVersion: workVersion });
  return failure;
}

/** Without noise, on the same episodes every time, so that evaluations compare. */
async function judge(source: RolloutSource, trainer: Trainer): Promise<Record<string, number>> {
  const seeds = Array.from({ length: source.lanes }, (_, i) => firstEvaluationSeed + i);
  const { returns, infos } = await source.evaluate({
    policy: trainer.getPolicy(),
    seeds,
    maxSteps: maxEvaluationSteps,
  });
  const angles = createInfoScalars(source.infoNames, infos)['charts/meanAngle'];
  return {
    ...createMeanScalar('eval/return', returns),
    ...(angles === undefined ? {} : { 'eval/meanAngle': angles }),
  };
}

function writeBest(files: TrainingFolder, { settings, program }: TrainingPlan, trainer: Trainer): void {
  const { json } = createPolicyFiles(settings, readLearned(trainer), { program, codeVersion: workVersion });
  writeFileAtomic(files.best, json);
}

function readLearned(trainer: Trainer): Learned {
  return { policy: trainer.getPolicy(), ...trainer.counters };
}

type Session = ReturnType<typeof createSession>;

/** Clocks and means of this session, on top of those before it. */
function createSession(log: TrainingLog, trainer: Trainer) {
  const before = log.entries.at(-1);
  const secondsBefore = before?.seconds ?? 0;
  const cpuBefore = before?.record.scalars['charts/cpu_seconds'] ?? 0;
  const { transitions: transitionsBefore, updates: updatesBefore } = trainer.counters;
  const readCpuSeconds = startCpuTimer();
  const startedAt = performance.now();
  const readSession = (): number => (performance.now() - startedAt) / 1000;
  const computeRate = (): number => (trainer.counters.transitions - transitionsBefore) / Math.max(1e-9, readSession());
  return {
    get sessionSeconds() {
      return readSession();
    },
    read: () => ({
      seconds: secondsBefore + readSession(),
      cpuSeconds: cpuBefore + readCpuSeconds(),
      rate: computeRate(),
    }),
    add(record: LogEntry['record']): void {
      log.append(record, secondsBefore + readSession(), cpuBefore + readCpuSeconds(), computeRate());
    },
    /** Of all evaluations so far. */
    get bestReturn() {
      return log.entries.reduce((best, { record }) => Math.max(best, record.scalars['eval/return'] ?? best), -Infinity);
    },
    computeMeanReturn: () => computeMeanReturn(log.entries),
    describe: () => ({
      meanReturn: computeMeanReturn(log.entries),
      infos: findInfos(log.entries),
      sessionSeconds: readSession(),
      sessionUpdates: trainer.counters.updates - updatesBefore,
      transitionsPerSecond: computeRate(),
    }),
  };
}

function computeMeanReturn(entries: readonly LogEntry[]): number | undefined {
  const returns = entries.slice(-updatesInMean).flatMap(({ record }) => record.scalars['charts/episodic_return'] ?? []);
  return returns.length === 0 ? undefined : returns.reduce((sum, value) => sum + value, 0) / returns.length;
}

function findInfos(entries: readonly LogEntry[]): Record<string, number> {
  const last = entries.findLast(({ record }) => record.scalars['charts/episodic_return'] !== undefined);
  return Object.fromEntries(
    Object.entries(last?.record.scalars ?? {}).flatMap(([name, value]) =>
      name.startsWith('charts/') ? [[name.slice('charts/'.length), value]] : [],
    ),
  );
}

/** For a training too short for an episode to end in it. */
async function measureReturn(source: RolloutSource, trainer: Trainer): Promise<number> {
  const seeds = Array.from({ length: source.lanes }, (_, i) => i);
  const { returns } = await source.evaluate({ policy: trainer.getPolicy(), seeds, maxSteps: maxEvaluationSteps });
  return returns.reduce((sum, value) => sum + value, 0) / returns.length;
}
