/** The boundary of a set of tetrahedra, and whether elements hold together. */
import { ModelError } from '../../model/problem.ts';

/** Faces of a tet of positive volume, seen from outside counter-clockwise. */
const tetFaces = [1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1];

/** Faces that belong to one tet only, outward. A face of three tets is an error at `path`. */
export function createSurface(tets: Int32Array, path: string): Int32Array {
  const count = tets.length;
  const corners = new Int32Array(3 * count);
  const order = Int32Array.from({ length: count }, (_, face) => face);
  const sorted = new Int32Array(3 * count);
  for (let face = 0; face < count; face++) {
    const at = 4 * (face >> 2);
    for (let k = 0; k < 3; k++) corners[3 * face + k] = tets[at + tetFaces[3 * (face & 3) + k]!]!;
    sorted.set(corners.slice(3 * face, 3 * face + 3).sort(), 3 * face);
  }
  const compare = (a: number, b: number): number =>
    sorted[3 * a]! - sorted[3 * b]! ||
    sorted[3 * a + 1]! - sorted[3 * b + 1]! ||
    sorted[3 * a + 2]! - sorted[3 * b + 2]!;
  order.sort((a, b) => compare(a, b) || a - b);
  const outer: number[] = [];
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && compare(order[from]!, order[to]!) === 0) to++;
    if (to - from === 1) outer.push(order[from]!);
    else if (to - from > 2) failCrowded(path, sorted.subarray(3 * order[from]!, 3 * order[from]! + 3), to - from);
    from = to;
  }
  outer.sort((a, b) => a - b);
  const surface = new Int32Array(3 * outer.length);
  outer.forEach((face, k) => surface.set(corners.subarray(3 * face, 3 * face + 3), 3 * k));
  return surface;
}

function failCrowded(path: string, nodes: Int32Array, tets: number): never {
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
