/** What killed processes left: the next one removes it. Temporary names say which process of which machine writes. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { isRunning } from '../processes.ts';

/** Chosen: a process that is alive writes much more often. */
const staleMilliseconds = 30 * 60 * 1000;

/** Part of a name: this process and its machine. */
export function nameOwner(): string {
  return `${process.pid}@${hostname()}`;
}

/**
 * Removes everything in a folder whose name fits and whose owner, the group of `names`, has ended. Of other machines nothing is known:
 * theirs, and what has no owner, is removed when nobody has written to it for half an hour. What cannot be removed stays.
 */
export function removeLeftovers(folder: string, names: RegExp): void {
  for (const name of listNames(folder)) {
    const found = names.exec(name);
    if (found === null) continue;
    const place = path.join(folder, name);
    try {
      if (hasEnded(found[1]) || Date.now() - statSync(place).mtimeMs > staleMilliseconds)
        rmSync(place, { recursive: true, force: true });
    } catch {
      // It is gone, or somebody else's.
    }
  }
}

function hasEnded(owner: string | undefined): boolean {
  const [pid = '', host] = owner?.split('@') ?? [];
  return host === hostname() && !isRunning(Number(pid));
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
