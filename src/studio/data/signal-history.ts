/**
 * All signals of a run by step, in bounded memory. Plain signals keep their numbers; details (hundreds per step, only ever
 * shown as colours) keep a byte each. The oldest pieces are dropped first; replaying a stretch fills it in again.
 */
import type { SignalSpec } from '../../engine/contract/types.ts';

const chunkRows = 256;
/** Bytes; but the longest window of the plots is always kept, seconds. */
const usualBytes = 12e6;
const minSeconds = 60;

interface Chunk {
  readonly numbers: Float32Array;
  readonly bytes: Uint8Array;
  readonly filled: Uint8Array;
}

export interface SignalPlace {
  readonly spec: SignalSpec;
  readonly detail: boolean;
  /** Where it begins among the numbers or among the bytes of a row. */
  readonly offset: number;
}

export class SignalHistory {
  readonly places: ReadonlyMap<string, SignalPlace>;
  readonly dt: number;
  readonly #rowLength: number;
  readonly #numberLength: number;
  readonly #byteLength: number;
  readonly #lows: Float32Array;
  readonly #scales: Float32Array;
  readonly #chunks = new Map<number, Chunk>();
  readonly #maxChunks: number;
  #lastStep = -1;
  #truncations = 0;

  constructor(signals: readonly SignalSpec[], dt: number, maxBytes = usualBytes) {
    this.dt = dt;
    const places = new Map<string, SignalPlace>();
    let numbers = 0;
    let bytes = 0;
    const ranges: (readonly [number, number])[] = [];
    for (const spec of signals) {
      const detail = spec.detail === true;
      places.set(spec.name, { spec, detail, offset: detail ? bytes : numbers });
      if (detail) {
        for (let i = 0; i < spec.size; i++) ranges.push(spec.range);
        bytes += spec.size;
      } else numbers += spec.size;
    }
    this.places = places;
    this.#numberLength = numbers;
    this.#byteLength = bytes;
    this.#rowLength = numbers + bytes;
    this.#lows = Float32Array.from(ranges, ([low]) => low);
    this.#scales = Float32Array.from(ranges, ([low, high]) => 255 / (high - low));
    const minChunks = Math.ceil(minSeconds / (dt * chunkRows)) + 1;
    this.#maxChunks = Math.max(minChunks, Math.floor(maxBytes / (chunkRows * (4 * numbers + bytes))));
  }

  /** Grows with every truncation: what was read before may be gone or different. */
  get truncations(): number {
    return this.#truncations;
  }

  /** Latest step with signals; −1 before the first. */
  get lastStep(): number {
    return this.#lastStep;
  }

  add(firstStep: number, rows: Float32Array): void {
    const count = rows.length / this.#rowLength;
    for (let row = 0; row < count; row++) this.#addRow(firstStep + row, rows, row * this.#rowLength);
    this.#lastStep = Math.max(this.#lastStep, firstStep + count - 1);
  }

  #addRow(step: number, rows: Float32Array, at: number): void {
    const chunk = this.#getChunk(Math.floor(step / chunkRows));
    const row = step % chunkRows;
    chunk.numbers.set(rows.subarray(at, at + this.#numberLength), row * this.#numberLength);
    const first = row * this.#byteLength;
    for (let i = 0; i < this.#byteLength; i++) {
      const value = (rows[at + this.#numberLength + i]! - this.#lows[i]!) * this.#scales[i]!;
      chunk.bytes[first + i] = Math.min(255, Math.max(0, value + 0.5));
    }
    chunk.filled[row] = 1;
  }

  #getChunk(index: number): Chunk {
    let chunk = this.#chunks.get(index);
    if (chunk !== undefined) return chunk;
    if (this.#chunks.size >= this.#maxChunks) this.#chunks.delete(Math.min(...this.#chunks.keys()));
    chunk = {
      numbers: new Float32Array(chunkRows * this.#numberLength),
      bytes: new Uint8Array(chunkRows * this.#byteLength),
      filled: new Uint8Array(chunkRows),
    };
    this.#chunks.set(index, chunk);
    return chunk;
  }

  /** Forgets everything after a step, because the run was forked there. */
  truncate(step: number): void {
    for (const [index, chunk] of this.#chunks) {
      if (index * chunkRows > step) this.#chunks.delete(index);
      else if ((index + 1) * chunkRows > step) chunk.filled.fill(0, step + 1 - index * chunkRows);
    }
    this.#lastStep = Math.min(this.#lastStep, step);
    this.#truncations += 1;
  }

  /** One number of a plain signal; NaN where it is missing. */
  read(place: SignalPlace, step: number, element = 0): number {
    const chunk = this.#find(step);
    return chunk === undefined ? NaN : chunk.numbers[(step % chunkRows) * this.#numberLength + place.offset + element]!;
  }

  /** A detail signal of one step as bytes over its range; undefined where it is missing. */
  readBytes(place: SignalPlace, step: number): Uint8Array | undefined {
    const at = (step % chunkRows) * this.#byteLength + place.offset;
    return this.#find(step)?.bytes.subarray(at, at + place.spec.size);
  }

  /** One number of any signal, of a detail as near as its byte tells; NaN where it is missing. */
  readElement(place: SignalPlace, step: number, element: number): number {
    if (!place.detail) return this.read(place, step, element);
    const byte = this.readBytes(place, step)?.[element];
    const [low, high] = place.spec.range;
    return byte === undefined ? NaN : low + (byte / 255) * (high - low);
  }

  #find(step: number): Chunk | undefined {
    if (step < 0) return undefined;
    const chunk = this.#chunks.get(Math.floor(step / chunkRows));
    return chunk?.filled[step % chunkRows] === 1 ? chunk : undefined;
  }
}
