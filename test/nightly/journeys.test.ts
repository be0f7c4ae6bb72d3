/** Four people with something to do, from the first page to what they take away with them. */
import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWcon } from '../../src/imports/recordings/wcon.ts';
import { listGltfProblems } from '../../src/testing/gltf-problems.ts';
import { pause, readStill, save, seek, startStudioPages, type StudioPages, waitForTime } from '../studio-page.ts';

let studio: StudioPages;

beforeAll(async () => {
  studio = await startStudioPages();
});

afterAll(async () => {
  await studio.close();
});

function readSetting(page: Page, path: string): Promise<unknown> {
  return page.evaluate((name) => window.bestiary!.getSettings().find(([own]) => own === name)?.[1], path);
}

async function openExport(page: Page) {
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.waitFor();
  return dialog;
}

/** Rows of a CSV file: names, then numbers. */
function parseTable(bytes: Uint8Array): { names: string[]; rows: number[][] } {
  const [head, ...lines] = new TextDecoder().decode(bytes).trimEnd().split('\r\n');
  return { names: head!.split(','), rows: lines.map((line) => line.split(',').map(Number)) };
}

describe('journeys', () => {
  it('a student: from the gallery to a lamprey that turns, and why, and a link to hand in', async () => {
    const { page, complaints } = await studio.open('');
    await page.getByTestId('tour-start').click();
    await page.getByTestId('tour').getByText('Start with something').waitFor();
    await page.keyboard.press('Escape');
    // One of the things to try, by its words.
    await page.getByRole('list', { name: 'What to try first with Lamprey' }).getByRole('link').first().click();
    await waitForTime(page, 0.3);
    expect(await page.evaluate(() => window.bestiary!.getSettings().length)).toBeGreaterThan(0);

    // Change a parameter: the right side of the brain stem is driven more.
    await page.getByTestId('slider-brainstem.right').fill('0.4');
    await page.waitForFunction(() => location.hash.includes('brainstem.right=0.4'));
    await waitForTime(page, 1.5);
    const still = await pause(page);

    // Why: a plot with a title, units and the value at the cursor, and large.
    const strip = page.getByTestId('strip').filter({ hasText: 'Speed' });
    await strip.hover();
    await strip.getByText(/^\d+\.\d\d s: -?[\d.]+ mm\/s$/u).waitFor();
    await strip.getByRole('button', { name: 'Enlarge Speed' }).click();
    await page.getByTestId('plot-dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('plot-dialog').waitFor({ state: 'detached' });

    // The link goes into a message; who opens it sees the same.
    await page.waitForFunction(() => location.hash.includes('run='));
    const link = await page.evaluate(() => location.hash);
    await page.close();
    const { page: teacher, complaints: others } = await studio.open(link);
    await teacher.getByTestId('same-bits').filter({ hasText: 'same bits ✓' }).waitFor();
    expect(await readStill(teacher)).toMatchObject({ step: still.step, hash: still.hash });
    expect([...complaints, ...others]).toEqual([]);
    await teacher.close();
  });

  it('a biologist: a paralysed muscle of the worm, beside the intact animal, as CSV and WCON', async () => {
    const { page, complaints } = await studio.open('#/worm');
    await waitForTime(page, 0.1);
    await pause(page);
    await seek(page, 0);
    // The muscle that is named under the pointer is the one that is switched off.
    const box = (await page.locator('main canvas').first().boundingBox())!;
    const seen = (await page.evaluate(() => window.bestiary!.getSeen()))!;
    await page.mouse.move(box.x + seen.left + 0.5 * seen.width, box.y + seen.top + 0.5 * seen.height);
    const label = page.getByTestId('region');
    await label.waitFor();
    const name = /M[DV][LR]\d+/u.exec(await label.innerText())![0];
    await page.mouse.down();
    await page.mouse.up();
    await page.getByLabel('Runs of this page: 2').waitFor();
    const lesion = JSON.stringify(await readSetting(page, 'lesions.paralyse'));
    expect(lesion).toContain(name);
    await page.keyboard.press('Space');
    await waitForTime(page, 0.1);
    const paralysed = await pause(page);

    // Both runs side by side.
    await page.keyboard.press('b');
    const tree = page.getByRole('region', { name: 'Runs of this page' });
    await tree.getByRole('checkbox').nth(1).waitFor();
    for (const box of await tree.getByRole('checkbox').all()) await box.check();
    await tree.getByRole('button', { name: 'Compare 2' }).click();
    await page.getByTestId('run-b').waitFor();
    await page.getByText(/^Measure the first (?!0\.0)\d+\.\d s$/u).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText(/^Measure the first/u).click();
    const speeds = page.getByRole('row', { name: /^Speed/u }).getByRole('cell');
    await speeds.nth(1).waitFor();
    const [intact, hurt] = await speeds.allInnerTexts();
    expect(parseFloat(intact!)).not.toBe(parseFloat(hurt!));

    // Back to the paralysed one, and its numbers out.
    await page
      .getByRole('region', { name: /^Run b/u })
      .getByRole('link')
      .click();
    await page.waitForFunction((step) => (window.bestiary?.getState()?.lastStep ?? -1) >= step, paralysed.step);
    const state = await readStill(page);
    expect(state).toMatchObject({ step: paralysed.step, hash: paralysed.hash });
    const dialog = await openExport(page);
    await dialog.getByLabel('Table (CSV)').check();
    await dialog.getByRole('button', { name: 'All' }).click();
    const table = parseTable((await save(page)).bytes);
    expect(table.names).toContain('position.x (m)');
    expect(table.rows.length).toBe(state.lastStep + 1);
    expect(table.rows.every((row) => row.length === table.names.length && row.every(Number.isFinite))).toBe(true);
    await dialog.getByLabel('Postures (WCON)').check();
    expect(readWcon(new TextDecoder().decode((await save(page)).bytes))).toHaveLength(1);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('an animator: a centipede that goes for food, as a film of exactly so many pictures and a valid scene', async () => {
    const { page, complaints } = await studio.open('#/centipede?body.segments=6');
    await waitForTime(page, 0.2);
    const placed = await pause(page);
    await page.getByRole('tab', { name: 'Scene' }).click();
    await page.getByRole('radiogroup', { name: 'Tools' }).getByRole('radio', { name: 'Food' }).click();
    const box = (await page.locator('main canvas').first().boundingBox())!;
    await page.mouse.click(box.x + 0.72 * box.width, box.y + 0.62 * box.height);
    await page.waitForFunction(() => window.bestiary!.getSettings().some(([path]) => path === 'scene.foods'));
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Parameters' }).click();
    await page.keyboard.press('Space');
    await waitForTime(page, placed.time + 0.4);
    await pause(page);

    // From a moment before the food was there.
    const dialog = await openExport(page);
    await dialog.getByLabel('Film (MP4 or WebM)').check();
    const from = Math.floor(10 * placed.time - 1) / 10;
    await dialog.getByLabel('From (s)').fill(from.toFixed(1));
    await dialog.getByLabel('To (s)').fill((from + 0.5).toFixed(1));
    await dialog.getByLabel('Frames per second').selectOption('30');
    await dialog.getByText('15 pictures').waitFor();
    const film = await save(page);
    expect(film.name).toMatch(/\.mp4$/u);
    const probe = ['-v', 'error', '-count_frames', '-select_streams', 'v:0', '-of', 'json'];
    const entries = 'stream=nb_read_frames,r_frame_rate,codec_name,width,height';
    const { streams } = JSON.parse(
      execFileSync('ffprobe', [...probe, '-show_entries', entries, film.file], { encoding: 'utf8' }),
    ) as { streams: unknown[] };
    expect(streams).toEqual([
      { codec_name: 'h264', width: 1280, height: 720, r_frame_rate: '30/1', nb_read_frames: '15' },
    ]);

    await dialog.getByLabel('3-D animation (glTF)').check();
    const { bytes } = await save(page);
    expect(await listGltfProblems(bytes)).toEqual([]);
    const json = new TextDecoder().decode(bytes.subarray(20, 20 + new DataView(bytes.buffer).getUint32(12, true)));
    expect(json.includes('"food 1"')).toBe(true);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('one who shares: the copied link opens elsewhere with the same bits, and continues from there', async () => {
    const { page } = await studio.open('#/octopus');
    await waitForTime(page, 0.15);
    await page.getByRole('tab', { name: 'Parameters' }).or(page.getByRole('searchbox')).first().waitFor();
    const still = await pause(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: /Copy link/u }).click();
    await page
      .getByText(/copied/iu)
      .first()
      .waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain('run=');
    await page.close();
    const { page: other, complaints } = await studio.open(link.slice(link.indexOf('#')));
    await other.getByTestId('same-bits').filter({ hasText: 'same bits ✓' }).waitFor();
    expect(await readStill(other)).toMatchObject({ step: still.step, hash: still.hash });
    await other.keyboard.press('Space');
    await waitForTime(other, still.time + 0.02);
    expect(complaints).toEqual([]);
    await other.close();
  });
});
