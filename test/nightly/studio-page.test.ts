/** The studio's pages as people meet them: at any size, without a network, in a frame, with a screen reader, with a question. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startStudioServer } from '../../src/node/server.ts';
import { useStudioBrowser } from '../studio-page.ts';

const root = join(import.meta.dirname, '../..');
const studio = join(root, 'dist/studio');
const small = '#/lamprey?segments=20';
/** A loaded machine draws slowly. */
const patience = { timeout: 120_000 };

const site = useStudioBrowser();

async function openPage(address: string, options: BrowserContextOptions = {}) {
  const page = await site.browser.newPage({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
    ...options,
  });
  page.setDefaultTimeout(patience.timeout);
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Emulated graphics cards speak of themselves, and the test of its own ban.
    if (!/GPU stall|blocked by Playwright/u.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${site.server.url}${address}`);
  return { page, complaints };
}

function waitForTime(page: Page, seconds: number) {
  return page.waitForFunction((time) => (window.bestiary?.getState()?.time ?? -1) >= time, seconds, patience);
}

/** What is wrong with the boxes of a page: too wide, one over the other, or longer than its content. */
function findFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const { scrollWidth, clientWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} wide in ${clientWidth}`);
    const end = Math.max(
      ...[...document.querySelectorAll('#root > *')].map((box) => box.getBoundingClientRect().bottom),
    );
    const bottom = Math.max(innerHeight, end + scrollY);
    if (scrollHeight > bottom + 2) faults.push(`it scrolls to ${scrollHeight}, and ends at ${bottom}`);
    const parts = [...document.querySelectorAll('.studio > :is(header, main, section, aside)')];
    const boxes = parts.map(
      (part) => [part.getAttribute('aria-label') ?? part.tagName, part.getBoundingClientRect()] as const,
    );
    const sticks = (name: string): boolean => innerWidth < 1000 && name === 'Time';
    boxes.forEach(([name, a], i) => {
      for (const [other, b] of boxes.slice(i + 1)) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > 1 && !sticks(name) && !sticks(other)) faults.push(`${name} lies on ${other}`);
      }
    });
    // What lies on the picture, by its smallest boxes.
    const panels = [...document.querySelectorAll('[data-panel], [data-panels] > *')];
    panels.forEach((panel, i) => {
      const a = panel.getBoundingClientRect();
      for (const other of panels.slice(i + 1)) {
        const b = other.getBoundingClientRect();
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > 1 && !panel.contains(other))
          faults.push(`${panel.textContent} lies on ${other.textContent}`);
      }
    });
    for (const plot of document.querySelectorAll('[data-testid="strip"], [data-testid="raster"]')) {
      const own = plot.getBoundingClientRect();
      const signals = plot.closest('section')!.getBoundingClientRect();
      if (own.width > signals.width || own.right > signals.right + 1) faults.push('a plot is wider than its panel');
    }
    return faults;
  });
}

const sizes = [
  [1280, 800],
  [1000, 600],
  [1366, 640],
  [320, 568],
  [320, 480],
  [740, 360],
  [1920, 1080],
  [360, 740],
  [768, 1024],
  [1024, 768],
] as const;

describe('layout', () => {
  const workshops = ['#/draw', '#/compare', '#/worm/figure-7', '#/lamprey/learn', '#/lamprey/study'];
  it.each(['', small, '#/starfish', '#/octopus', '#/worm', '#/centipede', ...workshops])(
    'of %s fits any window, also one that shrinks',
    async (address) => {
      const { page, complaints } = await openPage(address, { reducedMotion: 'reduce' });
      const isAnimal = address !== '' && !workshops.includes(address);
      if (isAnimal) await page.getByTestId('strip').first().waitFor();
      else await page.locator('main').waitFor();
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        // Plots hear of their size a picture later.
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
        await page.waitForTimeout(300);
        expect(await findFaults(page), `${width} × ${height}`).toEqual([]);
      }
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  it('has three columns of animals, by kind, at 1280', async () => {
    const { page } = await openPage('');
    const tops = await page
      .getByRole('region', { name: 'Swim' })
      .locator('article')
      .evaluateAll((cards) => cards.slice(0, 4).map((card) => Math.round(card.getBoundingClientRect().top)));
    expect(new Set(tops.slice(0, 3)).size).toBe(1);
    expect(tops[3]).toBeGreaterThan(tops[0]!);
    expect(await page.getByRole('list', { name: 'Things to try' }).getByRole('link').count()).toBe(3);
    await page.close();
  });
});

it('works without a network once it was there', async () => {
  const { page, complaints } = await openPage('', { serviceWorkers: 'allow' });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, patience);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByTestId('card-millipede').click();
  await waitForTime(page, 0.05);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('dialog').waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('shows an animal in a frame of another site that was allowed to', async () => {
  const host = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<iframe src="${framed.url}?embed${small}" width="640" height="400"></iframe>`);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const framed = await startStudioServer({ root: studio, port: 0, allowedFrames: [origin] });
  const page = await site.browser.newPage();
  await page.goto(origin);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Pause' }).click(patience);
  await frame.getByRole('button', { name: 'Play' }).waitFor(patience);
  expect(await frame.getByRole('link').getAttribute('href')).toBe(`${framed.url}${small}`);
  expect(await frame.locator('header, aside, section').count()).toBe(0);
  // Others are refused.
  const other = await site.browser.newPage();
  await other.setContent(`<iframe src="${framed.url}?embed${small}"></iframe>`);
  await other.waitForTimeout(1500);
  expect(await other.frameLocator('iframe').locator('canvas').count()).toBe(0);
  await page.close();
  await other.close();
  await framed.close();
  await new Promise((resolve) => host.close(resolve));
});

async function save(page: Page, name: string): Promise<Buffer> {
  const waiting = page.waitForEvent('download', patience);
  await page.getByTestId('plot-dialog').getByRole('button', { name }).click();
  return readFileSync(await (await waiting).path());
}

it('reads plots: values at the cursor, a larger view, spectrum, portrait, numbers and a picture', async () => {
  const { page, complaints } = await openPage(small);
  await waitForTime(page, 2.5);
  await page.keyboard.press('Space');
  const strip = page.getByTestId('strip').first();
  await strip.hover();
  await page.getByTestId('hover-mark').waitFor({ state: 'visible' });
  await page.getByTestId('hover-place').waitFor({ state: 'attached' });
  await strip.getByText(/^\d+\.\d\d s: -?[\d.]+ mm\/s$/u).waitFor();
  await strip.getByRole('button', { name: 'Enlarge Speed' }).click();
  const dialog = page.getByTestId('plot-dialog');
  const table = (await save(page, 'CSV')).toString().trim().split('\r\n');
  expect(table[0]).toBe('time (s),speed (m/s)');
  const rows = table.slice(1).map((line) => line.split(',').map(Number));
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.flat().every((value) => Number.isFinite(value))).toBe(true);
  expect((await save(page, 'PNG')).subarray(1, 4).toString()).toBe('PNG');
  for (const view of ['spectrum', 'portrait']) {
    await page.getByTestId('plot-view').selectOption(view);
    await dialog.getByText('Waiting for more').waitFor({ state: 'hidden' });
    const drawn = await dialog.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, i) => i % 4 === 3 && value > 0).length;
    });
    expect(drawn, view).toBeGreaterThan(1000);
  }
  expect(complaints).toEqual([]);
  await page.close();
});

it('takes who wants on a tour, by keyboard, once', async () => {
  const { page } = await openPage('', { reducedMotion: 'reduce' });
  await page.getByTestId('tour-start').focus();
  await page.keyboard.press('Enter');
  const tour = page.getByTestId('tour');
  await tour.getByText('Start with something').waitFor();
  for (const title of ['computed, not filmed', 'Change anything', 'Go back in time', 'See why', 'Take it with you']) {
    await page.keyboard.press('ArrowRight');
    await tour.getByText(title).waitFor();
    if (title !== 'computed, not filmed') continue;
    // The card of the picture leaves the sliders free.
    const slider = (await page.getByTestId('slider-brainstem.left').boundingBox())!;
    await page.waitForFunction(
      (left) => document.querySelector('[data-testid="tour"]')!.getBoundingClientRect().right <= left,
      slider.x,
    );
  }
  expect(await page.evaluate(() => location.hash)).toMatch(/^#\/\w/u);
  await page.keyboard.press('Escape');
  await tour.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => localStorage.getItem('bestiary.tour'))).toBe('known');
  await page.close();
});

describe('for screen readers', () => {
  const things = 'scene.foods=[{"x":0.4}]&scene.obstacles=[{"x":0.3,"y":0.2}]&scene.animals=3';
  const busy = `#/centipede?body.segments=6&${things}`;
  const pages = ['', small, '#/centipede', busy, '#/draw', '#/compare', '#/lamprey/learn', '#/lamprey/study'];
  it.each(pages.flatMap((address) => (['light', 'dark'] as const).map((theme) => [address, theme] as const)))(
    'nothing is wrong with %s, %s',
    async (address, colorScheme) => {
      const { page, complaints } = await openPage(address, { colorScheme, reducedMotion: 'reduce' });
      await page.locator('main').waitFor();
      if (address === small) await page.getByTestId('strip').first().waitFor();
      if (address.startsWith('#/centipede')) {
        await page.getByRole('tab', { name: 'Scene' }).click();
        await page.getByRole('radio', { name: 'Food' }).waitFor();
      }
      // Outside the page's own rules for scripts.
      const session = await page.context().newCDPSession(page);
      await session.send('Runtime.evaluate', { expression: axe.source });
      const { result } = await session.send('Runtime.evaluate', {
        expression: `axe.run().then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes[0].html.slice(0, 160)])))`,
        awaitPromise: true,
      });
      expect(JSON.parse(result.value as string)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );
});
