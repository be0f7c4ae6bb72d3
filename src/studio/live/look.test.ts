import { expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { applySettings, getFamily } from '../../engine/families/descriptions.ts';
import { chooseColouring, keepShown } from './look.ts';

function layOut(animal: string, ...settings: string[]) {
  const desc = applySettings(describeAnimal(animal), settings);
  return getFamily(desc).solver.compile(desc).frame;
}

it('shows armour as it is, and lets activity glow through skin', () => {
  expect(chooseColouring(layOut('centipede'))).toBe('natural');
  expect(chooseColouring(layOut('lamprey'))).toBe('blend');
});

it('shows what comes into the picture, unless it was hidden before', () => {
  const bare = layOut('centipede');
  const withFood = layOut('centipede', 'scene.foods=[{"x":0.4,"y":0.1}]');
  expect(keepShown([], bare, withFood)).toEqual(['food']);
  expect(keepShown([], withFood, withFood)).toEqual([]);
  expect(keepShown(['food'], withFood, bare)).toEqual(['food']);
});
