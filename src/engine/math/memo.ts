/**
 * LRU cache for expensive pure results, such as the mesh of a body: changing another number in a form must not mesh it again.
 * Results are shared, so callers must not modify them. A cache miss costs time and changes no result.
 */

/** Calls `make` once for each key that is not among the last `max` requested. */
export type Memo<T> = (key: string, make: () => T) => T;

export function createMemo<T>(max: number): Memo<T> {
  const kept = new Map<string, T>();
  return (key, make) => {
    let value = kept.get(key);
    if (value === undefined && !kept.has(key)) value = make();
    kept.delete(key);
    kept.set(key, value as T);
    if (kept.size > max) kept.delete(kept.keys().next().value!);
    return value as T;
  };
}

/** A result that is computed when it is first read, once. */
export class Lazy<T> {
  readonly #create: () => T;
  #made: { readonly value: T } | undefined;

  constructor(create: () => T) {
    this.#create = create;
  }

  get isMade(): boolean {
    return this.#made !== undefined;
  }

  get value(): T {
    this.#made ??= { value: this.#create() };
    return this.#made.value;
  }
}
