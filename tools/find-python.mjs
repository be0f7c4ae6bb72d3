// Finds the Python that tests of the client in python/ are run with. Needs nothing but Node.
import { spawnSync } from 'node:child_process';

/** The first that runs: PYTHON, then one with numpy, then any; undefined without any. */
export function findPython(env = process.env) {
  const runs = (program, code) => spawnSync(program, ['-c', code], { stdio: 'ignore' }).status === 0;
  if (env.PYTHON) return runs(env.PYTHON, '') ? env.PYTHON : undefined;
  const programs = ['python3', '/usr/bin/python3'];
  return programs.find((program) => runs(program, 'import numpy')) ?? programs.find((program) => runs(program, ''));
}
