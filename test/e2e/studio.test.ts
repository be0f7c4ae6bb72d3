/** The built studio in a real browser, served as people get it. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { artefacts, useStudioBrowser } from '../studio-page.ts';
import { waitForPicture } from './wait-for-picture.ts';

const site = useStudioBrowser();

async function openPage(address: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await site.browser.newPage({ viewport: { width: 1000, height: 640 } });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${site.server.url}${address}`);
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
 * Moves the pointer down the middle of the picture to the muscle that is seen largest, and returns its name and the pointer's height.
 */
async function pointAtMuscle(page: Page): Promise<readonly [name: string, y: number]> {
  const box = (await page.locator('main canvas').first().boundingBox())!;
  const label = page.getByTestId('region');
  const pointAt = async (share: number): Promise<string | undefined> => {
    await page.mouse.move(box.x + box.width / 2, box.y + share * box.height);
    // A picture later the name is there, or nothing is.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return /M[DV][LR]\d\d/u.exec((await label.allInnerTexts()).join(''))?.[0];
  };
  const places = new Map<string, number[]>();
  for (let share = 0.35; share < 0.7; share += 0.01) {
    const name = await pointAt(share);
    if (name !== undefined) places.set(name, [...(places.get(name) ?? []), share]);
  }
  const [name, shares] = [...places].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const share = shares?.[Math.floor(shares.length / 2)] ?? 0;
  if (name === undefined || (await pointAt(share)) !== name)
    throw new Error('No muscle under the middle of the picture.');
  return [name, box.y + share * box.height];
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
    const notice = page.getByText('Ignored in the address: body.links');
    await notice.waitFor();
    // Nothing is read through a notice, and the scale is not under it.
    const ground = await notice.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(ground).toMatch(/^rgb\(/u);
    const [told, bar] = [(await notice.boundingBox())!, (await page.getByTestId('scale-bar').boundingBox())!];
    expect(told.y + told.height).toBeLessThanOrEqual(bar.y);
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

  it('comes to tools, numbers and parameters within a few pictures, however slow these are', async () => {
    const page = await site.browser.newPage({ viewport: { width: 1000, height: 640 } });
    // Every picture takes a second. What is there is noted before it is drawn.
    await page.addInitScript(() => {
      const seen: Record<string, number> = {};
      const slow = { pictures: 0, seen };
      Object.assign(globalThis, { slow });
      const note = (): void => {
        const text = (name: string): string => document.querySelector(`[data-testid="${name}"]`)?.textContent ?? '';
        const there = {
          parameters: document.querySelector('[data-testid="slider-brainstem.left"]') !== null,
          plots: document.querySelector('[data-testid="strip"] canvas') !== null,
          numbers: /\d/u.test(text('metric-speed')),
          tools: [...document.querySelectorAll('button')].some(({ textContent }) => /Take control/u.test(textContent)),
        };
        for (const [name, isThere] of Object.entries(there)) if (isThere) seen[name] ??= slow.pictures;
      };
      let last: unknown;
      for (const name of ['drawElements', 'drawArrays'] as const) {
        const calls = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: number[]) => void>;
        const draw = calls[name]!;
        calls[name] = function (this: unknown, ...args: number[]) {
          const picture = document.timeline.currentTime;
          if (picture !== last) {
            last = picture;
            note();
            slow.pictures += 1;
            const end = performance.now() + 1000;
            while (performance.now() < end);
          }
          draw.apply(this, args);
        };
      }
    });
    await page.goto(`${site.server.url}#/lamprey?segments=20`);
    type Slow = { readonly slow: { readonly pictures: number; readonly seen: Readonly<Record<string, number>> } };
    await page.waitForFunction(() => (globalThis as unknown as Slow).slow.pictures >= 9, undefined, { polling: 500 });
    const { seen } = await page.evaluate(() => (globalThis as unknown as Slow).slow);
    for (const name of ['parameters', 'plots', 'numbers', 'tools'])
      expect(seen[name] ?? Infinity, name).toBeLessThanOrEqual(4);
    await page.close();
  });

  it('is usable with a thumb: a way to everything, and targets of 32 pixels', async () => {
    const context = await site.browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await page.goto(`${site.server.url}#/lamprey?segments=20`);
    await waitForTime(page, 0.3);
    await page.getByTestId('strip').first().waitFor();
    await page.getByTestId('slider-brainstem.left').waitFor();
    await page.getByRole('button', { name: 'Take control' }).waitFor();
    await page.keyboard.press('Space');
    const small = await page.evaluate(() => {
      const targets = document.querySelectorAll<HTMLElement>('a, button, input, select, summary, textarea');
      return [...targets].flatMap((target) => {
        // A label is part of what it names.
        const boxes = [target, ...('labels' in target ? [...(target as HTMLInputElement).labels!] : [])].map((part) =>
          part.getBoundingClientRect(),
        );
        const [width, height] = [
          Math.max(...boxes.map((box) => box.width)),
          Math.max(...boxes.map((box) => box.height)),
        ];
        const isSeen = width > 1 && height > 1;
        return isSeen && Math.min(width, height) < 31.5
          ? [`${target.outerHTML.slice(0, 80)} ${width} × ${height}`]
          : [];
      });
    });
    expect(small).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByLabel('Learn, study and compare').click();
    await page.screenshot({ path: join(artefacts, 'studio-phone.png') });
    await page.getByRole('link', { name: 'Study' }).click();
    await page.getByRole('heading', { name: 'Study of Lamprey' }).waitFor();
    await context.close();
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
    const [name] = await pointAtMuscle(page);
    await page.mouse.down();
    await page.mouse.up();
    await page.getByTestId('region').filter({ hasText: 'heal' }).waitFor();
    await page.waitForFunction((muscle) => decodeURIComponent(location.hash).includes(`["${muscle}"]`), name);
    await page.screenshot({ path: join(artefacts, 'studio-worm.png') });
    const [again, y] = await pointAtMuscle(page);
    expect(again).toBe(name);
    // Its name is above the muscle, not on it.
    const label = (await page.getByTestId('region').boundingBox())!;
    expect(y - (label.y + label.height)).toBeGreaterThan(30);
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
