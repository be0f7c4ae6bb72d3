/** The boundary of a set of tetrahedra. */

/** Faces of a tet of positive volume, each opposite to a corner, seen from outside counter-clockwise. */
const tetFaces = [1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1];

/** Node `corner` of face 4 · tet + side. */
function getFaceNode(tets: Int32Array, face: number, corner: number): number {
  return tets[(face & ~3) + tetFaces[3 * (face & 3) + corner]!]!;
}

/**
 * Faces 4 · tet + side that belong to one tet only, ascending. `onCrowded` is told of faces that more than two tets share, which
 * no sound mesh has.
 */
export function listOuterFaces(
  tets: Int32Array,
  onCrowded?: (nodes: readonly number[], tetCount: number) => void,
): Int32Array {
  const count = tets.length;
  const sorted = new Int32Array(3 * count);
  for (let face = 0; face < count; face++) {
    const [a, b, c] = [getFaceNode(tets, face, 0), getFaceNode(tets, face, 1), getFaceNode(tets, face, 2)];
    const [low, high] = [Math.min(a, b, c), Math.max(a, b, c)];
    sorted[3 * face] = low;
    sorted[3 * face + 1] = a + b + c - low - high;
    sorted[3 * face + 2] = high;
  }
  const compare = (a: number, b: number): number =>
    sorted[3 * a]! - sorted[3 * b]! ||
    sorted[3 * a + 1]! - sorted[3 * b + 1]! ||
    sorted[3 * a + 2]! - sorted[3 * b + 2]!;
  const order = Int32Array.from({ length: count }, (_, face) => face).sort((a, b) => compare(a, b) || a - b);
  const outer: number[] = [];
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && compare(order[from]!, order[to]!) === 0) to++;
    if (to - from === 1) outer.push(order[from]!);
    else if (to - from > 2) onCrowded?.([...sorted.subarray(3 * order[from]!, 3 * order[from]! + 3)], to - from);
    from = to;
  }
  return Int32Array.from(outer).sort();
}

/** The nodes of faces, three each. */
export function listFaceNodes(tets: Int32Array, faces: Int32Array): Int32Array {
  const nodes = new Int32Array(3 * faces.length);
  for (let i = 0; i < nodes.length; i++) nodes[i] = getFaceNode(tets, faces[Math.floor(i / 3)]!, i % 3);
  return nodes;
}
