/** Geometry the views share: vertex normals, the coat coordinates that looks are painted in, and shapes of rigid parts. */
import { computeBounds } from '../../engine/math/space/geometry.ts';
import type { PartSpec } from '../../engine/contract/frame.ts';

/** Area-weighted vertex normals. */
export function setVertexNormals(out: Float32Array, positions: ArrayLike<number>, triangles: Uint32Array): void {
  out.fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t]!;
    const b = 3 * triangles[t + 1]!;
    const c = 3 * triangles[t + 2]!;
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const uz = positions[b + 2]! - positions[a + 2]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    const vz = positions[c + 2]! - positions[a + 2]!;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    for (const at of [a, b, c]) {
      out[at]! += nx;
      out[at + 1]! += ny;
      out[at + 2]! += nz;
    }
  }
  for (let i = 0; i < out.length; i += 3) {
    const length = Math.hypot(out[i]!, out[i + 1]!, out[i + 2]!) || 1;
    out[i]! /= length;
    out[i + 1]! /= length;
    out[i + 2]! /= length;
  }
}

/** Whether the triangles face outward; a closed surface wound the other way has a negative volume. */
export function isWoundOutward(positions: ArrayLike<number>, triangles: Uint32Array): boolean {
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    volume +=
      positions[a]! * (positions[b + 1]! * positions[c + 2]! - positions[b + 2]! * positions[c + 1]!) +
      positions[a + 1]! * (positions[b + 2]! * positions[c]! - positions[b]! * positions[c + 2]!) +
      positions[a + 2]! * (positions[b]! * positions[c + 1]! - positions[b + 1]! * positions[c]!);
  }
  return volume >= 0;
}

/** Whether every edge belongs to exactly two triangles. */
export function isClosed(triangles: Uint32Array): boolean {
  const edges = new Map<number, number>();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [triangles[t + k]!, triangles[t + ((k + 1) % 3)]!];
      // Vertex numbers stay far below 2^26, so a pair fits a safe integer.
      const edge = Math.min(a, b) * 0x4000000 + Math.max(a, b);
      edges.set(edge, (edges.get(edge) ?? 0) + 1);
    }
  }
  return [...edges.values()].every((count) => count === 2);
}

const bins = 48;

/**
 * Where each vertex sits on the animal at rest, independent of its size: place along the body (0 front … 1 rear), height
 * inside its section (−1 belly … 1 back), side (−1 right … 1 left).
 */
export function createCoatCoordinates(positions: ArrayLike<number>, vertexCount: number): Float32Array {
  const bounds = computeBounds(positions, 3 * vertexCount);
  const [low, high] = [bounds.subarray(0, 3), bounds.subarray(3)];
  const length = high[0]! - low[0]! || 1;
  const find = (x: number): number => Math.min(bins - 1, Math.floor((bins * (high[0]! - x)) / length));
  const top = new Float32Array(bins).fill(-Infinity);
  const bottom = new Float32Array(bins).fill(Infinity);
  for (let v = 0; v < vertexCount; v++) {
    const bin = find(positions[3 * v]!);
    top[bin] = Math.max(top[bin]!, positions[3 * v + 2]!);
    bottom[bin] = Math.min(bottom[bin]!, positions[3 * v + 2]!);
  }
  const halfWidth = Math.max(high[1]!, -low[1]!) || 1;
  const coat = new Float32Array(3 * vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const [x, y, z] = [positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!];
    const bin = find(x);
    const half = (top[bin]! - bottom[bin]!) / 2 || 1;
    coat[3 * v] = (high[0]! - x) / length;
    coat[3 * v + 1] = (z - (top[bin]! + bottom[bin]!) / 2) / half;
    coat[3 * v + 2] = y / halfWidth;
  }
  return coat;
}

/** A rigid part's outline in its own frame: rings along x, closed at both ends. Coarse ones serve where there are hundreds. */
export function createPartShape(part: PartSpec, coarse = false): { positions: number[]; triangles: number[] } {
  const [length, width, height] = part.size;
  if (part.outline !== undefined) return createArmourShape(part, part.outline, coarse ? 12 : 20);
  const sides = part.shape === 'box' ? 4 : part.shape === 'capsule' ? (coarse ? 5 : 8) : 16;
  const rings = createProfile(part, coarse);
  const positions: number[] = [];
  const triangles: number[] = [];
  const corner = part.shape === 'box' ? Math.SQRT2 : 1;
  for (const [x, scale] of rings) {
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * (i + (sides === 4 ? 0.5 : 0))) / sides;
      positions.push(
        x * (length / 2),
        corner * scale * (width / 2) * Math.sin(angle),
        corner * scale * (height / 2) * Math.cos(angle),
      );
    }
  }
  addRingTriangles(triangles, rings.length, sides);
  return { positions, triangles };
}

/** Triangles between neighbouring rings of as many corners each. */
function addRingTriangles(triangles: number[], rings: number, sides: number): void {
  for (let ring = 0; ring + 1 < rings; ring++) {
    for (let i = 0; i < sides; i++) {
      const [a, b] = [ring * sides + i, ring * sides + ((i + 1) % sides)];
      triangles.push(a, b + sides, a + sides, a, b, b + sides);
    }
  }
}

interface Armour {
  /** Place along (in lengths of the box, or in half widths where it is a head) and size of each ring. */
  readonly along: readonly number[];
  readonly scales: readonly number[];
  /** 0.5 a box with round corners, 1 an ellipse: above and below. */
  readonly above: number;
  readonly below: number;
  /** Height over that of the box: above, below. */
  readonly heights: readonly [number, number];
}

/** A little larger than the box: a plate that reaches over the joint behind, a closed ring, and the capsule of a head. */
const armours: Readonly<Record<NonNullable<PartSpec['outline']>, Armour>> = {
  plate: {
    along: [1.1, 1.1, 0.8, 0.2, -0.5, -1, -1.25, -1.27, -1.27],
    scales: [0, 0.8, 0.96, 1.05, 1.09, 1.1, 1.06, 0.98, 0],
    above: 0.78,
    below: 0.6,
    heights: [0.98, 0.86],
  },
  ring: {
    along: [0.62, 0.62, 0.5, 0.1, -0.4, -0.72, -0.8, -0.8],
    scales: [0, 0.86, 0.96, 1.0, 1.03, 1.05, 1.0, 0],
    above: 1,
    below: 0.85,
    heights: [1.02, 0.9],
  },
  head: {
    along: [0.86, 0.85, 0.8, 0.66, 0.46, 0.2, -0.1, -0.3, -0.3],
    scales: [0, 0.22, 0.42, 0.66, 0.84, 0.94, 0.92, 0.82, 0],
    above: 0.85,
    below: 0.75,
    heights: [0.92, 0.8],
  },
};

function createArmourShape(
  { size: [length, width, height] }: PartSpec,
  outline: NonNullable<PartSpec['outline']>,
  sides: number,
): { positions: number[]; triangles: number[] } {
  const { along, scales, above, below, heights } = armours[outline];
  const unit = outline === 'head' ? width : length;
  const positions: number[] = [];
  const triangles: number[] = [];
  const round = (value: number, power: number): number => Math.sign(value) * Math.abs(value) ** power;
  scales.forEach((scale, ring) => {
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * i) / sides;
      const [y, z] = [Math.sin(angle), Math.cos(angle)];
      const [power, tall] = z < 0 ? [below, heights[1] * Math.min(scale, 1)] : [above, heights[0] * scale];
      positions.push(along[ring]! * unit, scale * (width / 2) * round(y, power), tall * (height / 2) * round(z, power));
    }
  });
  addRingTriangles(triangles, scales.length, sides);
  return { positions, triangles };
}

/** Pairs of place along the part (−1 … 1, front first) and scale of the section. */
function createProfile(part: PartSpec, coarse: boolean): [number, number][] {
  if (part.shape === 'ellipsoid' || part.shape === 'capsule') {
    const count = part.shape === 'capsule' ? (coarse ? 4 : 6) : 12;
    const cap = part.shape === 'capsule' ? Math.min(1, Math.max(part.size[1], part.size[2]) / part.size[0]) : 1;
    return Array.from({ length: count + 1 }, (_, i) => {
      const angle = (Math.PI * i) / count;
      const x = Math.cos(angle);
      return [Math.sign(x) * (1 - cap) + cap * x, Math.sin(angle)];
    });
  }
  // Rings at the rims are doubled, so that normals do not smooth the edge away.
  return [
    [1, 0],
    [1, 1],
    [1, 1],
    [-1, 1],
    [-1, 1],
    [-1, 0],
  ];
}
