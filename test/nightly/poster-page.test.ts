/** Nothing but the picture: the poster view, and the bar that says how long things are. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pause, startStudioPages, type StudioPages, waitForTime } from '../studio-page.ts';

const artefacts = join(import.meta.dirname, '../artefacts');
let studio: StudioPages;

beforeAll(async () => {
  mkdirSync(artefacts, { recursive: true });
  studio = await startStudioPages();
});

afterAll(() => studio.close());

async function openStill(address: string, seconds: number): Promise<Page> {
  const { page } = await studio.open(address, { viewport: { width: 1280, height: 720 } });
  await waitForTime(page, seconds);
  await pause(page);
  // Cameras glide to where they belong.
  await page.waitForTimeout(1600);
  return page;
}

/** Pixels of the bar over those of its length laid across the animal, seen from straight above, once the camera stands still. */
async function compareBar(page: Page): Promise<{ metres: number; ratio: number }> {
  const read = () =>
    page.evaluate(() => {
      const bar = document.querySelector<HTMLElement>('[data-testid="scale-bar"]')!;
      const metres = Number(bar.dataset['metres']);
      const [x, y, z] = window.bestiary!.getState()!.position;
      const locate = (away: number) => window.bestiary!.locate(x + away, y, z)!;
      const [a, b] = [locate(-metres / 2), locate(metres / 2)];
      return { metres, ratio: bar.getBoundingClientRect().width / Math.hypot(b.x - a.x, b.y - a.y) };
    });
  for (let before = await read(); ; ) {
    await page.waitForTimeout(700);
    const now = await read();
    if (now.metres === before.metres && Math.abs(now.ratio - before.ratio) < 1e-3) return now;
    before = now;
  }
}

it('says how long things are, and goes along when one zooms', async () => {
  // Flat, so that its middle is as far away as the middle of what is framed.
  const page = await openStill('#/lamprey?segments=20', 0.3);
  await page.keyboard.press('3');
  await page.waitForTimeout(1600);
  const before = await compareBar(page);
  expect(before.ratio).toBeCloseTo(1, 1);
  await page.locator('main canvas').first().focus();
  for (let k = 0; k < 8; k++) await page.keyboard.press('+');
  await page.waitForTimeout(1600);
  const after = await compareBar(page);
  expect(after.ratio).toBeCloseTo(1, 1);
  expect(after.metres).toBeLessThan(before.metres);
  await page.close();
});

it('shows nothing but the picture, saves it, and comes back', async () => {
  const page = await openStill('#/lamprey?segments=20', 0.3);
  const header = page.locator('header');
  await page.keyboard.press('p');
  await page.getByRole('toolbar', { name: 'Poster view' }).waitFor();
  expect(await header.isVisible()).toBe(false);
  expect(await page.getByLabel('Camera', { exact: true }).count()).toBe(0);
  await page.waitForTimeout(1600);
  const { seen, size } = await page.evaluate(() => {
    const { width, height } = document.querySelector('main canvas')!.getBoundingClientRect();
    return { seen: window.bestiary!.getSeen()!, size: [width, height] as const };
  });
  expect(size).toEqual([1280, 720]);
  // Whole, inside the part of the picture that nothing cuts off, and not small.
  expect(seen.left).toBeGreaterThan(0.045 * size[0]);
  expect(seen.left + seen.width).toBeLessThan(0.955 * size[0]);
  expect(seen.top).toBeGreaterThan(0.045 * size[1]);
  expect(seen.top + seen.height).toBeLessThan(0.955 * size[1]);
  expect(Math.max(seen.width / size[0], seen.height / size[1])).toBeGreaterThan(0.5);

  await page.getByLabel('Scale bar', { exact: true }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save PNG × 2' }).click(),
  ]);
  const png = readFileSync(await download.path());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2560, 1440]);
  await page.getByRole('status').getByText('2560 × 1440 pixels').waitFor();
  await page.screenshot({ path: join(artefacts, 'poster-view.png') });

  await page.keyboard.press('Escape');
  await header.waitFor();
  await page.getByRole('button', { name: 'Poster view' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await header.waitFor();
  await page.close();
});

it('is never black: a canvas of another size is drawn before it is shown, and Escape leaves at once', async () => {
  const { page } = await studio.open('#/centipede', { viewport: { width: 1280, height: 720 }, colorScheme: 'light' });
  await waitForTime(page, 0.2);
  await page.getByRole('tab', { name: 'Scene' }).click();
  await page.getByRole('radio', { name: 'Box' }).click();
  await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('main canvas')!;
    const small = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const seen: number[] = [];
    Object.assign(window, { seen });
    new ResizeObserver(() => {
      small.drawImage(canvas, 0, 0, 8, 8);
      seen.push(small.getImageData(0, 0, 8, 8).data.reduce((sum, value, i) => sum + (i % 4 === 3 ? 0 : value), 0));
    }).observe(canvas);
  });
  await page.locator('main canvas').first().focus();
  await page.keyboard.press('p');
  await page.getByRole('toolbar', { name: 'Poster view' }).waitFor();
  await page.waitForFunction(() => (window as unknown as { seen: number[] }).seen.length > 1);
  const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  expect(seen.slice(1).every((light) => light > 0)).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('toolbar', { name: 'Poster view' }).waitFor({ state: 'detached' });
  await page.close();
});
