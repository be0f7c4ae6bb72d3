/** A link contains the whole run, and runs are kept: as people share, reload, fork, undo and compare them. */
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { artefacts, useStudioBrowser } from '../studio-page.ts';

const site = useStudioBrowser();

const small = '#/lamprey?segments=20';

async function open(address: string, context?: BrowserContext): Promise<{ page: Page; complaints: string[] }> {
  const page = await (context ?? (await site.browser.newContext({ viewport: { width: 1280, height: 800 } }))).newPage();
  // A loaded machine is slow.
  page.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${site.server.url}${address}`);
  return { page, complaints };
}

function waitForTime(page: Page, seconds: number) {
  return page.waitForFunction((time) => (window.bestiary?.getState()?.time ?? -1) >= time, seconds);
}

async function pause(page: Page) {
  await page.keyboard.press('Space');
  return readStill(page);
}

async function readStill(page: Page) {
  await page.waitForFunction(() => window.bestiary?.getState()?.hash !== undefined);
  return page.evaluate(() => window.bestiary!.getState()!);
}

/** The address once it holds the run. */
async function readLink(page: Page): Promise<string> {
  await page.waitForFunction(() => location.hash.includes('run='));
  return page.evaluate(() => location.hash);
}

/** Runs, turns, turns back, at steps of its own. */
async function turn(page: Page): Promise<void> {
  await waitForTime(page, 0.4);
  await page.getByTestId('slider-brainstem.right').fill('0.4');
  await waitForTime(page, 0.8);
  await page.getByTestId('slider-brainstem.left').fill('0.7');
  await waitForTime(page, 1.2);
}

describe('the link is the run', () => {
  it('is recomputed in another browser, to the last bit, at the same time and from the same side', async () => {
    const { page } = await open(small);
    await turn(page);
    await page.keyboard.press('3');
    const first = await pause(page);
    const link = await readLink(page);
    expect(link).toContain('brainstem.right=0.4');
    expect(link.length).toBeLessThan(2500);
    await page.close();

    const { page: other, complaints } = await open(link);
    await other.getByTestId('same-bits').filter({ hasText: 'same bits ✓' }).waitFor();
    await other.getByText('Same bits ✓ The run was recomputed').waitFor();
    const second = await readStill(other);
    expect(second).toMatchObject({ step: first.step, hash: first.hash, playing: false });
    expect(second.position).toEqual(first.position);
    expect(await other.getByRole('radio', { name: 'Top', checked: true }).count()).toBe(1);
    await other.screenshot({ path: join(artefacts, 'runs-same-bits.png') });
    // It continues, and its past is there.
    await other.keyboard.press('Space');
    await waitForTime(other, first.time + 0.2);
    expect(complaints).toEqual([]);
    await other.close();
  });

  it('says which step differs, and opens what is damaged or too new with its parameters', async () => {
    const { page } = await open(small);
    await turn(page);
    await pause(page);
    const link = await readLink(page);
    await page.close();
    const { page: other } = await open(`${link.slice(0, -30)}&x=`);
    await other.getByText('cut off or damaged').waitFor();
    await waitForTime(other, 0.1);
    expect(await other.getByTestId('slider-brainstem.right').inputValue()).toBe('0.4');
    await other.close();
    const { page: newer } = await open(link.replace('v=1', 'v=9'));
    await newer.getByText('a run of version 9; this page reads version 1').waitFor();
    await newer.close();
    // A run whose hash was changed by hand.
    const { page: changed } = await open(await spoilHash(link));
    await changed.getByText(/Other bits: this run .*differs at step \d+/u).waitFor();
    await changed.close();
  });

  it('keeps opening addresses of before', async () => {
    for (const [address, path, value] of [
      ['#/lamprey?segments=20&brainstem.right=0.4&seed=3', 'slider-brainstem.right', '0.4'],
      ['#/LAMPREY/?segments=20&brainstem.left=0.25', 'slider-brainstem.left', '0.25'],
      [
        '#/lamprey?segments=20&brainstem.left=0.5&lesions.silence=[{"neurons":"EIN","side":"left","from":1,"to":9}]',
        'slider-brainstem.left',
        '0.5',
      ],
    ] as const) {
      const { page, complaints } = await open(address);
      await waitForTime(page, 0.1);
      expect(await page.getByTestId(path).inputValue()).toBe(value);
      expect(complaints).toEqual([]);
      await page.close();
    }
  });
});

async function spoilHash(link: string): Promise<string> {
  const { deflateRawSync, inflateRawSync } = await import('node:zlib');
  const [head, packed] = link.split('run=') as [string, string];
  const run = JSON.parse(inflateRawSync(Buffer.from(packed, 'base64url')).toString()) as { hash: string };
  run.hash = '0123456789abcdef';
  return `${head}run=${deflateRawSync(JSON.stringify(run)).toString('base64url')}`;
}

describe('a reload', () => {
  it('continues where one was: time, changes, camera, branches', async () => {
    const { page, complaints } = await open(small);
    await turn(page);
    await page.keyboard.press('2');
    await pause(page);
    await page.getByTestId('scrubber').fill('100');
    await page.getByTestId('slider-brainstem.left').fill('0.1');
    await page.getByLabel('Runs of this page: 2').waitFor();
    await page.keyboard.press('Space');
    await waitForTime(page, 1);
    const still = await pause(page);
    await readLink(page);
    // What a reload needs is asked for a moment after the last change.
    await page.waitForFunction(() => window.bestiary!.isKept());
    await page.reload();
    await page.waitForFunction((step) => window.bestiary?.getState()?.step === step, still.step);
    expect(await readStill(page)).toMatchObject({ step: still.step, hash: still.hash });
    expect(await page.getByRole('radio', { name: 'Orbit', checked: true }).count()).toBe(1);
    await page.getByLabel('Runs of this page: 2').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe('branches', () => {
  it('keep the run that a change in the past has left, and undo goes back to it', async () => {
    const { page, complaints } = await open(small);
    await turn(page);
    const old = await pause(page);
    await page.getByTestId('scrubber').fill('60');
    await page.waitForFunction(() => window.bestiary!.getState()!.step === 60);
    await page.getByTestId('slider-brainstem.left').fill('0.2');
    await page.getByText('the old run is kept beside the time line').waitFor();
    await page.keyboard.press('Space');
    await waitForTime(page, 0.9);
    const young = await pause(page);
    await page.keyboard.press('b');
    const tree = page.getByRole('region', { name: 'Runs of this page' });
    await tree.getByRole('button', { name: /^Start/u }).waitFor();
    await page.screenshot({ path: join(artefacts, 'runs-tree.png') });
    await tree.getByRole('button', { name: /^Start/u }).click();
    await page.waitForFunction((last) => window.bestiary!.getState()!.lastStep === last, old.lastStep);
    await page.keyboard.press('b');

    // By undo and redo as well.
    const before = page.getByRole('button', { name: 'Undo (Ctrl Z)' });
    await before.waitFor();
    await page.getByTestId('scrubber').fill(String(old.step));
    await page.waitForFunction((step) => window.bestiary!.getState()!.step === step, old.step);
    expect((await readStill(page)).hash).toBe(old.hash);
    await page.keyboard.press('Control+z');
    await page.waitForFunction(() => window.bestiary!.getState()!.step === 60);
    await page.keyboard.press('Control+Shift+z');
    await page.waitForFunction((step) => window.bestiary!.getState()!.step === step, young.step);
    expect((await readStill(page)).hash).toBe(young.hash);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('undo parameters of a run that plays', async () => {
    const { page } = await open(small);
    await waitForTime(page, 0.1);
    const read = (side: string) => page.getByTestId(`slider-brainstem.${side}`).inputValue();
    const waitFor = (side: string, value: string) =>
      page.waitForFunction(
        ([name, wanted]) => document.querySelector<HTMLInputElement>(`[data-testid="${name}"]`)!.value === wanted,
        [`slider-brainstem.${side}`, value],
      );
    const [left, right] = [await read('left'), await read('right')];
    await turn(page);
    await page.keyboard.press('Control+z');
    await waitFor('left', left);
    await page.keyboard.press('Control+z');
    await waitFor('right', right);
    await page.keyboard.press('Control+Shift+z');
    await waitFor('right', '0.4');
    await page.close();
  });
});
