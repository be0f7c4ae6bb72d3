import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { Simulation } from '../../../engine/sim/simulation.ts';
import { readAt } from '../../data/form-model.ts';
import { createSteering } from './steering.ts';

function steer(animal: string) {
  const { system } = new Simulation(describeAnimal(animal), { seed: 1 });
  const steering = createSteering(system.controls, (path) => readAt(system.desc, path) as number)!;
  const at = (turn: number, ahead: number) => Object.fromEntries(steering.steer(turn, ahead));
  return { steering, at };
}

describe('steering', () => {
  it('takes over a centipede by its controls made for it, and gives it back', () => {
    const { steering, at } = steer('centipede');
    expect(at(1, 0)).toMatchObject({ 'control.manual': 1 });
    expect(at(1, 0)['control.turn']).toBeGreaterThan(0);
    expect(at(-1, 0)['control.turn']).toBe(-at(1, 0)['control.turn']!);
    expect(at(0, -1)['control.speed']).toBe(0);
    expect(at(0, 1)['control.speed']).toBeGreaterThan(at(0, 0)['control.speed']!);
    expect(Object.fromEntries(steering.release)).toMatchObject({ 'control.manual': 0 });
  });

  it('bends a worm to its side and turns its wave round', () => {
    const { at } = steer('worm');
    expect(at(1, 0)['drive.bias']).toBeGreaterThan(0);
    expect(at(0, -1)).toEqual({ 'drive.bias': 0, 'drive.direction': -1 });
  });

  it('drives a lamprey less on the right to turn it left, within the limits of its brain stem', () => {
    const { at, steering } = steer('lamprey');
    expect(at(1, 0)['brainstem.right']).toBeLessThan(at(1, 0)['brainstem.left']!);
    for (const value of Object.values(at(-1, 1))) expect(value).toBeLessThanOrEqual(1);
    expect(Object.fromEntries(steering.release)).toEqual({ 'brainstem.left': 0.67, 'brainstem.right': 0.67 });
  });

  it('is offered only where something can be steered', () => {
    expect(createSteering([], () => 0)).toBeUndefined();
  });
});
