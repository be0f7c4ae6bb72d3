// Measures how many pictures per second the built studio draws in software rendering, in windows of 800 × 500 and with a
// canvas of that size. Prints JSON. Run after a build, on a quiet machine: node bench/studio-fps.mjs
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChrome } from '../tools/find-chrome.mjs';

const root = fileURLToPath(new URL('../dist/studio', import.meta.url));
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const seconds = Number(process.argv[2] ?? 8);

const server = createServer(async (request, response) => {
  const path = normalize(new URL(request.url, 'http://localhost').pathname);
  try {
    const body = await readFile(join(root, path === '/' ? 'index.html' : path));
    response.writeHead(200, {
      'Content-Type': types[extname(path)] ?? 'text/html',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

/** Pictures per second over some seconds, after shaders and caches are warm. */
async function measure(browser, viewport, query, animal = 'lamprey') {
  const page = await browser.newPage({ viewport });
  await page.goto(`http://127.0.0.1:${server.address().port}/${query}#/${animal}`);
  await page.waitForFunction(() => (globalThis.bestiary?.getState()?.time ?? 0) > 2);
  const read = () =>
    page.evaluate(() => ({ updates: globalThis.bestiary.getState().viewUpdates, now: globalThis.performance.now() }));
  const before = await read();
  await page.waitForTimeout(1000 * seconds);
  const after = await read();
  const canvas = await page.evaluate(() => {
    const { width, height, clientWidth, clientHeight } = globalThis.document.querySelector('canvas');
    return { shown: `${clientWidth}x${clientHeight}`, drawn: `${width}x${height}` };
  });
  await page.close();
  return { updatesPerSecond: (1000 * (after.updates - before.updates)) / (after.now - before.now), ...canvas };
}

const browser = await chromium.launch({
  executablePath: findChrome(),
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-compositing'],
});
const results = {
  'window 800x500': await measure(browser, { width: 800, height: 500 }, ''),
  'window 800x500, no shared memory': await measure(browser, { width: 800, height: 500 }, '?sab=0'),
  'canvas 800x500': await measure(browser, { width: 1152, height: 860 }, ''),
  'canvas 800x500, ten centipedes': await measure(
    browser,
    { width: 1152, height: 860 },
    '',
    'centipede?scene.animals=10',
  ),
};
await browser.close();
server.close();
console.log(JSON.stringify(results, null, 2));
