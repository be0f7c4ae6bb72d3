/**
 * The log of a training on disk: log.jsonl and log.csv, a line for each update, and TensorBoard's file where it is asked for.
 *
 * A line is appended before the update's checkpoint is saved, so a log may be ahead of the checkpoint after a kill: opening it cuts what
 * the checkpoint does not know, and the training writes it again.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { failLearn } from '../../learn/learn-error.ts';
import { type ScalarRecord, toCsvHeader, toCsvLine, toJsonLine } from '../../learn/trainers/scalars.ts';
import { encodeEventsOpening, encodeScalarEvent } from '../../learn/trainers/tensorboard.ts';
import { writeFileAtomic } from '../atomic-file.ts';
import { readBoundedFile } from '../bounded-file.ts';
import { attemptFile } from '../file-error.ts';
import type { TrainingFolder } from './training-folder.ts';

/** CleanRL's name for transitions per second, and the CPU seconds of all threads. */
const ownNames = ['charts/SPS', 'charts/cpu_seconds'] as const;
/** Chosen: half a million updates. */
const maxLogBytes = 1 << 28;

export interface LogEntry {
  readonly record: ScalarRecord;
  /** Of training, sessions before this one included. */
  readonly seconds: number;
}

export interface TrainingLog {
  /** The updates already there. */
  readonly entries: readonly LogEntry[];
  /** `seconds` and `cpuSeconds` of training so far, `rate` in transitions per second. */
  append(record: ScalarRecord, seconds: number, cpuSeconds: number, rate: number): LogEntry;
}

export interface LogOptions {
  /** Names of the columns. */
  readonly names: readonly string[];
  /** Updates that the checkpoint knows. */
  readonly updates: number;
  readonly tensorboard: boolean;
  /** When the training began, in seconds since 1970. */
  readonly startedAt: number;
}

export function openTrainingLog(files: TrainingFolder, options: LogOptions): TrainingLog {
  const { updates, tensorboard, startedAt } = options;
  const names = [...options.names, ...ownNames];
  const entries = readEntries(files.jsonl).slice(0, updates);
  writeFileAtomic(files.jsonl, entries.map(({ record, seconds }) => toJsonLine(record, seconds)).join(''));
  writeFileAtomic(
    files.csv,
    toCsvHeader(names) + entries.map(({ record, seconds }) => toCsvLine(record, seconds, names)).join(''),
  );
  const encode = ({ record, seconds }: LogEntry): Uint8Array => encodeScalarEvent(record, startedAt + seconds);
  if (tensorboard)
    writeFileAtomic(files.events, Buffer.concat([encodeEventsOpening(startedAt), ...entries.map(encode)]));
  return {
    entries,
    append({ step, scalars }, seconds, cpuSeconds, rate) {
      const record = { step, scalars: { ...scalars, 'charts/SPS': rate, 'charts/cpu_seconds': cpuSeconds } };
      const entry = { record, seconds };
      append(files.jsonl, toJsonLine(record, seconds));
      append(files.csv, toCsvLine(record, seconds, names));
      if (tensorboard) append(files.events, encode(entry));
      entries.push(entry);
      return entry;
    },
  };
}

function append(file: string, contents: string | Uint8Array): void {
  attemptFile('write', file, () => appendFileSync(file, contents));
}

/** All updates of a log as rows of scalars, with `step` and `seconds`; none where there is no log. */
export function readTrainingLog({ jsonl }: TrainingFolder): Record<string, number>[] {
  return readEntries(jsonl).map(({ record: { step, scalars }, seconds }) => ({ step, seconds, ...scalars }));
}

/** Whole lines of numbers alone: a kill may have cut the last one. */
function readEntries(file: string): LogEntry[] {
  if (!existsSync(file)) return [];
  const entries: LogEntry[] = [];
  const bytes = readBoundedFile(file, maxLogBytes, () =>
    failLearn('out-of-range', file, `more than ${maxLogBytes} bytes`, 'No training writes as much: remove the file.'),
  );
  for (const line of new TextDecoder().decode(bytes).split('\n').slice(0, -1)) {
    const entry = parseEntry(line);
    // What follows a damaged line has no place any more.
    if (entry === undefined) return entries;
    entries.push(entry);
  }
  return entries;
}

function parseEntry(line: string): LogEntry | undefined {
  try {
    const { step, seconds, ...scalars } = JSON.parse(line) as Record<string, unknown>;
    // null is how JSON writes a number that is not finite.
    const isWhole = [step, seconds, ...Object.values(scalars)].every((x) => typeof x === 'number' || x === null);
    if (!isWhole) return undefined;
    return { record: { step, scalars } as ScalarRecord, seconds: seconds as number };
  } catch {
    return undefined;
  }
}
