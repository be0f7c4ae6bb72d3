/** A list of numbers that grows without boxing them: a file may bring millions. */
export class GrowingNumbers {
  #values = new Float64Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(...values: readonly number[]): void {
    while (this.#length + values.length > this.#values.length) {
      const larger = new Float64Array(2 * this.#values.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    for (const value of values) this.#values[this.#length++] = value;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  /** The numbers so far, sharing memory with the list. */
  view(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}
