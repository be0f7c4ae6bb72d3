/**
 * The skin to draw: the coarse surface of the body made round by one step of Loop's subdivision, with plates as thin
 * closed sheets. Every vertex is a fixed mixture of nodes, so that a frame costs one sparse product.
 */
import { setTriangleNormal } from '../../../math/space/geometry.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import { subdivide } from '../../../mesh/triangles/loop-subdivision.ts';

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
  out: Float32Array | Float64Array,
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
