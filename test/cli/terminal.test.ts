/** What the program looks like on a terminal: its width, its colours, its progress. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { program, run, startProgram } from './program.ts';

const escape = '\u001b[';

describe('colour', () => {
  const ask = (env: NodeJS.ProcessEnv, ...words: string[]) => startProgram(words, undefined, env).outcome;

  it('is for terminals alone, unless it is asked for', async () => {
    const plain = { NO_COLOR: undefined, FORCE_COLOR: undefined };
    for (const words of [['list'], ['help', 'run'], ['run', 'lampry']]) {
      const { out, err } = await ask(plain, ...words);
      expect(out + err).not.toContain(escape);
    }
    expect((await ask({ FORCE_COLOR: '1' }, 'list')).out).toContain(`${escape}1mNAME`);
    expect((await ask({ FORCE_COLOR: '1' }, 'run', 'lampry')).err).toMatch(/^\u001b\[31mbestiary:\u001b\[39m Unknown/u);
    expect((await ask({ FORCE_COLOR: '0', NO_COLOR: '' }, 'list')).out).not.toContain(escape);
    expect((await ask({ FORCE_COLOR: '1' }, 'list', '--json')).out).not.toContain(escape);
    expect((await ask({ FORCE_COLOR: '1' }, 'help', 'run', '--json')).out).not.toContain('u001b');
  });

  it('is on a terminal, unless NO_COLOR says otherwise', () => {
    // util-linux has a terminal for programs that want one.
    const show = (env: string): string =>
      spawnSync('script', ['-qec', `${env} '${process.execPath}' '${program}' list`, '/dev/null'], {
        encoding: 'utf8',
        env: { ...process.env, TERM: 'xterm' },
      }).stdout;
    expect(show('env -u NO_COLOR -u FORCE_COLOR')).toContain(`${escape}1mNAME`);
    expect(show('env -u FORCE_COLOR NO_COLOR=1')).not.toContain(`${escape}1m`);
  });
});

describe('a narrow terminal', () => {
  it.each([
    ['describe lamprey --parameters'],
    ['describe octopus --parameters'],
    ['describe octopus --metrics'],
    ['describe worm --signals'],
    ['describe lamprey --task steer'],
    ['list'],
    ['help'],
    ['help render'],
    ['help import'],
    ['help report'],
    ['reproduce --list'],
  ])('of 80 columns holds every line of %s', async (line) => {
    const { out } = await startProgram(line.split(' '), undefined, { COLUMNS: '80' }).outcome;
    const lines = out.split('\n');
    expect(lines.length).toBeGreaterThan(5);
    // A word is not broken, such as a command in an example or the path of a parameter.
    const long = lines.filter((text) => text.length > 80 && text.trim().includes(' '));
    expect(long.filter((text) => !text.trimStart().startsWith('bestiary '))).toEqual([]);
  });
});

describe('evaluate', () => {
  it('shows how far it is, and gives the same with any number of threads', async () => {
    const words = ['evaluate', 'toy:pendulum', '--policy', 'none', '--episodes', '5', '--json'];
    const [one, three] = await Promise.all([run(...words, '--workers', '1'), run(...words, '--workers', '3')]);
    const read = ({ out }: { out: string }): object => ({ ...(JSON.parse(out) as object), cpuSeconds: 0 });
    expect(read(one)).toEqual(read(three));
    const shown = spawnSync(
      'script',
      ['-qec', `'${process.execPath}' '${program}' ${words.slice(0, -1).join(' ')} --workers 1`, '/dev/null'],
      { encoding: 'utf8', env: { ...process.env, TERM: 'xterm' } },
    ).stdout;
    expect(shown).toMatch(/pendulum.* 60 % {2}3 of 5 episodes/u);
  });
});
