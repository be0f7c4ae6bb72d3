/** Policies on disk: written by a training, and read from a training's folder, a policy file or an ONNX model. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { LearnError, failLearn } from '../../learn/learn-error.ts';
import { decodePolicyFile, type PolicyFile } from '../../learn/policies/file.ts';
import {
  createPolicyFiles,
  decodeOnnxFile,
  type Learned,
  type Maker,
  type TrainingSettings,
} from '../../learn/subjects/training-files.ts';

import { writeFileAtomic } from '../atomic-file.ts';
import { readBoundedFile } from '../bounded-file.ts';
import { attemptFile } from '../file-error.ts';
import { createTrainingFolder, type TrainingFolder } from './training-folder.ts';

/** Larger than any policy. */
const maxBytes = 4_000_000;

export function writePolicy(files: TrainingFolder, settings: TrainingSettings, learned: Learned, maker: Maker): void {
  const { json, onnx } = createPolicyFiles(settings, learned, maker);
  writeFileAtomic(files.policy, json);
  if (onnx !== undefined) writeFileAtomic(files.onnx, onnx);
}

/** A training's folder, a policy file or an ONNX model. Throws a LearnError that names what is wrong, or a FileError. */
export function readPolicy(place: string): PolicyFile {
  const file = findPolicy(place);
  const bytes = readBoundedFile(file, maxBytes, () =>
    failLearn('out-of-range', file, `more than ${maxBytes} bytes`, 'No policy is as large as that.'),
  );
  try {
    if (path.extname(file).toLowerCase() === '.onnx') return decodeOnnxFile(bytes);
    return decodePolicyFile(new TextDecoder().decode(bytes));
  } catch (error) {
    if (!(error instanceof LearnError)) throw error;
    const { code, path: where, got, hint } = error;
    failLearn(code, `${file}, ${where}`, got, hint);
  }
}

function findPolicy(place: string): string {
  return attemptFile('read', place, () => (statSync(place).isDirectory() ? createTrainingFolder(place).policy : place));
}
