/** Keeps the last two frames and gives one in between, so that slow motion is smooth although states are 5 ms apart. */
import { computeFrameOffsets, type FrameLayout } from '../../engine/contract/frame.ts';

export class FrameBlender {
  readonly #partStart: number;
  readonly #partCount: number;
  readonly #blended: Float32Array;
  #older: Float32Array;
  #newer: Float32Array;

  constructor(layout: FrameLayout) {
    const offsets = computeFrameOffsets(layout);
    this.#partStart = offsets.parts;
    this.#partCount = layout.parts.length;
    this.#blended = new Float32Array(offsets.length);
    this.#older = new Float32Array(offsets.length);
    this.#newer = new Float32Array(offsets.length);
  }

  /** Makes the newest frame the older one and returns the memory to write the next into. */
  advance(): Float32Array {
    [this.#older, this.#newer] = [this.#newer, this.#older];
    return this.#newer;
  }

  /** 0: the older frame, 1: the newer one, exactly. */
  blend(share: number): Float32Array {
    const [older, newer, out] = [this.#older, this.#newer, this.#blended];
    if (share >= 1 || newer[0]! <= older[0]!) return newer;
    const t = Math.max(0, share);
    for (let i = 0; i < out.length; i++) out[i] = older[i]! + (newer[i]! - older[i]!) * t;
    for (let part = 0; part < this.#partCount; part++) this.#setRotation(this.#partStart + 7 * part + 3, t);
    return out;
  }

  /** Shortest way between two rotations; neighbours in time are close, so a straight line made unit length will do. */
  #setRotation(at: number, t: number): void {
    const [older, newer, out] = [this.#older, this.#newer, this.#blended];
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += older[at + k]! * newer[at + k]!;
    const sign = dot < 0 ? -1 : 1;
    let square = 0;
    for (let k = 0; k < 4; k++) {
      const value = older[at + k]! * (1 - t) + sign * newer[at + k]! * t;
      out[at + k] = value;
      square += value * value;
    }
    const scale = square > 0 ? 1 / Math.sqrt(square) : 1;
    for (let k = 0; k < 4; k++) out[at + k]! *= scale;
  }
}
