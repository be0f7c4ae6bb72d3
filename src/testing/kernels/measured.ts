// Kernels with just the memory that something takes, for tests of parts.
import type { Kernels } from '../../kernels/functions.ts';
import { createKernels } from '../../kernels/load.ts';
import { createTwinInstance, measureMemory } from '../../kernels/twin.ts';

/** What `create` makes, in a memory of its own. */
export function createMeasured<T>(create: (kernels: Kernels) => T, kind: 'wasm' | 'twin' = 'wasm'): T {
  const bytes = measureMemory((kernels) => void create(kernels));
  return create(kind === 'twin' ? createTwinInstance(bytes) : createKernels(bytes));
}
