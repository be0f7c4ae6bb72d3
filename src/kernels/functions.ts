// The kernels, as both the WebAssembly module and the twins offer them. Every array is given by its byte offset in the
// instance's arena, 16-byte aligned as the arena hands them out.
import type { Arena } from './memory/arena.ts';
import type { BlockMatvecKernels } from './twins/block-matvec.ts';
import type { CorotatedKernels } from './twins/corotated.ts';
import type { DeflationKernels } from './twins/deflation.ts';
import type { ExpKernels } from './twins/exp.ts';
import type { FiniteKernels } from './twins/finite.ts';
import type { PanelKernels } from './twins/panels.ts';
import type { PolarKernels } from './twins/polar.ts';
import type { ProjectiveKernels } from './twins/projective.ts';
import type { ProjectiveRowKernels } from './twins/projective-rows.ts';
import type { ProjectiveTurnedKernels } from './twins/projective-turned.ts';
import type { SectionKernels } from './twins/sections.ts';
import type { SpinalKernels } from './twins/spinal.ts';
import type { StvkKernels } from './twins/stvk.ts';
import type { SvdKernels } from './twins/svd.ts';
import type { WaterKernels } from './twins/water.ts';

export type KernelFunctions = BlockMatvecKernels &
  CorotatedKernels &
  DeflationKernels &
  ExpKernels &
  FiniteKernels &
  PanelKernels &
  PolarKernels &
  ProjectiveKernels &
  ProjectiveRowKernels &
  ProjectiveTurnedKernels &
  SectionKernels &
  SpinalKernels &
  StvkKernels &
  SvdKernels &
  WaterKernels;

/** One instance: functions and the memory they work in. `kind` says which implementation it is; results are the same. */
export interface Kernels extends KernelFunctions {
  readonly kind: 'wasm' | 'twin';
  readonly arena: Arena;
}
