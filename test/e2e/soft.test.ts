/** Soft animals in the built studio: aiming, pulling, colours, places. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { artefacts, useStudioBrowser } from '../studio-page.ts';
import { waitForPicture } from './wait-for-picture.ts';

const root = join(import.meta.dirname, '../..');

const site = useStudioBrowser();

async function openAnimal(address: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await site.browser.newPage({ viewport: { width: 1000, height: 600 } });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${site.server.url}${address}`);
  await page.waitForFunction(() => (window.bestiary?.getState()?.time ?? -1) > 0.2);
  return { page, complaints };
}

/** Waits until the address says so. */
async function waitForAddress(page: Page, pattern: RegExp): Promise<string> {
  await page.waitForFunction(
    (source) => new RegExp(source, 'u').test(decodeURIComponent(location.hash)),
    pattern.source,
    { timeout: 30_000 },
  );
  return pattern.exec(decodeURIComponent(await page.evaluate(() => location.hash)))![1]!;
}

/** Where the animal is in the page, once the picture stands. */
async function findAnimal(page: Page): Promise<[number, number]> {
  await waitForPicture(page);
  const box = (await page.locator('main canvas').first().boundingBox())!;
  const place = await page.evaluate(() => window.bestiary!.locate(...window.bestiary!.getState()!.position)!);
  return [box.x + place.x, box.y + place.y];
}

describe('soft animals', () => {
  it('are aimed with the compass and pulled with the pointer', async () => {
    const { page, complaints } = await openAnimal('#/octopus');
    // The last thing to come onto the picture: what comes moves the animal out of its way.
    await page.getByLabel('Policy', { exact: true }).waitFor();
    // It stands still for the sake of a slow machine; what is live acts all the same.
    await page.keyboard.press('Space');
    // Seen from above, the ring is a circle around the animal and its handle lies ahead, to the right.
    await page.keyboard.press('3');
    await page.getByRole('button', { name: 'Aim' }).click();
    let [x, y] = await findAnimal(page);
    const { height } = (await page.locator('main canvas').first().boundingBox())!;
    // The middle of where the cursor says that there is something to move, however large the ring is drawn.
    const found: number[] = [];
    for (let reach = 20; reach < 0.5 * height; reach += 5) {
      await page.mouse.move(x + reach, y);
      const cursor = await page
        .locator('main canvas')
        .first()
        .evaluate((canvas) => canvas.style.cursor);
      if (cursor === 'move') found.push(reach);
    }
    expect(found.length).toBeGreaterThan(3);
    const reach = found[found.length >> 1]!;
    await page.mouse.move(x + reach, y);
    await page.mouse.down();
    await page.mouse.move(x, y - reach, { steps: 5 });
    await page.mouse.up();
    // A quarter to the left.
    await waitForAddress(page, /target\.heading=((?:0\.[89]|[12]\.)\d*)/u);
    await waitForAddress(page, /(target\.follow=1)/u);
    await page.screenshot({ path: join(artefacts, 'studio-octopus.png') });
    await page.getByRole('button', { name: 'Stop aiming' }).click();

    // A press on the body pulls at a node as long as it lasts.
    [x, y] = await findAnimal(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y - 60, { steps: 5 });
    await waitForAddress(page, /(poke\.[xyz]=-?[\d.]+)/u);
    await page.mouse.up();
    await page.waitForFunction(() => !/poke\.[xyz]/u.test(location.hash));
    expect(complaints).toEqual([]);
    await page.close();
  }, 180_000);

  it('are steered by a policy of the Learn page, whose title is that of the animal from the start', async () => {
    const page = await site.browser.newPage({ viewport: { width: 1000, height: 600 } });
    // Two animals swim on the Learn page, and a third measures the policy.
    page.setDefaultTimeout(120_000);
    await page.addInitScript(() => {
      const titles: string[] = [];
      const property = Object.getOwnPropertyDescriptor(Document.prototype, 'title')!;
      Object.defineProperty(Document.prototype, 'title', {
        ...property,
        set(this: Document, title: string) {
          titles.push(title);
          property.set!.call(this, title);
        },
      });
      Object.assign(globalThis, { titles });
    });
    await page.goto(`${site.server.url}#/octopus/learn`);
    await page.getByTestId('learn-files').setInputFiles([join(root, 'policies/octopus.steer.json')]);
    await page.getByRole('heading', { name: 'octopus.steer.json' }).waitFor();
    const titles = await page.evaluate(() => (globalThis as unknown as { titles: string[] }).titles);
    expect(new Set(titles)).toEqual(new Set(['Octopus learns · Bestiary']));
    await page.getByRole('link', { name: 'Steer with it' }).click();
    await page.getByText('octopus.steer.json steers now').waitFor();
    expect(await page.getByLabel('Policy', { exact: true }).inputValue()).toBe('octopus.steer.json');
    // It drives: the arrow key gives it a direction, and no control of the animal; the animal turns there.
    await page.keyboard.press('t');
    await page.keyboard.down('ArrowLeft');
    await page.waitForFunction(() =>
      window.bestiary!.getSettings().some(([path, value]) => path === 'target.heading' && Number(value) > 0.3),
    );
    await page.keyboard.up('ArrowLeft');
    await page.waitForFunction(() => window.bestiary!.getState()!.heading > 0.2);
    expect((await page.evaluate(() => window.bestiary!.getSettings().map(([path]) => path))).sort()).toEqual([
      'controller.actions',
      'target.heading',
    ]);
    await page.close();
  }, 300_000);

  it('show their excitation cord by cord, on the skin and on the cords', async () => {
    const { page, complaints } = await openAnimal('#/octopus');
    const choice = page.getByTestId('raster-choice');
    expect(await choice.locator('option').allInnerTexts()).toContain('Excitation: arm 1 inner');
    await choice.selectOption('Excitation: arm 1 inner');
    await page.locator('summary', { hasText: 'Show' }).first().click();
    await page.getByLabel('Longitudinal cords').check();
    const colours = page.getByLabel('Colours of the body');
    const names = await colours.locator('option').allInnerTexts();
    expect(names).toEqual(expect.arrayContaining(['Excitation only', 'Angle of attack only']));
    await colours.selectOption({ label: 'Angle of attack only' });
    await page.getByText('1.6 rad').waitFor();
    await page.keyboard.press('Space');
    await page.screenshot({ path: join(artefacts, 'studio-octopus-cords.png') });
    await page.getByTestId('scene-kind').selectOption('pillars');
    await waitForAddress(page, /(scene\.kind=pillars)/u);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
