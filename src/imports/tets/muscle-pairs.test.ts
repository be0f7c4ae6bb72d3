import { expect, it } from 'vitest';
import type { ImportedMuscle } from './muscle-import.ts';
import { namePairs } from './muscle-pairs.ts';

const muscle = (name: string, y: number, z: number, role: ImportedMuscle['role'] = 'longitudinal'): ImportedMuscle => ({
  ...{ name, role, radius: 0 },
  route: Float64Array.from([0, y, z, 0.5, y, z, 1, y, z]),
});

it('pairs the two muscles of each limb, whatever their order, and leaves the others', () => {
  const muscles = [
    muscle('longitudinal 0', 0, 0.02),
    muscle('longitudinal 1', 0.3, 0.02),
    muscle('transverse 0', 0, 0, 'transverse'),
    muscle('longitudinal 2', 0.3, -0.02),
    muscle('longitudinal 3', 0, -0.02),
    muscle('longitudinal 4', 5, 0),
  ];
  expect(namePairs(muscles)).toEqual([
    'agonist 1',
    'agonist 2',
    'transverse 0',
    'antagonist 2',
    'antagonist 1',
    'longitudinal 4',
  ]);
});
