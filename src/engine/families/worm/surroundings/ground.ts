/** Grounds that a worm may crawl on. The nearest point o of the ground is the point asked for minus distance · normal. */
import { createMeshDistance } from '../../../world/distance/mesh-distance.ts';
import { createEmptyDistance, createPlaneDistance } from '../../../world/distance/plane.ts';
import { createScatteredBumps } from '../../../world/relief/random.ts';
import { createReliefDistance, createSineRelief, type Relief } from '../../../world/relief/relief.ts';
import type { SignedDistance } from '../../../world/distance/signed-distance.ts';

/** Rounded bumps of a half width, or a product of sines of a wavelength. */
export type ReliefShape =
  | { readonly kind: 'random'; readonly height: number; readonly size: number; readonly seed: number }
  | { readonly kind: 'sine'; readonly height: number; readonly size: number };

export type GroundShape =
  | { readonly kind: 'none' }
  | { readonly kind: 'plane'; readonly slope: number; readonly slopeAcross: number }
  | {
      readonly kind: 'height-field';
      readonly slope: number;
      readonly slopeAcross: number;
      readonly relief: ReliefShape;
    }
  | {
      readonly kind: 'mesh';
      /** xyz per vertex. */
      readonly vertices: Float64Array;
      /** Three vertices per triangle, counter-clockwise seen from outside. */
      readonly triangles: Uint32Array;
    };

export function createGround(shape: GroundShape): SignedDistance {
  switch (shape.kind) {
    case 'none':
      return createEmptyDistance();
    case 'plane':
      return createPlaneDistance(shape);
    case 'height-field': {
      const { slope, slopeAcross, relief } = shape;
      return createReliefDistance({ slope, slopeAcross, relief: createRelief(relief) });
    }
    case 'mesh':
      return createMeshDistance({ positions: shape.vertices, triangles: shape.triangles });
  }
}

function createRelief(shape: ReliefShape): Relief {
  const { height, size } = shape;
  return shape.kind === 'sine'
    ? createSineRelief({ height, wavelength: size })
    : createScatteredBumps({ height, size, seed: shape.seed });
}
