/**
 * A lock file that says which process works in a folder. One left by a process that is gone is taken over: its number must be that of a
 * running process of this machine which began when the lock says. Of another machine nothing can be known but whether the lock is
 * renewed: it is a lease, whose file is touched every few seconds, and one that is not touched while it is watched is taken over. The
 * watcher compares times of the file with each other and never with its own clock, so clocks may differ and jump.
 */
import {
  closeSync,
  fstatSync,
  futimesSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { readBounded } from '../bounded-file.ts';
import { FileError, readSystemCode } from '../file-error.ts';
import { isRunning } from '../processes.ts';

const secondsBetweenRenewals = 5;
/** Chosen: longer than an update that lets no timer run takes, and shorter than people wait. */
const leaseSeconds = 30;
const maxLockBytes = 10_000;

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, in the system's own words; numbers of processes are used again. */
  readonly began: string;
  /** Seconds without renewal after which it is given up; older versions do not renew. */
  readonly lease?: number;
}

export interface FolderLock {
  /** False after another machine has taken it over, because this process was not heard of for too long. */
  readonly isHeld: boolean;
  release(): void;
}

export interface LockOptions {
  /** Seconds that the lock of another machine is watched. */
  readonly lease?: number;
  /** A lock of another machine is being watched: whose. */
  readonly onWatch?: (holder: string, seconds: number) => void;
}

/** Undefined where another process has it; `onTaken` is told which. */
export async function takeLock(
  file: string,
  onTaken: (holder: string) => void,
  { lease = leaseSeconds, onWatch }: LockOptions = {},
): Promise<FolderLock | undefined> {
  const own: Holder = { pid: process.pid, host: hostname(), began: readBegin(process.pid), lease };
  for (let attempt = 0; attempt < 3; attempt++) {
    if (writeOwn(file, own)) return createLock(file);
    const found = readHolder(file);
    if (found !== undefined && (await isAlive(file, found, onWatch))) {
      onTaken(describe(found));
      return undefined;
    }
    removeStale(file, found);
  }
  onTaken('another process');
  return undefined;
}

function describe({ pid, host }: Holder): string {
  return `process ${pid} on ${host}`;
}

function createLock(file: string): FolderLock {
  // Through its descriptor: a lock that was taken over is another file, and stays as it is.
  const descriptor = openSync(file, 'r+');
  const { ino } = fstatSync(descriptor);
  const isHeld = (): boolean => {
    try {
      return statSync(file).ino === ino;
    } catch {
      return false;
    }
  };
  const renew = (): void => {
    const now = Date.now() / 1000;
    futimesSync(descriptor, now, now);
  };
  const timer = setInterval(renew, 1000 * secondsBetweenRenewals).unref();
  const release = (): void => {
    process.off('exit', release);
    clearInterval(timer);
    if (isHeld()) rmSync(file, { force: true });
    closeSync(descriptor);
  };
  // A second Ctrl-C ends the process from within.
  process.on('exit', release);
  return {
    get isHeld() {
      return isHeld();
    },
    release,
  };
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

/** Undefined for what is not a lock. */
function readHolder(file: string): Holder | undefined {
  try {
    const holder = JSON.parse(new TextDecoder().decode(readBounded(file, maxLockBytes))) as Holder | null;
    return typeof holder?.pid === 'number' && typeof holder.host === 'string' ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the file is touched, or replaced, within its lease. */
async function isRenewed(file: string, lease: number): Promise<boolean> {
  const before = readTouch(file);
  for (let waited = 0; waited < lease; waited += lease / 20) {
    await delay((1000 * lease) / 20);
    if (readTouch(file) !== before) return true;
  }
  return false;
}

/** Opened for it: shared file systems look again for a file that is opened. */
function readTouch(file: string): string {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const { ino, mtimeMs } = fstatSync(descriptor);
      return `${ino} ${mtimeMs}`;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}

async function isAlive(file: string, holder: Holder, onWatch: LockOptions['onWatch']): Promise<boolean> {
  const { pid, host, began, lease } = holder;
  if (host !== hostname()) {
    if (typeof lease !== 'number' || !(lease > 0 && lease <= leaseSeconds)) return true;
    onWatch?.(describe(holder), lease);
    return isRenewed(file, lease);
  }
  if (pid === process.pid) return false;
  return isRunning(pid) && readBegin(pid) === began;
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
