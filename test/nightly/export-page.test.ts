/** What can be taken out of the studio, as a person does it: by keyboard, from the dialog, into files that other programs read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { listGltfProblems } from '../../src/testing/gltf-problems.ts';
import { readWcon } from '../../src/imports/recordings/wcon.ts';
import { artefacts, useStudioBrowser } from '../studio-page.ts';

const site = useStudioBrowser();

/** Opens an animal, lets it run a little and stops it. */
async function openPaused(address: string, seconds: number): Promise<Page> {
  const page = await site.browser.newPage({ viewport: { width: 1000, height: 700 } });
  // A loaded machine is slow.
  page.setDefaultTimeout(120_000);
  await page.goto(`${site.server.url}${address}`);
  await page.waitForFunction((time) => (window.bestiary?.getState()?.time ?? -1) >= time, seconds);
  await page.keyboard.press(' ');
  await page.waitForFunction(() => window.bestiary?.getState()?.hash !== undefined);
  return page;
}

async function openDialog(page: Page) {
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.waitFor();
  return dialog;
}

async function save(page: Page): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save file' }).click(),
  ]);
  return download;
}

async function readDownload(download: Download): Promise<Uint8Array> {
  return new Uint8Array(readFileSync(await download.path()));
}

describe('export', () => {
  it('saves a picture finer than the screen, a table to the last bit, an animation and the creature', async () => {
    const page = await openPaused('#/lamprey?segments=20', 0.3);
    const dialog = await openDialog(page);
    await page.screenshot({ path: join(artefacts, 'export-dialog.png') });

    await dialog.getByLabel('Size').selectOption('3');
    const picture = await save(page);
    expect(picture.suggestedFilename()).toMatch(/^lamprey-\d\.\d+s\.png$/u);
    const png = await readDownload(picture);
    const width = await page.evaluate(() => document.querySelector('main canvas')!.clientWidth);
    expect(new DataView(png.buffer).getUint32(16)).toBe(3 * width);
    // A picture of something does not fit into a few bytes.
    expect(png.length).toBeGreaterThan(50_000);

    await dialog.getByLabel('Table (CSV)').check();
    await dialog.getByRole('button', { name: 'None' }).click();
    await dialog.getByText('Choose at least one signal.').waitFor();
    await dialog.getByLabel('position.x').check();
    await page.screenshot({ path: join(artefacts, 'export-dialog-table.png') });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: join(artefacts, 'export-dialog-dark.png') });
    const table = await save(page);
    expect(table.suggestedFilename()).toMatch(/^lamprey-0s-\d\.\d+s\.csv$/u);
    const lines = new TextDecoder()
      .decode(await readDownload(table))
      .trimEnd()
      .split('\r\n');
    const state = await page.evaluate(() => window.bestiary!.getState()!);
    expect(lines[0]).toBe('time (s),position.x (m)');
    expect(lines.length).toBe(1 + state.lastStep + 1);
    // The page's frames carry 64-bit places.
    expect(Number(lines[1 + state.step]!.split(',')[1])).toBe(state.position[0]);

    await dialog.getByLabel('3-D animation (glTF)').check();
    expect(await listGltfProblems(await readDownload(await save(page)))).toEqual([]);

    await dialog.getByLabel('Creature file (JSON)').check();
    const creature = new TextDecoder().decode(await readDownload(await save(page)));
    expect(JSON.parse(creature)).toMatchObject({ animal: 'lamprey' });
    expect(await dialog.getByLabel('Postures (WCON)').isDisabled()).toBe(true);

    await page.keyboard.press('Escape');
    expect(await dialog.count()).toBe(0);
    await page.close();
  });

  it('saves a film with the exact number of pictures, and stops one that is called off', async () => {
    const page = await openPaused('#/lamprey?segments=20', 0.2);
    const dialog = await openDialog(page);
    await dialog.getByLabel('Film (MP4 or WebM)').check();
    await dialog.getByLabel('To (s)').fill('0.48');
    await dialog.getByLabel('Frames per second').selectOption('25');
    await dialog.getByText('12 pictures').waitFor();
    const film = await save(page);
    expect(film.suggestedFilename()).toMatch(/^lamprey-0s-0\.48s\.(?:mp4|webm)$/u);
    const input = new Input({ source: new BufferSource(await readDownload(film)), formats: ALL_FORMATS });
    const track = (await input.getPrimaryVideoTrack())!;
    const { packetCount, averagePacketRate } = await track.computePacketStats();
    expect(packetCount).toBe(12);
    expect(averagePacketRate).toBeCloseTo(25, 1);
    expect([await track.getDisplayWidth(), await track.getDisplayHeight()]).toEqual([1280, 720]);
    await dialog.getByText('12 pictures at 25 per second').waitFor();

    await dialog.getByLabel('To (s)').fill('600');
    await page.getByRole('button', { name: 'Save file' }).click();
    await dialog.getByRole('progressbar').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByText('Cancelled: no file was written.').waitFor();
    await page.close();
  });

  it('writes the postures of a worm', async () => {
    const page = await openPaused('#/worm', 0.02);
    const dialog = await openDialog(page);
    await dialog.getByLabel('Postures (WCON)').check();
    const wcon = new TextDecoder().decode(await readDownload(await save(page)));
    expect(readWcon(wcon)).toHaveLength(1);
    await page.close();
  });
});
