/** The drawing board in the built studio, as a person uses it: draw, tune, swim, keep, share; and the same hash everywhere. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  artefacts,
  drawRay,
  expectSameHash,
  getUrl,
  openDesk,
  openPage,
  patience,
  swim,
  useDesk,
  waitForMesh,
} from '../designer-desk.ts';

useDesk();

describe('the drawing board', () => {
  it(
    'makes a ray of forty moves of the pointer, which swims, and keeps it',
    async () => {
      const { context, page, complaints } = await openDesk();
      await drawRay(page);
      await page.screenshot({ path: join(artefacts, 'designer-model.png') });
      // Out of the water it flexes in place.
      await page.getByRole('tab', { name: /Tune/u }).click();
      await page.getByLabel(/Height θ₂/u).waitFor();
      await page.screenshot({ path: join(artefacts, 'designer-tune.png') });
      expect(await swim(page, 3)).toBeGreaterThan(0.1);
      await page.screenshot({ path: join(artefacts, 'designer-swim.png') });
      const file = await expectSameHash(page);

      // The tab is gone without a word: the drawing is not.
      const saved = await page.evaluate(() => localStorage.getItem('bestiary.designer.draft'));
      await page.close();
      const again = await openPage(context, '#/draw');
      await waitForMesh(again.page);
      expect(await again.page.evaluate(() => localStorage.getItem('bestiary.designer.draft'))).toBe(saved);

      // Saved, found in the gallery, opened: the same animal.
      await again.page.getByRole('button', { name: 'Save', exact: true }).click();
      await again.page.waitForFunction(() => location.hash.startsWith('#/draw?own='));
      await again.page.reload();
      await waitForMesh(again.page);
      await swim(again.page, 0.5);
      await expectSameHash(again.page);
      await again.page.goto(`${getUrl()}#/`);
      await again.page.getByRole('link', { name: 'My animal' }).waitFor();

      // The file, opened on another computer.
      const other = await openDesk();
      await other.page.getByTestId('open-file').setInputFiles(file);
      await waitForMesh(other.page);
      await swim(other.page, 0.5);
      await expectSameHash(other.page);
      expect([...complaints, ...again.complaints, ...other.complaints]).toEqual([]);
      await other.context.close();
      await context.close();
    },
    4 * patience,
  );

  it(
    'shares a template by a link, and refuses an invalid link and file',
    async () => {
      const { context, page, complaints } = await openDesk();
      await page.getByRole('button', { name: /Star/u }).first().click();
      await waitForMesh(page);
      await page.getByRole('button', { name: 'File' }).click();
      await page.getByRole('menuitem', { name: 'Copy a link' }).click();
      await page.waitForFunction(() => location.hash.startsWith('#/draw?d='));
      const address = await page.evaluate(() => location.hash);
      expect(await swim(page, 1)).toBeGreaterThan(0);
      await expectSameHash(page);
      const other = await openDesk(address);
      await waitForMesh(other.page);
      await swim(other.page, 0.5);
      await expectSameHash(other.page);
      await other.context.close();

      const broken = await openDesk('#/draw?d=AAAA');
      await broken.page.getByText('Draw your own animal').waitFor();
      await broken.page.getByTestId('open-file').setInputFiles({
        name: 'hostile.creature.json',
        mimeType: 'application/json',
        buffer: Buffer.from('{"schemaVersion":1,"__proto__":{"x":1}}'),
      });
      await broken.page.getByRole('alert').waitFor();
      expect([...complaints, ...broken.complaints]).toEqual([]);
      await broken.context.close();
      await context.close();
    },
    3 * patience,
  );

  it(
    'shows where an outline crosses itself, undoes it, and works from the keyboard',
    async () => {
      const { context, page, complaints } = await openDesk();
      await page.getByRole('button', { name: /Empty board, flat/u }).click();
      await page.getByRole('radio', { name: 'None' }).click();
      // A bow tie, corner by corner: arrows move the cross, Enter sets a point, C ends the line.
      await page.getByTestId('board').focus();
      const press = async (...keys: string[]): Promise<void> => {
        for (const key of keys) await page.keyboard.press(key);
      };
      await press('Enter', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowUp', 'Enter');
      await press('Shift+ArrowDown', 'Shift+ArrowDown', 'Enter');
      await press('Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowUp', 'Shift+ArrowUp', 'Enter', 'c');
      await page
        .getByTestId('findings')
        .getByText(/crosses itself/u)
        .waitFor();
      await page.screenshot({ path: join(artefacts, 'designer-crossing.png') });
      await page.keyboard.press('Control+z');
      await page.getByTestId('findings').waitFor({ state: 'detached' });
      // A triangle is an animal.
      await press(
        'Enter',
        'Shift+ArrowLeft',
        'Shift+ArrowLeft',
        'Enter',
        'Shift+ArrowDown',
        'Shift+ArrowDown',
        'Enter',
        'c',
      );
      await waitForMesh(page);
      await page.keyboard.press('Control+z');
      await page.getByTestId('gauge').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+Shift+z');
      await waitForMesh(page);
      expect(complaints).toEqual([]);
      await context.close();
    },
    2 * patience,
  );
});
