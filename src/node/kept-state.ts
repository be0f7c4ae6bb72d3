/** States that a run has kept: in its recording, one a second, or in the file of the last good one after a failure. */
import { statSync } from 'node:fs';
import path from 'node:path';
import {
  type ByteSource,
  inspectRecording,
  iterateSnapshots,
  RecordingError,
  type RecordingInfo,
} from '../engine/record/decode.ts';
import type { Snapshot } from '../engine/contract/state.ts';
import { readBoundedFile } from './bounded-file.ts';
import { attemptFile } from './file-error.ts';
import { type FileSource, openRecording } from './recording-file.ts';
import { createRunFolder } from './run-folder.ts';

/** As much as a chunk of a recording may hold. */
const maxSnapshotBytes = 1 << 26;

/** The recording at a path: the file itself, or that of a run's folder. */
function findRecording(place: string): string {
  return attemptFile('read', place, () => (statSync(place).isDirectory() ? createRunFolder(place).recording : place));
}

/** Opens a recording, inspects it, and closes it. */
export function withRecording<T>(place: string, act: (source: FileSource, info: RecordingInfo) => T): T {
  const source = openRecording(findRecording(place));
  try {
    return act(source, inspectRecording(source));
  } finally {
    source.close();
  }
}

export interface KeptState {
  readonly step: number;
  readonly snapshot: Snapshot;
}

/** The latest state at or before a step; undefined without any: the run then starts from the beginning. */
export function findKeptState(source: ByteSource, step: number): KeptState | undefined {
  let found: KeptState | undefined;
  for (const kept of iterateSnapshots(source)) if (kept.step <= step) found = kept;
  return found;
}

/** Whether a file is the state of a failed run, by its name. */
export function isSnapshotFile(file: string): boolean {
  return path.extname(file) === '.snapshot';
}

export function readSnapshotFile(file: string): Snapshot {
  return readBoundedFile(file, maxSnapshotBytes, () => {
    throw new RecordingError('corrupt', 0, `${file} is larger than any state: it is not a snapshot.`);
  });
}
