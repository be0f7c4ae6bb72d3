/**
 * A lock file that says which process works in a folder. One left by a process that is gone is taken over: its number must be that of a
 * running process of this machine which began when the lock says.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { FileError, readSystemCode } from '../file-error.ts';

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, in the system's own words; numbers of processes are used again. */
  readonly began: string;
}

export interface FolderLock {
  release(): void;
}

/** Undefined where another process has it; `onTaken` is told which. */
export function takeLock(file: string, onTaken: (holder: string) => void): FolderLock | undefined {
  const own: Holder = { pid: process.pid, host: hostname(), began: readBegin(process.pid) };
  for (let attempt = 0; attempt < 3; attempt++) {
    if (writeOwn(file, own)) return createLock(file);
    const found = readHolder(file);
    if (found !== undefined && isAlive(found)) {
      onTaken(`process ${found.pid} on ${found.host}`);
      return undefined;
    }
    removeStale(file, found);
  }
  onTaken('another process');
  return undefined;
}

function createLock(file: string): FolderLock {
  const release = (): void => {
    process.off('exit', release);
    rmSync(file, { force: true });
  };
  // A second Ctrl-C ends the process from within.
  process.on('exit', release);
  return { release };
}

/** By a link to a finished file: nobody ever reads a lock that is still empty. */
function writeOwn(file: string, own: Holder): boolean {
  const aside = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(aside, JSON.stringify(own));
    linkSync(aside, file);
    return true;
  } catch (error) {
    if (readSystemCode(error) === 'EEXIST') return false;
    throw new FileError('create', file, error);
  } finally {
    rmSync(aside, { force: true });
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, host, began }: Holder): boolean {
  // Nothing can be known of another machine that shares the folder.
  if (host !== hostname()) return true;
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (readSystemCode(error) !== 'EPERM') return false;
  }
  return readBegin(pid) === began;
}

/** Moved aside first: if two processes find the same stale lock, the second must not remove the first one's new lock. */
function removeStale(file: string, stale: Holder | undefined): void {
  const aside = `${file}.${process.pid}.tmp`;
  try {
    renameSync(file, aside);
    if (JSON.stringify(readHolder(aside)) !== JSON.stringify(stale)) linkSync(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(readSystemCode(error))) throw new FileError('use', file, error);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Fields 3 and 22 of /proc/PID/stat, counted behind the program's name; empty where there is no such file. */
function readBegin(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'dead' : (fields[19] ?? '');
  } catch {
    return '';
  }
}
