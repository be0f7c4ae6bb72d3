/** Thin plates: triangles made to face one way, and the hinges between them. */
import { ModelError } from '../../model/problem.ts';

/** For each side of each triangle (3 · triangle + k, from corner k to the next) the same side of its neighbour, or −1. */
function findNeighbours(plates: Int32Array, path: string): Int32Array {
  const neighbours = new Int32Array(plates.length).fill(-1);
  const first = new Map<string, number>();
  for (let side = 0; side < plates.length; side++) {
    const [a, b] = [plates[side]!, plates[nextSide(side)]!];
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, side);
      continue;
    }
    if (neighbours[other]! >= 0)
      throw new ModelError([
        {
          code: 'inconsistent',
          path,
          got: `three plate triangles at the edge of nodes ${key}`,
          hint: 'An edge may join two plate triangles at most.',
        },
      ]);
    neighbours[side] = other;
    neighbours[other] = side;
  }
  return neighbours;
}

function nextSide(side: number): number {
  return side % 3 === 2 ? side - 2 : side + 1;
}

/** Turns triangles over until neighbours face the same way as the first of each connected plate. */
export function orientPlates(plates: Int32Array, path: string): void {
  const neighbours = findNeighbours(plates, path);
  const given = plates.slice();
  const turned = new Int8Array(plates.length / 3).fill(-1);
  for (let start = 0; start < turned.length; start++) {
    if (turned[start]! >= 0) continue;
    turned[start] = 0;
    const queue = [start];
    for (let triangle = queue.pop(); triangle !== undefined; triangle = queue.pop()) {
      for (let side = 3 * triangle; side < 3 * triangle + 3; side++) {
        const other = neighbours[side]!;
        if (other < 0) continue;
        const next = Math.floor(other / 3);
        // Neighbours that face the same way run along their shared edge in opposite senses.
        const same = given[side] === given[other] ? 1 : 0;
        const expected = turned[triangle]! ^ same;
        if (turned[next]! < 0) {
          turned[next] = expected;
          queue.push(next);
        } else if (turned[next] !== expected)
          throw new ModelError([
            {
              code: 'inconsistent',
              path,
              got: 'a plate with one side only (a Möbius band)',
              hint: 'Cut the band, or make it an even number of half turns.',
            },
          ]);
      }
    }
  }
  turned.forEach((flag, triangle) => {
    if (flag !== 1) return;
    plates[3 * triangle + 1] = given[3 * triangle + 2]!;
    plates[3 * triangle + 2] = given[3 * triangle + 1]!;
  });
}

/** Inner edges a b of plates that face one way: c is the corner of the triangle a b c, d that of the triangle b a d. */
export function createHinges(plates: Int32Array): Int32Array {
  const neighbours = findNeighbours(plates, 'plates');
  const hinges: number[] = [];
  const opposite = (side: number): number => plates[nextSide(nextSide(side))]!;
  for (let side = 0; side < plates.length; side++) {
    const other = neighbours[side]!;
    if (other > side) hinges.push(plates[side]!, plates[nextSide(side)]!, opposite(side), opposite(other));
  }
  return Int32Array.from(hinges);
}
