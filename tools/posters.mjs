// Makes the pictures that the gallery shows before anything moves: each animal in both themes, drawn by the page that draws films,
// and made small. Run `npm run build` first, then `node tools/posters.mjs [NAME…]`, look at them, and commit them.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChrome } from './find-chrome.mjs';
import { root, say } from './workspace.mjs';

const folder = join(root, 'src/studio/gallery/posters');
const program = join(root, 'dist/cli/main.js');
const size = { width: 768, height: 432 };
/** Drawn larger and scaled down: software renderers do not smooth edges. */
const oversampling = 2;
/** Simulated seconds after which animals move as they should. */
const moment = 3;
/** And those that take longer: a word is to be written. */
const moments = { letters: 9.72 };
const maxBytes = 25_000;

function ask(...args) {
  return JSON.parse(execFileSync(process.execPath, [program, ...args, '--json'], { encoding: 'utf8' }));
}

/** In the page: draws one picture and gives the best WebP of it that is small enough, in base64. */
async function drawPoster({ request, width, height, maxBytes }) {
  let png = '';
  await window.bestiary.film(request, ({ data }) => {
    png = data;
  });
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  for (let quality = 0.86; ; quality -= 0.06) {
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
    if (blob.size > maxBytes && quality > 0.2) continue;
    return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''));
  }
}

async function makePoster(page, desc, theme) {
  const request = {
    desc,
    theme,
    seed: 1,
    changes: [],
    from: moments[desc.animal] ?? moment,
    fps: 1,
    count: 1,
    width: oversampling * size.width,
    height: oversampling * size.height,
    camera: 'follow',
    poster: true,
    out: 'frames',
  };
  return Buffer.from(await page.evaluate(drawPoster, { request, ...size, maxBytes }), 'base64');
}

const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : ask('list').map(({ name }) => name);
mkdirSync(folder, { recursive: true });
const server = spawn(process.execPath, [program, 'studio', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
const [line] = await once(server.stdout, 'data');
const browser = await chromium.launch({
  executablePath: findChrome(),
  args: ['--headless=new', '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
try {
  const page = await browser.newPage();
  await page.goto(`${JSON.parse(line.toString()).url}#/film`);
  for (const name of names) {
    const desc = ask('describe', name);
    for (const theme of ['dark', 'light']) {
      const poster = await makePoster(page, desc, theme);
      writeFileSync(join(folder, `${name}-${theme}.webp`), poster);
      say(`${name}-${theme}.webp: ${(poster.length / 1000).toFixed(1)} kB`);
    }
  }
} finally {
  await browser.close();
  server.kill();
}
