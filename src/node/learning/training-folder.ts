/**
 * The folder of one training: training.json says what it is, checkpoint.bin holds all of it after every update (the one before is kept
 * as checkpoint-previous.bin), policy.json and policy.onnx are what came of it, log.jsonl and log.csv how it went.
 *
 * Everything is put in place whole, so a process killed at any moment leaves at most one update undone.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { decodeCheckpoint } from '../../learn/checkpoint.ts';
import { LearnError, failLearn } from '../../learn/learn-error.ts';
import {
  formatTrainingDescription,
  parseTrainingDescription,
  type TrainingDescription,
  trainingFileNames,
} from '../../learn/subjects/training-files.ts';
import type { TrainerKind } from '../../learn/trainers/registry.ts';
import { writeFileAtomic } from '../atomic-file.ts';
import { readBoundedFile } from '../bounded-file.ts';
import { attemptFile } from '../file-error.ts';

/** Chosen: several times what the largest training writes. */
const maxDescriptionBytes = 32 * 1024 * 1024;
const maxCheckpointBytes = 1 << 30;

export interface TrainingFolder {
  readonly folder: string;
  readonly description: string;
  readonly checkpoint: string;
  readonly previous: string;
  readonly policy: string;
  readonly onnx: string;
  /** The policy that was best without noise. */
  readonly best: string;
  readonly jsonl: string;
  readonly csv: string;
  readonly events: string;
  readonly lock: string;
}

export function createTrainingFolder(folder: string): TrainingFolder {
  const at = (name: string): string => path.join(folder, name);
  return {
    folder,
    description: at(trainingFileNames.description),
    checkpoint: at(trainingFileNames.checkpoint),
    previous: at(trainingFileNames.previous),
    policy: at(trainingFileNames.policy),
    onnx: at(trainingFileNames.onnx),
    best: at('best.json'),
    jsonl: at('log.jsonl'),
    csv: at('log.csv'),
    events: at('events.out.tfevents.bestiary'),
    lock: at('training.lock'),
  };
}

export function writeDescription(files: TrainingFolder, description: TrainingDescription): void {
  writeFileAtomic(files.description, formatTrainingDescription(description));
}

/** Undefined where no training has begun in the folder. Throws a LearnError for another file. */
export function readDescription(files: TrainingFolder): TrainingDescription | undefined {
  if (!existsSync(files.description)) return undefined;
  return parseTrainingDescription(
    new TextDecoder().decode(readBytes(files.description, maxDescriptionBytes)),
    files.description,
  );
}

/** What a killed process was writing; the folder is the caller's alone. */
export function removeLeftovers({ folder }: TrainingFolder): void {
  for (const name of readdirSync(folder))
    if (/\.(?:tmp|next)$/u.test(name)) rmSync(path.join(folder, name), { force: true });
}

/** The new checkpoint is on the disk before the old one moves; a kill between the two moves leaves the old one. */
export function saveCheckpoint(files: TrainingFolder, bytes: Uint8Array): void {
  const next = `${files.checkpoint}.next`;
  writeFileAtomic(next, bytes);
  attemptFile('write', files.checkpoint, () => {
    if (existsSync(files.checkpoint)) renameSync(files.checkpoint, files.previous);
    renameSync(next, files.checkpoint);
  });
}

/**
 * The bytes to resume from, checked; undefined where the training was killed before its first update was done. A damaged checkpoint is
 * refused with a LearnError that names the array and offers the one before, which `previous` takes.
 */
export function loadCheckpoint(files: TrainingFolder, kind: TrainerKind, previous: boolean): Uint8Array | undefined {
  const current = existsSync(files.checkpoint) ? readBytes(files.checkpoint, maxCheckpointBytes) : undefined;
  const before = existsSync(files.previous) ? readBytes(files.previous, maxCheckpointBytes) : undefined;
  if (previous) {
    if (before === undefined) failLearn('missing', files.previous, 'nothing', 'No earlier checkpoint was kept.');
    decodeCheckpoint(before, kind);
    return before;
  }
  const bytes = current ?? before;
  if (bytes === undefined) return undefined;
  try {
    decodeCheckpoint(bytes, kind);
  } catch (error) {
    if (!(error instanceof LearnError)) throw error;
    throw new LearnError({
      ...toProblem(error),
      hint: describeWayOut(files, kind, current === undefined ? undefined : before),
    });
  }
  return bytes;
}

function describeWayOut(files: TrainingFolder, kind: TrainerKind, before: Uint8Array | undefined): string {
  try {
    if (before === undefined) failLearn('missing', '', '', '');
    const updates = decodeCheckpoint(before, kind).trainer['counts']?.[0];
    return `The file is ${files.checkpoint}. The checkpoint before it is whole (update ${updates ?? '?'}): resume from it with --resume --previous.`;
  } catch {
    return `The file is ${files.checkpoint}, and no whole one is kept before it: start again in another folder.`;
  }
}

function toProblem({ code, path: where, got }: LearnError) {
  return { code, path: where, got };
}

function readBytes(file: string, maxBytes: number): Uint8Array {
  return readBoundedFile(file, maxBytes, () =>
    failLearn('out-of-range', file, `more than ${maxBytes} bytes`, 'No training writes as much: use another folder.'),
  );
}
