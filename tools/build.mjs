// Builds what is stale: the kernels, the command line (dist/cli) and the studio (dist/studio). Each output folder holds
// the stamp of the sources it was made from, and is put in place whole.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeStamp, readText, replaceFolder, root, runQuietly, say, StepError } from './workspace.mjs';

const pure = ['src/engine', 'src/kernels', 'src/animals', 'src/experiments', 'src/imports', 'src/exports'];
const common = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'tools/build.mjs', 'tools/workspace.mjs'];

const targets = [
  {
    name: 'command line',
    folder: 'dist/cli',
    config: 'vite.node.config.ts',
    inputs: [...pure, 'src/learn', 'src/node', 'src/cli'],
  },
  {
    name: 'studio',
    folder: 'dist/studio',
    config: 'vite.studio.config.ts',
    inputs: [...pure, 'src/viewer', 'src/studio'],
  },
];

/** In this process: it only compares hashes when nothing has changed. */
export async function buildKernels() {
  try {
    await import('./build-kernels.mjs');
  } catch (error) {
    throw new StepError('The kernels could not be built.', error.message);
  }
}

async function buildTarget({ name, folder, config, inputs }) {
  const stamp = computeStamp(root, [...common, config, ...inputs]);
  const target = join(root, folder);
  if (readText(join(target, '.stamp')) === stamp) return;
  say(`Building the ${name} …`);
  const fresh = `${target}-${process.pid}.tmp`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = [
    vite,
    'build',
    '--config',
    join(root, config),
    '--outDir',
    fresh,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ];
  const { code, output } = await runQuietly(process.execPath, args);
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new StepError(`The ${name} could not be built.`, output);
  }
  writeFileSync(join(fresh, '.stamp'), stamp);
  replaceFolder(target, fresh);
}

export async function buildAll() {
  await buildKernels();
  await Promise.all(targets.map(buildTarget));
}
