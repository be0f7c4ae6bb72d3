/** A box of tets in cross-sections along x: the body that theory knows, for tests and for beams. */
import { ModelError } from '../../engine/model/problem.ts';
import { listFaceNodes, listOuterFaces } from '../../engine/mesh/tets/surface.ts';
import type { SectionedTetMesh } from '../../engine/mesh/tets/tet-mesh.ts';

export interface BoxMeshOptions {
  /** Cells along x, y and z. */
  readonly cells: readonly [number, number, number];
  /** Edges along x, y and z; the box begins at the origin. */
  readonly size: readonly [number, number, number];
}

/** Orders in which the three axes may be walked from one corner of a cell to the opposite one: a tet each. */
const walks = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/** Six tets per cell around its diagonal; every other cell is mirrored, so that no diagonal is preferred. */
export function createBoxMesh({ cells, size }: BoxMeshOptions): SectionedTetMesh {
  checkOptions(cells, size);
  const counts = [cells[0] + 1, cells[1] + 1, cells[2] + 1] as const;
  const nodeCount = counts[0] * counts[1] * counts[2];
  const strides = [counts[1] * counts[2], counts[2], 1] as const;
  const positions = new Float64Array(3 * nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    for (let axis = 0; axis < 3; axis++) {
      const index = Math.floor(node / strides[axis]!) % counts[axis]!;
      positions[3 * node + axis] = (size[axis]! * index) / cells[axis]!;
    }
  }
  const tetCount = 6 * cells[0] * cells[1] * cells[2];
  const tetNodes = new Int32Array(4 * tetCount);
  let at = 0;
  for (let cell = 0; cell < tetCount / 6; cell++) {
    const k = cell % cells[2];
    const j = Math.floor(cell / cells[2]) % cells[1];
    const i = Math.floor(cell / (cells[1] * cells[2]));
    const odd = [i % 2, j % 2, k % 2];
    const corner = (i + odd[0]!) * strides[0] + (j + odd[1]!) * strides[1] + (k + odd[2]!) * strides[2];
    for (const walk of walks) {
      let node = corner;
      tetNodes[at] = node;
      for (let step = 0; step < 3; step++) {
        const axis = walk[step]!;
        node += odd[axis] === 1 ? -strides[axis] : strides[axis];
        tetNodes[at + step + 1] = node;
      }
      if (isInverted(positions, tetNodes, at)) {
        [tetNodes[at + 2], tetNodes[at + 3]] = [tetNodes[at + 3]!, tetNodes[at + 2]!];
      }
      at += 4;
    }
  }
  return {
    nodeCount,
    tetCount,
    positions,
    tetNodes,
    sectionCount: counts[0],
    nodesPerSection: strides[0],
    tetTissues: new Uint8Array(tetCount),
    tetMuscles: new Int16Array(tetCount).fill(-1),
    surfaceTriangles: Uint32Array.from(listFaceNodes(tetNodes, listOuterFaces(tetNodes))),
  };
}

function checkOptions(cells: readonly number[], size: readonly number[]): void {
  for (let axis = 0; axis < 3; axis++) {
    const whole = Number.isInteger(cells[axis]) && cells[axis]! >= 1;
    if (whole && size[axis]! > 0 && size[axis]! < Infinity) continue;
    throw new ModelError([
      {
        code: 'out-of-range',
        path: `${whole ? 'size' : 'cells'}[${axis}]`,
        got: String(whole ? size[axis] : cells[axis]),
        hint: whole ? 'Give an edge above 0.' : 'Give one cell or more.',
      },
    ]);
  }
}

function isInverted(positions: Float64Array, tetNodes: Int32Array, at: number): boolean {
  const edge = (corner: number, axis: number): number =>
    positions[3 * tetNodes[at + corner]! + axis]! - positions[3 * tetNodes[at]! + axis]!;
  let volume = 0;
  for (let c = 0; c < 3; c++) {
    const [d, e] = [(c + 1) % 3, (c + 2) % 3];
    volume += edge(1, c) * (edge(2, d) * edge(3, e) - edge(2, e) * edge(3, d));
  }
  return volume < 0;
}
