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
