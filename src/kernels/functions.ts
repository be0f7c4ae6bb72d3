// The kernels, as both the WebAssembly module and the twins offer them. Every array is given by its byte offset in the
// instance's arena, 16-byte aligned as the arena hands them out.
import type { Arena } from './memory/arena.ts';
import type { BlockMatvecKernels } from './signatures/block-matvec.ts';
import type { CorotatedKernels } from './signatures/corotated.ts';
import type { DeflationKernels } from './signatures/deflation.ts';
import type { ExpKernels } from './signatures/exp.ts';
import type { FiniteKernels } from './signatures/finite.ts';
import type { PanelKernels } from './signatures/panels.ts';
import type { PolarKernels } from './signatures/polar.ts';
import type { ProjectiveKernels } from './signatures/projective.ts';
import type { ProjectiveRowKernels } from './signatures/projective-rows.ts';
import type { ProjectiveCorotatedKernels } from './signatures/projective-corotated.ts';
import type { SectionKernels } from './signatures/sections.ts';
import type { SpinalKernels } from './signatures/spinal.ts';
import type { StvkKernels } from './signatures/stvk.ts';
import type { StvkPrismKernels } from './signatures/stvk-prisms.ts';
import type { SvdKernels } from './signatures/svd.ts';
import type { WaterKernels } from './signatures/water.ts';

export type KernelFunctions = BlockMatvecKernels &
  CorotatedKernels &
  DeflationKernels &
  ExpKernels &
  FiniteKernels &
  PanelKernels &
  PolarKernels &
  ProjectiveKernels &
  ProjectiveRowKernels &
  ProjectiveCorotatedKernels &
  SectionKernels &
  SpinalKernels &
  StvkKernels &
  StvkPrismKernels &
  SvdKernels &
  WaterKernels;

/** One instance: functions and the memory they work in. `kind` says which implementation it is; results are the same. */
export interface Kernels extends KernelFunctions {
  readonly kind: 'wasm' | 'twin';
  readonly arena: Arena;
}
