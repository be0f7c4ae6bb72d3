import { computeBounds } from '../../engine/math/space/geometry.ts';
import type { SurfaceView } from './surface-view.ts';

/** The box around scenery that stands still, as its corners; none around what is larger than `max`. */
export function createShell({ spec, shape }: SurfaceView, max: number): Float32Array[] {
  const bounds = computeBounds(shape.positions);
  const isSmall = [0, 1, 2].every((k) => bounds[k + 3]! - bounds[k]! < max);
  if (spec.scenery === undefined || !isSmall) return [];
  const corners = Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((k) => bounds[(i >> k) & 1 ? k + 3 : k]!));
  return [Float32Array.from(corners.flat())];
}
