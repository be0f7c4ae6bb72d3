/** The drawing board in the built studio, with hands: what the nights' tests of it share. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type StudioServer, startStudioServer } from '../src/node/server.ts';
import { launchChromium } from './chromium.ts';

const root = join(import.meta.dirname, '..');
export const artefacts = join(root, 'test/artefacts');
/** A busy machine draws slowly. */
export const patience = 300_000;

let server: StudioServer;
let browser: Browser;

/** For the tests of a file. */
export function useDesk(): void {
  beforeAll(async () => {
    mkdirSync(artefacts, { recursive: true });
    server = await startStudioServer({ root: join(root, 'dist/studio'), port: 0 });
    browser = await launchChromium(['--disable-gpu-compositing']);
  }, patience);
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
}

export function getUrl(): string {
  return server.url;
}

export interface Desk {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: string[];
}

type ContextOptions = Parameters<Browser['newContext']>[0];

export async function openDesk(address = '#/draw', options: ContextOptions = {}): Promise<Desk> {
  const viewport = { width: 1024, height: 640 };
  const context = await browser.newContext({ viewport, acceptDownloads: true, ...options });
  const desk = await openPage(context, address);
  return { context, ...desk };
}

export async function openPage(
  context: BrowserContext,
  address: string,
): Promise<{ page: Page; complaints: string[] }> {
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

export type Point = readonly [number, number];

/** Moves the pointer along places of the board, in m, with the button down. */
export async function draw(page: Page, points: readonly Point[]): Promise<void> {
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
export async function swim(page: Page, seconds: number): Promise<number> {
  await page.getByRole('button', { name: 'Let it swim' }).click();
  await page.waitForFunction(
    (least) => Number.parseFloat(document.querySelector('[data-testid="swim-time"]')?.textContent ?? '0') > least,
    seconds,
  );
  const speed = Number.parseFloat(await page.getByTestId('swim-mean').innerText());
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.waitForFunction(() => (document.querySelector('[data-testid="swim-hash"]')?.textContent ?? '') !== '');
  return speed;
}

export async function waitForMesh(page: Page): Promise<void> {
  await page.getByTestId('gauge').waitFor();
}

/** Saves the creature file and runs it on the command line for as many steps as the page did: the same hash. */
export async function expectSameHash(page: Page): Promise<string> {
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
    [join(root, 'tools/bestiary.cjs'), 'run', path, '--seconds', String(step / rate), '--json'],
    { encoding: 'utf8' },
  );
  const result = JSON.parse(output) as { steps: number; hash: string };
  expect(result.steps).toBe(step);
  expect(result.hash).toBe(hash);
  return path;
}

/** A ray as a hand draws one: half an outline in about thirty moves, and a muscle in ten. */
export const half = Array.from({ length: 29 }, (_, k): Point => {
  const angle = (Math.PI * k) / 28;
  return [0.3 * Math.cos(angle) + 0.002 * Math.sin(5 * k), 0.38 * Math.sin(angle)];
});
export const fin = Array.from({ length: 11 }, (_, k): Point => [0.2 - 0.042 * k, 0.16]);

/** A ray on an empty board: forty moves of the pointer. */
export async function drawRay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Empty board, flat/u }).click();
  await draw(page, half);
  await page.getByTestId('tool-zigzag').click();
  await draw(page, fin);
  await waitForMesh(page);
}
