import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listValuedOptions, createTable } from '../../src/cli/completion/table.ts';
import { loadCommands } from '../../src/cli/registry.ts';
import { createFolder, program, run, runJson } from './program.ts';

/** A folder for the PATH with `bestiary` in it, and what runs a shell there. */
function createShell(name: string): { has: boolean; ask: (script: string) => string } {
  const folder = createFolder();
  const file = path.join(folder, 'bestiary');
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(file, 0o755);
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, HOME: folder };
  return {
    has: spawnSync(name, ['-c', ':']).status === 0,
    ask: (script) => execFileSync(name, ['-c', script], { cwd: folder, env, encoding: 'utf8' }),
  };
}

/** As readline asks: the line, and its words broken at = as COMP_WORDBREAKS says. */
function completeInBash(ask: (script: string) => string, line: string): string[] {
  const words = line.replaceAll('=', ' = ').trim().split(/\s+/u);
  if (/\s$/u.test(line)) words.push('');
  const quoted = words.map((word) => `'${word}'`).join(' ');
  return ask(
    `source <(bestiary completion bash); COMP_LINE='${line}'; COMP_POINT=${line.length}; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _bestiary; printf '%s\\n' "\${COMPREPLY[@]}"`,
  )
    .split('\n')
    .filter((word) => word !== '');
}

describe('completion', () => {
  it('in bash', () => {
    const { ask } = createShell('bash');
    const complete = (line: string): string[] => completeInBash(ask, line);
    expect(complete('bestiary re')).toEqual(['render', 'report', 'reproduce']);
    expect(complete('bestiary run lam')).toEqual(['lamprey']);
    expect(complete('bestiary run ')).toEqual(expect.arrayContaining(['lamprey', 'octopus', 'bestiary']));
    expect(complete('bestiary run lamprey --se')).toEqual(['--seconds', '--seed', '--set']);
    expect(complete('bestiary render worm --camera ')).toEqual(['follow', 'top', 'orbit']);
    expect(complete('bestiary export mine --format k')).toEqual(['keyframes']);
    expect(complete('bestiary evaluate worm --policy n')).toEqual(['network', 'none']);
    expect(complete('bestiary run lamprey --seed 3 --set brainstem.r')).toEqual(['brainstem.right=']);
    // What is behind the sign is a word of its own there.
    expect(complete('bestiary run lamprey --set integration.method=r')).toEqual(['reference']);
    expect(complete('bestiary help swe')).toEqual(['sweep']);
    expect(complete('bestiary completion ')).toEqual(['bash', 'zsh', 'fish', 'powershell']);
    expect(complete('bestiary run lamprey --seconds ')).toEqual([]);
  });

  it('in fish and zsh, where they are', () => {
    const fish = createShell('fish');
    if (fish.has) {
      const complete = (line: string): string[] =>
        fish.ask(`bestiary completion fish | source; complete -C '${line}'`).trim().split('\n');
      expect(complete('bestiary swe')).toEqual([expect.stringMatching(/^sweep\tVary parameters/u)]);
      expect(complete('bestiary run oct')).toEqual(['octopus']);
      expect(complete('bestiary run octopus --sec')).toEqual([expect.stringMatching(/^--seconds\tSimulated seconds/u)]);
      const words = (line: string): string[] => complete(line).map((found) => found.split('\t')[0]!);
      expect(words('bestiary run lamprey --set brainstem.r')).toEqual(['brainstem.right=']);
      expect(words('bestiary render worm --theme ')).toEqual(['dark', 'light']);
    }
    const zsh = createShell('zsh');
    // Its completion runs in an editor only; what it would be given is looked at.
    if (zsh.has)
      expect(
        zsh.ask(
          `autoload -U compinit; compinit -u -D; source <(bestiary completion zsh); compadd() { shift $(( \${@[(i)--]} )); print -l -- $@ }; words=(bestiary run lamprey --set brainstem.r); CURRENT=5; _bestiary`,
        ),
      ).toContain('brainstem.right=\n');
  });

  it('in PowerShell has every command and option, and nothing that ends a text early', async () => {
    const { out } = await run('completion', 'powershell');
    for (const command of await loadCommands()) {
      expect(out).toContain(`    '${command.name}' = [ordered]@{`);
      for (const { name } of command.options) expect(out).toContain(`'--${name}' = @{ About = '`);
    }
    for (const line of out.split('\n')) expect((line.match(/'/gu) ?? []).length % 2, line).toBe(0);
  });

  it('takes no word behind a flag for its value', async () => {
    const valued = listValuedOptions(createTable(await loadCommands(), []));
    expect(valued).toEqual(expect.arrayContaining(['--set', '--seconds', '--out']));
    for (const flag of ['--quiet', '--json', '--signals']) expect(valued).not.toContain(flag);
  });

  it('lists settings for a script', async () => {
    const { json } = await runJson('completion', '--paths', 'octopus');
    expect(json).toEqual(expect.arrayContaining(['scene.kind=bottle', 'target.heading=']));
    expect((await run('completion')).err).toMatch(/needs SHELL.*bash, zsh, fish, powershell/u);
  });
});
