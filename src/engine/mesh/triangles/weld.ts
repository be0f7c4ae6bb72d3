/** Merges vertices at the same position, for formats that store each triangle separately. */
import { computeExtent } from '../../math/space/geometry.ts';
import { type TriangleMesh } from './triangle-mesh.ts';

export interface WeldedMesh {
  readonly mesh: TriangleMesh;
  /** Duplicate vertices, and triangles without area. */
  readonly welded: number;
  readonly collapsed: number;
}

/** Relative to the mesh: a few times the last digit of the 32-bit numbers that most files hold. */
const weldTolerance = 2e-7;

/** Welds vertices that lie together and drops triangles with two equal corners. Unused vertices go too. */
export function weldMesh({ positions, triangles }: TriangleMesh): WeldedMesh {
  const representatives = findDoubles(positions, weldTolerance);
  const numbers = new Int32Array(representatives.length).fill(-1);
  const seen = new Uint8Array(representatives.length);
  const kept: number[] = [];
  const corners: number[] = [];
  for (let at = 0; at < triangles.length; at += 3) {
    const originals = [triangles[at]!, triangles[at + 1]!, triangles[at + 2]!];
    for (const vertex of originals) seen[vertex] = 1;
    const [a, b, c] = originals.map((vertex) => representatives[vertex]!) as [number, number, number];
    if (a === b || b === c || c === a) continue;
    for (const vertex of [a, b, c]) {
      if (numbers[vertex]! < 0) {
        numbers[vertex] = kept.length / 3;
        kept.push(positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!);
      }
      corners.push(numbers[vertex]!);
    }
  }
  let welded = 0;
  for (let v = 0; v < seen.length; v++) if (seen[v] === 1 && representatives[v] !== v) welded += 1;
  const mesh = { positions: Float64Array.from(kept), triangles: Uint32Array.from(corners) };
  return { mesh, welded, collapsed: (triangles.length - corners.length) / 3 };
}

/**
 * For each point the first one within `relative` times the extent of all of them: itself unless it is a double. Found through
 * cubes of twice that side: at most eight are in reach.
 */
export function findDoubles(positions: Float64Array, relative: number): Int32Array {
  const count = positions.length / 3;
  const distance = relative * computeExtent(positions);
  const representatives = new Int32Array(count);
  const cubes = new Map<number, number[]>();
  const scale = distance > 0 ? 0.5 / distance : 0;
  const key = (v: number, shift: number): number => {
    const x = Math.floor(positions[3 * v]! * scale + (shift & 1 ? 0.5 : -0.5));
    const y = Math.floor(positions[3 * v + 1]! * scale + (shift & 2 ? 0.5 : -0.5));
    const z = Math.floor(positions[3 * v + 2]! * scale + (shift & 4 ? 0.5 : -0.5));
    // Hash collisions of cubes only cost time: distances decide.
    return Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(z, 0xc2b2ae3d);
  };
  const home = (v: number): number => {
    const x = Math.floor(positions[3 * v]! * scale);
    const y = Math.floor(positions[3 * v + 1]! * scale);
    const z = Math.floor(positions[3 * v + 2]! * scale);
    return Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(z, 0xc2b2ae3d);
  };
  for (let v = 0; v < count; v++) {
    let found = v;
    for (let shift = 0; shift < 8; shift++) {
      const cube = cubes.get(key(v, shift));
      if (cube === undefined) continue;
      for (const other of cube)
        if (other < found && computeSquaredGap(positions, v, other) <= distance * distance) found = other;
    }
    representatives[v] = found;
    if (found !== v) continue;
    const own = home(v);
    const cube = cubes.get(own);
    if (cube === undefined) cubes.set(own, [v]);
    else cube.push(v);
  }
  return representatives;
}

function computeSquaredGap(positions: Float64Array, a: number, b: number): number {
  const x = positions[3 * a]! - positions[3 * b]!;
  const y = positions[3 * a + 1]! - positions[3 * b + 1]!;
  const z = positions[3 * a + 2]! - positions[3 * b + 2]!;
  return x * x + y * y + z * z;
}
