import { expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { readPeriod } from './crawl.ts';

it('takes the cycle of Fig. 1 from the modal drive, not from the drive by muscles', () => {
  expect(readPeriod({ describe: describeAnimal })).toBe(1);
});
