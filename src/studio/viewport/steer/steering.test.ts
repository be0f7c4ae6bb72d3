import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import type { SteerControl } from '../../../engine/contract/handles.ts';
import { Simulation } from '../../../engine/sim/simulation.ts';
import { readAt } from '../../../engine/model/field-tree.ts';
import { createSteering, turnAim } from './steering.ts';

function steer(animal: string) {
  const { system } = new Simulation(describeAnimal(animal), { seed: 1 });
  const steering = createSteering(
    system.handles.steer!,
    system.controls,
    (path) => readAt(system.desc, path) as number,
  );
  const at = (turn: number, ahead: number) => Object.fromEntries(steering.steer(turn, ahead));
  return { steering, at };
}

describe('steering', () => {
  it('takes over a centipede by its controls made for it, and gives it back', () => {
    const { steering, at } = steer('centipede');
    expect(at(1, 0)).toMatchObject({ 'control.manual': 1 });
    expect(at(1, 0)['control.turn']).toBeCloseTo((40 * Math.PI) / 180, 9);
    expect(at(-1, 0)['control.turn']).toBe(-at(1, 0)['control.turn']!);
    expect(at(0, -1)['control.speed']).toBe(0);
    expect(at(0, 1)['control.speed']).toBeCloseTo(1.75 * at(0, 0)['control.speed']!, 12);
    expect(at(0, -0.5)['control.speed']).toBeCloseTo(0.5 * at(0, 0)['control.speed']!, 12);
    expect(Object.fromEntries(steering.release)).toEqual({
      'control.manual': 0,
      'control.turn': 0,
      'control.speed': at(0, 0)['control.speed'],
    });
  });

  it('bends a worm to its side and turns its wave round', () => {
    const { at } = steer('worm');
    expect(at(1, 0)['drive.bias']).toBeCloseTo(0.15, 12);
    expect(at(0, -1)).toEqual({ 'drive.bias': 0, 'drive.direction': -1 });
    expect(at(0, -0.1)['drive.direction']).toBe(-1);
  });

  it('drives a lamprey less on the right to turn it left, within the limits of its brain stem', () => {
    const { at, steering } = steer('lamprey');
    expect(at(1, 0)['brainstem.right']).toBeCloseTo(0.6 * at(1, 0)['brainstem.left']!, 12);
    for (const value of Object.values(at(-1, 1))) expect(value).toBeLessThanOrEqual(1);
    expect(Object.fromEntries(steering.release)).toEqual({ 'brainstem.left': 0.67, 'brainstem.right': 0.67 });
  });

  it('steers an octopus by its waves, which run the other way only when it is pulled back for good', () => {
    const { at } = steer('octopus');
    expect(at(1, 1)).toEqual({ 'control.turn': 1, 'control.tempo': 1.5, 'control.direction': 1 });
    expect(at(0, -0.5)['control.direction']).toBe(1);
    expect(at(0, -0.6)['control.direction']).toBe(-1);
  });

  it('starts from the mean of the controls that a handle names, and gives back each as it was', () => {
    const spec = { slot: 0, unit: '1', min: 0, max: 10, initial: 0, about: '' };
    const handles: SteerControl[] = ['a', 'b'].map((path) => ({ path, base: ['a', 'b'], plus: { ahead: 1 } }));
    const values: Record<string, number> = { a: 2, b: 4 };
    const { steer: at, release } = createSteering(
      handles,
      [
        { name: 'a', ...spec },
        { name: 'b', ...spec },
      ],
      (path) => values[path]!,
    );
    expect(at(0, 0.5)).toEqual([
      ['a', 3.5],
      ['b', 3.5],
    ]);
    expect(at(0, 100)[0]).toEqual(['a', 10]);
    expect(release).toEqual([
      ['a', 2],
      ['b', 4],
    ]);
  });
});

describe('a stick while a policy drives', () => {
  it('turns the target, around and not beyond straight up', () => {
    const { heading, elevation } = turnAim({ heading: 3.1, elevation: 1.45 }, 1, 1);
    expect(heading).toBeCloseTo(3.1 + 0.06 - 2 * Math.PI, 9);
    expect(elevation).toBe(1.5);
    expect(turnAim({ heading, elevation }, 0, -1)).toEqual({ heading, elevation: 1.44 });
  });
});
