/** Policies on disk: written by a training, and read from a training's folder, a policy file or an ONNX model. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { LearnError } from '../../learn/learn-error.ts';
import { decodePolicyFile, type PolicyFile } from '../../learn/policies/file.ts';
import {
  createPolicyFiles,
  decodeOnnxFile,
  type Learned,
  type Maker,
  type TrainingSettings,
} from '../../learn/subjects/training-files.ts';

import { writeFileAtomic } from '../atomic-file.ts';
import { FileError } from '../file-error.ts';
import { createTrainingFolder, type TrainingFolder } from './training-folder.ts';

/** Larger than any policy: refused before it is read. */
const maxBytes = 4_000_000;

export function writePolicy(files: TrainingFolder, settings: TrainingSettings, learned: Learned, maker: Maker): void {
  const { json, onnx } = createPolicyFiles(settings, learned, maker);
  writeFileAtomic(files.policy, json);
  if (onnx !== undefined) writeFileAtomic(files.onnx, onnx);
}

/** A training's folder, a policy file or an ONNX model. Throws a LearnError that names what is wrong, or a FileError. */
export function readPolicy(place: string): PolicyFile {
  const file = findPolicy(place);
  const bytes = readBytes(file);
  try {
    if (path.extname(file).toLowerCase() === '.onnx') return decodeOnnxFile(bytes);
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
