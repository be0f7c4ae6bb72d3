/**
 * A training as files, the same ones wherever it runs: training.json says what it is, checkpoint.bin holds all of it after the last
 * update, policy.json and policy.onnx are the result. The caller decides where the files are.
 */
import { LearnError } from '../learn-error.ts';
import { encodeOnnx } from '../policies/onnx.ts';
import { decodeOnnx } from '../policies/onnx-read.ts';
import type { PolicyData } from '../policies/policy.ts';
import { encodePolicyFile, type PolicyFile, readEnvironment, roundPolicy } from '../policies/file.ts';
import { renameFormerSettings } from '../trainers/ppo-config.ts';
import type { TrainerConfig, TrainerKind } from '../trainers/registry.ts';
import { describeEnvironment, describeSubject, type Subject } from './subject.ts';

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

/** Throws a LearnError for a text that is not a training; `file` is its name. */
export function parseTrainingDescription(text: string, file: string): TrainingDescription {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const got = error instanceof Error ? error.message : 'not JSON';
    throw new LearnError({ code: 'damaged', path: file, got, hint: 'Start a new training elsewhere.' });
  }
  const { format, version } = (json ?? {}) as { format?: unknown; version?: unknown };
  if (format !== FORMAT || version !== 1)
    throw new LearnError({
      code: 'unknown-version',
      path: file,
      got: `${String(format)} ${String(version)}`,
      hint: `This program resumes ${FORMAT} 1.`,
    });
  const description = json as TrainingDescription;
  return { ...description, config: renameFormerSettings(description.config) };
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
