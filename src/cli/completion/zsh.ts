/** Completion for zsh, with what each word means. */
import { type Completed, type CompletedCommand, type CompletionTable, listValuedOptions } from './table.ts';

export function createZshScript(table: CompletionTable): string {
  const menu = table.commands.map(({ name, about }) => quote(`${name}:${about}`));
  return `#compdef bestiary
# Completion for zsh. In ~/.zshrc, after compinit: source <(bestiary completion zsh)
_bestiary() {
  local cur=$words[CURRENT] prev=$words[CURRENT-1] command= animal= word i
  local -a commands options found
  local -a animals=(${table.animals.join(' ')})
  commands=(
    ${menu.join('\n    ')}
    'help:Help on a command'
  )
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    case $word in
      ${listValuedOptions(table).join('|')}) ((i++)) ;;
      -*) ;;
      *) if [[ -z $command ]]; then command=$word; elif [[ -z $animal ]]; then animal=$word; fi ;;
    esac
  done
  case $command in
    ''|help) _describe command commands ;;
${table.commands.map(writeCommand).join('\n')}
  esac
}
if [[ $funcstack[1] == _bestiary ]]; then _bestiary "$@"; elif (( $+functions[compdef] )); then compdef _bestiary bestiary; fi
`;
}

function writeCommand({ name, options, positional }: CompletedCommand): string {
  const valued = options.flatMap(({ name: option, value }) =>
    value === undefined ? [] : [`        ${option}) ${writeAnswer(value)} ;;`],
  );
  const menu = options.map(({ name: option, about }) => quote(`${option}:${about}`));
  return `    ${name})
      case $prev in
${valued.join('\n')}
        *)
          if [[ $cur == -* ]]; then
            options=(
              ${menu.join('\n              ')}
            )
            _describe -o option options
          else
            ${writeAnswer(positional)}
          fi ;;
      esac ;;`;
}

function writeAnswer({ words, takesAnimal, takesFile, takesSetting }: Completed): string {
  const acts = [
    ...(words.length === 0 ? [] : [`compadd -- ${words.join(' ')}`]),
    ...(takesAnimal ? ['compadd -- $animals'] : []),
    ...(takesFile ? ['_files'] : []),
    ...(takesSetting
      ? ['found=(${(f)"$(bestiary completion --paths "$animal" 2> /dev/null)"}); compadd -S "" -- $found']
      : []),
  ];
  return acts.length === 0 ? ':' : acts.join('; ');
}

/** A colon separates word and meaning; the first one does. */
function quote(text: string): string {
  const [word = '', ...more] = text.split(':');
  return `'${`${word}:${more.join('\\:')}`.replaceAll("'", "'\\''")}'`;
}
