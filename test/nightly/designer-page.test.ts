/** The drawing board in the built studio, as a person uses it: draw, tune, swim, keep, share; and the same hash everywhere. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StudioServer, startStudioServer } from '../../src/node/server.ts';
import { launchChromium } from '../chromium.ts';

const root = join(import.meta.dirname, '../..');
const artefacts = join(root, 'test/artefacts');
/** A busy machine draws slowly. */
const patience = 300_000;

let server: StudioServer;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(artefacts, { recursive: true });
  server = await startStudioServer({ root: join(root, 'dist/studio'), port: 0 });
  browser = await launchChromium(['--disable-gpu-compositing']);
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

interface Desk {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: string[];
}

async function openDesk(address = '#/draw'): Promise<Desk> {
  const context = await browser.newContext({ viewport: { width: 1024, height: 640 }, acceptDownloads: true });
  const desk = await openPage(context, address);
  return { context, ...desk };
}

async function openPage(context: BrowserContext, address: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${server.url}${address}`);
  return { page, complaints };
}

type Point = readonly [number, number];

/** Moves the pointer along places of the board, in m, with the button down. */
async function draw(page: Page, points: readonly Point[]): Promise<void> {
  const box = (await page.getByTestId('board').boundingBox())!;
  // At first the board shows 1.05 m of its shorter side.
  const scale = Math.min(box.width, box.height) / 1.05;
  const move = ([x, y]: Point) =>
    page.mouse.move(box.x + box.width / 2 + x * scale, box.y + box.height / 2 - y * scale);
  await move(points[0]!);
  await page.mouse.down();
  for (const point of points.slice(1)) await move(point);
  await page.mouse.up();
}

/** Into the water until so many seconds have passed; then it stands still. Body lengths per second from the start on. */
async function swim(page: Page, seconds: number): Promise<number> {
  await page.getByRole('button', { name: 'Drop it into water' }).click();
  await page.waitForFunction(
    (least) => Number.parseFloat(document.querySelector('[data-testid="swim-time"]')?.textContent ?? '0') > least,
    seconds,
  );
  const speed = Number.parseFloat(await page.getByTestId('swim-mean').innerText());
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.waitForFunction(() => (document.querySelector('[data-testid="swim-hash"]')?.textContent ?? '') !== '');
  return speed;
}

async function waitForMesh(page: Page): Promise<void> {
  await page.getByTestId('gauge').waitFor();
}

/** Saves the creature file and runs it on the command line for as many steps as the page did: the same hash. */
async function expectSameHash(page: Page): Promise<string> {
  const hash = await page.getByTestId('swim-hash').innerText();
  const step = Number(await page.getByTestId('swim-hash').getAttribute('data-step'));
  await page.getByRole('button', { name: 'File' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Save as a file' }).click(),
  ]);
  const path = join(artefacts, 'drawn.creature.json');
  await download.saveAs(path);
  const rate = (JSON.parse(readFileSync(path, 'utf8')) as { solver?: { rate?: number } }).solver?.rate ?? 120;
  const output = execFileSync(
    process.execPath,
    [join(root, 'tools/bestiary.mjs'), 'run', path, '--seconds', String(step / rate), '--json'],
    { encoding: 'utf8' },
  );
  const result = JSON.parse(output) as { steps: number; hash: string };
  expect(result.steps).toBe(step);
  expect(result.hash).toBe(hash);
  return path;
}

const half = Array.from({ length: 29 }, (_, k): Point => {
  const angle = (Math.PI * k) / 28;
  return [0.3 * Math.cos(angle) + 0.002 * Math.sin(5 * k), 0.38 * Math.sin(angle)];
});
const fin = Array.from({ length: 11 }, (_, k): Point => [0.2 - 0.042 * k, 0.16]);

describe('the drawing board', () => {
  it(
    'makes a ray of forty moves of the pointer, which swims, and keeps it',
    async () => {
      const { context, page, complaints } = await openDesk();
      await page.getByRole('button', { name: /Empty board, flat/u }).click();
      await draw(page, half);
      await page.getByTestId('tool-zigzag').click();
      await draw(page, fin);
      await waitForMesh(page);
      await page.screenshot({ path: join(artefacts, 'designer-model.png') });
      // Out of the water it flexes in place.
      await page.getByRole('tab', { name: /Tune/u }).click();
      await page.getByLabel(/Height θ₂/u).waitFor();
      await page.screenshot({ path: join(artefacts, 'designer-tune.png') });
      expect(await swim(page, 3)).toBeGreaterThan(0.1);
      await page.screenshot({ path: join(artefacts, 'designer-swim.png') });
      const file = await expectSameHash(page);

      // The tab is gone without a word: the drawing is not.
      const saved = await page.evaluate(() => localStorage.getItem('bestiary.designer.draft'));
      await page.close();
      const again = await openPage(context, '#/draw');
      await waitForMesh(again.page);
      expect(await again.page.evaluate(() => localStorage.getItem('bestiary.designer.draft'))).toBe(saved);

      // Saved, found in the gallery, opened: the same animal.
      await again.page.getByRole('button', { name: 'Save', exact: true }).click();
      await again.page.waitForFunction(() => location.hash.startsWith('#/draw?own='));
      await again.page.reload();
      await waitForMesh(again.page);
      await swim(again.page, 0.5);
      await expectSameHash(again.page);
      await again.page.goto(`${server.url}#/`);
      await again.page.getByRole('link', { name: 'My animal' }).waitFor();

      // The file, opened on another computer.
      const other = await openDesk();
      await other.page.getByTestId('open-file').setInputFiles(file);
      await waitForMesh(other.page);
      await swim(other.page, 0.5);
      await expectSameHash(other.page);
      expect([...complaints, ...again.complaints, ...other.complaints]).toEqual([]);
      await other.context.close();
      await context.close();
    },
    4 * patience,
  );

  it(
    'shares a template by a link, and refuses a link and a file that are none',
    async () => {
      const { context, page, complaints } = await openDesk();
      await page.getByRole('button', { name: /Star/u }).first().click();
      await waitForMesh(page);
      await page.getByRole('button', { name: 'File' }).click();
      await page.getByRole('menuitem', { name: 'Copy a link' }).click();
      await page.waitForFunction(() => location.hash.startsWith('#/draw?d='));
      const address = await page.evaluate(() => location.hash);
      expect(await swim(page, 1)).toBeGreaterThan(0);
      await expectSameHash(page);
      const other = await openDesk(address);
      await waitForMesh(other.page);
      await swim(other.page, 0.5);
      await expectSameHash(other.page);
      await other.context.close();

      const broken = await openDesk('#/draw?d=AAAA');
      await broken.page.getByText('Draw your own animal').waitFor();
      await broken.page.getByTestId('open-file').setInputFiles({
        name: 'hostile.creature.json',
        mimeType: 'application/json',
        buffer: Buffer.from('{"schemaVersion":1,"__proto__":{"x":1}}'),
      });
      await broken.page.getByRole('alert').waitFor();
      expect([...complaints, ...broken.complaints]).toEqual([]);
      await broken.context.close();
      await context.close();
    },
    3 * patience,
  );

  it(
    'shows where an outline crosses itself, undoes it, and works from the keyboard',
    async () => {
      const { context, page, complaints } = await openDesk();
      await page.getByRole('button', { name: /Empty board, flat/u }).click();
      await page.getByRole('radio', { name: 'None' }).click();
      // A bow tie, corner by corner: arrows move the cross, Enter sets a point, C ends the line.
      await page.getByTestId('board').focus();
      const press = async (...keys: string[]): Promise<void> => {
        for (const key of keys) await page.keyboard.press(key);
      };
      await press('Enter', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowUp', 'Enter');
      await press('Shift+ArrowDown', 'Shift+ArrowDown', 'Enter');
      await press('Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowUp', 'Shift+ArrowUp', 'Enter', 'c');
      await page
        .getByTestId('findings')
        .getByText(/crosses itself/u)
        .waitFor();
      await page.screenshot({ path: join(artefacts, 'designer-crossing.png') });
      await page.keyboard.press('Control+z');
      await page.getByTestId('findings').waitFor({ state: 'detached' });
      // A triangle is an animal.
      await press(
        'Enter',
        'Shift+ArrowLeft',
        'Shift+ArrowLeft',
        'Enter',
        'Shift+ArrowDown',
        'Shift+ArrowDown',
        'Enter',
        'c',
      );
      await waitForMesh(page);
      await page.keyboard.press('Control+z');
      await page.getByTestId('gauge').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+Shift+z');
      await waitForMesh(page);
      expect(complaints).toEqual([]);
      await context.close();
    },
    2 * patience,
  );
});
