/** The recording of a run's folder, refused in words where the folder has none. */
import { existsSync } from 'node:fs';
import { type FileSource, openRecording } from '../../node/recording-file.ts';
import { createRunFolder } from '../../node/run-folder.ts';
import { CommandError } from '../command/command-error.ts';

export function openRun(folder: string): FileSource {
  const { recording } = createRunFolder(folder);
  if (!existsSync(folder))
    throw new CommandError(
      'no-recording',
      `There is no folder ${folder}. Record a run first: bestiary run ANIMAL --out ${folder}`,
    );
  if (!existsSync(recording))
    throw new CommandError(
      'no-recording',
      `The folder ${folder} holds no recording (recording.bst). Name a folder that bestiary run --out has made.`,
    );
  return openRecording(recording);
}
