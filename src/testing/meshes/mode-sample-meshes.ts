/** A beam and materials for the tests of the modes. */
import { createBoxMesh } from './box-mesh.ts';
import type { SectionedTetMesh } from '../../engine/mesh/tets/tet-mesh.ts';
import { wormTissues } from '../../engine/families/worm/mesh/cross-section.ts';
import type { ModeMaterial } from '../../engine/bodies/fem/modes/elements.ts';

/** A beam of square section along +x. */
export function createBeamMesh(length: number, side: number, along: number, across: number): SectionedTetMesh {
  return createBoxMesh({ cells: [along, across, across], size: [length, side, side] });
}

export const sampleMaterial: ModeMaterial = { youngModulus: 1000, poissonRatio: 0.3, density: 1 };

/** The tissues of the worm in mm, g, s: a soft core in a body of one stiffness. */
export const wormMaterials: readonly ModeMaterial[] = wormTissues.map(({ name }) => ({
  youngModulus: name === 'core' ? 20e3 : 130e3,
  poissonRatio: 0.45,
  density: 1e-3,
}));
