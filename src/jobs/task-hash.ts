/** Names of tasks and jobs: hashes of all that a result depends on. */
import { addString, createHasher, finishHash } from '../engine/math/hash.ts';
import type { JobTask } from './executor.ts';

export function hashTask(task: JobTask): string {
  return hashText(formatCanonical(task));
}

/** 128 bits as 32 hexadecimal digits, enough for any number of jobs to stay apart. */
export function hashText(text: string): string {
  return ['study', 'lab'].map((salt) => hashWithSalt(salt, text)).join('');
}

function hashWithSalt(salt: string, text: string): string {
  const hasher = createHasher();
  addString(hasher, salt);
  addString(hasher, text);
  return finishHash(hasher);
}

/** JSON with sorted keys: the order in which a file names things does not matter. */
export function formatCanonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
