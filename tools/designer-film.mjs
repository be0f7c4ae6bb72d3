// Films a newcomer's first ten minutes with the drawing board, in a minute and a half: from the gallery to a swimming ray of one's own
// that was made faster, and back to the gallery. Run `npm run build` first, then `node tools/designer-film.mjs`; look at
// docs/images/drawing-board.mp4, and commit it. Needs Chrome or Chromium, ffmpeg, and a machine without other
// work: there the animals run ahead of the pictures. With --keep DIR the pictures stay there.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChrome } from './find-chrome.mjs';
import { root, say } from './workspace.mjs';

const out = join(root, 'docs/images/drawing-board.mp4');
const size = { width: 1280, height: 720 };
const maxBytes = 6_000_000;
const patience = 600_000;
/** Pictures in a second of the film, and how long each may take to be made: meanwhile the animals swim so much slower. */
const rate = 12;
const pace = 600;

const { keep } = parseArgs({ options: { keep: { type: 'string' } } }).values;
const frames = keep === undefined ? mkdtempSync(join(tmpdir(), 'drawing-board-')) : resolve(keep);
mkdirSync(frames, { recursive: true });
/** Files and the seconds that each is seen. */
const cut = [];
let at = [640, 300];

/** One picture, seen for a while. */
async function shoot(page, seconds = 1 / rate) {
  const file = join(frames, `${String(cut.length).padStart(4, '0')}.jpg`);
  await page.screenshot({ path: file, type: 'jpeg', quality: 90, timeout: patience });
  cut.push([file, seconds]);
}

/** Pictures of what moves by itself, as fast in the film as it is. */
async function watch(page, seconds) {
  await setSpeed(page, 1000 / rate / pace);
  let next = Date.now() + pace;
  for (let k = 0; k < seconds * rate; k++) {
    await page.waitForTimeout(Math.max(0, next - Date.now()));
    next = Math.max(next, Date.now() - pace) + pace;
    await shoot(page);
  }
}

async function setSpeed(page, factor) {
  await page.evaluate((speed) => {
    for (const worker of window.filmed) worker.postMessage({ kind: 'speed', factor: speed });
  }, factor);
}

/** A pointer that films see, and the workers of what moves, so that it can wait for the pictures. */
async function prepare(page) {
  await page.addInitScript(() => {
    window.filmed = [];
    // A picture of the page is taken now and then only: between them nothing need be drawn.
    window.requestAnimationFrame = (act) => setTimeout(() => act(performance.now()), 250);
    window.cancelAnimationFrame = clearTimeout;
    const Plain = Worker;
    window.Worker = class extends Plain {
      constructor(address, options) {
        super(address, options);
        if (options?.name === 'simulation') window.filmed.push(this);
      }
    };
    addEventListener('DOMContentLoaded', () => {
      const pointer = document.createElement('div');
      pointer.innerHTML =
        '<svg width="34" height="34" viewBox="0 0 24 24"><path d="M3 2v18l4.6-4.4 3 6.4 3.2-1.5-3-6.2H17z" fill="#fff" stroke="#111" stroke-width="1.4" stroke-linejoin="round"/></svg>';
      pointer.style.cssText =
        'position:fixed;z-index:9999;pointer-events:none;left:636px;top:296px;margin:-3px 0 0 -4px';
      const ring = document.createElement('div');
      ring.style.cssText =
        'position:fixed;z-index:9998;pointer-events:none;width:44px;height:44px;margin:-22px;border-radius:50%;background:#ffd24a88;visibility:hidden';
      document.body.append(ring, pointer);
      const follow = ({ clientX, clientY }) => {
        for (const one of [pointer, ring]) [one.style.left, one.style.top] = [`${clientX}px`, `${clientY}px`];
      };
      addEventListener('pointermove', follow, { capture: true });
      addEventListener('pointerdown', () => (ring.style.visibility = 'visible'), { capture: true });
      addEventListener('pointerup', () => (ring.style.visibility = 'hidden'), { capture: true });
    });
  });
}

async function moveTo(page, to, pictures = 5) {
  const from = at;
  for (let k = 1; k <= pictures; k++) {
    const share = 0.5 - 0.5 * Math.cos((Math.PI * k) / pictures);
    await page.mouse.move(from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1]));
    await shoot(page);
  }
  at = to;
}

/** Moves there, presses, and lets go. */
async function press(page, target, hold = 1) {
  await target.scrollIntoViewIfNeeded({ timeout: patience });
  const box = await target.boundingBox();
  await moveTo(page, [box.x + box.width / 2, box.y + box.height / 2]);
  await page.mouse.down();
  await shoot(page, 0.25);
  await page.mouse.up();
  await page.waitForTimeout(400);
  await shoot(page, hold);
}

/** Along places of the board, in m. */
async function draw(page, points) {
  const box = await page.getByTestId('board').boundingBox();
  const scale = Math.min(box.width, box.height) / 1.05;
  const places = points.map(([x, y]) => [box.x + box.width / 2 + x * scale, box.y + box.height / 2 - y * scale]);
  await moveTo(page, places[0]);
  await page.mouse.down();
  for (const place of places) {
    at = place;
    await page.mouse.move(...at);
    await shoot(page, 0.18);
  }
  await page.mouse.up();
}

async function drawRay(page) {
  const hand = (k) => 0.003 * Math.sin(5 * k);
  await draw(
    page,
    Array.from({ length: 29 }, (_, k) => {
      // Rounder before the wings' tips than behind them, as rays are.
      const angle = (Math.PI * k) / 28;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      return [0.3 * Math.sign(c) * Math.abs(c) ** 1.25 - 0.05 * s + hand(k), 0.4 * s ** 1.35 + hand(k + 2)];
    }),
  );
  await page.getByTestId('gauge').waitFor({ timeout: patience });
  await page.waitForTimeout(3000);
  await shoot(page, 2.5);
  await press(page, page.getByTestId('tool-zigzag'), 1.2);
  await draw(
    page,
    Array.from({ length: 11 }, (_, k) => [0.2 - 0.042 * k, 0.16]),
  );
  await page.waitForTimeout(3000);
  await shoot(page, 2.5);
}

/** Until it is twice as fast; the search is seen for about eight seconds. */
async function makeFaster(page) {
  await press(page, page.getByRole('button', { name: 'Make it faster' }), 0.5);
  const first = cut.length;
  for (let k = 0; k < 200; k++) {
    await page.waitForTimeout(4000);
    await shoot(page);
    const gain = Number.parseFloat((await page.getByTestId('search-gain').innerText()).replace('×', ''));
    if (gain >= 2 && k >= 12) break;
  }
  const each = 8 / (cut.length - first);
  for (let k = first; k < cut.length; k++) cut[k][1] = each;
  await shoot(page, 2);
}

async function play(page, url) {
  await page.goto(url);
  const link = page.getByTestId('hero-draw');
  await link.waitFor({ timeout: patience });
  await page.waitForTimeout(3000);
  await page.mouse.move(...at);
  await shoot(page, 3);
  await press(page, link, 0.3);
  await page.getByText('Draw your own animal').waitFor({ timeout: patience });
  await page.waitForTimeout(2500);
  await shoot(page, 2.5);
  await press(page, page.getByRole('button', { name: /Empty board, flat/u }), 1.2);
  await drawRay(page);
  await press(page, page.getByRole('tab', { name: /Tune/u }), 0.2);
  await page.getByLabel(/Height θ₂/u).waitFor({ timeout: patience });
  await page.waitForTimeout(3000);
  await watch(page, 8);
  await press(page, page.getByRole('button', { name: 'Drop it into water' }), 0.2);
  await page.waitForTimeout(2000);
  await watch(page, 12);
  await makeFaster(page);
  await press(page, page.getByRole('button', { name: 'Take the best' }), 0.2);
  await page.waitForTimeout(2000);
  await watch(page, 15);
  await press(page, page.getByRole('button', { name: 'Save', exact: true }), 2);
  await press(page, page.getByRole('link', { name: /Bestiary/u }).first(), 0.2);
  await page.getByRole('link', { name: /My animal/u }).waitFor({ timeout: patience });
  await page.getByRole('link', { name: /My animal/u }).scrollIntoViewIfNeeded();
  await page.waitForTimeout(2000);
  await shoot(page, 4);
}

function encode() {
  const list = join(frames, 'list.txt');
  const lines = cut.map(([file, seconds]) => `file '${file}'\nduration ${seconds}`);
  writeFileSync(list, `${lines.join('\n')}\nfile '${cut.at(-1)[0]}'\n`);
  for (const quality of ['24', '27', '30', '33']) {
    execFileSync('ffmpeg', [
      ...['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list, '-vf', `fps=${rate},format=yuv420p`],
      ...['-c:v', 'libx264', '-preset', 'slow', '-crf', quality, '-movflags', '+faststart', out],
    ]);
    if (statSync(out).size <= maxBytes) return;
  }
  throw new Error(`The film has ${statSync(out).size} bytes, over ${maxBytes}.`);
}

mkdirSync(join(root, 'docs/images'), { recursive: true });
const server = spawn(process.execPath, [join(root, 'tools/bestiary.cjs'), 'studio', '--json'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await once(server.stdout, 'data');
// Pages are put together by the processor: without a graphics card that is several times faster.
const noGpu = ['--disable-gpu-compositing'];
const browser = await chromium.launch({
  executablePath: findChrome(),
  args: ['--headless=new', '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', ...noGpu],
});
try {
  const page = await browser.newPage({ viewport: size });
  page.setDefaultTimeout(patience);
  await prepare(page);
  await play(page, JSON.parse(line.toString()).url);
  encode();
  const seconds = cut.reduce((sum, [, one]) => sum + one, 0);
  say(`${out}: ${cut.length} pictures, ${seconds.toFixed(0)} s, ${statSync(out).size} bytes.`);
} finally {
  await browser.close();
  server.kill();
  if (keep === undefined) rmSync(frames, { recursive: true, force: true });
}
