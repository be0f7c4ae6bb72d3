import { describe, expect, it } from 'vitest';
import { createMuscleMask } from '../../../engine/families/worm/drives.ts';
import { listLesioned, toggleLesion } from './regions.ts';

const names = ['MDL01', 'MDL02', 'MDR01', 'MVL01'];

describe('regions', () => {
  it('are matched by names and patterns, and nothing else', () => {
    expect(listLesioned(names, [])).toEqual([]);
    expect(listLesioned(names, ['MDL*'])).toEqual(['MDL01', 'MDL02']);
    expect(listLesioned(names, ['M?L01', 'MD'])).toEqual(['MDL01', 'MVL01']);
    expect(listLesioned(names, ['M??01'])).toEqual(['MDL01', 'MDR01', 'MVL01']);
    expect(listLesioned(names, ['.*', '[A-Z]+'])).toEqual([]);
  });

  it('go off and on again, out of a pattern too', () => {
    expect(toggleLesion(names, [], 'MDR01')).toEqual(['MDR01']);
    expect(toggleLesion(names, ['MDR01'], 'MDR01')).toEqual([]);
    expect(toggleLesion(names, ['MDL*', 'MVL01'], 'MDL01')).toEqual(['MDL02', 'MVL01']);
    expect(toggleLesion(names, ['*', 'MDL*'], 'MDL01')).toEqual(['MDL02', 'MDR01', 'MVL01']);
  });

  it.each([['MDL01'], ['mdl01'], ['md*'], ['M?L01'], ['']])('means by %s what the engine means', (pattern) => {
    const mask = createMuscleMask(names, [pattern]);
    expect(listLesioned(names, [pattern])).toEqual(names.filter((_, i) => mask[i] === 0));
  });
});
