/**
 * The tutorials followed in a fresh clone, from its first command on: what they install is installed, in the folders and shells that
 * they enter, and they end where they say. It needs the registries of npm and Python.
 */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../chromium.ts';
import { runDocument } from '../documents/blocks.ts';

const root = path.resolve(import.meta.dirname, '../..');
const place = mkdtempSync(path.join(tmpdir(), 'bestiary-clone-'));
const folder = path.join(place, 'bestiary');

/** Nothing that a test or this clone has set is of use there, and no window opens. */
const env: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(?:BESTIARY|PYTHONPATH|VIRTUAL_ENV|NODE_|VITE|npm_)|^(?:DISPLAY|WAYLAND_DISPLAY)$/u.test(name),
  ),
);
env['PATH'] = env['PATH']!.split(path.delimiter)
  .filter((entry) => !entry.includes('node_modules'))
  .join(path.delimiter);

const follow = (page: string) =>
  runDocument(path.join(root, 'docs/tutorials', page), folder, env, { everywhere: true });

beforeAll(() => {
  execFileSync('git', ['clone', '--quiet', '--no-local', '--depth', '1', `file://${root}`, folder]);
});

afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

describe('in a fresh clone', () => {
  it('npm start installs, builds and serves', async () => {
    expect(existsSync(path.join(folder, 'node_modules'))).toBe(false);
    await follow('index.md');
    expect(existsSync(path.join(folder, 'dist/studio/index.html'))).toBe(true);
  });

  it.each(['student.md', 'biologist.md', 'rl-researcher.md', 'game-developer.md'])(
    '%s does what it says',
    async (page) => {
      expect((await follow(page)).ran).toBeGreaterThan(3);
    },
  );

  it('the tutorials end with a study, a policy, a film for Blender, and an animal that walks on a page', async () => {
    for (const made of ['grid/summary.html', 'mine/policy.json', 'walk/animation.glb'])
      expect(existsSync(path.join(folder, made)), made).toBe(true);
    const site = path.join(place, 'my-game/dist');
    const server = createServer(({ url }, response) => {
      const file = path.join(site, url === '/' ? 'index.html' : url!);
      const type = { '.html': 'text/html', '.js': 'text/javascript' }[path.extname(file)] ?? 'application/octet-stream';
      response.writeHead(existsSync(file) ? 200 : 404, { 'Content-Type': type });
      response.end(existsSync(file) ? readFileSync(file) : '');
    }).listen(0, '127.0.0.1');
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 480, height: 360 } });
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (/Multiple instances of Three/u.test(message.text())) complaints.push(message.text());
      });
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const canvas = page.locator('canvas');
      const first = await canvas.screenshot();
      await page.waitForTimeout(5000);
      expect((await canvas.screenshot()).equals(first)).toBe(false);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      server.close();
    }
  });
});
