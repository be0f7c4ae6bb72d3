/** Comparisons of runs from elsewhere: pasted links and opened recordings; and runs with a policy as pilot, as links. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolder, run } from '../cli/program.ts';
import { pause, readStill, startStudioPages, type StudioPages, waitForTime } from '../studio-page.ts';

let studio: StudioPages;

beforeAll(async () => {
  studio = await startStudioPages();
});

afterAll(async () => {
  await studio.close();
});

describe('a comparison', () => {
  it('takes pasted links and recordings, one after the other, by keyboard, and refuses the rest in words', async () => {
    const folder = path.join(createFolder(), 'swim');
    await run('run', 'lamprey', '--set', 'segments=20', '--seconds', '0.2', '--out', folder, '--quiet');
    const { page, complaints } = await studio.open('#/compare');
    const box = page.getByTestId('compare-links');
    await box.fill('hello');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: '“hello” is not a link of the studio' }).waitFor();
    await box.fill(`${studio.url}#/lamprey?segments=20\n${studio.url}#/lamprey?segments=20&brainstem.left=0.5`);
    await page.keyboard.press('Enter');
    await page.getByTestId('run-b').waitFor();
    await page.waitForFunction(() => location.hash.startsWith('#/compare?v=1&runs='));

    // Keys: all stop, and go together.
    const time = page.getByTestId('compared-time');
    await page.waitForFunction(
      () => Number(document.querySelector<HTMLInputElement>('[data-testid="compared-time"]')!.value) > 0.2,
    );
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    const before = Number(await time.inputValue());
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(
      (from) => Number(document.querySelector<HTMLInputElement>('[data-testid="compared-time"]')!.value) < from,
      before,
    );
    await page.keyboard.press('g');
    await page.getByRole('checkbox', { name: 'Ghosts' }).and(page.locator(':checked')).waitFor();
    await page.keyboard.press('g');

    // A recording comes beside them; a broken one does not.
    await page.getByRole('button', { name: 'Add runs' }).click();
    const broken = path.join(createFolder(), 'broken.bst');
    writeFileSync(broken, 'nothing');
    await page.getByTestId('compare-files').setInputFiles(broken);
    await page.getByRole('alert').filter({ hasText: 'broken.bst is not opened.' }).waitFor();
    await page.getByTestId('compare-files').setInputFiles(path.join(folder, 'recording.bst'));
    await page.getByTestId('run-c').waitFor();
    await page.getByText(/^Measure the first (?!0\.0)\d+\.\d s$/u).waitFor();

    await page.getByRole('button', { name: 'Take run a out' }).click();
    await page.getByTestId('run-c').waitFor({ state: 'detached' });
    await page.getByTestId('run-b').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe('a run with a policy as pilot', () => {
  it('is recomputed from its link, with the policy', async () => {
    const { page } = await studio.open('#/lamprey?segments=20');
    await waitForTime(page, 0.1);
    await page.getByLabel('Policy').selectOption('default');
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('select[title^="What steers"]')?.disabled === false,
    );
    expect(await page.getByLabel('Policy').inputValue()).toBe('default');
    const { time } = await page.evaluate(() => window.bestiary!.getState()!);
    await waitForTime(page, time + 0.3);
    const still = await pause(page);
    await page.waitForFunction(() => location.hash.includes('run='));
    const link = await page.evaluate(() => location.hash);
    expect(link.length).toBeLessThan(3000);
    await page.close();

    const { page: other, complaints } = await studio.open(link);
    await other.getByTestId('same-bits').filter({ hasText: 'same bits ✓' }).waitFor();
    expect(await readStill(other)).toMatchObject({ step: still.step, hash: still.hash });
    expect(await other.getByLabel('Policy').inputValue()).toBe('default');
    expect(complaints).toEqual([]);
    await other.close();
  });
});
