/**
 * Ten minutes of each animal in the page: memory that is bounded, and nothing to complain about. An animal is done after ten
 * minutes of its own time or of the clock, whichever is first; BESTIARY_MEMORY_MINUTES makes it shorter.
 */
import { errors, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { animalNames } from '../../src/animals/registry.ts';
import { startStudioPages, type StudioPages, waitForTime } from '../studio-page.ts';
import { createMemoryMeter, type PageMemory } from '../worker-memory.ts';

const seconds = 60 * Number(process.env['BESTIARY_MEMORY_MINUTES'] ?? 10);
const parts = 10;
/** Megabytes from the first part to any later one. */
const mostGrowth = 20;

let studio: StudioPages;

beforeAll(async () => {
  studio = await startStudioPages();
});

afterAll(async () => {
  await studio.close();
});

test.each(animalNames)('the %s grows by no more than 20 MB', async (animal) => {
  const { page, complaints } = await studio.open(`#/${animal}`, { viewport: { width: 480, height: 360 } });
  try {
    await waitForTime(page, 0.1);
    await page.getByRole('combobox', { name: 'Simulation speed' }).selectOption('8');
    const begun = performance.now();
    const samples = await sampleMemory(page, begun);
    const { time, playing } = await page.evaluate(() => window.bestiary!.getState()!);
    const sums = samples.map(({ page: own, worker }) => own + worker);
    const growth = Math.max(...sums) - sums[0]!;
    const list = samples.map(({ page: own, worker }) => `${own.toFixed(1)}+${worker.toFixed(1)}`).join(' ');
    const took = ((performance.now() - begun) / 1000).toFixed(0);
    console.log(
      `${animal}: ${time.toFixed(0)} s of its time in ${took} s; page+worker MB ${list}; grows by ${growth.toFixed(1)} MB`,
    );
    expect(playing).toBe(true);
    expect(growth).toBeLessThan(mostGrowth);
    expect(complaints).toEqual([]);
  } finally {
    // One that plays would take the time of the others.
    await page.close();
  }
});

/** Once in each part, from the first on. */
async function sampleMemory(page: Page, begun: number): Promise<PageMemory[]> {
  const measure = await createMemoryMeter(page);
  const samples: PageMemory[] = [];
  for (let part = 1; part <= parts; part++) {
    const end = (seconds * part) / parts;
    const left = Math.max(1, 1000 * end - (performance.now() - begun));
    await waitForTime(page, end, left).catch((error: unknown) => {
      if (!(error instanceof errors.TimeoutError)) throw error;
    });
    samples.push(await measure());
  }
  return samples;
}
