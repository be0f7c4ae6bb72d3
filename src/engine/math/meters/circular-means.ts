/**
 * Means of angles that count but for whole turns, such as by how much each joint or leg lags behind the one in front: the
 * direction of a sum of unit vectors. Their mean length is the coherence, 1 where all angles are equal, near 0 where they are
 * scattered. A row of them, with constant memory.
 */
import { atan2, cos, sin } from '../portable.ts';

export class CircularMeans {
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #counts: Int32Array;

  constructor(size: number) {
    this.#cos = new Float64Array(size);
    this.#sin = new Float64Array(size);
    this.#counts = new Int32Array(size);
  }

  /** One more angle of element `index`, rad. */
  add(index: number, angle: number): void {
    this.#cos[index] = this.#cos[index]! + cos(angle);
    this.#sin[index] = this.#sin[index]! + sin(angle);
    this.#counts[index] = this.#counts[index]! + 1;
  }

  count(index: number): number {
    return this.#counts[index]!;
  }

  /** Cycles from −½ to ½. */
  computeCycles(index: number): number {
    return atan2(this.#sin[index]!, this.#cos[index]!) / (2 * Math.PI);
  }

  computeCoherence(index: number): number {
    const [c, s] = [this.#cos[index]!, this.#sin[index]!];
    return Math.sqrt(s * s + c * c) / this.#counts[index]!;
  }
}
