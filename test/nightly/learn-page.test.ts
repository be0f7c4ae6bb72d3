/** Learning in the built studio, as a person does it: train, reload, resume, keep, take it to the command line and back, steer with it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { artefacts, useStudioBrowser } from '../studio-page.ts';

const root = join(import.meta.dirname, '../..');
/** A busy machine learns slowly. */
const patience = 600_000;

const site = useStudioBrowser();
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  context = await site.browser.newContext({ viewport: { width: 1024, height: 768 }, acceptDownloads: true });
  page = await context.newPage();
  page.setDefaultTimeout(patience);
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
});

async function waitForUpdates(least: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => Number(document.querySelector('[data-testid="reading-updates"]')?.textContent) >= wanted,
    least,
  );
}

async function readStored(): Promise<{ updates: number; checkpoint: number[]; kept: boolean }> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('bestiary.learn', 1);
      request.onsuccess = () => resolve(request.result);
    });
    const all = await new Promise<{ curve: unknown[]; checkpoint: Uint8Array; kept: boolean }[]>((resolve) => {
      const request = database.transaction('trainings').objectStore('trainings').getAll();
      request.onsuccess = () => resolve(request.result as never);
    });
    database.close();
    const [record] = all;
    return { updates: record!.curve.length, checkpoint: [...record!.checkpoint], kept: record!.kept };
  });
}

function bestiary(...args: string[]): string {
  return execFileSync(process.execPath, [join(root, 'tools/bestiary.cjs'), ...args], { encoding: 'utf8' });
}

describe('an animal that learns in the page', { timeout: 2 * patience }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'learn-page-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('shows whole curves on a phone, above what is chosen', async () => {
    const phone = await site.browser.newPage({ viewport: { width: 390, height: 800 } });
    await phone.goto(`${site.server.url}#/stingray/learn`);
    await phone.getByRole('button', { name: 'Start learning' }).waitFor();
    const read = (name: string) => phone.getByLabel(name, { exact: true }).boundingBox();
    const [curves, training] = [(await read('Curves'))!, (await read('Training'))!];
    const charts = await phone.locator('[aria-label="Curves"] svg').all();
    expect(charts.length).toBeGreaterThanOrEqual(2);
    for (const chart of charts) {
      const { y, height } = (await chart.boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(curves.y + curves.height + 1);
    }
    expect(curves.y + curves.height).toBeLessThanOrEqual(training.y + 1);
    await phone.close();
  });

  it('learns, survives a reload and continues bit for bit', async () => {
    await page.goto(`${site.server.url}#/stingray/learn`);
    await page.getByRole('button', { name: 'Start learning' }).click();
    await waitForUpdates(1);
    await page.reload();
    // It was running, so it continues by itself.
    await waitForUpdates(2);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('[data-testid="state"]')?.textContent === 'Paused');
    const stored = await readStored();
    const mine = join(folder, 'node');
    bestiary(
      ...['train', 'stingray', '--trainer', 'es', '--observation', 'aim', '--actions', 'few'],
      ...['--config', 'sigma=0.15', '--out', mine],
      ...['--updates', String(stored.updates), '--quiet', '--json'],
    );
    expect(Buffer.from(stored.checkpoint).equals(readFileSync(join(mine, 'checkpoint.bin')))).toBe(true);
  });

  it('is kept, and goes to the command line and back', async () => {
    await page.getByRole('button', { name: 'Keep' }).click();
    await page.waitForFunction(() => document.querySelector('[aria-label="Kept in this browser"] li') !== null);
    expect((await readStored()).kept).toBe(true);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const zip = join(folder, 'training.zip');
    await download.saveAs(zip);
    const out = join(folder, 'unpacked');
    execFileSync('python3', ['-m', 'zipfile', '-e', zip, out]);
    const { updates } = await readStored();
    const told = bestiary(
      'train',
      'stingray',
      '--out',
      out,
      '--resume',
      '--updates',
      String(updates + 1),
      '--json',
      '--quiet',
    );
    expect(JSON.parse(told)).toMatchObject({ updates: updates + 1, animal: 'stingray' });
    // And back: the folder that the command line continued.
    await page
      .getByTestId('learn-files')
      .setInputFiles(['training.json', 'checkpoint.bin', 'policy.json', 'log.jsonl'].map((name) => join(out, name)));
    await page.getByRole('heading', { name: 'es from a file' }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await waitForUpdates(updates + 2);
    await page.screenshot({ path: join(artefacts, 'learn.png') });
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByRole('button', { name: 'Really discard?' }).click();
  });

  it('refuses files of another animal in words', async () => {
    await page.getByTestId('learn-files').setInputFiles([join(root, 'policies/octopus.steer.json')]);
    await page.getByRole('alert').filter({ hasText: 'octopus' }).waitFor();
  });

  it('steers the open animal, exactly in time travel', async () => {
    await page.goto(`${site.server.url}#/stingray`);
    const policy = page.getByLabel('Policy');
    await policy.waitFor();
    await policy.selectOption('Steering, evolution');
    await page.waitForFunction(() => document.querySelector('[role="status"]')?.textContent !== 'getting ready …');
    await policy.selectOption('proportional');
    await page.waitForFunction(() => (window.bestiary?.getState()?.time ?? 0) > 6);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => window.bestiary?.getState()?.hash !== undefined);
    const { step, hash } = (await page.evaluate(() => window.bestiary!.getState()))!;
    await page.evaluate((to) => window.bestiary!.seek(to), step - 200);
    await page.waitForFunction((to) => window.bestiary!.getState()!.step === to, step - 200);
    await page.evaluate((to) => window.bestiary!.seek(to), step);
    await page.waitForFunction((to) => window.bestiary!.getState()!.step === to, step);
    expect(await page.evaluate(() => window.bestiary!.getState()!.hash)).toBe(hash);
    expect(complaints).toEqual([]);
  });
});
