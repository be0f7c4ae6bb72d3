/**
 * A step takes its memory when an animal is made: no array, object or closure in it. What is left are numbers of 16 bytes that V8
 * boxes to hand them to a function that it has not inlined.
 *
 * Measured: bytes that functions of src/ take from the heap, every allocation sampled, over the steps that follow a warm-up. What
 * V8 has not compiled yet boxes every number, so it is told to compile early.
 */
import { setFlagsFromString } from 'node:v8';
import { expect, it } from 'vitest';
import { animalNames, describeAnimal } from '../src/animals/registry.ts';
import { applySettings } from '../src/engine/families/descriptions.ts';
import { takeSnapshot } from '../src/engine/contract/state.ts';
import { Simulation } from '../src/engine/sim/simulation.ts';
import { measureAllocations } from '../src/testing/allocations.ts';

setFlagsFromString('--interrupt-budget=10000');

/** Bytes a step: no more than 256 such numbers. */
const most = 4096;
/**
 * A lamprey's step is short; a worm hands the three coordinates of every node near the ground to `sample`; the letters are many
 * animals (measured: 43 kB, most of it numbers that `balance` of control/legs/targeter.ts hands on).
 */
const mostOf: Readonly<Record<string, number>> = { lamprey: 256, worm: 8192, letters: 100_000 };
/** How often to look before a step is said to take too much. */
const looks = 4;
/** Steps before the ones that count: the less a step does, the more it takes until V8 has compiled it. */
const warmUps: Readonly<Record<string, number>> = {
  lamprey: 3000,
  centipede: 1500,
  'house-centipede': 1500,
  millipede: 800,
  worm: 250,
};

/** Laws with code of their own that no animal as it is runs. */
const reactive = ['soft-lamprey', 'stingray'].map((name) => [name, ['water.model=reactive']] as const);

it.each([...animalNames.map((name) => [name, [] as string[]] as const), ...reactive])(
  'a step of %s leaves next to nothing for the collector %j',
  async (name, settings) => {
    const limit = mostOf[name] ?? most;
    const simulation = new Simulation(applySettings(describeAnimal(name), settings), { seed: 1 });
    for (let i = 0; i < (warmUps[name] ?? 400); i++) simulation.step();
    // V8 compiles when it finds the time: what counts is what steps take once it has, so that a loaded machine may look again.
    let least = await measureAllocations(() => simulation.step(), 30);
    for (let look = 1; look < looks && least.bytes >= limit; look++) {
      for (let i = 0; i < 200; i++) simulation.step();
      const again = await measureAllocations(() => simulation.step(), 30);
      if (again.bytes < least.bytes) least = again;
    }
    expect(least.bytes, least.where.join('\n')).toBeLessThan(limit);
  },
);

it('would notice one array a step', async () => {
  const { state } = new Simulation(describeAnimal('lamprey'), { seed: 1 });
  const { bytes } = await measureAllocations(() => void takeSnapshot(state), 50);
  expect(bytes).toBeGreaterThan(mostOf['lamprey']!);
});
