/**
 * Kernels without their plain TypeScript twins, which only pages need where WebAssembly does not run: `bestiary/twins` brings them.
 * The build of the package puts it in the place of `kernels/twin.ts`.
 */
import { throwProblem } from '../../engine/model/problem.ts';
import type { KernelFunctions, Kernels } from '../../kernels/functions.ts';
import { computePages, createArena, measureArena, type MemoryViews, pageBytes } from '../../kernels/memory/arena.ts';

type CreateTwins = (views: MemoryViews) => KernelFunctions;

let createTwins: CreateTwins | undefined;

export function setTwins(create: CreateTwins): void {
  createTwins = create;
}

export function createTwinInstance(memoryBytes: number): Kernels {
  if (createTwins === undefined)
    throwProblem(
      'not-allowed',
      'kernels',
      'no WebAssembly with SIMD, or the choice of twins',
      "Call enableTwins() of 'bestiary/twins' first: the kernels in plain JavaScript, with the same results.",
    );
  const arena = createArena(new ArrayBuffer(computePages(memoryBytes) * pageBytes));
  return { kind: 'twin', arena, ...createTwins(arena) };
}

/** Bytes of memory that `allocate` takes from the arena of a kernel instance: nothing runs on it. */
export function measureMemory(allocate: (kernels: Kernels) => void): number {
  return measureArena((arena) => allocate({ kind: 'twin', arena } as Kernels));
}
