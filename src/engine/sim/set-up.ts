/**
 * Creates everything that a step needs from a description: the System, kernel memory of the right size, one state for each
 * animal, scratch.
 */
import type { Kernels } from '../../kernels/functions.ts';
import { createKernels } from '../../kernels/load.ts';
import { createTwinInstance, measureMemory } from '../../kernels/twin.ts';
import { createState } from '../contract/state.ts';
import type { Family, Lanes, Scratch, State, System } from '../contract/types.ts';
import { getFamily } from '../families/descriptions.ts';
import { createMemo } from '../math/memo.ts';
import type { AnimalDesc } from '../model/desc-family.ts';

/** SIMD kernels where they run, or always their plain twins; the results are the same. */
export type KernelChoice = 'auto' | 'twin';

export interface SetUp {
  readonly family: Family;
  readonly system: System;
  readonly kernels: Kernels;
  readonly states: readonly State[];
  readonly lanes: Lanes<Scratch>;
}

/** `count` animals of one description, in one memory; their states are still empty. `compiled`: its system, where it is there already. */
export function setUp(desc: AnimalDesc, count: number, choice: KernelChoice = 'auto', compiled?: System): SetUp {
  const family = getFamily(desc);
  const system = compiled ?? family.solver.compile(desc);
  const memoryBytes = computeMemoryBytes(family, system, count);
  const kernels = choice === 'twin' ? createTwinInstance(memoryBytes) : createKernels(memoryBytes);
  return { family, system, kernels, ...createParts(family, system, count, kernels) };
}

function createParts({ solver, controlSlots }: Family, system: System, count: number, kernels: Kernels) {
  const states = Array.from({ length: count }, () => createState(system.stateSpecs, controlSlots, kernels.arena));
  if (count > 1 && solver.createLanes !== undefined)
    return { states, lanes: solver.createLanes(system, states, kernels) };
  const scratches = states.map((state) => solver.createScratch(system, state, kernels));
  const step = (): void => {
    for (let lane = 0; lane < count; lane++) solver.step(system, states[lane]!, scratches[lane]!);
  };
  return { states, lanes: { scratches, step } };
}

/** Sizes of memory by family, number of animals and shape: other numbers in the same shape need no second measurement. */
const sizes = createMemo<number>(64);

function computeMemoryBytes(family: Family, system: System, count: number): number {
  const lengths = system.stateSpecs.map(({ length }) => length);
  const key = JSON.stringify([
    family.body,
    family.controller,
    count,
    family.controlSlots.length,
    lengths,
    system.shape,
  ]);
  return sizes(key, () => measureMemory((kernels) => void createParts(family, system, count, kernels)));
}
