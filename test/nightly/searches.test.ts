/** Bodies and gaits that are searched for: the same searches as in examples/. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { createFolder, runJson } from '../cli/program.ts';

const examples = path.join(import.meta.dirname, '../../examples');

interface Fit {
  readonly best: { readonly metrics: Readonly<Record<'speed' | 'costOfTransport', number>> };
}

async function search(file: string): Promise<Fit['best']['metrics']> {
  const out = path.join(createFolder(), 'fit');
  const { json } = await runJson('fit', path.join(examples, file), '--out', out, '--threads', '2', '--quiet');
  return (json as unknown as Fit).best.metrics;
}

const fit = async (name: string): Promise<number> => (await search(`co-design/${name}.json`)).speed;

async function run(plate: number): Promise<number> {
  const file = path.join(examples, `co-design/plate-${plate}.creature.json`);
  const { json } = await runJson('run', file, '--seconds', '4');
  return (json as unknown as { readonly metrics: { readonly speed: number } }).metrics.speed;
}

it('a body at random gets three times as fast, and most of five get faster than by their pattern alone', async () => {
  const ratios: number[] = [];
  for (const plate of [1, 2, 3, 4, 5]) {
    const whole = await fit(`plate-${plate}.whole`);
    if (plate === 1) expect(whole).toBeGreaterThan(3 * (await run(plate)));
    ratios.push(whole / (await fit(`plate-${plate}.pattern`)));
  }
  expect(ratios.sort((a, b) => a - b)[2]).toBeGreaterThan(1);
});

it('a lamprey finds a gait as fast as its own at a quarter of the cost, and a worm one that goes farther with each wave', async () => {
  const lamprey = await search('gaits/lamprey.fit.json');
  const worm = await search('gaits/worm.fit.json');
  const own = (await runJson('run', 'lamprey', '--seconds', '6')).json as unknown as { metrics: typeof lamprey };
  const ownWorm = (await runJson('run', 'worm', '--seconds', '8')).json as unknown as { metrics: typeof worm };
  expect(lamprey.speed).toBeGreaterThanOrEqual(own.metrics.speed);
  expect(lamprey.costOfTransport).toBeLessThan(own.metrics.costOfTransport / 4);
  expect(worm.speed).toBeGreaterThan(1.05 * ownWorm.metrics.speed);
});
