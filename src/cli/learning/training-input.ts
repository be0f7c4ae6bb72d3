/** What `train` is to do, read from the command line and, with --resume, from the training's folder. Nothing is written here. */
import path from 'node:path';
import { describeSubject, listAdvisedSettings, type Subject, takeAdvice } from '../../learn/subjects/subject.ts';
import {
  maxLanes,
  maxWorkers,
  type TrainingDescription,
  type TrainingSettings,
} from '../../learn/subjects/training-files.ts';
import { conditionKinds } from '../../learn/environments/setup.ts';
import { formerProportional } from '../../learn/policies/shipped-kinds.ts';
import { formerSettings } from '../../learn/trainers/ppo-config.ts';
import {
  applyTrainerSettings,
  getPreset,
  listPresets,
  type TrainerKind,
  trainerKinds,
} from '../../learn/trainers/registry.ts';
import { listFolder } from '../../node/run-folder.ts';
import {
  createTrainingFolder,
  loadCheckpoint,
  readDescription,
  type TrainingFolder,
} from '../../node/learning/training-folder.ts';
import { readNumber } from '../command/arguments.ts';
import type { Arguments } from '../command/command.ts';
import { CommandError, usageError } from '../command/command-error.ts';
import { readChoice } from './environment-options.ts';
import { readSubject } from './subject.ts';

const defaultTrainer: TrainerKind = 'ppo';
const defaultLanes = 8;
const defaultMinutes = 5;
const maxUpdates = 1e9;

/** What an earlier session left. */
export interface Resumed {
  readonly description: TrainingDescription;
  readonly checkpoint?: Uint8Array;
  /** Whether lanes start new episodes, because another number of workers shares them. */
  readonly freshLanes: boolean;
}

export interface TrainingInput {
  readonly files: TrainingFolder;
  readonly settings: TrainingSettings;
  readonly updates: number;
  readonly seconds: number;
  /** `updates` is where the learning rate falls to zero. */
  readonly endsAnnealed?: true;
  readonly resumed?: Resumed;
}

export function readTrainingInput(args: Arguments): TrainingInput {
  const files = readFolder(args);
  const updates = readNumber(args, 'updates', maxUpdates, { min: 1, max: maxUpdates, whole: true });
  const minutes = readNumber(args, 'minutes', args.has('updates') ? Infinity : defaultMinutes, {
    min: 1e-3,
    max: 1e6,
    unit: 'min',
  });
  const limits = { updates, seconds: 60 * minutes };
  if (!args.has('resume')) {
    if (args.has('previous')) throw usageError("Option '--previous' has no effect without --resume.");
    expectEmpty(files);
    return endWithAnnealing(args, { files, settings: readSettings(args), ...limits });
  }
  const resumed = readResumed(args, files);
  const workers = readWorkers(args, resumed.description.workers);
  return endWithAnnealing(args, { files, settings: { ...resumed.description, workers }, resumed, ...limits });
}

/** Updates with a learning rate of zero learn nothing: a training ends where its annealing does, and has no updates beyond. */
function endWithAnnealing(args: Arguments, input: TrainingInput): TrainingInput {
  const { config } = input.settings;
  const end = 'annealUpdates' in config ? config.annealUpdates : null;
  if (end === null) return input;
  const done = Number(input.resumed?.description.outcome?.['updates'] ?? 0);
  if (done >= end)
    throw new CommandError(
      'annealed',
      `The training in ${input.files.folder} is at its end: its learning rate fell to 0 at update ${end} (annealUpdates), so that more updates would change nothing. Start another from it: --start ${input.files.folder} --out DIR.`,
    );
  if (args.has('updates') && input.updates > end)
    throw usageError(
      `The learning rate falls to 0 at update ${end} (annealUpdates), and later updates would learn nothing: got --updates ${input.updates}. Give at most ${end}, or --config annealUpdates=${input.updates}.`,
    );
  return { ...input, updates: Math.min(end, input.updates), ...(input.updates >= end ? { endsAnnealed: true } : {}) };
}

function readFolder(args: Arguments): TrainingFolder {
  const out = args.get('out');
  if (out === undefined || out === '') throw usageError("'train' needs a folder for what it learns. Write --out DIR.");
  return createTrainingFolder(path.resolve(out));
}

/** All that a training leaves which is killed before it has described itself: its lock, and files that were not finished. */
const beginnings = /^training\.(?:lock|(?:lock|json)\..*\.tmp)$/u;

function expectEmpty(files: TrainingFolder): void {
  // Whether somebody still holds the lock is asked for when it is taken.
  const found = listFolder(files.folder).filter((name) => !beginnings.test(name));
  if (found.length === 0) return;
  const hint =
    readDescription(files) === undefined
      ? 'Choose another.'
      : 'Continue the training in it with --resume, or choose another.';
  throw new CommandError(
    'folder-not-empty',
    `The folder ${files.folder} is not empty: it holds ${found.slice(0, 3).join(', ')}${found.length > 3 ? ', …' : ''}. ${hint}`,
  );
}

function readSettings(args: Arguments): TrainingSettings {
  const trainer = readChoice(args, 'trainer', trainerKinds) ?? defaultTrainer;
  const preset = readChoice(args, 'preset', listPresets(trainer)) ?? 'default';
  const asked = readSubject(args, true);
  const advised = preset === 'default' ? listAdvisedSettings(asked, trainer) : [];
  const config = applyTrainerSettings(getPreset(trainer, preset), [...advised, ...args.getAll('config')]);
  const lanes = readNumber(args, 'lanes', defaultLanes, { min: 1, max: maxLanes, whole: true });
  const start = args.get('start');
  // The paper's trainer goes with the paper's observations and actions.
  const subject =
    preset === 'paper'
      ? readSubject(args, true, { observation: 'full', actions: 'paper' })
      : takeAdvice(asked, trainer);
  return {
    subject: readConditions(args, subject),
    trainer,
    preset,
    config,
    seed: readSeed(args),
    lanes,
    workers: readWorkers(args, 1),
    ...(start === undefined ? {} : { start }),
  };
}

function readConditions(args: Arguments, subject: Subject): Subject {
  const conditions = readChoice(args, 'conditions', conditionKinds);
  if (conditions === undefined) return subject;
  if (subject.kind === 'toy') throw usageError("Option '--conditions' has no effect on a toy. Leave it out.");
  return { ...subject, conditions };
}

/** Advice about names that settings or policies had before: they still work. */
export function listFormerNames(args: Arguments): string[] {
  const settings = args.getAll('config').flatMap((setting) => {
    const name = setting.split('=', 1)[0]!;
    const now = formerSettings.get(name);
    return now === undefined ? [] : [`The setting '${name}' is now called '${now}'. Write --config ${now}=….`];
  });
  const isFormer = args.get('start') === formerProportional;
  return isFormer
    ? [...settings, `The policy '${formerProportional}' is now called 'proportional'. Write --start proportional.`]
    : settings;
}

function readSeed(args: Arguments): number {
  return readNumber(args, 'seed', 1, { min: 0, max: 2 ** 52, whole: true });
}

function readWorkers(args: Arguments, defaultValue: number): number {
  return readNumber(args, 'workers', defaultValue, { min: 1, max: maxWorkers, whole: true });
}

/** A training continues as it began: options may repeat what it is, and not change it. */
function readResumed(args: Arguments, files: TrainingFolder): Resumed {
  const description = readDescription(files);
  if (description === undefined)
    throw new CommandError(
      'nothing-to-resume',
      `The folder ${files.folder} has no training to resume: training.json is missing. Leave out --resume to start one.`,
    );
  expectSameSubject(args, files, description.subject);
  expectSameSettings(args, files, description);
  expectSameConditions(args, files, description.subject);
  const checkpoint = loadCheckpoint(files, description.trainer, args.has('previous'));
  const workers = readWorkers(args, description.workers);
  // Evolution keeps nothing of its lanes, so any number of workers continues bit for bit.
  const freshLanes = description.trainer === 'ppo' && workers !== description.workers;
  return { description, freshLanes, ...(checkpoint === undefined ? {} : { checkpoint }) };
}

function expectSameSubject(args: Arguments, files: TrainingFolder, subject: Subject): void {
  const there = describeSubject(subject);
  const asked = readSubject(args, true, subject.kind === 'toy' ? {} : subject);
  const here = describeSubject(asked);
  const differs = (Object.keys({ ...here, ...there }) as (keyof typeof there)[]).find(
    (key) => here[key] !== there[key],
  );
  if (differs !== undefined)
    throw changed(files, differs, there[differs] ?? 'the default', here[differs] ?? 'the default');
  if (args.has('set') && asked.kind === 'animal' && subject.kind === 'animal')
    if (JSON.stringify(asked.desc) !== JSON.stringify(subject.desc))
      throw changed(files, 'parameters', 'as they were set', 'others');
}

function expectSameSettings(args: Arguments, files: TrainingFolder, description: TrainingDescription): void {
  for (const option of ['trainer', 'preset', 'seed', 'lanes', 'start'] as const) {
    const given = args.get(option);
    const there = String(description[option] ?? 'nothing');
    if (given !== undefined && given !== there) throw changed(files, option, there, given);
  }
  if (!args.has('config')) return;
  const config = applyTrainerSettings(description.config, args.getAll('config'));
  if (JSON.stringify(config) !== JSON.stringify(description.config))
    throw changed(files, 'config', 'as it was set', 'another');
}

function expectSameConditions(args: Arguments, files: TrainingFolder, subject: Subject): void {
  const given = readChoice(args, 'conditions', conditionKinds);
  const there = (subject.kind === 'animal' ? subject.conditions : undefined) ?? conditionKinds[0];
  if (given !== undefined && given !== there) throw changed(files, 'conditions', there, given);
}

function changed(files: TrainingFolder, what: string, there: string, given: string): CommandError {
  return new CommandError(
    'not-the-same',
    `The training in ${files.folder} continues as it began, with ${what} ${there}: got ${given}. Leave it out, or start a new one in another folder.`,
  );
}
