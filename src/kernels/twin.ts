import { type Arena, computePages, createArena, measureArena, pageBytes } from './memory/arena.ts';
import type { Kernels } from './functions.ts';
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
import { createSectionTwin } from './twins/sections.ts';
import { createSpinalTwin } from './twins/spinal.ts';
import { createStvkTwin } from './twins/stvk.ts';
import { createStvkPrismTwin } from './twins/stvk-prisms.ts';
import { createSvdTwin } from './twins/svd.ts';
import { createWaterTwin } from './twins/water.ts';

/** The plain-TypeScript kernels over an ordinary buffer: the oracle of the tests, and what runs where SIMD is missing. */
export function createTwinInstance(memoryBytes: number): Kernels {
  return createTwins(createArena(new ArrayBuffer(computePages(memoryBytes) * pageBytes)));
}

/** Bytes of memory that `allocate` takes from the arena of a kernel instance. */
export function measureMemory(allocate: (kernels: Kernels) => void): number {
  return measureArena((arena) => allocate(createTwins(arena)));
}

function createTwins(arena: Arena): Kernels {
  return {
    kind: 'twin',
    arena,
    ...createBlockMatvecTwin(arena),
    ...createCorotatedTwin(arena),
    ...createDeflationTwin(arena),
    ...createExpTwin(arena),
    ...createFiniteTwin(arena),
    ...createPanelTwin(arena),
    ...createPolarTwin(arena),
    ...createProjectiveTwin(arena),
    ...createProjectiveRowTwin(arena),
    ...createProjectiveCorotatedTwin(arena),
    ...createSectionTwin(arena),
    ...createSpinalTwin(arena),
    ...createStvkTwin(arena),
    ...createStvkPrismTwin(arena),
    ...createSvdTwin(arena),
    ...createWaterTwin(arena),
  };
}
