import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../../animals/registry.ts';
import { createLesions } from './muscles.ts';
import type { WormDesc } from '../schema.ts';

describe('lesions', () => {
  const names = ['MDL01', 'MDL02', 'MDR01', 'MVL01'];
  const mask = (...paralyse: string[]) => [
    ...createLesions({ ...(describeAnimal('worm') as WormDesc), lesions: { paralyse } }, names),
  ];

  it('follow names and patterns', () => {
    expect(mask()).toEqual([1, 1, 1, 1]);
    expect(mask('MDL02')).toEqual([1, 0, 1, 1]);
    expect(mask('M?L*', 'MDR01')).toEqual([0, 0, 0, 0]);
    expect(mask('M??01')).toEqual([0, 1, 0, 0]);
  });

  it('refuse what names no muscle, and say where', () => {
    expect(() => mask('MDL01', 'MDL9?')).toThrow(/lesions\.paralyse\[1\]/u);
  });
});
