/** What killed processes left: the next one removes it. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** Chosen: a process that is alive writes much more often. */
const staleMilliseconds = 30 * 60 * 1000;

/** Removes everything in a folder whose name fits and which nobody has written to for half an hour. What cannot be removed stays. */
export function removeLeftovers(folder: string, names: RegExp): void {
  for (const name of listNames(folder)) {
    if (!names.test(name)) continue;
    const place = path.join(folder, name);
    try {
      if (Date.now() - statSync(place).mtimeMs > staleMilliseconds) rmSync(place, { recursive: true, force: true });
    } catch {
      // It is gone, or somebody else's.
    }
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
