/** Completion for bash. It breaks words at `=`, so the line is split again and what it has already is cut off the answers. */
import { type Completed, type CompletedCommand, type CompletionTable, listValuedOptions } from './table.ts';

export function createBashScript(table: CompletionTable): string {
  return `# Completion for bash. In ~/.bashrc: source <(bestiary completion bash)
_bestiary() {
  local line=\${COMP_LINE:0:COMP_POINT} words cur prev word command= animal= i
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  cur=\${words[\${#words[@]}-1]}
  prev=\${words[\${#words[@]}-2]}
  for ((i = 1; i < \${#words[@]} - 1; i++)); do
    word=\${words[i]}
    case $word in
      ${listValuedOptions(table).join('|')}) ((i++)) ;;
      -*) ;;
      *) if [[ -z $command ]]; then command=$word; elif [[ -z $animal ]]; then animal=$word; fi ;;
    esac
  done
  [[ $cur == --*=* ]] && prev=\${cur%%=*} && cur=\${cur#*=}
  local reply= files= animals='${table.animals.join(' ')}'
  case $command in
    '') reply='${table.commands.map(({ name }) => name).join(' ')} help' ;;
    help) reply='${table.commands.map(({ name }) => name).join(' ')}' ;;
${table.commands.map(writeCommand).join('\n')}
  esac
  COMPREPLY=()
  [[ -n $files ]] && { compopt -o filenames 2> /dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$cur"); }
  mapfile -t -O \${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$reply" -- "$cur")
  if [[ $cur == *=* && $COMP_WORDBREAKS == *=* ]]; then COMPREPLY=("\${COMPREPLY[@]#"\${cur%=*}="}"); fi
  return 0
}
complete -F _bestiary bestiary
`;
}

function writeCommand({ name, options, positional }: CompletedCommand): string {
  const valued = options.flatMap(({ name: option, value }) =>
    value === undefined ? [] : [`        ${option}) ${writeAnswer(value)} ;;`],
  );
  return `    ${name})
      case $prev in
${valued.join('\n')}
        *) if [[ $cur == -* ]]; then reply='${options.map((option) => option.name).join(' ')}'; else ${writeAnswer(positional)}; fi ;;
      esac ;;`;
}

function writeAnswer({ words, takesAnimal, takesFile, takesSetting }: Completed): string {
  const reply = [...words, ...(takesAnimal ? ['$animals'] : [])].join(' ');
  const acts = [
    ...(reply === '' ? [] : [`reply="${reply}"`]),
    ...(takesFile ? ['files=1'] : []),
    ...(takesSetting
      ? ['reply=$(bestiary completion --paths "$animal" 2> /dev/null); compopt -o nospace 2> /dev/null']
      : []),
  ];
  return acts.length === 0 ? ':' : acts.join('; ');
}
