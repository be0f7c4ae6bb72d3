/**
 * The Recording file, version 1. Append-only: a run streams into it and a killed run loses at most the record in flight.
 *
 *   'BESTIARY' (8 bytes) · version u32 · zero u32 · chunk · chunk · …
 *   chunk = type u32 · payload bytes u32 · both again, bits inverted · payload, zero-padded to 8 · chain hash (8 bytes)
 *
 * The chain hash covers the type, the payload and the hash before it, so that a changed, missing or reordered chunk is
 * found. The inverted copy tells a damaged length from a file that was cut off. Chunks: one header (JSON), then frames and snapshots in order of time, and one end (JSON). A file
 * without an end is a run that was killed: everything up to its last whole chunk is good.
 */
import { addToHash, createHasher, finishHash } from '../math/hash.ts';
import type { AnimalDesc } from '../model/desc-family.ts';
import type { ControlSpec, SignalSpec } from '../contract/types.ts';
import type { FrameLayout } from '../contract/frame.ts';
import type { PilotPlan } from '../sim/pilot-slot.ts';

export const formatVersion = 1;
export const magic = Uint8Array.from('BESTIARY', (character) => character.charCodeAt(0));
export const preambleBytes = 16;
export const chunkHeadBytes = 16;
export const chunkTailBytes = 8;
export const chunkTypes = { header: 1, frame: 2, snapshot: 3, end: 4 } as const;
export type ChunkName = keyof typeof chunkTypes;

export interface RecordingHeader {
  readonly format: 'bestiary-recording';
  readonly version: number;
  /** Version of the program that wrote it. */
  readonly program: string;
  readonly desc: AnimalDesc;
  readonly seed: number;
  /** The pilot of the run from its first step on, if any. */
  readonly pilot?: PilotPlan;
  readonly dt: number;
  /** Steps between two recorded frames. */
  readonly every: number;
  readonly layout: FrameLayout;
  readonly frameLength: number;
  readonly signals: readonly SignalSpec[];
  readonly signalLength: number;
  readonly controls: readonly ControlSpec[];
}

export type RecordingStatus = 'complete' | 'interrupted' | 'failed' | 'unfinished';

export interface RecordingEnd {
  /** complete: ran its time; interrupted: stopped by the user; failed: stopped by the guard. */
  readonly status: Exclude<RecordingStatus, 'unfinished'>;
  readonly steps: number;
  readonly seconds: number;
  /** Hash of the final state. */
  readonly hash: string;
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly error?: string;
}

export interface RecordedFrame {
  readonly step: number;
  readonly time: number;
  readonly frame: Float32Array;
  readonly signals: Float64Array;
}

/** Advances the chain hash over one chunk; the result is 16 hex digits. */
export function chainHash(previous: string, type: number, payload: Uint8Array): string {
  const hasher = createHasher();
  const link = new Uint32Array([parseInt(previous.slice(0, 8), 16), parseInt(previous.slice(8), 16), type]);
  addToHash(hasher, link);
  addToHash(hasher, payload);
  return finishHash(hasher);
}

export const chainStart = '0000000000000000';
