// Films a newcomer's first ten minutes with the drawing board, in a minute and a half: from the gallery to a swimming ray of one's own
// that was made faster. Run `npm run build` first, then `node tools/designer-film.mjs`; look at docs/images/drawing-board.mp4, and
// commit it. Needs Chrome or Chromium, and ffmpeg.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChrome } from './find-chrome.mjs';
import { root, say } from './workspace.mjs';

const out = join(root, 'docs/images/drawing-board.mp4');
const size = { width: 1280, height: 720 };
const mostBytes = 3_000_000;
const patience = 600_000;

const frames = mkdtempSync(join(tmpdir(), 'drawing-board-'));
/** Files and the seconds that each is seen. */
const cut = [];

/** One picture, seen for a while. */
async function shoot(page, seconds) {
  const file = join(frames, `${String(cut.length).padStart(4, '0')}.jpg`);
  await page.screenshot({ path: file, type: 'jpeg', quality: 92, timeout: patience });
  cut.push([file, seconds]);
}

/** Pictures while something moves by itself, until the clock of the water says so. */
async function watch(page, count, seconds) {
  for (let k = 0; k < count; k++) {
    await page.waitForTimeout(120);
    await shoot(page, seconds / count);
  }
}

/** A pointer that films see; the page itself has none. */
async function addPointer(page) {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const dot = document.createElement('div');
      dot.style.cssText =
        'position:fixed;z-index:9999;width:22px;height:22px;margin:-11px;border-radius:50%;border:2px solid #fff;background:#ff5c5caa;pointer-events:none;left:-50px;top:0';
      document.body.append(dot);
      addEventListener(
        'pointermove',
        (event) => {
          dot.style.left = `${event.clientX}px`;
          dot.style.top = `${event.clientY}px`;
        },
        { capture: true },
      );
    });
  });
}

let at = [640, 360];

/** Moves there in a few pictures, then presses. */
async function press(page, target, hold = 1.2) {
  await target.scrollIntoViewIfNeeded({ timeout: patience });
  const box = await target.boundingBox();
  const to = [box.x + box.width / 2, box.y + box.height / 2];
  for (let k = 1; k <= 4; k++) {
    const share = k / 4;
    await page.mouse.move(at[0] + share * (to[0] - at[0]), at[1] + share * (to[1] - at[1]));
    await shoot(page, 0.12);
  }
  at = to;
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForTimeout(300);
  await shoot(page, hold);
}

/** Along places of the board, in m, a picture for every second move. */
async function draw(page, points) {
  const box = await page.getByTestId('board').boundingBox();
  const scale = Math.min(box.width, box.height) / 1.05;
  const place = ([x, y]) => [box.x + box.width / 2 + x * scale, box.y + box.height / 2 - y * scale];
  await page.mouse.move(...place(points[0]));
  await page.mouse.down();
  for (const [k, point] of points.entries()) {
    at = place(point);
    await page.mouse.move(...at);
    if (k % 2 === 0) await shoot(page, 0.28);
  }
  await page.mouse.up();
}

async function play(page, url) {
  await page.goto(url);
  await page.getByRole('link', { name: /Draw/u }).first().waitFor({ timeout: patience });
  await shoot(page, 3);
  await press(page, page.getByRole('link', { name: /Draw/u }).first(), 0.4);
  await page.getByText('Draw your own animal').waitFor({ timeout: patience });
  await shoot(page, 3);
  await press(page, page.getByRole('button', { name: /Empty board, flat/u }), 1.5);
  const half = Array.from({ length: 29 }, (_, k) => {
    const angle = (Math.PI * k) / 28;
    return [0.3 * Math.cos(angle) + 0.002 * Math.sin(5 * k), 0.38 * Math.sin(angle)];
  });
  await draw(page, half);
  await page.getByTestId('gauge').waitFor({ timeout: patience });
  await page.waitForTimeout(1500);
  await shoot(page, 3.5);
  await press(page, page.getByTestId('tool-zigzag'), 1);
  await draw(
    page,
    Array.from({ length: 11 }, (_, k) => [0.2 - 0.042 * k, 0.16]),
  );
  await page.waitForTimeout(1500);
  await shoot(page, 3.5);
  await press(page, page.getByRole('tab', { name: /Tune/u }), 0.5);
  await page.getByLabel(/Height θ₂/u).waitFor({ timeout: patience });
  await watch(page, 24, 8);
  await press(page, page.getByRole('button', { name: /travelling wave/iu }), 0.5);
  await watch(page, 16, 5);
  await press(page, page.getByRole('button', { name: 'Drop it into water' }), 0.5);
  await watch(page, 45, 15);
  await press(page, page.getByRole('button', { name: 'Make it faster' }), 0.5);
  for (let k = 0; k < 30; k++) {
    await page.waitForTimeout(2000);
    await shoot(page, 0.4);
    const gain = await page.getByTestId('search-gain').innerText();
    if (Number.parseFloat(gain.replace('×', '')) >= 2) break;
  }
  await shoot(page, 3);
  await press(page, page.getByRole('button', { name: 'Take the best' }), 0.5);
  await watch(page, 45, 15);
  await press(page, page.getByRole('button', { name: 'Save', exact: true }), 3);
}

function encode() {
  const list = join(frames, 'list.txt');
  const lines = cut.map(([file, seconds]) => `file '${file}'\nduration ${seconds}`);
  writeFileSync(list, `${lines.join('\n')}\nfile '${cut.at(-1)[0]}'\n`);
  for (const quality of ['27', '31', '35']) {
    execFileSync('ffmpeg', [
      ...['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list, '-vf', 'fps=12,format=yuv420p'],
      ...['-c:v', 'libx264', '-preset', 'slow', '-crf', quality, '-movflags', '+faststart', out],
    ]);
    if (statSync(out).size <= mostBytes) return;
  }
  throw new Error(`The film has ${statSync(out).size} bytes, over ${mostBytes}.`);
}

mkdirSync(join(root, 'docs/images'), { recursive: true });
const server = spawn(process.execPath, [join(root, 'tools/bestiary.cjs'), 'studio', '--json'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await once(server.stdout, 'data');
const browser = await chromium.launch({
  executablePath: findChrome(),
  args: ['--headless=new', '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
try {
  const page = await browser.newPage({ viewport: size });
  page.setDefaultTimeout(patience);
  await addPointer(page);
  await play(page, JSON.parse(line.toString()).url);
  encode();
  const seconds = cut.reduce((sum, [, one]) => sum + one, 0);
  say(`${out}: ${cut.length} pictures, ${seconds.toFixed(0)} s, ${statSync(out).size} bytes.`);
} finally {
  await browser.close();
  server.kill();
  rmSync(frames, { recursive: true, force: true });
}
