import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { ModelError } from '../../model/problem.ts';
import { applySettings, getFamily } from '../descriptions.ts';
import { compileSoft } from './compile.ts';
import type { SoftDesc } from './schema.ts';

function findProblems(animal: string, ...settings: string[]): string[] {
  try {
    compileSoft(applySettings(describeAnimal(animal), settings) as SoftDesc);
    return [];
  } catch (error) {
    if (error instanceof ModelError) return error.problems.map(({ path, hint }) => `${path}: ${hint}`);
    throw error;
  }
}

describe('a description as a whole', () => {
  it.each(['ribbon-eel', 'soft-lamprey', 'stingray'])('of %s has no arms to grasp with', (animal) => {
    expect(findProblems(animal, 'scene.kind=grasp')[0]).toMatch(/^scene\.kind: .*no arms/);
  });

  it('has arms, or cords that are told to be', () => {
    expect(findProblems('starfish', 'scene.kind=grasp')).toEqual([]);
    expect(findProblems('soft-lamprey', 'scene.kind=grasp', 'controller.grasp.cords=left*')).toEqual([]);
  });

  it('needs short steps in explicit water', () => {
    expect(findProblems('octopus', 'water.coupling=explicit')[0]).toMatch(/^solver\.rate: .*240 Hz/);
    expect(findProblems('octopus', 'water.coupling=explicit', 'solver.rate=240')).toEqual([]);
  });

  it('has waves that drive something', () => {
    expect(
      findProblems('octopus', 'controller.waves[2].cords=arm 1 inne', 'controller.waves[2].height=0.5')[0],
    ).toMatch(/^controller\.waves\[2\]\.cords: No cord has this name.*arm 1 inner/);
    expect(findProblems('octopus', 'controller.waves[2].cords=')).toEqual([]);
  });

  it('has muscles that reach something', () => {
    const desc = applySettings(describeAnimal('octopus'), ['body.reach.decay=10000']);
    expect(() => getFamily(desc).solver.compile(desc)).toThrow(/body\.reach\.decay: .*leaves .* of the muscle/);
  });

  it('allows no tolerance that would leave more than a tenth unsolved', () => {
    expect(() => applySettings(describeAnimal('octopus'), ['solver.tolerance=0.2'])).toThrow(/solver\.tolerance/);
  });
});
