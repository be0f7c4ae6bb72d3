// Builds what is stale: the kernels, the command line (dist/cli), the studio (dist/studio) and the package for other
// programs (dist/library). Each output folder holds
// the stamp of the sources it was made from, and is put in place whole.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finishLibrary } from './build-library.mjs';
import { computeStamp, readText, replaceFolder, root, runQuietly, say, StepError } from './workspace.mjs';
import { writeParameterTypes } from './write-parameter-types.mjs';

const common = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tools/build.mjs',
  'tools/code-stamps.mjs',
  'tools/service-worker.mjs',
  'tools/small-zod.mjs',
  'tools/third-party.mjs',
  'tools/workspace.mjs',
];

/** `apart` are the folders of src/ that a program cannot contain: all others count, so that a new one is never forgotten. */
const programs = [
  { name: 'command line', folder: 'dist/cli', config: 'vite.node.config.ts', apart: ['studio'] },
  { name: 'studio', folder: 'dist/studio', config: 'vite.studio.config.ts', apart: ['cli', 'node'] },
  {
    name: 'library',
    folder: 'dist/library',
    config: 'vite.library.config.ts',
    apart: ['cli', 'node', 'studio'],
    finish: finishLibrary,
  },
];

/** @typedef {{ readonly name: string, readonly inputs: readonly string[] }} Target */

/**
 * The programs with the files and folders that they are built from, below the project's folder `base`.
 * @param {string} base
 */
export function listTargets(base) {
  const sources = readdirSync(join(base, 'src')).sort();
  return programs.map(({ apart, ...program }) => ({
    ...program,
    inputs: [
      ...common,
      program.config,
      'policies',
      ...sources.filter((name) => !apart.includes(name)).map((name) => `src/${name}`),
    ],
  }));
}

/**
 * @param {string} base
 * @param {Target} target
 */
export function computeTargetStamp(base, { inputs }) {
  return computeStamp(base, inputs);
}

/** Sources that are generated, in this process: it only compares hashes when nothing has changed. */
export async function buildSources() {
  try {
    // By its address: types of the compiler redefine arrays wherever they are read.
    await import(new URL('build-kernels.mjs', import.meta.url).href);
  } catch (error) {
    throw new StepError('The kernels could not be built.', error.message);
  }
  await writeParameterTypes();
}

async function buildTarget(program) {
  const { name, folder, config, finish } = program;
  const stamp = computeTargetStamp(root, program);
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
  await finish?.(fresh);
  writeFileSync(join(fresh, '.stamp'), stamp);
  replaceFolder(target, fresh);
}

export async function buildAll() {
  await buildSources();
  await Promise.all(listTargets(root).map(buildTarget));
}
