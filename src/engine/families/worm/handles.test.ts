import { expect, it } from 'vitest';
import { applySettings } from '../descriptions.ts';
import { createWormHandles } from './handles.ts';
import { createWormLearning } from './learning/learning.ts';
import { describeAnimal } from '../../../animals/registry.ts';
import type { WormDesc } from './schema.ts';

const worm = describeAnimal('worm') as WormDesc;

it.each([
  ['muscle', ['drive.bias', 'drive.direction'], ['lesions.paralyse']],
  ['reflex', ['drive.bias'], ['lesions.paralyse']],
  ['two-mode', ['drive.direction'], undefined],
  ['modal', undefined, undefined],
] as const)('a worm with drive %s offers what that drive knows', (kind, steer, lesions) => {
  const handles = createWormHandles(applySettings(worm, [`drive.kind=${kind}`]) as WormDesc, ['MDL01'], []);
  expect(handles.steer?.map(({ path }) => path)).toEqual(steer);
  expect(handles.lesions?.map(({ path }) => path)).toEqual(lesions);
});

it('turns as hard as it can towards a target at a right angle, by the proportional controller', () => {
  const [bias] = createWormLearning(worm, []).actions.default;
  expect(bias).toMatchObject({
    name: 'bias',
    proportional: { left: bias!.reach },
    writes: [{ control: 'drive.bias', gain: 1 }],
  });
});
