/** Nodes of tetrahedra as a graph of their edges, and distances along it. */

export interface MeshGraph {
  /** Neighbours of node i are neighbours[starts[i]] … neighbours[starts[i + 1] − 1], ascending. */
  readonly starts: Int32Array;
  readonly neighbours: Int32Array;
  /** m. */
  readonly meanEdge: number;
  /** Nodes that hang together, piece by piece. */
  readonly pieces: readonly (readonly number[])[];
}

export function createMeshGraph({
  positions,
  tets,
}: {
  readonly positions: Float64Array;
  readonly tets: Int32Array;
}): MeshGraph {
  const count = positions.length / 3;
  const sets = Array.from({ length: count }, () => new Set<number>());
  for (let at = 0; at < tets.length; at += 4)
    for (let i = 0; i < 4; i++) for (let j = 0; j < 4; j++) if (i !== j) sets[tets[at + i]!]!.add(tets[at + j]!);
  const starts = new Int32Array(count + 1);
  for (let node = 0; node < count; node++) starts[node + 1] = starts[node]! + sets[node]!.size;
  const neighbours = new Int32Array(starts[count]!);
  for (let node = 0; node < count; node++)
    neighbours.set(
      [...sets[node]!].sort((a, b) => a - b),
      starts[node],
    );
  let sum = 0;
  for (let node = 0; node < count; node++)
    for (let e = starts[node]!; e < starts[node + 1]!; e++) sum += computeDistance(positions, node, neighbours[e]!);
  return { starts, neighbours, meanEdge: sum / neighbours.length, pieces: listPieces(starts, neighbours) };
}

function computeDistance(positions: Float64Array, a: number, b: number): number {
  const x = positions[3 * a]! - positions[3 * b]!;
  const y = positions[3 * a + 1]! - positions[3 * b + 1]!;
  const z = positions[3 * a + 2]! - positions[3 * b + 2]!;
  return Math.sqrt(x * x + y * y + z * z);
}

function listPieces(starts: Int32Array, neighbours: Int32Array): number[][] {
  const isSeen = new Uint8Array(starts.length - 1);
  const pieces: number[][] = [];
  for (let first = 0; first < isSeen.length; first++) {
    if (isSeen[first] === 1 || starts[first] === starts[first + 1]) continue;
    isSeen[first] = 1;
    const piece = [first];
    for (let i = 0; i < piece.length; i++)
      for (let e = starts[piece[i]!]!; e < starts[piece[i]! + 1]!; e++) {
        if (isSeen[neighbours[e]!] === 1) continue;
        isSeen[neighbours[e]!] = 1;
        piece.push(neighbours[e]!);
      }
    pieces.push(piece);
  }
  return pieces;
}

/** Rounds that even out how distances along edges depend on the directions of the edges. */
const smoothingRounds = 3;

/** Distances of a piece's nodes from its frontmost ones (+x), along edges and smoothed. */
export function setDistances(
  out: Float64Array,
  { starts, neighbours, meanEdge }: MeshGraph,
  positions: Float64Array,
  piece: readonly number[],
): void {
  const front = piece.reduce((max, node) => Math.max(max, positions[3 * node]!), -Infinity);
  for (const node of piece) {
    const behind = front - positions[3 * node]!;
    out[node] = behind < meanEdge / 2 ? behind : Infinity;
  }
  // Bellman's relaxation in rounds: meshes are a few dozen nodes long.
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const node of piece)
      for (let e = starts[node]!; e < starts[node + 1]!; e++) {
        const through = out[neighbours[e]!]! + computeDistance(positions, node, neighbours[e]!);
        if (!(through < out[node]!)) continue;
        out[node] = through;
        isChanged = true;
      }
  }
  const before = new Map<number, number>();
  for (let round = 0; round < smoothingRounds; round++) {
    for (const node of piece) before.set(node, out[node]!);
    for (const node of piece) {
      let sum = before.get(node)!;
      for (let e = starts[node]!; e < starts[node + 1]!; e++) sum += before.get(neighbours[e]!)!;
      out[node] = sum / (starts[node + 1]! - starts[node]! + 1);
    }
  }
}
