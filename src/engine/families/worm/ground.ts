/** Grounds that a worm may crawl on. The nearest point o of the ground is the point asked for minus distance · normal. */
import { createMeshDistance } from '../../world/distance/mesh-distance.ts';
import { createEmptyDistance, createPlaneDistance } from '../../world/distance/plane.ts';
import { createScatteredBumps } from '../../world/relief/random.ts';
import { createReliefDistance, createSineRelief } from '../../world/relief/relief.ts';
import type { SignedDistance } from '../../world/distance/signed-distance.ts';

export type GroundShape =
  | { readonly kind: 'none' }
  | { readonly kind: 'plane'; readonly slope: number; readonly slopeAcross: number }
  | {
      readonly kind: 'height-field';
      readonly slope: number;
      readonly slopeAcross: number;
      readonly bumps: 'random' | 'sine';
      readonly bumpHeight: number;
      readonly bumpSize: number;
      readonly bumpSeed: number;
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
      const { bumpHeight: height, bumpSize: size, bumpSeed: seed } = shape;
      const sine = shape.bumps === 'sine';
      const relief = sine
        ? createSineRelief({ height, wavelength: size })
        : createScatteredBumps({ height, size, seed });
      return createReliefDistance({ ...shape, relief });
    }
    case 'mesh':
      return createMeshDistance({ positions: shape.vertices, triangles: shape.triangles });
  }
}
