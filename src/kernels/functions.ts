// The kernels, as both the WebAssembly module and the twins offer them. Every array is given by its byte offset in the
// instance's arena, 16-byte aligned as the arena hands them out.
import type { Arena, MemoryViews } from './memory/arena.ts';
import { createBlockMatvecTwin } from './twins/block-matvec.ts';
import { createCorotatedTwin } from './twins/corotated.ts';
import { createDeflationTwin } from './twins/deflation.ts';
import { createExpTwin } from './twins/exp.ts';
import { createFiniteTwin } from './twins/finite.ts';
import { createPanelTwin } from './twins/panels.ts';
import { createPolarTwin } from './twins/polar.ts';
import { createProjectiveTwin } from './twins/projective.ts';
import { createProjectiveRowTwin } from './twins/projective-rows.ts';
import { createProjectiveCorotatedTwin } from './twins/projective-corotated.ts';
import { createProjectiveSplitTwin } from './twins/projective-split.ts';
import { createReactiveTwin } from './twins/reactive.ts';
import { createSectionTwin } from './twins/sections.ts';
import { createSpinalTwin } from './twins/spinal.ts';
import { createStvkTwin } from './twins/stvk.ts';
import { createStvkPrismTwin } from './twins/stvk-prisms.ts';
import { createSvdTwin } from './twins/svd.ts';
import { createWaterTwin } from './twins/water.ts';

/** The twins: their signatures are those of the kernels. */
export function createTwinFunctions(views: MemoryViews) {
  return {
    ...createBlockMatvecTwin(views),
    ...createCorotatedTwin(views),
    ...createDeflationTwin(views),
    ...createExpTwin(views),
    ...createFiniteTwin(views),
    ...createPanelTwin(views),
    ...createPolarTwin(views),
    ...createProjectiveTwin(views),
    ...createProjectiveRowTwin(views),
    ...createProjectiveCorotatedTwin(views),
    ...createProjectiveSplitTwin(views),
    ...createReactiveTwin(views),
    ...createSectionTwin(views),
    ...createSpinalTwin(views),
    ...createStvkTwin(views),
    ...createStvkPrismTwin(views),
    ...createSvdTwin(views),
    ...createWaterTwin(views),
  };
}

export type KernelFunctions = ReturnType<typeof createTwinFunctions>;

/** One instance: functions and the memory they work in. `kind` says which implementation it is; results are the same. */
export interface Kernels extends KernelFunctions {
  readonly kind: 'wasm' | 'twin';
  readonly arena: Arena;
}
