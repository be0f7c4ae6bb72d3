/** Where a drawn animal goes from the drawing board: into the lab with its exports, to where it learns, and back after a crash. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { listGltfProblems } from '../../src/testing/gltf-problems.ts';
import {
  artefacts,
  drawRay,
  getUrl,
  openDesk,
  openPage,
  patience,
  swim,
  useDesk,
  waitForMesh,
} from '../designer-desk.ts';
import { save } from '../studio-page.ts';

useDesk();

/** Whose trainings the browser keeps. */
function listLearners(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('bestiary.learn', 1);
      request.onsuccess = () => resolve(request.result);
    });
    const all = await new Promise<{ animal: string }[]>((resolve) => {
      const request = database.transaction('trainings').objectStore('trainings').getAll();
      request.onsuccess = () => resolve(request.result as never);
    });
    database.close();
    return all.map(({ animal }) => animal);
  });
}

describe('from the drawing board', () => {
  it(
    'into the lab: the same hash under its own name, a table and a 3-D file',
    async () => {
      const { context, page, complaints } = await openDesk();
      await drawRay(page);
      await swim(page, 0.3);
      const hash = await page.getByTestId('swim-hash').innerText();
      const step = Number(await page.getByTestId('swim-hash').getAttribute('data-step'));
      await page.getByTestId('lab').click();
      await page.getByRole('heading', { name: 'My animal' }).waitFor();
      await page.waitForFunction((least) => (window.bestiary?.getState()?.lastStep ?? 0) >= least, step);
      await page.evaluate((wanted) => window.bestiary!.seek(wanted), step);
      await page.waitForFunction((wanted) => window.bestiary?.getState()?.step === wanted, step);
      await page.waitForFunction(() => window.bestiary?.getState()?.hash !== undefined);
      expect(await page.evaluate(() => window.bestiary!.getState()!.hash)).toBe(hash);
      await page.screenshot({ path: join(artefacts, 'designer-lab.png') });
      await page.keyboard.press('e');
      const dialog = page.getByRole('dialog', { name: 'Export' });
      await dialog.getByLabel('Table (CSV)').check();
      expect(new TextDecoder().decode((await save(page)).bytes).split('\r\n')[0]).toContain('time (s)');
      await dialog.getByLabel('3-D animation (glTF)').check();
      expect(await listGltfProblems((await save(page)).bytes)).toEqual([]);
      await dialog.getByLabel('Creature file (JSON)').check();
      expect(JSON.parse(new TextDecoder().decode((await save(page)).bytes))).toMatchObject({
        animal: 'my-animal',
        title: 'My animal',
      });
      await page.keyboard.press('Escape');
      // Its address is enough to have it again.
      const address = await page.evaluate(() => location.hash);
      const other = await openDesk(address);
      await other.page.getByRole('heading', { name: 'My animal' }).waitFor();
      expect([...complaints, ...other.complaints]).toEqual([]);
      await other.context.close();
      await context.close();
    },
    3 * patience,
  );

  it(
    'to where it learns to steer, listed under its own name',
    async () => {
      const { context, page, complaints } = await openDesk();
      await drawRay(page);
      await swim(page, 0.3);
      await page.getByTestId('teach').click();
      await page.getByRole('heading', { name: 'My animal learns' }).waitFor();
      await page.getByRole('button', { name: 'Start learning' }).click();
      await page.waitForFunction(
        () => Number(document.querySelector('[data-testid="reading-updates"]')?.textContent) >= 1,
      );
      await page.getByRole('button', { name: 'Pause', exact: true }).click();
      await page.waitForFunction(() => document.querySelector('[data-testid="state"]')?.textContent === 'Paused');
      // The best so far drives the drawn animal, not the one that lends its page.
      await page.getByRole('figure', { name: /Best so far: (?:as it began|after)/u }).waitFor();
      await page.screenshot({ path: join(artefacts, 'designer-learn.png') });
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await listLearners(page)).toEqual(['my-animal']);
      const host = /^#\/([a-z-]+)/u.exec(await page.evaluate(() => location.hash))![1]!;
      await page.goto(`${getUrl()}#/${host}/learn`);
      await page.getByRole('button', { name: 'Start learning' }).waitFor();
      await page.getByRole('region', { name: 'Kept in this browser' }).getByText('Nothing yet.').waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
    3 * patience,
  );

  it(
    'a tab that crashes loses nothing',
    async () => {
      const { context, page } = await openDesk();
      await drawRay(page);
      const drawn = await page.evaluate(() => localStorage.getItem('bestiary.designer.draft'));
      const crashed = new Promise((resolve) => page.once('crash', resolve));
      void page.goto('chrome://crash').catch(() => undefined);
      await crashed;
      await page.close();
      const again = await openPage(context, '#/draw');
      await waitForMesh(again.page);
      expect(await again.page.evaluate(() => localStorage.getItem('bestiary.designer.draft'))).toBe(drawn);
      expect(again.complaints).toEqual([]);
      await context.close();
    },
    2 * patience,
  );

  it(
    'a creature file that is dropped on the gallery is opened on the page of an animal of its family',
    async () => {
      const { context, page, complaints } = await openDesk();
      await drawRay(page);
      await page.getByRole('button', { name: 'File' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Save as a file' }).click(),
      ]);
      const text = readFileSync(await download.path(), 'utf8');
      await page.goto(`${getUrl()}#/`);
      await page.getByTestId('card-draw').waitFor();
      await page.evaluate((content) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], 'my-animal.creature.json', { type: 'application/json' }));
        const drop = new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true });
        document.body.dispatchEvent(drop);
      }, text);
      await page.getByRole('heading', { name: 'My animal' }).waitFor();
      await page.waitForFunction(() => (window.bestiary?.getState()?.lastStep ?? 0) > 5);
      expect(complaints).toEqual([]);
      await context.close();
    },
    2 * patience,
  );
});
