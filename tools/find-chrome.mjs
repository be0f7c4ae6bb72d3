// Finds a Chrome, Chromium or Edge to draw and test in. Needs nothing but Node, because it also runs before the packages are installed.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const namesOnPath = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const windowsNamesOnPath = ['chrome.exe', 'chromium.exe', 'msedge.exe'];
// Edge last: it is on every Windows, and who has installed another wants that one.
const windowsTails = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Every place worth looking at, best first.
 * @param {Record<string, string | undefined>} env
 * @param {NodeJS.Platform} platform
 */
export function listChromePlaces(env = process.env, platform = process.platform) {
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean);
    const installed = windowsTails.flatMap((tail) => roots.map((root) => `${root}\\${tail}`));
    // The variable is called Path there, and only process.env takes any capitals.
    const folders = (env.PATH ?? env.Path ?? '').split(';').filter(Boolean);
    const found = windowsNamesOnPath.flatMap((name) =>
      folders.map((folder) => `${folder.replace(/\\$/u, '')}\\${name}`),
    );
    const isEdge = (place) => place.endsWith('msedge.exe');
    const places = [...installed, ...found];
    return [...places.filter((place) => !isEdge(place)), ...places.filter(isEdge)];
  }
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => namesOnPath.map((name) => join(folder, name)));
  if (platform !== 'darwin') return [...onPath, '/opt/google/chrome/chrome', '/snap/bin/chromium'];
  const applications = ['/Applications', join(env.HOME ?? '/', 'Applications')];
  const bundles = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `${name}.app/Contents/MacOS/${name}`);
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
