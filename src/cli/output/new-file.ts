/** `--out FILE` of commands that write one file: nothing is replaced without --force, and that is said before any work. */
import { existsSync, statSync } from 'node:fs';
import type { Arguments, OptionSpec } from '../command/command.ts';
import { CommandError } from '../command/command-error.ts';

export const forceOption: OptionSpec = { name: 'force', about: 'Replace what exists.' };

export function expectNewFile(args: Arguments, file: string): void {
  if (!existsSync(file)) return;
  if (statSync(file).isDirectory())
    throw new CommandError('file-exists', `${file} is a folder. Name a file with --out.`);
  if (!args.has('force'))
    throw new CommandError('file-exists', `The file ${file} exists. Choose another, or add --force to replace it.`);
}
