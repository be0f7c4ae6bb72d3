/** Whether a warm simulation started again is, bit for bit, a fresh one. */
import { expect } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { getJsonSchema, listLiveControls, replaceValue } from '../../engine/families/descriptions.ts';
import { lookUp, parsePath, readAt } from '../../engine/model/field-tree.ts';
import { Simulation } from '../../engine/sim/simulation.ts';

/** Every live number moved inside its range, and by so little that no poke tears a node off. */
function moveControls(animal: string): Record<string, number> {
  const desc = describeAnimal(animal);
  const schema = getJsonSchema(desc);
  return Object.fromEntries(
    listLiveControls(desc).flatMap((path) => {
      const field = lookUp(schema, parsePath(path)!)!;
      const value = readAt(desc, path) as number;
      const moved = value + 0.01 * (field.maximum! - value);
      return field.type === 'integer' || !Number.isFinite(moved) ? [] : [[path, moved]];
    }),
  );
}

export function expectSameRestart(animal: string): void {
  const controls = moveControls(animal);
  expect(Object.keys(controls).length).toBeGreaterThan(0);
  const warm = new Simulation(describeAnimal(animal), { seed: 5 });
  for (let i = 0; i < 3; i++) warm.step();
  warm.restart(2, controls);
  const desc = Object.entries(controls).reduce(
    (at, [path, value]) => replaceValue(at, path, value),
    describeAnimal(animal),
  );
  const fresh = new Simulation(desc, { seed: 2 });
  expect(warm.hash()).toBe(fresh.hash());
  for (let i = 0; i < 4; i++) {
    warm.step();
    fresh.step();
  }
  expect(warm.hash()).toBe(fresh.hash());
  expect(warm.seed).toBe(2);
}
