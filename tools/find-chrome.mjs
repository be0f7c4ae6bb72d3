// Finds a Chrome or Chromium to test in. Needs nothing but Node, because it also runs before the packages are installed.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const namesOnPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const windowsTails = ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe'];

/**
 * Every place worth looking at, best first.
 * @param {Record<string, string | undefined>} env
 * @param {NodeJS.Platform} platform
 */
export function listChromePlaces(env = process.env, platform = process.platform) {
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean);
    return roots.flatMap((root) => windowsTails.map((tail) => `${root}\\${tail}`));
  }
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => namesOnPath.map((name) => join(folder, name)));
  if (platform !== 'darwin') return [...onPath, '/opt/google/chrome/chrome', '/snap/bin/chromium'];
  const applications = ['/Applications', join(env.HOME ?? '/', 'Applications')];
  const bundles = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium'];
  return [...applications.flatMap((folder) => bundles.map((bundle) => join(folder, bundle))), ...onPath];
}

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * The program to run, or undefined. CHROME_PATH wins; when it names nothing that runs, that is an error, not a fallback.
 * @param {Record<string, string | undefined>} env
 * @param {NodeJS.Platform} platform
 */
export function findChrome(env = process.env, platform = process.platform) {
  if (env.CHROME_PATH) {
    if (isProgram(env.CHROME_PATH)) return env.CHROME_PATH;
    throw new Error(
      `CHROME_PATH is ${env.CHROME_PATH}, which is not a program: correct it, or unset it to search for one.`,
    );
  }
  return listChromePlaces(env, platform).find(isProgram);
}
