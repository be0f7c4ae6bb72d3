/** The boundary of a body's tetrahedra, and the connectivity of its elements. */
import { ModelError } from '../../model/problem.ts';
import { listFaceNodes, listOuterFaces } from '../tets/surface.ts';

/** Faces that belong to one tet only, outward. A face of three tets is an error at `path`. */
export function createSurface(tets: Int32Array, path: string): Int32Array {
  return listFaceNodes(
    tets,
    listOuterFaces(tets, (nodes, count) => failCrowded(path, nodes, count)),
  );
}

function failCrowded(path: string, nodes: readonly number[], tets: number): never {
  throw new ModelError([
    {
      code: 'inconsistent',
      path,
      got: `${tets} tetrahedra on the face of nodes ${nodes.join(' ')}`,
      hint: 'A face may belong to two tetrahedra at most: remove what overlaps.',
    },
  ]);
}

/** Number of pieces that share no node. Nodes that no element uses do not count. */
export function countPieces(nodes: number, tets: Int32Array, plates: Int32Array): number {
  const parents = new Int32Array(nodes).fill(-1);
  const find = (node: number): number => {
    let root = node;
    while (parents[root] !== root) root = parents[root]!;
    while (parents[node] !== root) {
      const next = parents[node]!;
      parents[node] = root;
      node = next;
    }
    return root;
  };
  let pieces = 0;
  const use = (node: number): void => {
    if (parents[node]! >= 0) return;
    parents[node] = node;
    pieces += 1;
  };
  for (const [corners, list] of [
    [4, tets],
    [3, plates],
  ] as const) {
    for (let at = 0; at < list.length; at++) {
      use(list[at]!);
      const [a, b] = [find(list[at]!), find(list[at - (at % corners)]!)];
      if (a === b) continue;
      parents[a] = b;
      pieces -= 1;
    }
  }
  return pieces;
}
