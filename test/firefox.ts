/**
 * Firefox for the tests, where the machine has one. Stock Firefox speaks no protocol that the tests have a client for, so the
 * page tells its result itself: it posts it to the server that it came from.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, extname, join, normalize } from 'node:path';
import { isProgram } from '../tools/find-chrome.mjs';

/** No first-run pages, nothing of its own on the network, and no question whether a script that computes for long is to be stopped. */
const preferences: Readonly<Record<string, boolean | number | string>> = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.max_script_run_time': 0,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.enabled': false,
};

/** The program, or undefined. FIREFOX_PATH wins. */
export function findFirefox(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env['FIREFOX_PATH'] !== undefined) return env['FIREFOX_PATH'];
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const places = folders.flatMap((folder) => ['firefox', 'firefox-esr'].map((name) => join(folder, name)));
  return [...places, '/Applications/Firefox.app/Contents/MacOS/firefox'].find(isProgram);
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Opens the index of a folder of built files, and gives what the page posts to `result`. */
export async function askFirefox<T>(program: string, folder: string): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'bestiary-firefox-'));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  let tell: (result: string) => void = () => undefined;
  const told = new Promise<string>((resolve) => (tell = resolve));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (request.method === 'POST') {
      let text = '';
      request.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      request.on('end', () => {
        response.end();
        tell(text);
      });
      return;
    }
    const file = normalize(pathname === '/' ? '/index.html' : pathname);
    try {
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
      response.end(readFileSync(join(folder, file)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?post`;
  const firefox = spawn(program, ['--headless', '--no-remote', '--profile', profile, url], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile },
  });
  const gone = new Promise<never>((_, reject) => {
    firefox.on('error', reject);
    firefox.on('exit', (code) => reject(new Error(`Firefox ended by itself, with ${String(code)}.`)));
  });
  try {
    return JSON.parse(await Promise.race([told, gone])) as T;
  } finally {
    gone.catch(() => undefined);
    firefox.kill();
    await new Promise((resolve) => (firefox.exitCode === null ? firefox.on('exit', resolve) : resolve(undefined)));
    server.close();
    server.closeAllConnections();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
