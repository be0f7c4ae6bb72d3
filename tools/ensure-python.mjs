// The tests of the package in python/ need a Python with numpy, and use pandas where it has it: what is there, or Debian's where we
// may install it. Without one those tests say so, and all others run. Environments are tested with the real Gymnasium where it can be had.
import { existsSync } from 'node:fs';
import { findFullPython, findInstallingPython, findPython, gymnasiumFolder, hasGymnasium } from './find-python.mjs';
import { runQuietly, say, StepError } from './workspace.mjs';

export async function ensurePython() {
  const mayInstall = !process.env.PYTHON && process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (findFullPython() === undefined && mayInstall) await install();
  const python = findPython();
  if (python === undefined)
    say('The Python package is not tested: no python3 with numpy here (on Debian: apt-get install python3-pandas).');
  else if (!hasGymnasium(python)) await addGymnasium();
}

/** Gymnasium is plain Python, so that any pip will do, and it lies beside the packages of Node: nothing of the machine changes. */
async function addGymnasium() {
  const python = findInstallingPython();
  if (python === undefined) return;
  say('Fetching Gymnasium for the tests of the Python package …');
  const packages = ['gymnasium', 'cloudpickle', 'farama-notifications', 'typing-extensions'];
  const plainly = ['--quiet', '--no-deps', '--retries', '0', '--timeout', '20', '--disable-pip-version-check'];
  const args = ['-m', 'pip', 'install', ...plainly, '--target', gymnasiumFolder, ...packages];
  const { code } = await runQuietly(python, args);
  if (code !== 0) say('It could not be fetched: environments are tested against its rules alone.');
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
