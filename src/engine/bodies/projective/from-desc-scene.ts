/** What is drawn of the surroundings of a soft animal. */
import type { GroundSpec, PartSpec, SurfaceSpec } from '../../sim/frame.ts';

export interface SceneView {
  readonly parts: readonly PartSpec[];
  readonly surfaces: readonly SurfaceSpec[];
  readonly ground?: GroundSpec;
}
