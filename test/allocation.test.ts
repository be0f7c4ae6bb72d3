/** A step allocates nothing: memory is taken when an animal is made. */
import { expect, it } from 'vitest';
import { describeAnimal } from '../src/animals/registry.ts';
import { takeSnapshot } from '../src/engine/contract/state.ts';
import { Simulation } from '../src/engine/sim/simulation.ts';
import { measureAllocations } from '../src/testing/allocations.ts';

/** Bytes a step: room for the dozen numbers that are boxed to be handed from one function to another, and for no array. */
const most = 256;

it.each([['lamprey', 3000]])('the %s allocates nothing in a step', async (name, warmUp) => {
  const simulation = new Simulation(describeAnimal(name), { seed: 1 });
  for (let i = 0; i < warmUp; i++) simulation.step();
  const { bytes, where } = await measureAllocations(() => simulation.step(), 50);
  expect(bytes, where.join('\n')).toBeLessThan(most);
});

it('would notice one array a step', async () => {
  const { state } = new Simulation(describeAnimal('lamprey'), { seed: 1 });
  const { bytes } = await measureAllocations(() => void takeSnapshot(state), 50);
  expect(bytes).toBeGreaterThan(most);
});
