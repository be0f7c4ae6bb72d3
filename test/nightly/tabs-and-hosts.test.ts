/** Where pages live: several tabs of one browser, a tab that nobody sees, a plain host, and a recording from the command line. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolder, runJson } from '../cli/program.ts';
import { pause, readStill, seek, startStudioPages, type StudioPages, waitForTime } from '../studio-page.ts';

const small = '#/lamprey?segments=20';
/** Two pages are drawn at once. */
const little = { viewport: { width: 640, height: 480 } };
let studio: StudioPages;

beforeAll(async () => {
  studio = await startStudioPages();
});

afterAll(async () => {
  await studio.close();
});

describe('two tabs', () => {
  it('of one animal keep a run each, over a reload of both', async () => {
    const first = await studio.open(small, little);
    const second = await studio.openTab(first.page, small);
    const pages = [first.page, second.page] as const;
    const stands: { step: number; hash: string | undefined }[] = [];
    for (const [i, page] of pages.entries()) {
      await page.bringToFront();
      await waitForTime(page, 0.3);
      await page.getByTestId('slider-brainstem.right').fill(i === 0 ? '0.4' : '0.6');
      await waitForTime(page, 0.6 + 0.3 * i);
      const { step, hash } = await pause(page);
      stands.push({ step, hash });
      await page.waitForFunction(() => location.hash.includes('run=') && window.bestiary!.isKept());
    }
    expect(stands[0]!.hash).not.toBe(stands[1]!.hash);
    for (const page of pages) await page.reload();
    for (const [i, page] of pages.entries()) {
      await page.bringToFront();
      await page.waitForFunction((step) => window.bestiary?.getState()?.step === step, stands[i]!.step);
      expect(await readStill(page)).toMatchObject(stands[i]!);
      expect(await page.getByTestId('slider-brainstem.right').inputValue()).toBe(i === 0 ? '0.4' : '0.6');
    }
    expect([...first.complaints, ...second.complaints]).toEqual([]);
    await second.page.close();
    await first.page.close();
  });

  it('with a drawing each do not lose it to the other', async () => {
    const first = await studio.open('#/draw', { viewport: { width: 1024, height: 640 } });
    await first.page.getByRole('button', { name: /Star/u }).first().click();
    await waitForDraft(first.page, (kept) => kept !== null);
    const second = await studio.openTab(first.page, '#/draw');
    const star = await readDraft(first.page);
    await second.page.getByRole('button', { name: 'File' }).click();
    await second.page.getByRole('menuitem', { name: /New/u }).click();
    await second.page.getByRole('button', { name: /Ray/u }).first().click();
    await second.page.waitForFunction((other) => sessionStorage.getItem('bestiary.designer.draft') !== other, star);
    await first.page.reload();
    await first.page.getByRole('button', { name: 'File' }).waitFor();
    expect(await readDraft(first.page)).toBe(star);
    expect([...first.complaints, ...second.complaints]).toEqual([]);
    await second.page.close();
    await first.page.close();
  });
});

function readDraft(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('bestiary.designer.draft'));
}

async function waitForDraft(page: Page, isThere: (kept: string | null) => boolean): Promise<void> {
  await expect.poll(async () => isThere(await readDraft(page)), { timeout: 60_000 }).toBe(true);
}

it('a hidden tab pauses, is not taken for dead, and continues', async () => {
  const { page, complaints } = await studio.open(small);
  await waitForTime(page, 0.3);
  await setVisibility(page, 'hidden');
  await page.waitForTimeout(500);
  const before = await page.evaluate(() => window.bestiary!.getState()!.lastStep);
  // Longer than a worker may be silent in a page that is seen.
  await page.waitForTimeout(11_000);
  expect(await page.evaluate(() => window.bestiary!.getState()!.lastStep)).toBe(before);
  expect(await page.getByRole('alert').count()).toBe(0);
  await setVisibility(page, 'visible');
  const { time } = await page.evaluate(() => window.bestiary!.getState()!);
  // The time that was not seen is not made up for.
  await waitForTime(page, time + 0.2);
  expect(await page.evaluate(() => window.bestiary!.getState()!.time)).toBeLessThan(time + 5);
  // As browsers do with tabs that are in the background for long.
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await new Promise((resolve) => setTimeout(resolve, 11_000));
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  const later = await page.evaluate(() => window.bestiary!.getState()!.time);
  await waitForTime(page, later + 0.2);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.close();
});

/** Headless browsers show all their tabs. */
function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/** A folder of a host that knows nothing of the studio: no headers of ours. Tells what was asked for outside of it. */
async function startPlainHost(folder: string): Promise<{ server: Server; url: string; missed: string[] }> {
  const root = join(import.meta.dirname, '../../dist/studio');
  const missed: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://host');
    const inside = pathname.startsWith(folder) ? pathname.slice(folder.length) || 'index.html' : undefined;
    readFile(join(root, inside ?? 'absent')).then(
      (bytes) => {
        response.setHeader('Content-Type', types[extname(inside!)] ?? 'application/octet-stream');
        response.end(bytes);
      },
      () => {
        missed.push(pathname);
        response.statusCode = 404;
        response.end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${folder}`, missed };
}

it('a folder of a plain host serves it all, with the same bits, also without shared memory', async () => {
  const host = await startPlainHost('/people/lab/');
  const { page: own } = await studio.open(small);
  await waitForTime(own, 0.3);
  await pause(own);
  await seek(own, 50);
  const { hash } = await readStill(own);
  await own.close();

  const { page, complaints } = await studio.open(`${host.url}${small}`);
  await waitForTime(page, 0.3);
  expect(await page.evaluate(() => [crossOriginIsolated, window.bestiary!.getState()!.sharedMemory])).toEqual([
    false,
    false,
  ]);
  await pause(page);
  await seek(page, 50);
  expect((await readStill(page)).hash).toBe(hash);
  // What is loaded later: a dialog, another page, the gallery and its pictures, the worker of the cache.
  await page.keyboard.press('e');
  await page.getByRole('dialog', { name: 'Export' }).waitFor();
  await page.keyboard.press('Escape');
  for (const address of ['#/draw', '#/lamprey/learn', '#/compare']) {
    await page.evaluate((hashPart) => (location.hash = hashPart), address);
    await page.locator('main').waitFor();
    expect(await page.getByText('could not be loaded').count(), address).toBe(0);
  }
  await page.evaluate(() => (location.hash = '#/'));
  await page.getByTestId('card-lamprey').waitFor();
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(scope).toBe(host.url);
  expect(host.missed).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
  await new Promise((resolve) => host.server.close(resolve));
});

it('a recording of a run under a policy opens alone, in the gallery and on the page of the animal, to the same bits', async () => {
  const folder = join(createFolder(), 'driven');
  const words = ['--policy', 'default', '--seconds', '0.3', '--out', folder, '--quiet'];
  const { json } = await runJson('run', 'soft-lamprey', ...words);
  const bytes = await readFile(join(folder, 'recording.bst'));
  for (const address of ['', small]) {
    const { page, complaints } = await studio.open(address, little);
    if (address === '') await page.getByTestId('card-lamprey').waitFor();
    else {
      await waitForTime(page, 0.02);
      await pause(page);
    }
    await drop(page, 'recording.bst', bytes);
    await page.getByTestId('same-bits').filter({ hasText: 'same bits ✓' }).waitFor();
    expect(await readStill(page)).toMatchObject({ animal: 'soft-lamprey', hash: json.hash });
    expect(complaints).toEqual([]);
    await page.close();
  }
});

function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  return page.evaluate(
    ([file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(content!), (letter) => letter.charCodeAt(0))], file!));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [name, bytes.toString('base64')],
  );
}
