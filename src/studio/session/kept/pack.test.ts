import { expect, it } from 'vitest';
import { pack, unpack } from './pack.ts';
import { fc } from '../../../testing/property.ts';

it('packs any text into characters of an address, and back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 400 }), async (text) => {
      const packed = await pack(text);
      expect(packed).toMatch(/^[\w-]*$/u);
      expect(await unpack(packed)).toBe(text);
    }),
    { numRuns: 50 },
  );
});

it('makes a long schedule short', async () => {
  const schedule = Array.from({ length: 400 }, (_, i) => [10 * i, 'brainstem.right', 0.5 + (i % 5) / 20]);
  const packed = await pack(JSON.stringify({ animal: 'lamprey', schedule }));
  expect(packed.length).toBeLessThan(4000);
});

it('refuses other texts, and what would fill the memory', async () => {
  for (const packed of ['***', 'AAAA', (await pack('x'.repeat(1000))).slice(0, -6)])
    await expect(unpack(packed)).rejects.toThrow('cut off or damaged');
  await expect(unpack(await pack('x'.repeat(9_000_000)))).rejects.toThrow('cut off or damaged');
});
