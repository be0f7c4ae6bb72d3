/** One way to start the browser of the tests: the machine's own Chrome or Chromium, headless, with software rendering. */
import { chromium, type Browser } from 'playwright-core';
import { findChrome } from '../tools/find-chrome.mjs';

const flags = [
  '--headless=new',
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launchChromium(extraFlags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChrome();
  if (executablePath === undefined) {
    throw new Error('No Chrome or Chromium found: install one, or set CHROME_PATH to its program.');
  }
  return chromium.launch({ executablePath, args: [...flags, ...extraFlags] });
}
