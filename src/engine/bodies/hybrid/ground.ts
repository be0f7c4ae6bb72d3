// The grounds a myriapod's description can ask for, in the units of the model.
import type { HybridLegsDesc } from '../../model/hybrid-legs.ts';
import { createPlaneTerrain } from '../../terrain/plane.ts';
import { createReliefTerrain, createRollingRelief, type Relief } from '../../terrain/relief.ts';
import { createGaussianMixture, createScatteredBumps } from '../../terrain/relief-random.ts';
import type { Terrain } from '../../terrain/terrain.ts';

/** null: nothing below. `scale` turns metres into model units. */
export function createMyriapodGround(scene: HybridLegsDesc['scene'], scale: number): Terrain | null {
  const { slope, slopeAcross } = scene;
  if (scene.terrain === 'none') return null;
  const relief = createRelief(scene, scale);
  return relief === null
    ? createPlaneTerrain({ slope, slopeAcross })
    : createReliefTerrain({ relief, slope, slopeAcross });
}

function createRelief(scene: HybridLegsDesc['scene'], scale: number): Relief | null {
  const height = scale * scene.bumpHeight;
  const length = scale * scene.bumpLength;
  const seed = scene.terrainSeed;
  switch (scene.terrain) {
    case 'bumps':
      return createRollingRelief({ height, wavelength: length });
    case 'pebbles':
      return createScatteredBumps({ height, size: length, seed });
    case 'hills': {
      const side = scale * scene.terrainSide;
      const count = Math.min(2000, Math.ceil((side * side) / (4 * length * length)));
      return createGaussianMixture({ count, side, height, narrowest: length / 2, widest: length, seed });
    }
    default:
      return null;
  }
}
