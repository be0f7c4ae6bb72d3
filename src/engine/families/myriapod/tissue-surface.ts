/** How tissue is drawn: the long sides of all soft segments as one surface, open where they meet the boxes. */
import type { HybridParameters } from '../../bodies/rigid-soft/body.ts';
import type { TissueLattice } from '../../bodies/rigid-soft/tissue/lattice.ts';
import { computeTissueIndex, type TissueState } from '../../bodies/rigid-soft/tissue/segments.ts';
import type { SurfaceSpec } from '../../contract/frame.ts';
import { packReshaping } from '../../contract/ornaments.ts';
import { computeGirth } from './anatomy.ts';
import type { MyriapodDesc } from './schema.ts';
import { centimetre } from './units.ts';

/** Nodes on the four long sides of a soft segment. */
function listSideNodes({ cells: [nx, ny, nz] }: TissueLattice): number[] {
  const nodes: number[] = [];
  for (let i = 0; i <= nx; i++)
    for (let j = 0; j <= ny; j++)
      for (let k = 0; k <= nz; k++)
        if (j === 0 || j === ny || k === 0 || k === nz) nodes.push((i * (ny + 1) + j) * (nz + 1) + k);
  return nodes;
}

/** All soft segments as one surface, open where they meet the boxes. */
export function createTissueSurface(
  body: MyriapodDesc['body'],
  parameters: HybridParameters,
  lattice: TissueLattice,
): SurfaceSpec {
  const nodes = listSideNodes(lattice);
  const vertexOf = new Map(nodes.map((node, vertex) => [node, vertex]));
  const quads = listSideQuads(lattice);
  const segments = parameters.rigidSizes.length - 1;
  const link = parameters.rigidSizes[0]![0] + parameters.softSize[0];
  const restPositions = new Float32Array(3 * nodes.length * segments);
  const triangles: number[] = [];
  const slots = new Uint32Array(nodes.length * segments);
  for (let segment = 0; segment < segments; segment++) {
    const first = segment * nodes.length;
    const middle = -link * (segment + 0.5);
    nodes.forEach((node, vertex) => {
      const to = 3 * (first + vertex);
      restPositions[to] = centimetre * (middle + lattice.restPositions[3 * node]!);
      restPositions[to + 1] = centimetre * lattice.restPositions[3 * node + 1]!;
      restPositions[to + 2] = centimetre * lattice.restPositions[3 * node + 2]!;
      slots[first + vertex] = segment;
    });
    for (const [a, b, c, d] of quads) {
      const [p, q, r, s] = [a, b, c, d].map((node) => first + vertexOf.get(node)!) as [number, number, number, number];
      triangles.push(p, q, r, p, r, s);
    }
  }
  return {
    name: 'soft segments',
    kind: 'mesh',
    look: body.look,
    vertexCount: nodes.length * segments,
    triangles: Uint32Array.from(triangles),
    restPositions,
    channels: [{ channel: 'stance', slots }],
    ...(body.outline === 'boxes' ? {} : { reshaped: createReshaping(body, lattice, nodes, segments) }),
  };
}

/** Corners are drawn nearer to the middle, so that tissue is as round and as wide as the armour around it. */
function createReshaping(
  body: MyriapodDesc['body'],
  { cells: [nx, ny, nz] }: TissueLattice,
  nodes: readonly number[],
  segments: number,
): NonNullable<SurfaceSpec['reshaped']> {
  const size = nodes.length / (nx + 1);
  const rings = Array.from({ length: segments * (nx + 1) }, (_, ring) => {
    const segment = Math.floor(ring / (nx + 1));
    const [before, after] = [segment, segment + 1].map((i) => computeGirth(body, i, segments + 1)) as [number, number];
    const members = Array.from({ length: size }, (_, i) => ring * size + i);
    const shares = members.map((vertex) => {
      const node = nodes[vertex % nodes.length]!;
      const [j, k] = [Math.floor(node / (nz + 1)) % (ny + 1), node % (nz + 1)];
      const [y, z] = [(2 * j) / ny - 1, (2 * k) / nz - 1];
      return (0.97 * Math.min(before, after) * Math.max(Math.abs(y), Math.abs(z))) / Math.sqrt(y * y + z * z);
    });
    return { anchors: members, members, shares };
  });
  return packReshaping(rings);
}

/** Faces of the long sides, counter-clockwise seen from outside. */
function listSideQuads({ cells: [nx, ny, nz] }: TissueLattice): [number, number, number, number][] {
  const at = (i: number, j: number, k: number): number => (i * (ny + 1) + j) * (nz + 1) + k;
  const quads: [number, number, number, number][] = [];
  for (let i = 0; i < nx; i++) {
    for (let k = 0; k < nz; k++) {
      quads.push([at(i, 0, k), at(i + 1, 0, k), at(i + 1, 0, k + 1), at(i, 0, k + 1)]);
      quads.push([at(i, ny, k), at(i, ny, k + 1), at(i + 1, ny, k + 1), at(i + 1, ny, k)]);
    }
    for (let j = 0; j < ny; j++) {
      quads.push([at(i, j, 0), at(i, j + 1, 0), at(i + 1, j + 1, 0), at(i + 1, j, 0)]);
      quads.push([at(i, j, nz), at(i + 1, j, nz), at(i + 1, j + 1, nz), at(i, j + 1, nz)]);
    }
  }
  return quads;
}

/** Writes the surface's vertices from `start` on. */
export function writeTissue(
  out: Float32Array,
  start: number,
  lattice: TissueLattice,
  { softPositions }: TissueState,
  segments: number,
): void {
  const nodes = getSideNodes(lattice);
  let to = start;
  for (let segment = 0; segment < segments; segment++) {
    const at = computeTissueIndex(lattice, segment);
    for (let v = 0; v < nodes.length; v++) {
      const from = at + 12 * nodes[v]!;
      for (let a = 0; a < 3; a++) out[to++] = centimetre * softPositions[from + 4 * a]!;
    }
  }
}

const sideNodes = new WeakMap<object, Int32Array>();

function getSideNodes(lattice: TissueLattice): Int32Array {
  let nodes = sideNodes.get(lattice);
  if (nodes === undefined) {
    nodes = Int32Array.from(listSideNodes(lattice));
    sideNodes.set(lattice, nodes);
  }
  return nodes;
}
