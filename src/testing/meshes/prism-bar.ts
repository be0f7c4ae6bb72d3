/** A bar swept along x from prisms of three tets each, two prisms per cell across: the smallest body that has them. */
import { createBoxMesh } from './box-mesh.ts';
import type { SectionedTetMesh } from '../../engine/mesh/tets/tet-mesh.ts';
import { computeSixVolume } from '../../engine/math/space/geometry.ts';

export function createPrismBar(
  cells: readonly [number, number, number],
  size: readonly [number, number, number],
): SectionedTetMesh {
  const box = createBoxMesh({ cells, size });
  const [along, rows, columns] = cells;
  const per = box.nodesPerSection;
  const triangles: [number, number, number][] = [];
  for (let j = 0; j < rows; j++) {
    for (let k = 0; k < columns; k++) {
      const corner = j * (columns + 1) + k;
      const [right, above, opposite] = [corner + 1, corner + columns + 1, corner + columns + 2];
      triangles.push([corner, above, opposite], [corner, right, opposite]);
    }
  }
  const tetNodes: number[] = [];
  for (let slab = 0; slab < along; slab++) {
    for (const triangle of triangles) {
      const [p, q, r] = triangle.map((node) => slab * per + node) as [number, number, number];
      for (const tet of [
        [p, q, r, r + per],
        [p, q, q + per, r + per],
        [p, p + per, q + per, r + per],
      ]) {
        const [a, b, c, d] = tet as [number, number, number, number];
        tetNodes.push(...(computeSixVolume(box.positions, a, b, c, d) > 0 ? [a, b, c, d] : [a, b, d, c]));
      }
    }
  }
  const tetCount = tetNodes.length / 4;
  return {
    ...box,
    tetCount,
    tetNodes: Int32Array.from(tetNodes),
    inPrisms: true,
    tetTissues: new Uint8Array(tetCount),
    tetMuscles: new Int16Array(tetCount).fill(-1),
  };
}
