/** Completion for fish, with what each word means. */
import type { Completed, CompletedCommand, CompletionTable } from './table.ts';

export function createFishScript({ commands, animals }: CompletionTable): string {
  return `# Completion for fish: bestiary completion fish > ~/.config/fish/completions/bestiary.fish
function __bestiary_animal
  set -l words (commandline -opc)
  for i in (seq 3 (count $words))
    if not string match -q -- '-*' $words[$i]; and not string match -q -- '-*' $words[(math $i - 1)]
      echo $words[$i]
      return
    end
  end
end
function __bestiary_paths
  set -l animal (__bestiary_animal)
  test -n "$animal"; and bestiary completion --paths $animal 2> /dev/null
end
complete -c bestiary -f
${commands.map(({ name, about }) => `complete -c bestiary -n __fish_use_subcommand -a ${name} -d ${quote(about)}`).join('\n')}
complete -c bestiary -n __fish_use_subcommand -a help -d 'Help on a command'
complete -c bestiary -n '__fish_seen_subcommand_from help' -a '${commands.map(({ name }) => name).join(' ')}'
${commands.map((command) => writeCommand(command, animals)).join('\n')}
`;
}

function writeCommand({ name, options, positional }: CompletedCommand, animals: readonly string[]): string {
  const line = (more: string): string => `complete -c bestiary -n '__fish_seen_subcommand_from ${name}' ${more}`;
  const words = listWords(positional, animals);
  return [
    ...options.map(({ name: option, about, value }) =>
      line(`-l ${option.slice(2)}${value === undefined ? '' : writeValue(value, animals)} -d ${quote(about)}`),
    ),
    ...(words === '' ? [] : [line(`-a '${words}'`)]),
    ...(positional.takesFile ? [line('-F')] : []),
  ].join('\n');
}

function writeValue(value: Completed, animals: readonly string[]): string {
  const words = value.takesSetting ? '(__bestiary_paths)' : listWords(value, animals);
  return `${value.takesFile ? ' -r -F' : ' -x'}${words === '' ? '' : ` -a '${words}'`}`;
}

function listWords({ words, takesAnimal }: Completed, animals: readonly string[]): string {
  return [...words, ...(takesAnimal ? animals : [])].join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
