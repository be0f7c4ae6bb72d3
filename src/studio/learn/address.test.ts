import { describe, expect, it } from 'vitest';
import { findLearner, findWorkshop, formatWorkshop } from './address.ts';

describe('addresses of workshops', () => {
  it('carry the animal, what is done with it, and its settings', () => {
    const hash = '#/octopus/learn?control.tempo=1.2&seed=4';
    const found = findWorkshop(hash)!;
    expect(found).toEqual({ kind: 'learn', link: { animal: 'octopus', settings: [['control.tempo', 1.2]], seed: 4 } });
    expect(formatWorkshop(found)).toBe(hash);
    expect(formatWorkshop(findWorkshop('#/lamprey/study')!)).toBe('#/lamprey/study');
  });

  it('say whose trainings are listed: those of a drawn animal under its own name', () => {
    expect(findLearner(findWorkshop('#/octopus/learn?control.tempo=1.2')!.link)).toBe('octopus');
    expect(findLearner(findWorkshop('#/stingray/learn?animal=my-ray&title=My ray')!.link)).toBe('my-ray');
  });

  it('are not those of an animal or a comparison', () => {
    for (const hash of ['#/octopus', '#/worm/figure-7', '#/', '#/octopus/learning', '#/octopus/learn/more'])
      expect(findWorkshop(hash)).toBeUndefined();
  });
});
