/**
 * How frames go from the worker to the page. With shared memory: three slots and one counter; the newest wins and nobody
 * waits. Without: buffers that travel to and fro, at most as many as there are in the pool.
 */

/** Numbers before a frame: step, 1 if exactly a state (0 between two), position x y z, heading. */
const metaLength = 8;
const headerBytes = 64;
const slotCount = 3;

export interface FrameMeta {
  readonly step: number;
  readonly exact: boolean;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly heading: number;
}

/** One frame with its numbers in a piece of memory. */
interface Slot {
  readonly meta: Float64Array;
  readonly frame: Float32Array;
}

function computeSlotBytes(frameLength: number): number {
  return 8 * metaLength + 8 * Math.ceil(frameLength / 2);
}

function createSlot(buffer: ArrayBufferLike, offset: number, frameLength: number): Slot {
  return {
    meta: new Float64Array(buffer, offset, metaLength),
    frame: new Float32Array(buffer, offset + 8 * metaLength, frameLength),
  };
}

function setMeta(out: Float64Array, meta: FrameMeta): void {
  out[0] = meta.step;
  out[1] = meta.exact ? 1 : 0;
  out[2] = meta.x;
  out[3] = meta.y;
  out[4] = meta.z;
  out[5] = meta.heading;
}

function readMeta(meta: Float64Array): FrameMeta {
  return { step: meta[0]!, exact: meta[1] === 1, x: meta[2]!, y: meta[3]!, z: meta[4]!, heading: meta[5]! };
}

export function createSharedFrames(frameLength: number): SharedArrayBuffer {
  return new SharedArrayBuffer(headerBytes + slotCount * computeSlotBytes(frameLength));
}

function openSlots(buffer: ArrayBufferLike, frameLength: number): Slot[] {
  const bytes = computeSlotBytes(frameLength);
  return Array.from({ length: slotCount }, (_, i) => createSlot(buffer, headerBytes + i * bytes, frameLength));
}

export class SharedFrameWriter {
  readonly #counter: Int32Array;
  readonly #slots: readonly Slot[];

  constructor(buffer: SharedArrayBuffer, frameLength: number) {
    this.#counter = new Int32Array(buffer, 0, 1);
    this.#slots = openSlots(buffer, frameLength);
  }

  write(frame: Float32Array, meta: FrameMeta): void {
    const next = Atomics.load(this.#counter, 0) + 1;
    const slot = this.#slots[next % slotCount]!;
    slot.frame.set(frame);
    setMeta(slot.meta, meta);
    Atomics.store(this.#counter, 0, next);
  }
}

export class SharedFrameReader {
  readonly #counter: Int32Array;
  readonly #slots: readonly Slot[];
  #seen = 0;

  constructor(buffer: SharedArrayBuffer, frameLength: number) {
    this.#counter = new Int32Array(buffer, 0, 1);
    this.#slots = openSlots(buffer, frameLength);
  }

  /** Copies the newest frame; undefined when it was already read. */
  read(out: Float32Array): FrameMeta | undefined {
    while (true) {
      const count = Atomics.load(this.#counter, 0);
      if (count === this.#seen) return undefined;
      const slot = this.#slots[count % slotCount]!;
      out.set(slot.frame);
      const meta = readMeta(slot.meta);
      // Two frames later the writer may have been in this slot while we copied.
      if (Atomics.load(this.#counter, 0) - count >= slotCount - 1) continue;
      this.#seen = count;
      return meta;
    }
  }
}

/** The worker's side without shared memory. A frame that finds no free buffer waits; a newer one takes its place. */
export class TransferFrameWriter {
  readonly #free: ArrayBuffer[];
  readonly #send: (buffer: ArrayBuffer) => void;
  readonly #frameLength: number;
  readonly #waiting: { readonly frame: Float32Array; meta: FrameMeta | undefined };

  constructor(frameLength: number, send: (buffer: ArrayBuffer) => void) {
    this.#frameLength = frameLength;
    this.#send = send;
    this.#free = Array.from({ length: slotCount }, () => new ArrayBuffer(computeSlotBytes(frameLength)));
    this.#waiting = { frame: new Float32Array(frameLength), meta: undefined };
  }

  write(frame: Float32Array, meta: FrameMeta): void {
    this.#waiting.frame.set(frame);
    this.#waiting.meta = meta;
    this.#flush();
  }

  /** Takes a buffer back; one of another size belonged to an earlier system. */
  returnBuffer(buffer: ArrayBuffer): void {
    if (buffer.byteLength !== computeSlotBytes(this.#frameLength) || this.#free.length >= slotCount) return;
    this.#free.push(buffer);
    this.#flush();
  }

  #flush(): void {
    const { frame, meta } = this.#waiting;
    if (meta === undefined) return;
    const buffer = this.#free.pop();
    if (buffer === undefined) return;
    const slot = createSlot(buffer, 0, this.#frameLength);
    slot.frame.set(frame);
    setMeta(slot.meta, meta);
    this.#waiting.meta = undefined;
    this.#send(buffer);
  }
}

/** Reads a transferred buffer. */
export function readTransferred(out: Float32Array, buffer: ArrayBuffer): FrameMeta {
  const slot = createSlot(buffer, 0, out.length);
  out.set(slot.frame);
  return readMeta(slot.meta);
}
