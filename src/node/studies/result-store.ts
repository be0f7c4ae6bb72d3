/**
 * Results on disk, found by their key. Every process appends to a file of its own in `results/`, one line per result with a
 * checksum before it; an incomplete line is ignored. So a killed process loses at most what it was writing, several may share a
 * folder, and a hundred thousand results are not a hundred thousand files.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { hashText, type JobResult } from '../../experiments/studies/job.ts';
import { parseJobResult } from '../../experiments/studies/job-result.ts';
import { writeAll } from '../atomic-file.ts';
import { iterateLines } from '../bounded-file.ts';
import { attemptFile, FileError } from '../file-error.ts';
import { listFolder } from '../run-folder.ts';

export const resultsFolder = 'results';
const checksumLength = 8;
const millisecondsBetweenFlushes = 1000;
/** Of one result: a million recorded numbers, which is what a study may ask for, are 20 MB. */
const maxLineBytes = 64 * 1024 * 1024;

export class ResultStore {
  readonly #folder: string;
  readonly #texts = new Map<string, string>();
  #descriptor: number | undefined;
  #file = '';
  #length = 0;
  #flushedAt = 0;
  #damaged = 0;

  /** Reads what is there. Throws a FileError when the folder cannot be used. */
  constructor(study: string) {
    this.#folder = path.join(study, resultsFolder);
    const names = listFolder(this.#folder).filter((name) => name.endsWith('.jsonl'));
    for (const name of names.sort()) this.#read(path.join(this.#folder, name));
  }

  get size(): number {
    return this.#texts.size;
  }

  /** Lines that were not whole. */
  get damaged(): number {
    return this.#damaged;
  }

  has(key: string): boolean {
    return this.#texts.has(key);
  }

  get(key: string): JobResult | undefined {
    const text = this.#texts.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as JobResult);
  }

  /** Bytes of a stored result, for estimates. */
  static measure(result: JobResult): number {
    return Buffer.byteLength(JSON.stringify(result)) + checksumLength + 2;
  }

  /** Keeps a result: handed to the system when this returns, so that only a crash of the whole machine can lose it. */
  add(result: JobResult): void {
    if (this.#texts.has(result.key)) return;
    const text = JSON.stringify(result);
    const bytes = Buffer.from(`${computeChecksum(text)} ${text}\n`);
    const descriptor = this.#open();
    try {
      writeAll(descriptor, bytes);
      this.#length += bytes.length;
      if (performance.now() - this.#flushedAt > millisecondsBetweenFlushes) this.#flush(descriptor);
    } catch (error) {
      cutOff(descriptor, this.#length);
      throw new FileError('write', this.#file, error);
    }
    this.#texts.set(result.key, text);
  }

  /** Takes over results of another study's folder; returns how many were new. */
  take(other: ResultStore): number {
    let taken = 0;
    for (const [key, text] of other.#texts) {
      if (this.#texts.has(key)) continue;
      this.add(JSON.parse(text) as JobResult);
      taken++;
    }
    return taken;
  }

  close(): void {
    if (this.#descriptor === undefined) return;
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    try {
      fsyncSync(descriptor);
    } catch (error) {
      throw new FileError('write', this.#file, error);
    } finally {
      closeSync(descriptor);
    }
  }

  #read(file: string): void {
    let number = 0;
    for (const line of iterateLines(file, maxLineBytes)) {
      number++;
      if (line === '') continue;
      const text = line?.slice(checksumLength + 1);
      if (text === undefined || line?.slice(0, checksumLength) !== computeChecksum(text)) this.#damaged++;
      else this.#texts.set(parseJobResult(text, `${file}, line ${number}`).key, text);
    }
  }

  #open(): number {
    if (this.#descriptor !== undefined) return this.#descriptor;
    this.#file = path.join(this.#folder, `${process.pid}-${randomBytes(6).toString('hex')}.jsonl`);
    const descriptor = attemptFile('create', this.#file, () => {
      mkdirSync(this.#folder, { recursive: true });
      return openSync(this.#file, 'wx');
    });
    this.#descriptor = descriptor;
    this.#length = 0;
    this.#flushedAt = performance.now();
    return descriptor;
  }

  #flush(descriptor: number): void {
    fsyncSync(descriptor);
    this.#flushedAt = performance.now();
  }
}

/** An incompletely written line is truncated, so that the next one is valid once there is space. */
function cutOff(descriptor: number, length: number): void {
  try {
    ftruncateSync(descriptor, length);
  } catch {
    // The checksum tells the rest of the line from a result.
  }
}

function computeChecksum(text: string): string {
  return hashText(text).slice(0, checksumLength);
}
