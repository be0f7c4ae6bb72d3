/**
 * A contact sheet of all animals as the studio draws them, one picture each, into docs/images:
 *
 *   node tools/contact-sheet.mjs [--theme dark|light] [--out FILE] [--only NAME,NAME] [--cell WxH] [--camera follow|orbit|top]
 *
 * Build first (npm run build). One headless browser opens the studio, films one picture of each animal, and puts them together
 * on a canvas, so that no other program is needed.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChrome } from './find-chrome.mjs';

const program = fileURLToPath(new URL('bestiary.mjs', import.meta.url));
const usual = fileURLToPath(new URL('../docs/images/contact-sheet.jpg', import.meta.url));
const columns = 3;
/** Seconds into the run; a word takes longer to write. */
const moments = { letters: 24 };
const usualMoment = 4;

const { values } = parseArgs({
  options: {
    theme: { type: 'string', default: 'dark' },
    out: { type: 'string', default: usual },
    only: { type: 'string' },
    cell: { type: 'string', default: '480x330' },
    camera: { type: 'string', default: 'follow' },
    moment: { type: 'string' },
    set: { type: 'string', multiple: true, default: [] },
  },
});
const [width, height] = values.cell.split('x').map(Number);

function ask(...args) {
  return JSON.parse(execFileSync(process.execPath, [program, ...args], { encoding: 'utf8' }));
}

/** Runs in the page: pictures of the runs side by side with their titles, as base64 of a JPEG. */
async function mount({ runs, width, height, columns }) {
  const canvas = document.createElement('canvas');
  const across = Math.min(columns, runs.length);
  canvas.width = across * width;
  canvas.height = Math.ceil(runs.length / across) * height;
  const context = canvas.getContext('2d');
  context.font = '600 15px sans-serif';
  for (const [i, { title, request }] of runs.entries()) {
    let picture = '';
    await globalThis.bestiary.film(request, ({ data }) => {
      picture = data;
    });
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const [x, y] = [(i % across) * width, Math.floor(i / across) * height];
    context.drawImage(image, x, y);
    context.fillStyle = 'rgb(0 0 0 / 45%)';
    context.fillRect(x, y + height - 26, context.measureText(title).width + 20, 26);
    context.fillStyle = 'white';
    context.fillText(title, x + 10, y + height - 8);
  }
  return canvas.toDataURL('image/jpeg', 0.86).split(',')[1];
}

const chosen = values.only?.split(',');
const names = ask('list', '--json').flatMap(({ name }) => (chosen?.includes(name) === false ? [] : [name]));
const runs = names.map((name) => {
  const desc = ask('describe', name, '--json', ...values.set.flatMap((change) => ['--set', change]));
  const from = Number(values.moment ?? moments[name] ?? usualMoment);
  const { theme, camera } = values;
  const request = {
    desc,
    seed: 1,
    changes: [],
    from,
    fps: 25,
    count: 1,
    width,
    height,
    camera,
    theme,
    poster: true,
    out: 'frames',
  };
  return { title: desc.title, request };
});

const server = spawn(process.execPath, [program, 'studio', '--no-open', '--json']);
const [line] = await once(server.stdout, 'data');
const { url } = JSON.parse(line.toString());
if (url === undefined) throw new Error(`The studio is not served: ${line}`);
const browser = await chromium.launch({
  executablePath: findChrome(),
  args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
});
try {
  const page = await browser.newPage();
  await page.goto(`${url}#/film`);
  await page.waitForFunction(() => globalThis.bestiary?.film !== undefined, undefined, { timeout: 120_000 });
  page.setDefaultTimeout(0);
  const jpeg = Buffer.from(await page.evaluate(mount, { runs, width, height, columns }), 'base64');
  writeFileSync(values.out, jpeg);
  console.log(`Wrote ${values.out}: ${runs.length} animals, ${Math.round(jpeg.length / 1000)} kB`);
} finally {
  await browser.close();
  server.kill();
}
