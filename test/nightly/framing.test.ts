/** Every animal whole in its picture, beside the panels, in every camera; scenes that can be seen. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useStudioBrowser } from '../studio-page.ts';

const site = useStudioBrowser();

async function openStill(address: string, seconds: number): Promise<Page> {
  const page = await site.browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(120_000);
  await page.goto(`${site.server.url}${address}`);
  await page.waitForFunction((time) => (window.bestiary?.getState()?.time ?? -1) >= time, seconds);
  await page.keyboard.press('Space');
  await page.waitForFunction(() => window.bestiary!.getState()?.playing === false);
  await waitForRest(page);
  return page;
}

/** Cameras glide to where they belong: until the animal has stood at the same place of the picture for a second and a few pictures. */
async function waitForRest(page: Page): Promise<void> {
  await page.evaluate(() => {
    const rest = { place: '', since: 0, pictures: 0 };
    Object.assign(globalThis, { rest });
  });
  await page.waitForFunction(() => {
    const { rest } = globalThis as unknown as { rest: { place: string; since: number; pictures: number } };
    const { left, top, width, height } = window.bestiary!.getSeen()!;
    const place = [left, top, width, height].map(Math.round).join();
    if (place !== rest.place) Object.assign(rest, { place, since: performance.now(), pictures: 0 });
    rest.pictures += 1;
    return rest.pictures > 8 && performance.now() - rest.since > 1000;
  });
}

/** Of the picture and of the animal in it. */
async function measure(page: Page) {
  return page.evaluate(() => {
    const { width, height } = document.querySelector('main canvas')!.getBoundingClientRect();
    const seen = window.bestiary!.getSeen()!;
    return {
      width,
      height,
      left: seen.left,
      top: seen.top,
      right: seen.left + seen.width,
      bottom: seen.top + seen.height,
    };
  });
}

/** Mean brightness (0 … 255) of the middle of the picture. */
async function readBrightness(page: Page): Promise<number> {
  const box = (await page.locator('main canvas').first().boundingBox())!;
  const clip = {
    x: box.x + 0.35 * box.width,
    y: box.y + 0.3 * box.height,
    width: 0.3 * box.width,
    height: 0.4 * box.height,
  };
  const picture = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return data.reduce((sum, value, i) => (i % 4 === 3 ? sum : sum + value), 0) / (0.75 * data.length);
  }, picture);
}

describe('framing', () => {
  // Wide, flat, long and many-legged: those that were cut off, and one that was not.
  it.each(['manta', 'butterfly', 'stingray', 'octopus', 'centipede'])(
    'shows the whole %s in every camera',
    async (animal) => {
      const page = await openStill(`#/${animal}`, 0.2);
      for (const key of ['1', '2', '3']) {
        if (key !== '1') await page.keyboard.press(key);
        await waitForRest(page);
        const { width, height, left, right, top, bottom } = await measure(page);
        expect([left > -2, right < width + 2, top > -2, bottom < height + 2], `camera ${key}`).toEqual([
          true,
          true,
          true,
          true,
        ]);
        const share = Math.max((right - left) / width, (bottom - top) / height);
        expect(share, `camera ${key}`).toBeGreaterThan(0.28);
      }
      await page.close();
    },
  );

  it('keeps the animal from under the panels on the picture', async () => {
    const page = await openStill('#/manta', 0.4);
    const { left, right, top, bottom } = await measure(page);
    const panels = await page.evaluate(() => {
      const origin = document.querySelector('main canvas')!.getBoundingClientRect();
      return [...document.querySelectorAll('[data-panel], [data-panels] > *')].map((element) => {
        const box = element.getBoundingClientRect();
        return {
          left: box.left - origin.left,
          right: box.right - origin.left,
          top: box.top,
          bottom: box.bottom,
          y: origin.top,
        };
      });
    });
    expect(panels.length).toBeGreaterThan(3);
    const slack = 12;
    for (const panel of panels) {
      const across = Math.min(right, panel.right) - Math.max(left, panel.left);
      const down = Math.min(bottom, panel.bottom - panel.y) - Math.max(top, panel.top - panel.y);
      expect(Math.min(across, down)).toBeLessThan(slack);
    }
    await page.close();
  });

  it('looks into the valley from above its walls, and at the bottle from outside', async () => {
    const page = await openStill('#/octopus?scene.kind=valley', 0.2);
    for (const key of ['1', '2']) {
      await page.keyboard.press(key);
      await waitForRest(page);
      expect(await readBrightness(page), `camera ${key}`).toBeGreaterThan(60);
    }
    await page.getByTestId('scene-kind').selectOption('bottle');
    await page.waitForFunction(() => location.hash.includes('bottle'));
    await waitForRest(page);
    const { width, left, right } = await measure(page);
    // The animal is the smaller part of it.
    expect((right - left) / width).toBeLessThan(0.35);
    await page.close();
  });

  it('shows a word the right way up from above', async () => {
    const page = await openStill('#/letters', 0);
    await page.keyboard.press('3');
    await waitForRest(page);
    // The top of the page is toward +x, its right toward −y.
    const [middle, up, right] = await page.evaluate(() => {
      const locate = (x: number, y: number) => window.bestiary!.locate(x, y, 0)!;
      return [locate(0, 0), locate(0.1, 0), locate(0, -0.1)];
    });
    expect(up.y).toBeLessThan(middle.y - 5);
    expect(Math.abs(up.x - middle.x)).toBeLessThan(3);
    expect(right.x).toBeGreaterThan(middle.x + 5);
    await page.close();
  });
});
