/** Policies on disk: written by a training, and read from a training's folder, a policy file or an ONNX model. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { LearnError } from '../../learn/learn-error.ts';
import { encodeOnnx } from '../../learn/onnx.ts';
import { decodeOnnx } from '../../learn/onnx-read.ts';
import type { PolicyData } from '../../learn/policy.ts';
import { decodePolicyFile, encodePolicyFile, type PolicyFile, roundPolicy } from '../../learn/policy-file.ts';
import { describeSubject } from '../../learn/subjects/subject.ts';

import { writeFileAtomic } from '../atomic-file.ts';
import { FileError } from '../file-error.ts';
import { createTrainingFolder, type TrainingFolder, type TrainingSettings } from './training-folder.ts';

/** Larger than any policy: refused before it is read. */
const maxBytes = 4_000_000;

/** A policy and how much went into it. */
export interface Learned {
  readonly policy: PolicyData;
  readonly updates: number;
  readonly tuples: number;
}

/** policy.json, and policy.onnx where actions are numbers. Nothing in them tells of the time, so the same training gives the same bytes. */
export function writePolicy(
  files: TrainingFolder,
  { subject, trainer: kind, preset, config, seed, lanes, start }: TrainingSettings,
  learned: Learned,
  program: string,
): void {
  const { animal, task, ...choices } = describeSubject(subject);
  const policy = roundPolicy(learned.policy);
  const { updates, tuples } = learned;
  const from = start === undefined ? {} : { start };
  const provenance = { ...choices, trainer: kind, preset, config, seed, lanes, updates, tuples, ...from, program };
  writeFileAtomic(files.policy, encodePolicyFile({ animal, task, policy, provenance }));
  if (policy.actionSpace.kind === 'box')
    writeFileAtomic(files.onnx, encodeOnnx(policy, { animal, task, ...choices, program }));
}

/** A training's folder, a policy file or an ONNX model. Throws a LearnError that names what is wrong, or a FileError. */
export function readPolicy(place: string): PolicyFile {
  const file = findPolicy(place);
  const bytes = readBytes(file);
  try {
    if (path.extname(file).toLowerCase() === '.onnx') return toPolicyFile(bytes);
    return decodePolicyFile(new TextDecoder().decode(bytes));
  } catch (error) {
    if (!(error instanceof LearnError)) throw error;
    const { code, path: where, got, hint } = error;
    throw new LearnError({ code, path: `${file}, ${where}`, got, hint });
  }
}

function findPolicy(place: string): string {
  try {
    return statSync(place).isDirectory() ? createTrainingFolder(place).policy : place;
  } catch (error) {
    throw new FileError('read', place, error);
  }
}

function readBytes(file: string): Uint8Array {
  try {
    const { size } = statSync(file);
    if (size > maxBytes)
      throw new LearnError({
        code: 'out-of-range',
        path: file,
        got: `${size} bytes`,
        hint: `A policy has at most ${maxBytes}.`,
      });
    return new Uint8Array(readFileSync(file));
  } catch (error) {
    throw error instanceof LearnError ? error : new FileError('read', file, error);
  }
}

/** The names that a model was written with say what it is for; one from elsewhere has none, and fits what its arrays fit. */
function toPolicyFile(bytes: Uint8Array): PolicyFile {
  const { policy, metadata } = decodeOnnx(bytes);
  const { animal = '', task = '', ...provenance } = metadata;
  return { animal, task, policy, provenance };
}
