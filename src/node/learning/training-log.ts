/**
 * The log of a training on disk: log.jsonl and log.csv, a line for each update, and TensorBoard's file where it is asked for.
 *
 * A line is appended before the update's checkpoint is saved, so a log may be ahead of the checkpoint after a kill: opening it cuts what
 * the checkpoint does not know, and the training writes it again.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type ScalarRecord, toCsvHeader, toCsvLine, toJsonLine } from '../../learn/trainers/scalars.ts';
import { encodeEventsOpening, encodeScalarEvent } from '../../learn/trainers/tensorboard.ts';
import { writeFileAtomic } from '../atomic-file.ts';
import { FileError } from '../file-error.ts';
import type { TrainingFolder } from './training-folder.ts';

/** CleanRL's name for transitions per second, and the CPU seconds of all threads. */
const ownNames = ['charts/SPS', 'charts/cpu_seconds'] as const;

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
  try {
    appendFileSync(file, contents);
  } catch (error) {
    throw new FileError('write', file, error);
  }
}

/** Whole lines alone: a kill may have cut the last one. */
function readEntries(file: string): LogEntry[] {
  if (!existsSync(file)) return [];
  const entries: LogEntry[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
    try {
      const { step, seconds, ...scalars } = JSON.parse(line) as { step: number; seconds: number };
      entries.push({ record: { step, scalars }, seconds });
    } catch {
      // What follows a damaged line has no place any more.
      return entries;
    }
  }
  return entries;
}
