import { expect, it } from 'vitest';
import { listCrests } from './crests.ts';

it('finds the crests of a wave along the body, between its points', () => {
  const offsets = Array.from({ length: 41 }, (_, i) => Math.cos(4 * Math.PI * (i / 40 - 0.13)));
  const crests = listCrests(offsets);
  expect(crests).toHaveLength(4);
  expect(crests[0]!.place).toBeCloseTo(0.13, 3);
  expect(crests[1]!.place).toBeCloseTo(0.38, 3);
  for (const { height } of crests) expect(height).toBeCloseTo(1, 3);
});
