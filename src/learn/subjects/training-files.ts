/**
 * A training as files, the same ones wherever it runs: training.json says what it is, checkpoint.bin holds all of it after the last
 * update, policy.json and policy.onnx are the result. The caller decides where the files are.
 */
import { z } from 'zod';
import { actionSets } from '../../engine/contract/learning.ts';
import { parseDesc } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { isObject, ModelError, printGot } from '../../engine/model/problem.ts';
import { checkShape, parseFileJson } from '../check-shape.ts';
import { observationKinds } from '../environments/senses/observation.ts';
import { conditionKinds } from '../environments/setup.ts';
import { toyNames } from '../environments/toys/registry.ts';
import { failLearn } from '../learn-error.ts';
import { encodeOnnx } from '../policies/onnx.ts';
import { decodeOnnx } from '../policies/onnx-read.ts';
import type { PolicyData } from '../policies/policy.ts';
import { encodePolicyFile, type PolicyFile, readEnvironment, roundPolicy } from '../policies/file.ts';
import { parseTrainerConfig, type TrainerConfig, type TrainerKind } from '../trainers/registry.ts';
import { describeEnvironment, describeSubject, formerSpeedFactor, type Subject } from './subject.ts';

/** Chosen: more than a machine has memory or threads for. */
export const maxLanes = 1024;
export const maxWorkers = 256;

export const trainingFileNames = {
  description: 'training.json',
  checkpoint: 'checkpoint.bin',
  previous: 'checkpoint-previous.bin',
  policy: 'policy.json',
  onnx: 'policy.onnx',
} as const;

/** What a training is; the same settings and seed give the same bits, with any number of workers. */
export interface TrainingSettings {
  readonly subject: Subject;
  readonly trainer: TrainerKind;
  readonly preset: string;
  readonly config: TrainerConfig;
  readonly seed: number;
  readonly lanes: number;
  /** Threads that share the lanes. */
  readonly workers: number;
  /** The policy it began from, as it was named; absent where it began from nothing. */
  readonly start?: string;
}

export type TrainingStatus = 'running' | 'done' | 'interrupted' | 'diverged';

/** training.json. `running` in a folder without a running process means that the process was killed. */
export interface TrainingDescription extends TrainingSettings {
  readonly format: 'bestiary-training';
  readonly version: 1;
  readonly program: string;
  readonly status: TrainingStatus;
  /** ISO 8601. */
  readonly startedAt: string;
  /** How it went so far, written when a session ends. */
  readonly outcome?: Readonly<Record<string, unknown>>;
}

const FORMAT = 'bestiary-training';

export function formatTrainingDescription(description: TrainingDescription): string {
  return `${JSON.stringify(description, null, 2)}\n`;
}

const shortText = z.string().max(1000);

/** The description of the animal is checked by its family, and the settings by the trainer. */
const subjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('toy'), name: z.enum(toyNames) }),
  z.looseObject({
    kind: z.literal('animal'),
    desc: z.unknown(),
    task: shortText,
    model: shortText.optional(),
    observation: z.enum(observationKinds).optional(),
    actions: z.enum(actionSets).optional(),
    training: z.boolean().optional(),
    judged: z.boolean().optional(),
    conditions: z.enum(conditionKinds).optional(),
    speedTargetFactor: z.number().positive().max(100).optional(),
    [formerSpeedFactor]: z.number().positive().max(100).optional(),
  }),
]);

const descriptionSchema = z.looseObject({
  program: shortText,
  status: z.enum(['running', 'done', 'interrupted', 'diverged']),
  startedAt: z.iso.datetime({ error: 'A date as in 2026-01-31T12:00:00Z.' }),
  outcome: z.record(z.string(), z.unknown()).optional(),
  subject: subjectSchema,
  trainer: z.enum(['ppo', 'es']),
  preset: shortText,
  config: z.unknown(),
  seed: z.int(),
  lanes: z.int().min(1).max(maxLanes),
  workers: z.int().min(1).max(maxWorkers),
  start: shortText.optional(),
});

/** Throws a LearnError for a text that is not a training; `file` is its name. */
export function parseTrainingDescription(text: string, file: string): TrainingDescription {
  const json = parseFileJson(text, file, 'Start a new training elsewhere.');
  const { format, version } = isObject(json) ? json : {};
  if (format !== FORMAT || version !== 1)
    failLearn('unknown-version', file, `${printGot(format)} ${printGot(version)}`, `This program resumes ${FORMAT} 1.`);
  const said = checkShape(descriptionSchema, json, file);
  const { subject, trainer, config } = said;
  return {
    ...said,
    subject: subject.kind === 'toy' ? subject : { ...subject, desc: parseSubjectDesc(subject.desc, file) },
    config: parseTrainerConfig(trainer, config, `${file}.config`),
  } as TrainingDescription;
}

function parseSubjectDesc(desc: unknown, file: string): AnimalDesc {
  try {
    return parseDesc(desc);
  } catch (error) {
    const [problem] = error instanceof ModelError ? error.problems : [];
    if (problem === undefined) throw error;
    const { path, got, hint } = problem;
    return failLearn('inconsistent', `${file}.subject.desc${path === '' ? '' : `.${path}`}`, got, hint);
  }
}

/** A policy and how much went into it. */
export interface Learned {
  readonly policy: PolicyData;
  readonly updates: number;
  readonly transitions: number;
}

/** What made a policy: the program as people know it, and the version of its code. */
export interface Maker {
  readonly program: string;
  readonly codeVersion: string;
}

/**
 * policy.json, and policy.onnx where actions are numbers. Nothing in them tells of the time, so the same training gives the same bytes.
 */
export function createPolicyFiles(
  { subject, trainer, preset, config, seed, lanes, start }: TrainingSettings,
  learned: Learned,
  { program, codeVersion }: Maker,
): { readonly json: string; readonly onnx: Uint8Array | undefined } {
  const { animal, task } = describeSubject(subject);
  const environment = describeEnvironment(subject);
  const policy = roundPolicy(learned.policy);
  const { updates, transitions } = learned;
  const from = start === undefined ? {} : { start };
  const provenance = { trainer, preset, config, seed, lanes, updates, transitions, ...from, program };
  const isOnnx = policy.actionSpace.kind === 'box';
  return {
    json: encodePolicyFile({ animal, task, environment, codeVersion, policy, provenance }),
    onnx: isOnnx ? encodeOnnx(policy, { animal, task, ...environment, program, codeVersion }) : undefined,
  };
}

/** The names that a model was written with say what it is for; one from elsewhere has none, and fits what its arrays fit. */
export function decodeOnnxFile(bytes: Uint8Array): PolicyFile {
  const { policy, metadata } = decodeOnnx(bytes);
  const { animal = '', task = '', codeVersion = '', ...provenance } = metadata;
  return { animal, task, environment: readEnvironment(metadata), codeVersion, policy, provenance };
}
