// Static checks of the code, two at a time, the longest first.
import { join } from 'node:path';
import { root, runQuietly, say } from './workspace.mjs';

const bin = (path) => join(root, 'node_modules', path);
/** Keeps what it found, so that the next time only what changed is looked at. */
const types = (project, name) => [
  bin('typescript/bin/tsc'),
  ...['-p', project, '--incremental', '--tsBuildInfoFile', join(root, `dist/.types/${name}.tsbuildinfo`)],
];

const checks = [
  { name: 'lint', args: [bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0'] },
  { name: 'types', args: types('tsconfig.json', 'all') },
  { name: 'types of the engine, without browser or Node', args: types('src/engine', 'engine') },
  { name: 'types of the studio, without Node', args: types('src/studio', 'studio') },
  { name: 'types of the command line, without browser', args: types('src/node', 'node') },
  { name: 'types of the tools', args: types('tools', 'tools') },
  {
    name: 'layers',
    args: [bin('dependency-cruiser/bin/dependency-cruise.mjs'), 'src', '--config', '.dependency-cruiser.cjs'],
  },
  { name: 'dead code', args: [bin('knip/bin/knip.js'), '--no-progress'] },
  { name: 'public surface', args: [join(root, 'tools/api-report.mjs'), '--check'] },
  { name: 'links', args: [join(root, 'tools/check-links.mjs')] },
  { name: 'words', args: [join(root, 'tools/check-words.mjs')] },
  { name: 'reading', args: [join(root, 'tools/check-reading.mjs')] },
  { name: 'spelling', args: [join(root, 'tools/check-spelling.mjs')] },
  { name: 'format', args: [bin('@biomejs/biome/bin/biome'), 'format', '--max-diagnostics', '200'] },
  { name: 'format of the kernels', args: [join(root, 'tools/format-kernels.mjs'), '--check'] },
];

/** Runs all checks, prints the output of those that fail, and gives their names. */
export async function runChecks() {
  say(
    `Checking ${checks
      .map(({ name }) => name.split(' of ')[0])
      .filter((name, i, all) => all.indexOf(name) === i)
      .join(', ')} …`,
  );
  const queue = [...checks];
  const failed = [];
  const work = async () => {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      const { code, output } = await runQuietly(process.execPath, check.args);
      if (code === 0) continue;
      failed.push(check.name);
      say(`\n${output.trim()}\n\nFailed: ${check.name}\n`);
    }
  };
  await Promise.all([work(), work()]);
  return failed;
}
