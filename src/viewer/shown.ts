/** The drawn scene, for picking and layout. */
import type { FrameLayout, FrameOffsets } from '../engine/contract/frame.ts';
import type { Area } from './camera/framing.ts';
import type { GroundView } from './ground/ground-view.ts';
import type { SurfaceView } from './surfaces/surface-view.ts';

/** The drawn scene, for tools that pick in it. */
export interface Shown {
  readonly layout: FrameLayout;
  readonly offsets: FrameOffsets;
  readonly frame: Float32Array;
  readonly surfaces: readonly SurfaceView[];
  /** A ground that is no plane, and the height of the one that is. */
  readonly ground: GroundView | undefined;
  readonly floorHeight: number;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The rectangle around everything of the animal; `locate` says where a point of space is on the canvas. */
export function measureDrawnArea(
  { layout, offsets, frame, surfaces }: Shown,
  locate: (x: number, y: number, z: number) => Place,
): Area {
  const places: Place[] = [];
  for (const { spec, shape } of surfaces) {
    if (spec.scenery !== undefined) continue;
    for (let at = 0; at < shape.positions.length; at += 3)
      places.push(locate(shape.positions[at]!, shape.positions[at + 1]!, shape.positions[at + 2]!));
  }
  layout.parts.forEach(({ shape, scenery }, part) => {
    const at = offsets.parts + 7 * part;
    if (shape !== 'none' && scenery === undefined) places.push(locate(frame[at]!, frame[at + 1]!, frame[at + 2]!));
  });
  const [left, right, top, bottom] = places.reduce<readonly [number, number, number, number]>(
    ([l, r, t, b], { x, y }) => [Math.min(l, x), Math.max(r, x), Math.min(t, y), Math.max(b, y)],
    [Infinity, -Infinity, Infinity, -Infinity],
  );
  return { left, top, width: right - left, height: bottom - top };
}
