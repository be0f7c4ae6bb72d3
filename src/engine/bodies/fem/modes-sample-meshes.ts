/** Meshes and materials for the tests of the modes. */
import type { SectionedTetMesh } from '../../discretise/tet-mesh.ts';
import { wormTissues } from '../../discretise/worm/cross-section.ts';
import type { TissueMaterial } from './modes-elements.ts';

function createMesh(positions: number[], tets: number[], sectionCount: number): SectionedTetMesh {
  const p = Float64Array.from(positions);
  const edge = (node: number, origin: number, r: number): number => p[3 * node + r]! - p[3 * origin + r]!;
  for (let t = 0; t < tets.length; t += 4) {
    const [o, a, b, c] = [tets[t]!, tets[t + 1]!, tets[t + 2]!, tets[t + 3]!];
    let volume = 0;
    for (let r = 0; r < 3; r++) {
      const [s, u] = [(r + 1) % 3, (r + 2) % 3];
      volume += edge(a, o, r) * (edge(b, o, s) * edge(c, o, u) - edge(b, o, u) * edge(c, o, s));
    }
    if (volume < 0) [tets[t + 2], tets[t + 3]] = [c, b];
  }
  const nodeCount = positions.length / 3;
  return {
    nodeCount,
    tetCount: tets.length / 4,
    positions: p,
    tetNodes: Int32Array.from(tets),
    sectionCount,
    nodesPerSection: nodeCount / sectionCount,
    tetTissues: new Uint8Array(tets.length / 4),
    tetMuscles: new Int16Array(tets.length / 4).fill(-1),
    surfaceTriangles: new Uint32Array(0),
  };
}

/** A box from the origin along +x, `across` cells in y and z, `along` in x, each cut into six tets round its diagonal. */
export function createBoxMesh(length: number, side: number, along: number, across: number): SectionedTetMesh {
  const positions: number[] = [];
  const row = across + 1;
  for (let i = 0; i <= along; i++) {
    for (let j = 0; j <= across; j++) {
      for (let k = 0; k <= across; k++) {
        positions.push((length * i) / along, side * (j / across - 0.5), side * (k / across - 0.5));
      }
    }
  }
  const strides = [row * row, row, 1];
  const tets: number[] = [];
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  for (let i = 0; i < along; i++) {
    for (let j = 0; j < across; j++) {
      for (let k = 0; k < across; k++) {
        for (const order of orders) {
          // Every other cell is mirrored, so that no diagonal of the cells is preferred.
          const odd = [i % 2, j % 2, k % 2];
          let node = (i + odd[0]!) * row * row + (j + odd[1]!) * row + k + odd[2]!;
          tets.push(node);
          for (const axis of order) tets.push((node += odd[axis] === 1 ? -strides[axis]! : strides[axis]!));
        }
      }
    }
  }
  return createMesh(positions, tets, along + 1);
}

export const sampleMaterial: TissueMaterial = { youngModulus: 1000, poissonRatio: 0.3, density: 1 };

/** The tissues of the worm in mm, g, s: a soft core in a body of one stiffness. */
export const wormMaterials: readonly TissueMaterial[] = wormTissues.map(({ name }) => ({
  youngModulus: name === 'core' ? 20e3 : 130e3,
  poissonRatio: 0.45,
  density: 1e-3,
}));
