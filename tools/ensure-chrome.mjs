// The browser tests need a Chrome or Chromium: the one that is there, or Debian's where we may install it.
import { existsSync } from 'node:fs';
import { findChrome } from './find-chrome.mjs';
import { runQuietly, say, StepError } from './workspace.mjs';

const advice =
  'The browser tests need Chrome or Chromium: install one (on Debian: apt-get install chromium), or set CHROME_PATH to its program.';

/** The path of the program; throws a StepError with one sentence if none can be found or installed. */
export async function ensureChrome() {
  const found = search();
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) throw new StepError(advice);
  say('Installing Chromium for the browser tests …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  let printed = '';
  for (const args of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-liberation'],
  ]) {
    const { code, output } = await runQuietly('apt-get', args, { env });
    printed += output;
    if (code !== 0) throw new StepError(advice, printed);
  }
  const installed = search();
  if (installed === undefined) throw new StepError(advice, printed);
  return installed;
}

/**
 * Variables for the tests. Chosen tests run without a browser too: those that start one fail with the same sentence, which is said first.
 * @param {boolean} isChosen
 * @param {() => Promise<string>} ensure
 */
export async function prepareChrome(isChosen, ensure = ensureChrome) {
  try {
    return { CHROME_PATH: await ensure() };
  } catch (error) {
    if (!isChosen || !(error instanceof StepError)) throw error;
    say(`No browser: tests of pages will fail, all others run. ${error.message}`);
    return {};
  }
}

function search() {
  try {
    return findChrome();
  } catch (error) {
    throw new StepError(error.message);
  }
}
