/** Plates in water: which triangles it meets, where their edges are free, and how deep the water is that moves with them. In m. */
import { computeSymmetricEigen } from '../math/eigen/symmetric.ts';
import { computeEllipsePerimeter, computeTriangleArea } from '../math/space/geometry.ts';

interface PlateBody {
  readonly positions: Float64Array;
  readonly tets: Int32Array;
  readonly plates: Int32Array;
}

/** Triangles that are not wholly in the flesh, as the clamps of fins are. */
export function listWetPlates({ tets, plates }: PlateBody): Int32Array {
  const flesh = new Set(tets);
  const wet: number[] = [];
  for (let at = 0; at < plates.length; at += 3) {
    const corners = [plates[at]!, plates[at + 1]!, plates[at + 2]!];
    if (!corners.every((node) => flesh.has(node))) wet.push(...corners);
  }
  return Int32Array.from(wet);
}

interface TriangleEdge {
  readonly triangle: number;
  /** The edge runs from this corner to the next. */
  readonly corner: number;
}

/** Edges of one triangle only that are not in the flesh. */
export function listFreeEdges(triangles: Int32Array, tets: Int32Array): TriangleEdge[] {
  const flesh = new Set(tets);
  const found = new Map<string, TriangleEdge & { count: number }>();
  for (let at = 0; at < triangles.length; at++) {
    const [triangle, corner] = [Math.floor(at / 3), at % 3];
    const a = triangles[at]!;
    const b = triangles[3 * triangle + ((corner + 1) % 3)]!;
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    const edge = found.get(key);
    if (edge !== undefined) edge.count += 1;
    else found.set(key, { triangle, corner, count: flesh.has(a) && flesh.has(b) ? 2 : 1 });
  }
  return [...found.values()].filter((edge) => edge.count === 1);
}

/** Waves along a fin: of stingrays, 1.3 on its length. [Rosenberger 2001, J. Exp. Biol. 204:379] */
const wavesPerFin = 1.3;

/**
 * Per triangle: ℓ with 1/ℓ² = 1/ℓ₁² + 1/ℓ₂². ℓ₁ = 4b/3E is that of an elliptic disc moved as a whole, b its smaller half axis and
 * E the elliptic integral, 8R/3π of a circle [Lamb, Hydrodynamics §§71, 102, from memory]; ℓ₂ = λ/π that of a wave on a wide
 * plate, exact for both of its sides. A fin along flesh is half of a plate of twice its width.
 */
export function computePlateDepths({ positions, tets }: PlateBody, triangles: Int32Array): Float64Array {
  const depths = new Float64Array(triangles.length / 3);
  const flesh = new Set(tets);
  for (const piece of listPieces(triangles)) {
    const isFin = piece.some((t) => [0, 1, 2].some((k) => flesh.has(triangles[3 * t + k]!)));
    const [long, short] = computeHalfAxes(positions, triangles, piece);
    const [a, b] = isFin ? [Math.max(long, 2 * short), Math.min(long, 2 * short)] : [long, short];
    const whole = (4 * b) / (3 * (computeEllipsePerimeter(a, b) / (4 * a)));
    const wave = (2 * long) / (wavesPerFin * Math.PI);
    const depth = 1 / Math.sqrt(1 / (whole * whole) + 1 / (wave * wave));
    for (const t of piece) depths[t] = depth;
  }
  return depths;
}

/** Triangles that hang together, piece by piece. */
function listPieces(triangles: Int32Array): number[][] {
  const count = triangles.length / 3;
  const byNode = new Map<number, number[]>();
  for (let at = 0; at < triangles.length; at++) {
    const list = byNode.get(triangles[at]!);
    if (list === undefined) byNode.set(triangles[at]!, [Math.floor(at / 3)]);
    else list.push(Math.floor(at / 3));
  }
  const isSeen = new Uint8Array(count);
  const pieces: number[][] = [];
  for (let first = 0; first < count; first++) {
    if (isSeen[first] === 1) continue;
    isSeen[first] = 1;
    const piece = [first];
    for (let i = 0; i < piece.length; i++)
      for (let k = 0; k < 3; k++)
        for (const other of byNode.get(triangles[3 * piece[i]! + k]!)!) {
          if (isSeen[other] === 1) continue;
          isSeen[other] = 1;
          piece.push(other);
        }
    pieces.push(piece);
  }
  return pieces;
}

/** Half axes of the flat ellipse with the same second moments of area, the longer first. */
function computeHalfAxes(positions: Float64Array, triangles: Int32Array, piece: readonly number[]): [number, number] {
  const centre = [0, 0, 0];
  const moments = new Float64Array(9);
  let total = 0;
  for (const isSecond of [false, true]) {
    for (const t of piece) {
      const corners = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]!) as [number, number, number];
      const area = computeTriangleArea(positions, ...corners);
      if (!isSecond) total += area;
      for (const from of corners) {
        for (let i = 0; i < 3; i++) {
          if (!isSecond) centre[i]! += (area / 3) * positions[from + i]!;
          // The middles of the edges integrate squares exactly; corners and centre with 1/12 and 3/4 do as well.
          for (let j = 0; isSecond && j < 3; j++)
            moments[3 * i + j]! +=
              (area / 12) * ((positions[from + i]! - centre[i]!) * (positions[from + j]! - centre[j]!));
        }
      }
      if (!isSecond) continue;
      const mean = [0, 1, 2].map((i) => corners.reduce((sum, from) => sum + positions[from + i]! / 3, -centre[i]!));
      for (let i = 0; i < 9; i++) moments[i]! += 0.75 * area * (mean[Math.floor(i / 3)]! * mean[i % 3]!);
    }
    if (!isSecond) for (let i = 0; i < 3; i++) centre[i]! /= total;
  }
  const { values } = computeSymmetricEigen(moments, 3);
  const sizes = Array.from(values, (value) => 2 * Math.sqrt(Math.max(0, value) / total)).sort((p, q) => q - p);
  return [sizes[0]!, sizes[1]!];
}
