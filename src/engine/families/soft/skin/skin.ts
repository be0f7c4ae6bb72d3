/**
 * The skin to draw: the coarse surface of the body made round by one step of Loop's subdivision, with plates as thin
 * closed sheets. Every vertex is a fixed mixture of nodes, so that a frame costs one sparse product.
 */
import { setTriangleNormal } from '../../../math/space/geometry.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';

/** Mixtures of nodes, one after the other: those of vertex v lie from starts[v] to starts[v + 1]. */
export interface Mixtures {
  readonly starts: Int32Array;
  readonly nodes: Int32Array;
  readonly weights: Float64Array;
}

export interface SoftSkin {
  readonly name: string;
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  readonly mixtures: Mixtures;
  /** Plates: how far each vertex stands off the sheet along its normal, m. Empty for the skin of tetrahedra. */
  readonly offsets: Float64Array;
}

type Mixture = Map<number, number>;

export function createSoftSkins(body: SoftBody, thickness: number): SoftSkin[] {
  const skins: SoftSkin[] = [];
  if (body.surface.length > 0) {
    const { mixtures, triangles } = subdivide(body.surface);
    skins.push({
      name: 'body',
      vertexCount: mixtures.length,
      triangles: Uint32Array.from(triangles),
      mixtures: packMixtures(mixtures),
      offsets: new Float64Array(0),
    });
  }
  if (body.plates.length > 0) skins.push(createSheet(body.plates, thickness / 2));
  return skins;
}

interface Edge {
  readonly a: number;
  readonly b: number;
  /** Corners opposite of it, one for each triangle. */
  readonly corners: number[];
}

function listEdges(triangles: ArrayLike<number>): Map<string, Edge> {
  const edges = new Map<string, Edge>();
  for (let at = 0; at < triangles.length; at += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [triangles[at + k]!, triangles[at + ((k + 1) % 3)]!, triangles[at + ((k + 2) % 3)]!];
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const edge = edges.get(key);
      if (edge === undefined) edges.set(key, { a: Math.min(a, b), b: Math.max(a, b), corners: [c] });
      else edge.corners.push(c);
    }
  }
  return edges;
}

/** One step of Loop's scheme; edges without exactly two triangles are rims, smoothed along themselves only. */
function subdivide(surface: ArrayLike<number>): { mixtures: Mixture[]; triangles: number[]; onRim: boolean[] } {
  const edges = listEdges(surface);
  const neighbours = new Map<number, Set<number>>();
  const rims = new Map<number, number[]>();
  const connect = (a: number, b: number): void => {
    const set = neighbours.get(a) ?? new Set<number>();
    set.add(b);
    neighbours.set(a, set);
  };
  for (const { a, b, corners } of edges.values()) {
    connect(a, b);
    connect(b, a);
    if (corners.length === 2) continue;
    rims.set(a, [...(rims.get(a) ?? []), b]);
    rims.set(b, [...(rims.get(b) ?? []), a]);
  }
  const mixtures: Mixture[] = [];
  const onRim: boolean[] = [];
  const vertexOf = new Map<number, number>();
  for (const [node, around] of neighbours) {
    vertexOf.set(node, mixtures.length);
    const rim = rims.get(node);
    onRim.push(rim !== undefined);
    mixtures.push(rim === undefined ? mixInner(node, around) : mixRim(node, rim));
  }
  const edgeOf = new Map<string, number>();
  for (const [key, { a, b, corners }] of edges) {
    edgeOf.set(key, mixtures.length);
    onRim.push(corners.length !== 2);
    mixtures.push(
      corners.length === 2
        ? new Map([
            [a, 3 / 8],
            [b, 3 / 8],
            [corners[0]!, 1 / 8],
            [corners[1]!, 1 / 8],
          ])
        : new Map([
            [a, 1 / 2],
            [b, 1 / 2],
          ]),
    );
  }
  const triangles: number[] = [];
  const middle = (a: number, b: number): number => edgeOf.get(a < b ? `${a} ${b}` : `${b} ${a}`)!;
  for (let at = 0; at < surface.length; at += 3) {
    const [a, b, c] = [surface[at]!, surface[at + 1]!, surface[at + 2]!];
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    triangles.push(vertexOf.get(a)!, ab, ca, vertexOf.get(b)!, bc, ab, vertexOf.get(c)!, ca, bc, ab, bc, ca);
  }
  return { mixtures, triangles, onRim };
}

function mixInner(node: number, around: ReadonlySet<number>): Mixture {
  const share = around.size > 3 ? 3 / (8 * around.size) : 3 / 16;
  const mixture: Mixture = new Map([[node, 1 - share * around.size]]);
  for (const other of around) mixture.set(other, share);
  return mixture;
}

function mixRim(node: number, rim: readonly number[]): Mixture {
  if (rim.length !== 2) return new Map([[node, 1]]);
  return new Map([
    [node, 3 / 4],
    [rim[0]!, 1 / 8],
    [rim[1]!, 1 / 8],
  ]);
}

/** Both sides of a sheet. They meet at its rim, each with vertices of its own, so that neither borrows the other's normals. */
function createSheet(plates: Int32Array, half: number): SoftSkin {
  const { mixtures, triangles, onRim } = subdivide(plates);
  const count = mixtures.length;
  const all = [...mixtures, ...mixtures];
  const offsets = all.map((_, vertex) => (onRim[vertex % count]! ? 0 : vertex < count ? half : -half));
  const both = [...triangles];
  for (let at = 0; at < triangles.length; at += 3)
    both.push(count + triangles[at]!, count + triangles[at + 2]!, count + triangles[at + 1]!);
  return {
    name: 'sheet',
    vertexCount: all.length,
    triangles: Uint32Array.from(both),
    mixtures: packMixtures(all),
    offsets: Float64Array.from(offsets),
  };
}

export function packMixtures(mixtures: readonly ReadonlyMap<number, number>[]): Mixtures {
  const starts = new Int32Array(mixtures.length + 1);
  const nodes: number[] = [];
  const weights: number[] = [];
  mixtures.forEach((mixture, i) => {
    for (const [node, weight] of mixture) {
      nodes.push(node);
      weights.push(weight);
    }
    starts[i + 1] = nodes.length;
  });
  return { starts, nodes: Int32Array.from(nodes), weights: Float64Array.from(weights) };
}

/** Places of all vertices from the nodes, 3 numbers each, written from `at`. */
export function writeMixedPoints(
  out: Float32Array,
  at: number,
  { starts, nodes, weights }: Mixtures,
  positions: Float64Array | Float32Array,
): void {
  for (let v = 0; v + 1 < starts.length; v++) {
    let [x, y, z] = [0, 0, 0];
    for (let k = starts[v]!; k < starts[v + 1]!; k++) {
      const node = 3 * nodes[k]!;
      const w = weights[k]!;
      x += w * positions[node]!;
      y += w * positions[node + 1]!;
      z += w * positions[node + 2]!;
    }
    out[at + 3 * v] = x;
    out[at + 3 * v + 1] = y;
    out[at + 3 * v + 2] = z;
  }
}

/** The same for one number per node. */
export function writeMixedNumbers(
  out: Float32Array,
  at: number,
  { starts, nodes, weights }: Mixtures,
  values: Float64Array,
): void {
  for (let v = 0; v + 1 < starts.length; v++) {
    let sum = 0;
    for (let k = starts[v]!; k < starts[v + 1]!; k++) sum += weights[k]! * values[nodes[k]!]!;
    out[at + v] = sum;
  }
}

const faceNormal = new Float64Array(3);

/** Mean unit normals of a sheet's nodes, xyz per node of the body. */
export function setSheetNormals(
  normals: Float64Array,
  plates: Int32Array,
  positions: Float64Array | Float32Array,
): void {
  normals.fill(0);
  for (let t = 0; t < plates.length; t += 3) {
    const [a, b, c] = [3 * plates[t]!, 3 * plates[t + 1]!, 3 * plates[t + 2]!];
    setTriangleNormal(faceNormal, 0, positions, a, b, c);
    const [nx, ny, nz] = faceNormal as unknown as [number, number, number];
    for (const at of [a, b, c]) {
      normals[at] = normals[at]! + nx;
      normals[at + 1] = normals[at + 1]! + ny;
      normals[at + 2] = normals[at + 2]! + nz;
    }
  }
  for (let at = 0; at < normals.length; at += 3) {
    const [x, y, z] = [normals[at]!, normals[at + 1]!, normals[at + 2]!];
    const size = Math.sqrt(x * x + y * y + z * z);
    if (size === 0) continue;
    normals[at] = x / size;
    normals[at + 1] = y / size;
    normals[at + 2] = z / size;
  }
}

/** Lifts the vertices of a sheet off its middle. */
export function addSheetOffsets(
  out: Float32Array,
  at: number,
  { mixtures, offsets }: SoftSkin,
  normals: Float64Array,
): void {
  const { starts, nodes, weights } = mixtures;
  for (let v = 0; v < offsets.length; v++) {
    const offset = offsets[v]!;
    if (offset === 0) continue;
    for (let k = starts[v]!; k < starts[v + 1]!; k++) {
      const node = 3 * nodes[k]!;
      const w = offset * weights[k]!;
      for (let axis = 0; axis < 3; axis++) out[at + 3 * v + axis] = out[at + 3 * v + axis]! + w * normals[node + axis]!;
    }
  }
}
