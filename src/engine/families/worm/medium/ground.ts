/** Grounds that a worm may crawl on, in mm. The nearest point o of the ground is the point asked for minus distance · normal. */
import type { TriangleMesh } from '../../../mesh/triangles/triangle-mesh.ts';
import { ModelError } from '../../../model/problem.ts';
import { createMeshDistance } from '../../../world/distance/mesh-distance.ts';
import { createEmptyDistance, createPlaneDistance } from '../../../world/distance/plane.ts';
import type { SignedDistance } from '../../../world/distance/signed-distance.ts';
import { createScatteredBumps } from '../../../world/relief/random.ts';
import { createReliefDistance, createSineRelief, type Relief } from '../../../world/relief/relief.ts';
import { mmPerMetre } from '../parameters.ts';
import type { WormDesc } from '../schema.ts';

export type WormGround = WormDesc['ground'];
type GroundOf<K extends WormGround['kind']> = Extract<WormGround, { kind: K }>;

export function createGround(ground: WormGround): SignedDistance {
  switch (ground.kind) {
    case 'none':
      return createEmptyDistance();
    case 'plane':
      return createPlaneDistance(ground);
    case 'height-field': {
      const { slope, slopeAcross, relief } = ground;
      return createReliefDistance({ slope, slopeAcross, relief: createRelief(relief) });
    }
    case 'mesh':
      return createMeshDistance(createGroundMesh(ground));
  }
}

function createRelief(relief: GroundOf<'height-field'>['relief']): Relief {
  const [height, size] = [relief.height * mmPerMetre, relief.size * mmPerMetre];
  return relief.kind === 'sine'
    ? createSineRelief({ height, wavelength: size })
    : createScatteredBumps({ height, size, seed: relief.seed });
}

export function createGroundMesh({ vertices, triangles }: GroundOf<'mesh'>): TriangleMesh {
  const count = vertices.length;
  const bad = triangles.findIndex((triangle) => triangle.some((vertex) => vertex >= count));
  if (triangles.length === 0 || bad >= 0)
    throw new ModelError([
      {
        code: 'inconsistent',
        path: bad >= 0 ? `ground.triangles[${bad}]` : 'ground.triangles',
        got: bad >= 0 ? `corners ${triangles[bad]!.join(', ')}` : 'an empty list',
        hint: `A ground of kind mesh needs triangles whose corners are numbers from 0 to ${count - 1}, the items of ground.vertices.`,
      },
    ]);
  return {
    positions: Float64Array.from(vertices.flat(), (value) => value * mmPerMetre),
    triangles: Uint32Array.from(triangles.flat()),
  };
}
