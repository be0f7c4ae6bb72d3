import { expect, it } from 'vitest';
import { createRng, nextFloat } from '../../../engine/math/rng.ts';
import type { KeptRun } from '../../../engine/record/kept-run.ts';
import { createRunLink } from './run-link.ts';

it('gives no link of more than 8000 characters, which programs that carry it would cut', async () => {
  const rng = createRng(1, 'edits');
  // Numbers that nothing packs.
  const edits = Array.from({ length: 1000 }, (_, step) => ({ step, path: 'brainstem.left', value: nextFloat(rng) }));
  const lengths: (number | undefined)[] = [];
  for (let count = 300; count < 900; count += 20) {
    const run: KeptRun = { animal: 'lamprey', settings: [], seed: 1, edits: edits.slice(0, count), step: 1000 };
    lengths.push((await createRunLink(run, []))?.length);
  }
  const given = lengths.filter((length) => length !== undefined);
  // They grow by less than 500 characters from one to the next.
  expect(Math.max(...given)).toBeGreaterThan(7500);
  expect(Math.max(...given)).toBeLessThanOrEqual(8000);
  expect(given.length).toBeLessThan(lengths.length);
  expect(lengths.findIndex((length) => length === undefined)).toBe(given.length);
});
