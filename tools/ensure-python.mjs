// The tests of the package in python/ need a Python with numpy, and use pandas where it has it: what is there, or Debian's where we
// may install it. Without one those tests say so, and all others run.
import { existsSync } from 'node:fs';
import { findFullPython, findPython } from './find-python.mjs';
import { runQuietly, say, StepError } from './workspace.mjs';

export async function ensurePython() {
  if (findFullPython() !== undefined) return;
  if (!process.env.PYTHON && process.getuid?.() === 0 && existsSync('/etc/debian_version')) await install();
  if (findPython() === undefined)
    say('The Python package is not tested: no python3 with numpy here (on Debian: apt-get install python3-pandas).');
}

/** Without a network the tests use what is there. */
async function install() {
  say('Installing python3 with numpy and pandas for the tests of the Python package …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await runQuietly('apt-get', ['update', '-q'], { env });
    await runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'python3-pandas'], { env });
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    say(`It could not be installed: ${error.message}`);
  }
}
