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
    const a = getFaceNode(tets, face, 0);
    const b = getFaceNode(tets, face, 1);
    const c = getFaceNode(tets, face, 2);
    const low = Math.min(a, b, c);
    const high = Math.max(a, b, c);
    sorted[3 * face] = low;
    sorted[3 * face + 1] = a + b + c - low - high;
    sorted[3 * face + 2] = high;
  }
  const order = sortByNodes(sorted);
  const outer: number[] = [];
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && haveSameNodes(sorted, order[from]!, order[to]!)) to++;
    if (to - from === 1) outer.push(order[from]!);
    else if (to - from > 2) onCrowded?.([...sorted.subarray(3 * order[from]!, 3 * order[from]! + 3)], to - from);
    from = to;
  }
  return Int32Array.from(outer).sort();
}

function haveSameNodes(sorted: Int32Array, a: number, b: number): boolean {
  for (let k = 0; k < 3; k++) if (sorted[3 * a + k] !== sorted[3 * b + k]) return false;
  return true;
}

/** Numbers of the triples in ascending order, equal ones in the order given: a counting sort by each of the three, the last first. */
function sortByNodes(triples: Int32Array): Int32Array {
  let most = 0;
  for (let i = 0; i < triples.length; i++) if (triples[i]! > most) most = triples[i]!;
  const count = triples.length / 3;
  let order = new Int32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  for (let k = 2; k >= 0; k--) {
    const next = new Int32Array(most + 2);
    for (let i = 0; i < count; i++) next[triples[3 * i + k]! + 1]! += 1;
    for (let node = 0; node < most; node++) next[node + 1]! += next[node]!;
    const moved = new Int32Array(count);
    for (let i = 0; i < count; i++) moved[next[triples[3 * order[i]! + k]!]!++] = order[i]!;
    order = moved;
  }
  return order;
}

/** The nodes of faces, three each. */
export function listFaceNodes(tets: Int32Array, faces: Int32Array): Int32Array {
  const nodes = new Int32Array(3 * faces.length);
  for (let i = 0; i < nodes.length; i++) nodes[i] = getFaceNode(tets, faces[Math.floor(i / 3)]!, i % 3);
  return nodes;
}
