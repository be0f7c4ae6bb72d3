/** Completion for PowerShell 5 and 7, with what each word means. */
import type { Completed, CompletedCommand, CompletionTable } from './table.ts';

export function createPowershellScript({ commands, animals }: CompletionTable): string {
  return `# Completion for PowerShell. In $PROFILE: bestiary completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName bestiary, bestiary.cmd -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $animals = @(${list(animals)})
  $commands = [ordered]@{
${commands.map(({ name, about }) => `    ${quote(name)} = ${quote(about)}`).join('\n')}
    'help' = 'Help on a command'
  }
  $options = @{
${commands.map(writeOptions).join('\n')}
  }
  $positionals = @{
${commands.map(({ name, positional }) => `    ${quote(name)} = @(${list(positional.words)})${positional.takesAnimal ? ' + $animals' : ''}`).join('\n')}
  }
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $command = ''; $animal = ''
  for ($i = 0; $i -lt $words.Count; $i++) {
    $word = $words[$i]
    if ($word.StartsWith('-')) {
      if ($command -ne '' -and $options[$command].Contains($word) -and $options[$command][$word].Value) { $i++ }
    } elseif ($command -eq '') { $command = $word } elseif ($animal -eq '') { $animal = $word }
  }
  $found = [ordered]@{}
  if ($command -eq '' -or $command -eq 'help') { $found = $commands }
  elseif ($options.ContainsKey($command)) {
    $mine = $options[$command]
    $last = if ($words.Count -gt 0) { $words[-1] } else { '' }
    if ($last.StartsWith('-') -and $mine.Contains($last) -and $mine[$last].Value) {
      if ($mine[$last].Setting) { if ($animal -ne '') { bestiary completion --paths $animal 2> $null | ForEach-Object { $found[$_] = $_ } } }
      else {
        foreach ($word in $mine[$last].Words) { $found[$word] = $word }
        if ($mine[$last].Animal) { foreach ($word in $animals) { $found[$word] = $word } }
      }
    } elseif ($wordToComplete.StartsWith('-')) { foreach ($word in $mine.Keys) { $found[$word] = $mine[$word].About } }
    else {
      foreach ($word in $positionals[$command]) { $found[$word] = $word }
    }
  }
  $found.GetEnumerator() | Where-Object { $_.Key.StartsWith($wordToComplete) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_.Key, $_.Key, 'ParameterValue', $_.Value)
  }
}
`;
}

function writeOptions({ name, options }: CompletedCommand): string {
  const rows = options.map(
    ({ name: option, about, value }) => `      ${quote(option)} = @{ About = ${quote(about)}${writeValue(value)} }`,
  );
  return `    ${quote(name)} = [ordered]@{\n${rows.join('\n')}\n    }`;
}

function writeValue(value: Completed | undefined): string {
  if (value === undefined) return '';
  const { words, takesAnimal, takesSetting } = value;
  return `; Value = $true; Setting = $${takesSetting}; Animal = $${takesAnimal}; Words = @(${list(words)})`;
}

function list(words: readonly string[]): string {
  return words.map(quote).join(', ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
