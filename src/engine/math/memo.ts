/**
 * The last few results of something that is dear to make and always comes out the same, such as the mesh of a body: another
 * number in a form must not mesh it again. What was not asked for longest goes first. Results are shared, so they must be
 * frozen in use; a memo that is never hit changes nothing but time.
 */

/** Calls `make` once for each key that is not among the last `most` asked for. */
export type Memo<T> = (key: string, make: () => T) => T;

export function createMemo<T>(most: number): Memo<T> {
  const kept = new Map<string, T>();
  return (key, make) => {
    let value = kept.get(key);
    if (value === undefined && !kept.has(key)) value = make();
    kept.delete(key);
    kept.set(key, value as T);
    if (kept.size > most) kept.delete(kept.keys().next().value!);
    return value as T;
  };
}
