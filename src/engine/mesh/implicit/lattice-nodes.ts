/** The body-centred cubic lattice around a shape: corners and centres of cubes, four tetrahedra on each face between two. */
import { ModelError } from '../../model/problem.ts';
import type { DistanceField } from './implicit.ts';

export interface LatticeNodes {
  readonly cellSize: number;
  readonly count: number;
  /** xyz per node; nodes are moved while the surface is fitted. */
  readonly positions: Float64Array;
  /** Distance from the surface, negative inside. */
  readonly values: Float64Array;
  /** Tetrahedra with at least one node inside, four nodes each. */
  readonly tets: Int32Array;
  /** Length of an edge before nodes were moved. */
  readonly getLength: (a: number, b: number) => number;
  /** Whether a node lies on the plane of symmetry, y = 0. */
  readonly isOnPlane: (node: number) => boolean;
}

const maxCells = 3_000_000;
/** Lattice cubes along the side of a block, which is tested as a whole first. */
const blockCells = 4;
/** How much steeper than a true distance a field may be. */
const maxFieldSlope = 1.6;

export function createLatticeNodes(field: DistanceField, cellSize: number, mirror: boolean): LatticeNodes {
  const grid = createGrid(field, cellSize, mirror);
  const cells = listCells(field, grid);
  const nodes = new NodeTable(field, grid);
  const tets: number[] = [];
  const corner = [0, 0, 0, 0];
  const centre: [number, number, number] = [0, 0, 0];
  for (const cell of cells) {
    const i = cell % grid.nx;
    const j = Math.floor(cell / grid.nx) % grid.ny;
    const k = Math.floor(cell / (grid.nx * grid.ny));
    for (let axis = 0; axis < 3; axis++) {
      // Each face is taken by the cube above it; on the plane of symmetry its middle stands for the cube below.
      centre[0] = 2 * i + 1;
      centre[1] = 2 * j + 1;
      centre[2] = 2 * k + 1;
      const own = nodes.get(centre[0], centre[1], centre[2]);
      const onPlane = mirror && axis === 1 && j === 0;
      centre[axis]! -= onPlane ? 1 : 2;
      if (centre[axis]! < 0) continue;
      const other = nodes.get(centre[0], centre[1], centre[2]);
      const base: [number, number, number] = [2 * i, 2 * j, 2 * k];
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      for (let q = 0; q < 4; q++) {
        const place: [number, number, number] = [...base];
        place[u]! += q === 1 || q === 2 ? 2 : 0;
        place[v]! += q >= 2 ? 2 : 0;
        corner[q] = nodes.get(place[0], place[1], place[2]);
      }
      for (let q = 0; q < 4; q++) {
        const four = [own, other, corner[q]!, corner[(q + 1) % 4]!];
        if (four.some((node) => nodes.values[node]! < 0)) tets.push(...four);
      }
    }
  }
  return nodes.finish(tets);
}

interface Grid {
  readonly cellSize: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
}

/** Cubes from a multiple of the cell size on, so that the lattice does not depend on the body's bounds; one cube around. */
function createGrid({ bounds }: DistanceField, cellSize: number, mirror: boolean): Grid {
  const low = [0, 1, 2].map((k) => (mirror && k === 1 ? 0 : Math.floor(bounds[k]! / cellSize) - 2));
  const high = [0, 1, 2].map((k) => Math.ceil(bounds[3 + k]! / cellSize) + 2);
  const [nx, ny, nz] = [0, 1, 2].map((k) => high[k]! - low[k]!) as [number, number, number];
  if (!(nx * ny * nz <= maxCells))
    throw new ModelError([
      {
        code: 'too-large',
        path: 'lattice',
        got: `${nx} × ${ny} × ${nz} cubes`,
        hint: `At most ${maxCells} are searched: ask for fewer elements, or for a more compact body.`,
      },
    ]);
  return { cellSize, x: low[0]! * cellSize, y: low[1]! * cellSize, z: low[2]! * cellSize, nx, ny, nz };
}

/** Cubes that may touch the body with one of the tetrahedra on their lower faces, in order. */
function listCells({ distance }: DistanceField, { cellSize, x, y, z, nx, ny, nz }: Grid): number[] {
  const cells: number[] = [];
  const block = blockCells * cellSize;
  // From the middle of a block to the farthest node of those tetrahedra, and from the middle of a cube.
  const [farBlock, farCell] = [maxFieldSlope * ((Math.sqrt(3) / 2) * block + cellSize / 2), maxFieldSlope * cellSize];
  const inBlock = (bi: number, bj: number, bk: number): void => {
    for (let k = bk; k < Math.min(nz, bk + blockCells); k++)
      for (let j = bj; j < Math.min(ny, bj + blockCells); j++)
        for (let i = bi; i < Math.min(nx, bi + blockCells); i++)
          if (distance(x + (i + 0.5) * cellSize, y + (j + 0.5) * cellSize, z + (k + 0.5) * cellSize) <= farCell)
            cells.push((k * ny + j) * nx + i);
  };
  for (let k = 0; k < nz; k += blockCells)
    for (let j = 0; j < ny; j += blockCells)
      for (let i = 0; i < nx; i += blockCells)
        if (
          distance(x + i * cellSize + block / 2, y + j * cellSize + block / 2, z + k * cellSize + block / 2) <= farBlock
        )
          inBlock(i, j, k);
  return cells.sort((a, b) => a - b);
}

/** Nodes by their position in half cells, created on first use. */
class NodeTable {
  readonly values: number[] = [];
  readonly #field: DistanceField;
  readonly #grid: Grid;
  readonly #numbers = new Map<number, number>();
  readonly #positions: number[] = [];
  readonly #places: number[] = [];

  constructor(field: DistanceField, grid: Grid) {
    this.#field = field;
    this.#grid = grid;
  }

  get(i: number, j: number, k: number): number {
    const { nx, ny, x, y, z, cellSize } = this.#grid;
    const key = (k * (2 * ny + 1) + j) * (2 * nx + 1) + i;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.values.length;
    this.#numbers.set(key, number);
    const [px, py, pz] = [x + (i * cellSize) / 2, y + (j * cellSize) / 2, z + (k * cellSize) / 2];
    this.#positions.push(px, py, pz);
    this.#places.push(i, j, k);
    // A node that happens to lie on the surface counts as just outside of it.
    this.values.push(this.#field.distance(px, py, pz) || Number.MIN_VALUE);
    return number;
  }

  finish(tets: readonly number[]): LatticeNodes {
    const places = this.#places;
    const { cellSize } = this.#grid;
    const plane = this.#grid.y === 0;
    return {
      cellSize,
      count: this.values.length,
      positions: Float64Array.from(this.#positions),
      values: Float64Array.from(this.values),
      tets: Int32Array.from(tets),
      getLength: (a, b) => {
        const [dx, dy, dz] = [0, 1, 2].map((k) => places[3 * a + k]! - places[3 * b + k]!) as [number, number, number];
        return (cellSize / 2) * Math.sqrt(dx * dx + dy * dy + dz * dz);
      },
      isOnPlane: (node) => plane && places[3 * node + 1] === 0,
    };
  }
}
