/** Bytes → Recording. Reads chunk by chunk from any source, so that a long run need not fit in memory. */
import { parseDesc } from '../model/parse.ts';
import { decodeJson } from './bytes.ts';
import { RecordingEncoder } from './encode.ts';
import {
  chainHash,
  chainStart,
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
  /** A copy of `length` bytes from `offset`; shorter at the end. */
  read(offset: number, length: number): Uint8Array;
}

export function createMemorySource(bytes: Uint8Array): ByteSource {
  return { length: bytes.length, read: (offset, length) => bytes.slice(offset, offset + length) };
}

interface Chunk {
  readonly type: number;
  readonly payload: Uint8Array;
  readonly offset: number;
}

const maxPayload = 1 << 30;

/** Every whole chunk in order; stops quietly before a cut-off last one, throws on a changed one. */
function* iterateChunks(source: ByteSource): Generator<Chunk> {
  const preamble = source.read(0, preambleBytes);
  if (preamble.length < preambleBytes || magic.some((byte, i) => preamble[i] !== byte))
    throw new RecordingError(
      'not-a-recording',
      0,
      'This is not a Bestiary recording: its first bytes are not "BESTIARY".',
    );
  const version = new DataView(preamble.buffer, preamble.byteOffset).getUint32(8, true);
  if (version !== formatVersion)
    throw new RecordingError(
      'unknown-version',
      8,
      `Recording version ${version} is unknown; this program reads version ${formatVersion}.`,
    );
  let chain = chainStart;
  for (let offset = preambleBytes; offset + 16 <= source.length; ) {
    const head = source.read(offset, 8);
    const view = new DataView(head.buffer, head.byteOffset);
    const type = view.getUint32(0, true);
    const length = view.getUint32(4, true);
    const padded = Math.ceil(length / 8) * 8;
    if (length > maxPayload || type < 1 || type > 4) throw corrupt(offset);
    if (offset + 8 + padded + 8 > source.length) return;
    const body = source.read(offset + 8, padded + 8);
    const payload = body.slice(0, length);
    chain = chainHash(chain, type, payload);
    const tail = new DataView(body.buffer, body.byteOffset + padded);
    if (
      tail.getUint32(0, true) !== parseInt(chain.slice(0, 8), 16) ||
      tail.getUint32(4, true) !== parseInt(chain.slice(8), 16)
    )
      throw corrupt(offset);
    yield { type, payload, offset };
    offset += 8 + padded + 8;
  }
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
    header ??= readHeader(chunk);
    if (chunk.type === chunkTypes.end) end = decodeJson(chunk.payload) as RecordingEnd;
    if (chunk.type === chunkTypes.snapshot) snapshotSteps.push(new DataView(chunk.payload.buffer).getFloat64(0, true));
    if (chunk.type !== chunkTypes.frame) continue;
    lastTime = new DataView(chunk.payload.buffer).getFloat64(8, true);
    if (frameCount === 0) firstTime = lastTime;
    frameCount += 1;
  }
  if (header === undefined)
    throw new RecordingError('corrupt', preambleBytes, 'The recording has no header: it was cut off at once.');
  return { header, status: end?.status ?? 'unfinished', end, frameCount, firstTime, lastTime, snapshotSteps };
}

function readHeader(chunk: Chunk): RecordingHeader {
  if (chunk.type !== chunkTypes.header) throw corrupt(chunk.offset);
  const header = decodeJson(chunk.payload) as RecordingHeader;
  return { ...header, desc: parseDesc(header.desc) };
}

/** The frames in order, one at a time; `every` takes each n-th only. */
export function* iterateFrames(source: ByteSource, every = 1): Generator<RecordedFrame> {
  let header: RecordingHeader | undefined;
  let index = 0;
  for (const chunk of iterateChunks(source)) {
    header ??= readHeader(chunk);
    if (chunk.type !== chunkTypes.frame) continue;
    if (index++ % every !== 0) continue;
    const numbers = new Float64Array(chunk.payload.buffer, 0, 2 + header.signalLength);
    const frame = new Float32Array(chunk.payload.buffer, 16 + 8 * header.signalLength, header.frameLength);
    yield { step: numbers[0]!, time: numbers[1]!, signals: numbers.subarray(2), frame };
  }
}

/** The state kept at a step, or undefined. */
export function readSnapshot(source: ByteSource, step: number): Uint8Array | undefined {
  for (const chunk of iterateChunks(source)) {
    if (chunk.type === chunkTypes.snapshot && new DataView(chunk.payload.buffer).getFloat64(0, true) === step)
      return chunk.payload.slice(8);
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
