/** Undo and redo: the past, the present and what was undone, as one immutable value. */

export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
}

/** Limit on the drawings in the undo history. */
const maxHistory = 200;

export function createHistory<T>(present: T): History<T> {
  return { past: [], present, future: [] };
}

/** Adds a new present; an unchanged one adds no step. */
export function push<T>(history: History<T>, present: T): History<T> {
  if (present === history.present) return history;
  return { past: [...history.past, history.present].slice(-maxHistory), present, future: [] };
}

/** Replaces the present within the same step, as while a slider is dragged. */
export function replace<T>(history: History<T>, present: T): History<T> {
  return present === history.present ? history : { ...history, present, future: [] };
}

export function undo<T>({ past, present, future }: History<T>): History<T> {
  if (past.length === 0) return { past, present, future };
  return { past: past.slice(0, -1), present: past[past.length - 1]!, future: [present, ...future] };
}

export function redo<T>({ past, present, future }: History<T>): History<T> {
  if (future.length === 0) return { past, present, future };
  return { past: [...past, present], present: future[0]!, future: future.slice(1) };
}
