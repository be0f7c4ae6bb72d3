/** Shape, material and pattern searched together, from plates at random: the same searches as examples/co-design. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { createFolder, runJson } from '../cli/program.ts';

const examples = path.join(import.meta.dirname, '../../examples/co-design');

interface Fit {
  readonly best: { readonly metrics: { readonly speed: number } };
}

async function fit(name: string): Promise<number> {
  const out = path.join(createFolder(), 'fit');
  const { json } = await runJson('fit', path.join(examples, `${name}.json`), '--out', out, '--threads', '2', '--quiet');
  return (json as unknown as Fit).best.metrics.speed;
}

async function run(plate: number): Promise<number> {
  const file = path.join(examples, `plate-${plate}.creature.json`);
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
