/** The folder of one run: creature.json, recording.bst during the run, summary.json at its end. */
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { AnimalDesc } from '../engine/model/desc-family.ts';
import { writeFileAtomic } from './atomic-file.ts';
import { FileError, readSystemCode, attemptFile } from './file-error.ts';

export interface RunFolder {
  readonly folder: string;
  readonly recording: string;
  readonly creature: string;
  readonly summary: string;
  readonly lastGood: string;
}

export function createRunFolder(folder: string): RunFolder {
  const at = (name: string): string => path.join(folder, name);
  return {
    folder,
    recording: at('recording.bst'),
    creature: at('creature.json'),
    summary: at('summary.json'),
    lastGood: at('last-good.snapshot'),
  };
}

/** Names already in the folder; none when it does not exist. Throws a FileError when it is not a folder. */
export function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (readSystemCode(error) === 'ENOENT') return [];
    throw new FileError('use', folder, error);
  }
}

/** Folder by folder from the top: Node's recursive mkdir never returns on file systems that refuse new folders. */
function createFolders(folder: string): void {
  if (existsSync(folder)) return;
  createFolders(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another run may have made it at the same moment.
    if (readSystemCode(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}

/** Makes the folder, where it is not there. */
export function makeRunFolder({ folder }: Pick<RunFolder, 'folder'>): void {
  attemptFile('prepare', folder, () => createFolders(folder));
}

/** Removes a folder that stayed empty. */
export function removeIfEmpty({ folder }: Pick<RunFolder, 'folder'>): void {
  if (existsSync(folder) && listFolder(folder).length === 0) rmdirSync(folder);
}

/** Writes the creature of a run that has its recording. What an earlier one left is removed, so that none of it looks new. */
export function beginRun(files: RunFolder, desc: AnimalDesc): void {
  attemptFile('prepare', files.folder, () => {
    for (const stale of [files.summary, files.lastGood]) rmSync(stale, { force: true });
  });
  writeFileAtomic(files.creature, `${JSON.stringify(desc, null, 2)}\n`);
}
