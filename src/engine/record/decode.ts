/** Bytes → Recording. Reads chunk by chunk from any source, so that a long run need not fit in memory. */
import { computeFrameOffsets } from '../contract/frame.ts';
import { computeSignalOffsets } from '../contract/types.ts';
import { getFamily, parseDesc } from '../families/descriptions.ts';
import type { AnimalDesc } from '../model/desc-family.ts';
import { decodeJson } from './bytes.ts';
import {
  chainHash,
  chainStart,
  chunkHeadBytes,
  chunkTailBytes,
  chunkTypes,
  formatVersion,
  magic,
  preambleBytes,
  type RecordedFrame,
  type RecordingEnd,
  type RecordingHeader,
  type RecordingStatus,
} from './format.ts';
import { expectBytes, expectObject } from '../model/problem.ts';

export class RecordingError extends Error {
  /** empty: no bytes; cut-off: ended within its header. */
  readonly code: 'not-a-recording' | 'empty' | 'cut-off' | 'unknown-version' | 'corrupt';
  /** Offset of the first bad byte in the file. */
  readonly offset: number;

  constructor(code: RecordingError['code'], offset: number, message: string) {
    super(message);
    this.name = 'RecordingError';
    this.code = code;
    this.offset = offset;
  }
}

/** Where bytes come from: a file, or memory. */
export interface ByteSource {
  readonly length: number;
  /** `length` bytes from `offset`; shorter at the end. */
  read(offset: number, length: number): Uint8Array;
}

export function createMemorySource(bytes: Uint8Array): ByteSource {
  expectBytes(bytes, 'bytes', 'Give the bytes of a recording, a Uint8Array.');
  return { length: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}

interface Chunk {
  readonly type: number;
  readonly payload: Uint8Array;
  readonly offset: number;
}

/** Bytes that a chunk may have by its type: as much as is ever written. Frames have the size that the header gives. */
const maxPayloads: Readonly<Record<number, number>> = {
  [chunkTypes.header]: 1 << 26,
  [chunkTypes.frame]: 1 << 26,
  [chunkTypes.snapshot]: 1 << 26,
  [chunkTypes.end]: 1 << 20,
};

/** As in kept runs: years of any animal. */
const maxSteps = 1e9;

/** Every complete chunk in order; stops silently before a truncated last one, throws on a changed one. */
function* iterateChunks(source: ByteSource): Generator<Chunk> {
  checkPreamble(source.read(0, preambleBytes), source.length);
  let chain = chainStart;
  let ended = false;
  for (let offset = preambleBytes; offset + chunkHeadBytes <= source.length; ) {
    const head = source.read(offset, chunkHeadBytes);
    const view = new DataView(head.buffer, head.byteOffset);
    const type = view.getUint32(0, true);
    const length = view.getUint32(4, true);
    const intact = view.getUint32(8, true) === ~type >>> 0 && view.getUint32(12, true) === ~length >>> 0;
    if (!intact || ended || !(length <= (maxPayloads[type] ?? -1))) throw corrupt(offset);
    const padded = Math.ceil(length / 8) * 8;
    const next = offset + chunkHeadBytes + padded + chunkTailBytes;
    if (next > source.length) return;
    const body = source.read(offset + chunkHeadBytes, length);
    // At the start of its own buffer, so that typed arrays can be laid over it.
    const payload = body.byteOffset === 0 && body.byteLength === body.buffer.byteLength ? body : new Uint8Array(body);
    chain = chainHash(chain, type, payload);
    const rest = source.read(offset + chunkHeadBytes + length, padded - length + chunkTailBytes);
    const tail = new DataView(rest.buffer, rest.byteOffset + padded - length);
    if (
      tail.getUint32(0, true) !== parseInt(chain.slice(0, 8), 16) ||
      tail.getUint32(4, true) !== parseInt(chain.slice(8), 16) ||
      rest.subarray(0, padded - length).some((byte) => byte !== 0)
    )
      throw corrupt(offset);
    ended = type === chunkTypes.end;
    yield { type, payload, offset };
    offset = next;
    // Nothing may follow the end of a run.
    if (ended && offset < source.length) throw corrupt(offset);
  }
}

function checkPreamble(preamble: Uint8Array, length: number): void {
  if (length === 0)
    throw new RecordingError('empty', 0, 'The recording is empty: the run ended before anything was written.');
  if (length < preambleBytes && magic.every((byte, i) => i >= length || preamble[i] === byte)) throw cutOff(0);
  if (preamble.length < preambleBytes || magic.some((byte, i) => preamble[i] !== byte))
    throw new RecordingError(
      'not-a-recording',
      0,
      'This is not a Bestiary recording: its first bytes are not "BESTIARY".',
    );
  const view = new DataView(preamble.buffer, preamble.byteOffset);
  const version = view.getUint32(8, true);
  if (version !== formatVersion || view.getUint32(12, true) !== 0)
    throw new RecordingError(
      'unknown-version',
      8,
      `Recording version ${version} is unknown; this program reads version ${formatVersion}.`,
    );
}

function corrupt(offset: number): RecordingError {
  return new RecordingError(
    'corrupt',
    offset,
    `The recording is damaged at byte ${offset}: the contents do not match their hash. Everything before it can be read.`,
  );
}

function cutOff(offset: number): RecordingError {
  return new RecordingError(
    'cut-off',
    offset,
    'The recording was cut off before its header was whole: nothing is in it.',
  );
}

export interface RecordingInfo {
  readonly header: RecordingHeader;
  readonly status: RecordingStatus;
  readonly end: RecordingEnd | undefined;
  readonly frameCount: number;
  readonly firstTime: number;
  readonly lastTime: number;
  /** Steps at which the whole state was kept. */
  readonly snapshotSteps: readonly number[];
}

/** Reads the whole file once, checking every hash, without keeping frames. */
export function inspectRecording(source: ByteSource): RecordingInfo {
  expectObject(source, 'source', 'Give createMemorySource(bytes).', ['read']);
  let header: RecordingHeader | undefined;
  let end: RecordingEnd | undefined;
  let frameCount = 0;
  let firstTime = 0;
  let lastTime = 0;
  let lastStep = -1;
  const snapshotSteps: number[] = [];
  for (const chunk of iterateChunks(source)) {
    if (header === undefined) {
      header = checkHeader(readHeader(chunk), chunk);
      continue;
    }
    if (chunk.type === chunkTypes.header) throw corrupt(chunk.offset);
    if (chunk.type === chunkTypes.end) end = readEnd(chunk);
    if (chunk.type === chunkTypes.snapshot) snapshotSteps.push(readSnapshotStep(chunk, header));
    if (chunk.type !== chunkTypes.frame) continue;
    const frame = readFrame(chunk, header);
    if (!isSound(frame, lastStep, header.dt)) throw corrupt(chunk.offset);
    lastStep = frame.step;
    lastTime = frame.time;
    if (frameCount === 0) firstTime = lastTime;
    frameCount += 1;
  }
  if (header === undefined) throw cutOff(preambleBytes);
  return { header, status: end?.status ?? 'unfinished', end, frameCount, firstTime, lastTime, snapshotSteps };
}

/** Checks that frames are in order, their time is that of their step, and all numbers are finite. */
function isSound({ step, time, signals, frame }: RecordedFrame, lastStep: number, dt: number): boolean {
  const isFinite = (value: number): boolean => Number.isFinite(value);
  return isStep(step) && step > lastStep && time === step * dt && signals.every(isFinite) && frame.every(isFinite);
}

function isStep(step: number): boolean {
  return Number.isInteger(step) && step >= 0 && step <= maxSteps;
}

/**
 * The header as its own description gives it: the animal is compiled, and layout, signals and controls are those, not what
 * the file says. A file whose numbers do not fit them is refused.
 */
function checkHeader(header: RecordingHeader, { offset }: Chunk): RecordingHeader {
  const refuse = (message: string): never => {
    throw new RecordingError('corrupt', offset, `The recording does not fit its own creature: ${message}.`);
  };
  const system = compile(header.desc, refuse);
  const { length: signalLength } = computeSignalOffsets(system.signals);
  const { length: frameLength } = computeFrameOffsets(system.frame);
  if (header.frameLength !== frameLength) refuse(`${header.frameLength} numbers in a frame in place of ${frameLength}`);
  if (header.signalLength !== signalLength)
    refuse(`${header.signalLength} numbers of signals in place of ${signalLength}`);
  if (header.dt !== system.dt) refuse(`steps of ${header.dt} s in place of ${system.dt} s`);
  if (!Number.isSafeInteger(header.every) || header.every < 1) refuse(`a frame every ${header.every} steps`);
  if (!Number.isSafeInteger(header.seed)) refuse('a seed that is not a whole number');
  const { frame: layout, signals, controls } = system;
  return {
    ...header,
    program: typeof header.program === 'string' ? header.program.slice(0, 100) : '',
    layout,
    signals,
    controls,
  };
}

function compile(desc: AnimalDesc, refuse: (message: string) => never) {
  try {
    return getFamily(desc).solver.compile(desc);
  } catch (error) {
    return refuse(`it cannot be put together: ${(error as Error).message}`);
  }
}

/** The header, checked as far as the rest of the file is read by it. */
function readHeader(chunk: Chunk): RecordingHeader {
  if (chunk.type !== chunkTypes.header) throw corrupt(chunk.offset);
  const header = readJson(chunk) as Partial<RecordingHeader>;
  const { signalLength, frameLength } = header;
  if (!isCount(signalLength) || !isCount(frameLength)) throw corrupt(chunk.offset);
  try {
    return { ...(header as RecordingHeader), desc: parseDesc(header.desc) };
  } catch (error) {
    throw new RecordingError(
      'corrupt',
      chunk.offset,
      `The recorded creature cannot be read: ${(error as Error).message}`,
    );
  }
}

function readJson(chunk: Chunk): Record<string, unknown> {
  try {
    const value = decodeJson(chunk.payload);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Falls through: invalid JSON is treated as damage.
  }
  throw corrupt(chunk.offset);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1 << 24;
}

const statuses: readonly unknown[] = ['complete', 'interrupted', 'failed'];

function readEnd(chunk: Chunk): RecordingEnd {
  const end = readJson(chunk) as unknown as RecordingEnd;
  if (!statuses.includes(end.status)) throw corrupt(chunk.offset);
  return end;
}

function readFrame({ payload, offset }: Chunk, { signalLength, frameLength }: RecordingHeader): RecordedFrame {
  if (payload.length !== 16 + 8 * signalLength + 4 * frameLength) throw corrupt(offset);
  const numbers = new Float64Array(payload.buffer, 0, 2 + signalLength);
  const frame = new Float32Array(payload.buffer, 16 + 8 * signalLength, frameLength);
  return { step: numbers[0]!, time: numbers[1]!, signals: numbers.subarray(2), frame };
}

/** The step of a kept state, which begins with its own clock: step and time. */
function readSnapshotStep({ payload, offset }: Chunk, { dt }: RecordingHeader): number {
  if (payload.length < 24) throw corrupt(offset);
  const [step, clock, time] = new Float64Array(payload.buffer, 0, 3) as unknown as [number, number, number];
  if (!isStep(step)) throw corrupt(offset);
  if (clock !== step || time !== step * dt)
    throw new RecordingError(
      'corrupt',
      offset,
      `The state kept at step ${step} has another clock: step ${clock}, ${time} s. Everything before it can be read.`,
    );
  return step;
}

/** The frames in order, one at a time; `every` takes each n-th only. */
export function* iterateFrames(source: ByteSource, every = 1): Generator<RecordedFrame> {
  let header: RecordingHeader | undefined;
  let index = 0;
  for (const chunk of iterateChunks(source)) {
    header ??= readHeader(chunk);
    if (chunk.type === chunkTypes.frame && index++ % every === 0) yield readFrame(chunk, header);
  }
}

/** The states kept on the way, in order, one at a time. */
export function* iterateSnapshots(
  source: ByteSource,
): Generator<{ readonly step: number; readonly snapshot: Uint8Array }> {
  let header: RecordingHeader | undefined;
  for (const chunk of iterateChunks(source)) {
    header ??= readHeader(chunk);
    if (chunk.type === chunkTypes.snapshot)
      yield { step: readSnapshotStep(chunk, header), snapshot: chunk.payload.slice(8) };
  }
}
