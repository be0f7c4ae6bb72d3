/**
 * The frames that `bestiary env --stdio` and its clients exchange, little-endian:
 *
 *   length of the payload (u32) | kind (one ASCII letter) | three zero bytes | payload
 *
 * docs/learning.md describes the kinds. Requests are small, so a length beyond the limit is nonsense and ends the talk.
 */
const headerBytes = 8;

export type ReplyKind = 'H' | 'O' | 'T' | 'I' | 'E';

export interface Frame {
  readonly kind: string;
  readonly payload: Uint8Array;
}

/** Bytes that are no frame, with a sentence. After it nothing can be read any more. */
export class FrameError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FrameError';
  }
}

export function encodeFrame(kind: ReplyKind, parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(headerBytes + length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, length, true);
  view.setUint8(4, kind.charCodeAt(0));
  let at = headerBytes;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Cuts a stream of bytes into frames, however the bytes arrive. */
export class FrameReader {
  readonly #maxPayload: number;
  #pieces: Uint8Array[] = [];
  #held = 0;

  constructor(maxPayload: number) {
    this.#maxPayload = maxPayload;
  }

  /** Whether the stream ended in the middle of a frame. */
  get isInside(): boolean {
    return this.#held > 0;
  }

  /** The frames that are complete with these bytes. Throws a FrameError. */
  *add(bytes: Uint8Array): Generator<Frame> {
    this.#pieces.push(bytes);
    this.#held += bytes.length;
    for (;;) {
      if (this.#held < headerBytes) return;
      const held = this.#join();
      const view = new DataView(held.buffer, held.byteOffset, held.byteLength);
      const length = view.getUint32(0, true);
      if (length > this.#maxPayload)
        throw new FrameError(`A frame of ${length} bytes was announced, and ${this.#maxPayload} is the most.`);
      if ((view.getUint32(4, true) & 0xffffff00) !== 0)
        throw new FrameError('The three bytes after the kind of a frame are not zero.');
      if (held.length < headerBytes + length) return;
      this.#pieces = [held.subarray(headerBytes + length)];
      this.#held = held.length - headerBytes - length;
      // A copy, so that numbers in it begin at a multiple of 8 bytes; a Buffer's own `slice` makes none.
      const payload = new Uint8Array(held.subarray(headerBytes, headerBytes + length));
      yield { kind: String.fromCharCode(view.getUint8(4)), payload };
    }
  }

  #join(): Uint8Array {
    if (this.#pieces.length > 1) {
      const joined = new Uint8Array(this.#held);
      let at = 0;
      for (const piece of this.#pieces) {
        joined.set(piece, at);
        at += piece.length;
      }
      this.#pieces = [joined];
    }
    return this.#pieces[0]!;
  }
}
