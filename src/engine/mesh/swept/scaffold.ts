/**
 * Bodies built by hand from hexahedral cells and plate quads. Nodes are coloured like a chess board: the ends of each
 * edge of a cell differ. A cell is cut into five tetrahedra, the middle one on its four nodes of colour 0, so that
 * neighbouring cells agree on the diagonal of their shared face whatever their orientation; and a body whose nodes are
 * mirror-symmetric in place and colour has mirror-symmetric tetrahedra.
 */
import { ModelError } from '../../model/problem.ts';
import type { SoftPart } from '../soft/soft-part.ts';

export interface Scaffold {
  /** xyz per node, m. */
  readonly positions: number[];
  /** 0 or 1 per node. */
  readonly colours: number[];
  readonly tets: number[];
  readonly plates: number[];
}

export function createScaffold(): Scaffold {
  return { positions: [], colours: [], tets: [], plates: [] };
}

/** Returns the index of the new node. */
export function addNode(scaffold: Scaffold, x: number, y: number, z: number, colour: number): number {
  scaffold.positions.push(x, y, z);
  scaffold.colours.push(colour & 1);
  return scaffold.colours.length - 1;
}

/** Corners of the cell's five tetrahedra when its corner 0 has colour 0, and when it has colour 1. */
const cuts = [
  [0, 2, 5, 7, 1, 0, 2, 5, 3, 0, 2, 7, 4, 0, 5, 7, 6, 2, 5, 7],
  [1, 3, 4, 6, 0, 1, 3, 4, 2, 1, 3, 6, 5, 1, 4, 6, 7, 3, 4, 6],
] as const;

/** Eight corners: four around one face, then the four opposite of them in the same order. */
export function addCell(scaffold: Scaffold, corners: readonly number[]): void {
  const first = scaffold.colours[corners[0]!]!;
  for (let k = 0; k < 8; k++) {
    const expected = first ^ ((k ^ (k >> 2)) & 1);
    if (scaffold.colours[corners[k]!] === expected) continue;
    throw new ModelError([
      {
        code: 'inconsistent',
        path: `cell on nodes ${corners.join(' ')}`,
        got: `corner ${k} of the same colour as its neighbour`,
        hint: 'Colour the nodes so that the ends of each edge differ: a ring of cells needs an even number of them.',
      },
    ]);
  }
  for (const corner of cuts[first as 0 | 1]) scaffold.tets.push(corners[corner]!);
}

/**
 * A strip of plate quads between rows of equally many nodes. The diagonals form diamonds: the mirror image of a plate with
 * an even number of quads is itself.
 */
export function addPlateRows(scaffold: Scaffold, rows: readonly ArrayLike<number>[]): void {
  for (let r = 0; r + 1 < rows.length; r++) {
    const [below, above] = [rows[r]!, rows[r + 1]!];
    for (let c = 0; c + 1 < below.length; c++) {
      const [a, b, d, e] = [below[c]!, below[c + 1]!, above[c + 1]!, above[c]!];
      if ((r + c) % 2 === 0) scaffold.plates.push(a, b, d, a, d, e);
      else scaffold.plates.push(a, b, e, b, d, e);
    }
  }
}

export function createScaffoldPart(scaffold: Scaffold): SoftPart {
  return {
    positions: Float64Array.from(scaffold.positions),
    tets: Int32Array.from(scaffold.tets),
    plates: Int32Array.from(scaffold.plates),
  };
}
