import { expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { applySettings } from '../families/descriptions.ts';
import { setUp } from './set-up.ts';

// Sizes of memory are remembered by shape: two files of one shape must need the same.
it.each([
  ['anderson', 'scene.selfContact=true'],
  ['plain', 'scene.selfContact=true'],
  ['plain', 'scene.kind=pillars'],
  ['plain', 'scene.kind=bottle'],
])('has memory enough for a %s step in the open and then for %s', (method, contact) => {
  const open = applySettings(describeAnimal('starfish'), [`solver.method=${method}`, 'solver.precision=f64']);
  expect(setUp(open, 1).states).toHaveLength(1);
  expect(setUp(applySettings(open, [contact]), 1).states).toHaveLength(1);
});
