/** A study in the built studio: two parameters, a map, the numbers of the command line, and a cell that opens its run. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startStudioServer } from '../../src/node/server.ts';
import { launchChromium } from '../chromium.ts';

const root = join(import.meta.dirname, '../..');
const artefacts = join(root, 'test/artefacts');
const patience = 300_000;

/** Columns of a table by name. */
function readCsv(text: string): Record<string, string>[] {
  const [head, ...rows] = text.trim().split('\r\n');
  const names = head!.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, i) => [names[i]!, cell])));
}

describe('a study in the page', { timeout: 2 * patience }, () => {
  it('has the numbers of bestiary sweep, and opens a run', async () => {
    mkdirSync(artefacts, { recursive: true });
    const folder = mkdtempSync(join(tmpdir(), 'study-page-'));
    const server = await startStudioServer({ root: join(root, 'dist/studio'), port: 0 });
    const browser = await launchChromium(['--disable-gpu-compositing']);
    try {
      const page = await browser.newPage({ viewport: { width: 1024, height: 768 } });
      page.setDefaultTimeout(patience);
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`${server.url}#/lamprey/study?segments=30`);
      await page.getByRole('button', { name: 'Second parameter' }).click();
      for (const steps of await page.getByLabel('Steps').all()) await steps.fill('2');
      const fill = async (name: string, values: readonly string[]): Promise<void> => {
        for (const [i, input] of (await page.getByLabel(name, { exact: true }).all()).entries())
          await input.fill(values[i]!);
      };
      await fill('From', ['0.4', '0.4']);
      await fill('To', ['0.6', '0.6']);
      await page.getByLabel('Seconds per run').fill('1');
      const [study] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Study file' }).click(),
      ]);
      await study.saveAs(join(folder, 'study.json'));
      await page.getByRole('button', { name: 'Run 4 runs' }).click();
      await page.getByText('4 of 4 runs').waitFor();
      await page.screenshot({ path: join(artefacts, 'study.png') });
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV' }).click(),
      ]);
      await download.saveAs(join(folder, 'page.csv'));
      const bestiary = join(root, 'tools/bestiary.cjs');
      const out = join(folder, 'out');
      execFileSync(process.execPath, [bestiary, 'sweep', join(folder, 'study.json'), '--out', out, '--quiet']);
      const theirs = readCsv(readFileSync(join(out, 'results.csv'), 'utf8'));
      const ours = readCsv(readFileSync(join(folder, 'page.csv'), 'utf8'));
      expect(ours).toHaveLength(4);
      // Keys name the program that computed; everything else is the same to the last digit.
      for (const row of [...ours, ...theirs]) delete row['key'];
      expect(ours).toEqual(theirs);

      const cell = page.getByTestId('heat-map').getByRole('link').first();
      await cell.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => (window.bestiary?.getState()?.time ?? 0) > 0.2);
      expect(decodeURIComponent(page.url())).toMatch(/#\/lamprey\?.*brainstem\.left=0\.6.*brainstem\.right=0\.4/u);
      await page.goBack();
      await page.getByText('4 of 4 runs').waitFor();
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      await server.close();
      rmSync(folder, { recursive: true });
    }
  });
});
