/** `bestiary completion`: scripts with which a shell completes commands, options, animals and parameters. */
import { suggestSentence } from '../../engine/model/suggest.ts';
import type { Arguments, Command, Context } from '../command/command.ts';
import { exitCodes, usageError } from '../command/command-error.ts';
import { createBashScript } from '../completion/bash.ts';
import { createFishScript } from '../completion/fish.ts';
import { createPowershellScript } from '../completion/powershell.ts';
import { type CompletionTable, createTable, pathsOption } from '../completion/table.ts';
import { createZshScript } from '../completion/zsh.ts';
import { writeResult } from '../output/layout.ts';
import { listAnimalNames } from './list.ts';

const shells: Readonly<Record<string, (table: CompletionTable) => string>> = {
  bash: createBashScript,
  zsh: createZshScript,
  fish: createFishScript,
  powershell: createPowershellScript,
};
const shellNames = Object.keys(shells);

export const completionCommand: Command = {
  name: 'completion',
  summary: 'A script with which your shell completes commands, options, animals and parameters.',
  usage: `completion ${shellNames.join('|')}`,
  positionals: [{ name: 'SHELL', about: `One of: ${shellNames.join(', ')}.`, choices: shellNames, optional: true }],
  options: [pathsOption],
  examples: () => [
    { line: 'source <(bestiary completion bash)', does: 'in ~/.bashrc; bestiary has to be on the PATH (npm link)' },
    { line: 'source <(bestiary completion zsh)', does: 'in ~/.zshrc, after compinit' },
    { line: 'bestiary completion fish > ~/.config/fish/completions/bestiary.fish', does: 'once' },
    { line: 'bestiary completion powershell | Out-String | Invoke-Expression', does: 'in $PROFILE' },
  ],
  run: complete,
};

async function complete(context: Context, args: Arguments): Promise<number> {
  const creature = args.get('paths');
  if (creature !== undefined) {
    const paths = await listSettings(creature);
    writeResult(context, paths, paths.map((path) => `${path}\n`).join(''));
    return exitCodes.done;
  }
  const [shell] = args.positionals;
  if (shell === undefined)
    throw usageError(`'completion' needs SHELL: got nothing. Write one of: ${shellNames.join(', ')}.`);
  if (!Object.hasOwn(shells, shell))
    throw usageError(`Unknown shell '${shell}'. ${suggestSentence(shell, shellNames)}`);
  const script = shells[shell]!(createTable(await context.loadCommands(), await listAnimalNames()));
  writeResult(context, { shell, script }, script);
  return exitCodes.done;
}

/** `path=`, and `path=value` for each value of a choice. Paths into lists need an index, which nobody can guess. */
async function listSettings(creature: string): Promise<string[]> {
  const { openCreature } = await import('../input/animal-input.ts');
  const { listParameters } = await import('../output/parameters.ts');
  return listParameters(await openCreature(creature, [])).flatMap(({ path, choices }) => {
    if (path.includes('[i]')) return [];
    return choices === undefined ? [`${path}=`] : choices.map((choice) => `${path}=${choice}`);
  });
}
