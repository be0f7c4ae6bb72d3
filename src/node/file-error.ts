/** System errors of files as sentences. */

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied. Choose a place you may write to',
  EPERM: 'permission is denied. Choose a place you may write to',
  EROFS: 'the file system is read-only. Choose another place',
  ENOSPC: 'the disk is full. Free some space or choose another place',
  EDQUOT: 'your disk quota is used up. Free some space or choose another place',
  EFBIG: 'the file would become larger than allowed here. Record fewer frames or choose another place',
  ENOTDIR: 'a part of the path is a file, not a folder. Choose another path',
  EEXIST: 'something with this name exists. Choose another path',
  EISDIR: 'it is a folder. Name a file',
  ENOENT: 'it does not exist. Check the path',
  ENAMETOOLONG: 'the name is too long. Choose a shorter one',
  EMFILE: 'too many files are open. Close some programs',
  EIO: 'the device reports an error. Check the disk',
};

/** Where a folder is made: what is above it exists by then. */
const folderReasons: Readonly<Record<string, string>> = {
  ENOENT: 'no folder can be made there. Choose another place',
};

export class FileError extends Error {
  /** The system's name of the failure, in lower case: `enospc`. */
  readonly code: string;
  readonly path: string;
  readonly doing: 'create' | 'prepare' | 'read' | 'use' | 'write';

  constructor(doing: FileError['doing'], path: string, cause: unknown) {
    const system = readSystemCode(cause);
    const reason =
      (doing === 'prepare' ? folderReasons[system] : undefined) ??
      reasons[system] ??
      `the system says ${cause instanceof Error ? cause.message : String(cause)}`;
    super(`Cannot ${doing} ${path}: ${reason}.`, { cause });
    this.name = 'FileError';
    this.code = system.toLowerCase();
    this.path = path;
    this.doing = doing;
  }
}

/** What `act` gives; its failure is a FileError. */
export function attemptFile<T>(doing: FileError['doing'], path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new FileError(doing, path, error);
  }
}

export function readSystemCode(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code ?? 'UNKNOWN';
}
