import { describe, expect, it } from 'vitest';
import { findWorkshop, formatWorkshop } from './address.ts';

describe('addresses of workshops', () => {
  it('carry the animal, what is done with it, and its settings', () => {
    const hash = '#/octopus/learn?control.tempo=1.2&seed=4';
    const found = findWorkshop(hash)!;
    expect(found).toEqual({ kind: 'learn', link: { animal: 'octopus', settings: [['control.tempo', 1.2]], seed: 4 } });
    expect(formatWorkshop(found)).toBe(hash);
    expect(formatWorkshop(findWorkshop('#/lamprey/study')!)).toBe('#/lamprey/study');
  });

  it('are not those of an animal or a comparison', () => {
    for (const hash of ['#/octopus', '#/worm/figure-7', '#/', '#/octopus/learning', '#/octopus/learn/more'])
      expect(findWorkshop(hash)).toBeUndefined();
  });
});
