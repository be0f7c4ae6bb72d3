/** The built studio in a real browser, served as people get it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StudioServer, startStudioServer } from '../../src/node/server.ts';
import { launchChromium } from '../chromium.ts';
import { waitForPicture } from './wait-for-picture.ts';

const root = join(import.meta.dirname, '../..');
const studio = join(root, 'dist/studio');
const artefacts = join(root, 'test/artefacts');

let server: StudioServer;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(artefacts, { recursive: true });
  server = await startStudioServer({ root: studio, port: 0 });
  // Pages are put together on the processor too, which an emulated graphics card does far more slowly.
  browser = await launchChromium(['--disable-gpu-compositing']);
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

async function openPage(address: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1000, height: 640 } });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${server.url}${address}`);
  return { page, complaints };
}

function getState(page: Page) {
  return page.evaluate(() => window.bestiary!.getState()!);
}

async function waitForTime(page: Page, seconds: number) {
  await page.waitForFunction((time) => (window.bestiary?.getState()?.time ?? -1) >= time, seconds);
  return getState(page);
}

/** Pauses and waits until the page shows exactly the state that stands still. */
async function readStill(page: Page) {
  await page.waitForFunction(() => {
    const state = window.bestiary?.getState();
    return state?.playing === false && state.hash !== undefined;
  });
  // One more picture, so that the newest frame has been taken over.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return { ...(await getState(page)), frame: await page.evaluate(() => window.bestiary!.getFrame()) };
}

async function scrubTo(page: Page, step: number) {
  await page.getByTestId('scrubber').fill(String(step));
  await page.waitForFunction((wanted) => window.bestiary!.getState()!.step === wanted, step);
  return readStill(page);
}

/**
 * Moves the pointer down the middle of the picture to the muscle that is seen largest, and returns its name.
 */
async function pointAtMuscle(page: Page): Promise<string> {
  const box = (await page.locator('main canvas').first().boundingBox())!;
  const label = page.getByTestId('region');
  const pointAt = async (share: number): Promise<string | undefined> => {
    await page.mouse.move(box.x + box.width / 2, box.y + share * box.height);
    // A picture later the name is there, or there is none.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return /M[DV][LR]\d\d/u.exec((await label.allInnerTexts()).join(''))?.[0];
  };
  const places = new Map<string, number[]>();
  for (let share = 0.35; share < 0.7; share += 0.01) {
    const name = await pointAt(share);
    if (name !== undefined) places.set(name, [...(places.get(name) ?? []), share]);
  }
  const [name, shares] = [...places].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  if (name === undefined || (await pointAt(shares![Math.floor(shares!.length / 2)]!)) !== name)
    throw new Error('No muscle under the middle of the picture.');
  return name;
}

async function checkRun(address: string, sharedMemory: boolean): Promise<void> {
  const { page, complaints } = await openPage(address);
  await page.getByTestId('card-lamprey').click();
  await page.getByLabel('Simulation speed').selectOption('4');
  const early = await waitForTime(page, 1);
  expect(early.sharedMemory).toBe(sharedMemory);

  // It swims forward.
  await page.keyboard.press('Space');
  const first = await readStill(page);
  expect(first.time).toBeGreaterThanOrEqual(1);
  await page.keyboard.press('Space');
  const later = await waitForTime(page, first.time + 2.5);
  const [dx, dy] = [later.position[0] - first.position[0], later.position[1] - first.position[1]];
  expect(dx * Math.cos(later.heading) + dy * Math.sin(later.heading)).toBeGreaterThan(0.5);
  expect(later.viewUpdates).toBeGreaterThan(first.viewUpdates);
  console.info(`${later.fps.toFixed(0)} pictures per second (bench/studio-fps.mjs measures them properly)`);

  // Less drive on the right: it turns to the left, counter-clockwise.
  await page.getByTestId('slider-brainstem.right').fill('0.4');
  // A heading swings by as much with every beat, so the test waits for the turn and only bounds how long it takes.
  const turning = await page.waitForFunction(
    ({ time, heading }) => {
      const state = window.bestiary!.getState()!;
      return (state.heading - heading > 1 || state.time > time + 10) && state;
    },
    { time: later.time, heading: later.heading },
  );
  const turned = (await turning.jsonValue()) as Awaited<ReturnType<typeof getState>>;
  expect(turned.heading - later.heading).toBeGreaterThan(1);
  // The address follows within moments.
  await page.waitForFunction(() => location.hash.includes('brainstem.right=0.4'));
  await page.screenshot({ path: join(artefacts, `studio-${sharedMemory ? 'shared' : 'transferred'}.png`) });

  // Scrubbing back gives the earlier state and frame again, bit for bit, and so does going away and back.
  const again = await scrubTo(page, first.step);
  expect(again.hash).toBe(first.hash);
  expect(again.frame).toEqual(first.frame);
  const other = await scrubTo(page, first.step + 137);
  expect(other.hash).not.toBe(first.hash);
  expect((await scrubTo(page, first.step)).frame).toEqual(first.frame);

  // The future is still there: playing replays it to the same state at the same step.
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((step) => window.bestiary!.getState()!.step === step, first.step + 1);
  expect((await getState(page)).lastStep).toBeGreaterThanOrEqual(turned.step);
  expect(complaints).toEqual([]);
  await page.close();
}

describe('studio', () => {
  it('runs the lamprey through shared memory', async () => {
    await checkRun('', true);
  });

  it('runs the lamprey without shared memory', async () => {
    await checkRun('?sab=0', false);
  });

  it('opens a run from its address, and says at the field why a value is refused', async () => {
    const { page, complaints } = await openPage('#/lamprey?segments=50&brainstem.left=0.5&body.links=oops');
    await page.waitForFunction(() => window.bestiary?.getState() !== undefined);
    expect(await page.getByTestId('slider-brainstem.left').inputValue()).toBe('0.5');
    await page.getByText('Ignored in the address: body.links').waitFor();
    const number = page.getByLabel('Brainstem, left, number');
    await number.fill('7');
    await number.press('Enter');
    const message = page.getByRole('alert').filter({ hasText: 'Allowed: 0 to 1' });
    await message.waitFor();
    await page.getByRole('button', { name: 'Reset all' }).click();
    await page.waitForFunction(() => !location.hash.includes('segments'));
    await page.getByRole('searchbox').fill('brain stem CIN');
    await page.getByText('Brainstem weights').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('names an unknown animal and keeps working', async () => {
    const { page } = await openPage('#/lampray');
    await page.getByText("Did you mean 'lamprey'?").waitFor();
    await page.getByLabel('Bestiary, to the gallery').click();
    await page.getByTestId('card-lamprey').waitFor();
    await page.close();
  });

  it('runs the worm: it crawls, paints its curvature, and loses a muscle at a press', async () => {
    const { page, complaints } = await openPage('#/worm');
    await page.getByLabel('Simulation speed').selectOption('4');
    const first = await waitForTime(page, 1);
    // A whole undulation and a half.
    const later = await waitForTime(page, 3);
    expect(later.position[0] - first.position[0]).toBeGreaterThan(8e-5);
    await page.keyboard.press('Space');
    await readStill(page);

    // Blue and red stripes, and the pale between them.
    expect(await page.getByTestId('raster-choice').inputValue()).toBe('Curvature');
    const colours = await page.getByTestId('raster').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const found = { blue: 0, red: 0, pale: 0 };
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 2]! > data[at]! + 60) found.blue++;
        else if (data[at]! > data[at + 2]! + 60) found.red++;
        else if (data[at]! > 180) found.pale++;
      }
      return found;
    });
    for (const count of Object.values(colours)) expect(count).toBeGreaterThan(200);

    await waitForPicture(page);
    const name = await pointAtMuscle(page);
    await page.mouse.down();
    await page.mouse.up();
    await page.getByTestId('region').filter({ hasText: 'heal' }).waitFor();
    await page.waitForFunction((muscle) => decodeURIComponent(location.hash).includes(`["${muscle}"]`), name);
    await page.screenshot({ path: join(artefacts, 'studio-worm.png') });
    expect(await pointAtMuscle(page)).toBe(name);
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForFunction(() => !location.hash.includes('paralyse'));

    // Its natural modes, in order, in the picture.
    await page.getByRole('button', { name: 'Natural modes' }).click();
    await page.getByTestId('modes').getByText('H1', { exact: true }).click();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows the four settings of the worm’s Figure 7 side by side', async () => {
    const { page, complaints } = await openPage('#/worm/figure-7');
    const cell = page.getByRole('region', { name: 'Run d' });
    await cell.getByText(/Distance/u).waitFor();
    // Four worms at once take a loaded machine a while.
    await cell
      .getByText(/^\d+ µm$/u)
      .first()
      .waitFor({ timeout: 50_000 });
    expect(await page.locator('main canvas').count()).toBe(4);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
