import { type Arena, computePages, createArena, measureArena, pageBytes } from './memory/arena.ts';
import { createTwinFunctions, type Kernels } from './functions.ts';

/** The plain-TypeScript kernels over an ordinary buffer: the oracle of the tests, and what runs where SIMD is missing. */
export function createTwinInstance(memoryBytes: number): Kernels {
  return createTwins(createArena(new ArrayBuffer(computePages(memoryBytes) * pageBytes)));
}

/** Bytes of memory that `allocate` takes from the arena of a kernel instance. */
export function measureMemory(allocate: (kernels: Kernels) => void): number {
  return measureArena((arena) => allocate(createTwins(arena)));
}

function createTwins(arena: Arena): Kernels {
  return { kind: 'twin', arena, ...createTwinFunctions(arena) };
}
