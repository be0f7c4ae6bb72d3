// Finds the Python that tests of the package in python/ are run with. Needs nothing but Node.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const programs = process.platform === 'win32' ? ['py', 'python', 'python3'] : ['python3', '/usr/bin/python3', 'python'];

/**
 * The first that has all of these modules: PYTHON alone if it is set, else one of the usual names; undefined without one.
 * @param {readonly string[]} modules
 * @param {Record<string, string | undefined>} env
 */
function findWith(modules, env) {
  const hasAll = (program) =>
    spawnSync(program, ['-c', `import ${['sys', ...modules].join(', ')}`], { stdio: 'ignore' }).status === 0;
  return (env.PYTHON ? [env.PYTHON] : programs).find(hasAll);
}

/** Where the tests keep Gymnasium, which no Debian has. */
export const gymnasiumFolder = join(root, 'node_modules/.cache/gymnasium');

/** Whether tests can be run with the real Gymnasium: with PYTHONPATH at that folder, or as it is installed. */
export function hasGymnasium(python, env = process.env) {
  return (
    existsSync(join(gymnasiumFolder, 'gymnasium')) || findWith(['gymnasium'], { ...env, PYTHON: python }) === python
  );
}

/** With numpy and pandas, which tables of the package are made of. */
export function findFullPython(env = process.env) {
  return findWith(['numpy', 'pandas'], env);
}

/** With pandas where there is one, else with numpy, which the package needs. */
export function findPython(env = process.env) {
  return findFullPython(env) ?? findWith(['numpy'], env);
}

/** One that installs packages. */
export function findInstallingPython(env = process.env) {
  return findWith(['pip'], env);
}

/** Any Python at all. */
export function findAnyPython(env = process.env) {
  return findWith([], env);
}
