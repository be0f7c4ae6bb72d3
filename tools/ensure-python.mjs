// The tests of the client in python/ need a Python, and use numpy where it has it: what is there, or Debian's where we may install it.
// Without one those tests say so, and all others run.
import { existsSync } from 'node:fs';
import { findPython } from './find-python.mjs';
import { runQuietly, say } from './workspace.mjs';

export async function ensurePython() {
  if (findPython() !== undefined) return;
  if (!process.env.PYTHON && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say('Installing python3 and numpy for the tests of the Python client …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runQuietly('apt-get', ['update', '-q'], { env });
    await runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'python3-numpy'], { env });
  }
  if (findPython() === undefined)
    say('The Python client is not tested: no python3 here (on Debian: apt-get install python3-numpy).');
}
