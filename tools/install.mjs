// Makes node_modules match package-lock.json, and leaves a stamp there so that the next time is a comparison of hashes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeStamp, readText, root, runQuietly, say, StepError } from './workspace.mjs';

const stampName = '.bestiary-install';

/**
 * True when npm's own record of what it installed has every package of the lock file in its version. Packages for other
 * machines (optional ones) may be absent.
 * @param {string} lockText
 * @param {string | undefined} recordText
 */
export function isInstalled(lockText, recordText) {
  if (recordText === undefined) return false;
  const locked = JSON.parse(lockText).packages;
  const installed = JSON.parse(recordText).packages;
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    return found === undefined ? entry.optional === true : found.version === entry.version;
  });
}

function findNpm() {
  const { npm_execpath: running } = process.env;
  if (running !== undefined && /npm-cli\.c?js$/.test(running)) return { program: process.execPath, first: [running] };
  return { program: process.platform === 'win32' ? 'npm.cmd' : 'npm', first: [] };
}

export async function installPackages() {
  const modules = join(root, 'node_modules');
  const stamp = computeStamp(root, ['package-lock.json']);
  if (readText(join(modules, stampName)) === stamp) return;
  if (!isInstalled(readText(join(root, 'package-lock.json')), readText(join(modules, '.package-lock.json')))) {
    say('Installing packages …');
    const { program, first } = findNpm();
    const args = [...first, 'ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { code, output } = await runQuietly(program, args, { shell: program.endsWith('.cmd') });
    if (code !== 0)
      throw new StepError(
        'The packages could not be installed: npm ci failed, for the reason above. It needs the npm registry.',
        output,
      );
  }
  writeFileSync(join(modules, stampName), stamp);
}
