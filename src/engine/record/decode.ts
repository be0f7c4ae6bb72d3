/** Bytes → Recording. Reads chunk by chunk from any source, so that a long run need not fit in memory. */
import { parseDesc } from '../families/descriptions.ts';
import { decodeJson } from './bytes.ts';
import { RecordingEncoder } from './encode.ts';
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

export class RecordingError extends Error {
  readonly code: 'not-a-recording' | 'unknown-version' | 'corrupt';
  /** Byte in the file at which the trouble begins. */
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
  return { length: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}

interface Chunk {
  readonly type: number;
  readonly payload: Uint8Array;
  readonly offset: number;
}

const maxPayload = 1 << 30;

/** Every whole chunk in order; stops quietly before a cut-off last one, throws on a changed one. */
function* iterateChunks(source: ByteSource): Generator<Chunk> {
  checkPreamble(source.read(0, preambleBytes));
  let chain = chainStart;
  let ended = false;
  for (let offset = preambleBytes; offset + chunkHeadBytes <= source.length; ) {
    const head = source.read(offset, chunkHeadBytes);
    const view = new DataView(head.buffer, head.byteOffset);
    const type = view.getUint32(0, true);
    const length = view.getUint32(4, true);
    const intact = view.getUint32(8, true) === ~type >>> 0 && view.getUint32(12, true) === ~length >>> 0;
    if (!intact || ended || length > maxPayload || type < 1 || type > 4) throw corrupt(offset);
    const padded = Math.ceil(length / 8) * 8;
    const next = offset + chunkHeadBytes + padded + chunkTailBytes;
    if (next > source.length) return;
    const body = source.read(offset + chunkHeadBytes, padded + chunkTailBytes);
    // A copy at the start of its own buffer, so that typed arrays can be laid over it.
    const payload = new Uint8Array(body.subarray(0, length));
    chain = chainHash(chain, type, payload);
    const tail = new DataView(body.buffer, body.byteOffset + padded);
    if (
      tail.getUint32(0, true) !== parseInt(chain.slice(0, 8), 16) ||
      tail.getUint32(4, true) !== parseInt(chain.slice(8), 16) ||
      body.subarray(length, padded).some((byte) => byte !== 0)
    )
      throw corrupt(offset);
    ended = type === chunkTypes.end;
    yield { type, payload, offset };
    offset = next;
  }
}

function checkPreamble(preamble: Uint8Array): void {
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
  let header: RecordingHeader | undefined;
  let end: RecordingEnd | undefined;
  let frameCount = 0;
  let firstTime = 0;
  let lastTime = 0;
  const snapshotSteps: number[] = [];
  for (const chunk of iterateChunks(source)) {
    if (header === undefined) {
      header = readHeader(chunk);
      continue;
    }
    if (chunk.type === chunkTypes.end) end = readEnd(chunk);
    if (chunk.type === chunkTypes.snapshot) snapshotSteps.push(readSnapshotStep(chunk));
    if (chunk.type !== chunkTypes.frame) continue;
    lastTime = readFrame(chunk, header).time;
    if (frameCount === 0) firstTime = lastTime;
    frameCount += 1;
  }
  if (header === undefined)
    throw new RecordingError('corrupt', preambleBytes, 'The recording has no header: it was cut off at once.');
  return { header, status: end?.status ?? 'unfinished', end, frameCount, firstTime, lastTime, snapshotSteps };
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
    // Falls through: not JSON is damage like any other.
  }
  throw corrupt(chunk.offset);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxPayload / 8;
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

function readSnapshotStep({ payload, offset }: Chunk): number {
  if (payload.length < 8) throw corrupt(offset);
  return new DataView(payload.buffer).getFloat64(0, true);
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

/** The state kept at a step, or undefined. */
export function readSnapshot(source: ByteSource, step: number): Uint8Array | undefined {
  for (const chunk of iterateChunks(source)) {
    if (chunk.type === chunkTypes.snapshot && readSnapshotStep(chunk) === step) return chunk.payload.slice(8);
  }
  return undefined;
}

/** A smaller recording with every n-th frame, as pieces to append; header and end say what they said. */
export function* thinRecording(source: ByteSource, every: number): Generator<Uint8Array> {
  const { header, end } = inspectRecording(source);
  const encoder = new RecordingEncoder({ ...header, every: header.every * every });
  yield encoder.start();
  for (const { step, time, signals, frame } of iterateFrames(source, every))
    yield encoder.copyFrame(step, time, signals, frame);
  if (end !== undefined) yield encoder.end(end);
}
