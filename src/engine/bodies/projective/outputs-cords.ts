/** Cords to draw: their routes carried along by the elements they lie in, and what excitation shows on the skin. */
import { packMixtures, type Mixtures } from './outputs-skin.ts';
import type { Cord, SoftBody } from './soft-body.ts';

/** Points drawn of each cord. */
export const cordPoints = 26;

/** Places of all points of all cords as mixtures of nodes, cord by cord. */
export function createCordMixtures(body: SoftBody): Mixtures {
  const mixtures = body.cords.flatMap((cord) => {
    const route = resample(cord.route, cordPoints);
    return Array.from({ length: cordPoints }, (_, p) => embed(body, cord, route, 3 * p));
  });
  return packMixtures(mixtures);
}

/** `count` points at equal distances along a polyline. */
function resample(route: Float64Array, count: number): Float64Array {
  const points = route.length / 3;
  const lengths = new Float64Array(points);
  for (let p = 1; p < points; p++) {
    const [x, y, z] = [0, 1, 2].map((k) => route[3 * p + k]! - route[3 * p - 3 + k]!) as [number, number, number];
    lengths[p] = lengths[p - 1]! + Math.sqrt(x * x + y * y + z * z);
  }
  const out = new Float64Array(3 * count);
  let leg = 1;
  for (let i = 0; i < count; i++) {
    const at = (lengths[points - 1]! * i) / (count - 1);
    while (leg < points - 1 && lengths[leg]! < at) leg++;
    const span = lengths[leg]! - lengths[leg - 1]!;
    const share = span > 0 ? (at - lengths[leg - 1]!) / span : 0;
    for (let k = 0; k < 3; k++)
      out[3 * i + k] = route[3 * leg - 3 + k]! + share * (route[3 * leg + k]! - route[3 * leg - 3 + k]!);
  }
  return out;
}

/** A point as a mixture of the corners of the element it lies in, or of the nearest. */
function embed(body: SoftBody, cord: Cord, points: Float64Array, at: number): Map<number, number> {
  const isBending = cord.kind === 'bending';
  const elements = isBending ? body.plates : body.tets;
  const corners = isBending ? 3 : 4;
  let best: { element: number; shares: number[]; inside: number } | undefined;
  for (let e = 0; e < elements.length; e += corners) {
    const shares = isBending
      ? computePlateShares(body.positions, elements, e, points, at)
      : computeTetShares(body.positions, elements, e, points, at);
    const inside = Math.min(...shares);
    if (best === undefined || inside > best.inside) best = { element: e, shares, inside };
    if (inside >= 0) break;
  }
  const { element, shares } = best!;
  return new Map(shares.map((share, k) => [elements[element + k]!, share]));
}

function computeTetShares(p: Float64Array, tets: Int32Array, e: number, points: Float64Array, at: number): number[] {
  const corner = (k: number): number[] => [0, 1, 2].map((axis) => p[3 * tets[e + k]! + axis]!);
  const [a, b, c, d] = [corner(0), corner(1), corner(2), corner(3)];
  const x = [points[at]!, points[at + 1]!, points[at + 2]!];
  const whole = computeVolume(a, b, c, d);
  return [
    computeVolume(x, b, c, d) / whole,
    computeVolume(a, x, c, d) / whole,
    computeVolume(a, b, x, d) / whole,
    computeVolume(a, b, c, x) / whole,
  ];
}

function computeVolume(a: number[], b: number[], c: number[], d: number[]): number {
  const [ux, uy, uz] = [b[0]! - a[0]!, b[1]! - a[1]!, b[2]! - a[2]!];
  const [vx, vy, vz] = [c[0]! - a[0]!, c[1]! - a[1]!, c[2]! - a[2]!];
  const [wx, wy, wz] = [d[0]! - a[0]!, d[1]! - a[1]!, d[2]! - a[2]!];
  return (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
}

function computePlateShares(
  p: Float64Array,
  plates: Int32Array,
  e: number,
  points: Float64Array,
  at: number,
): number[] {
  const side = (from: number, k: number): number => p[3 * plates[e + k]! + from]! - p[3 * plates[e]! + from]!;
  const u = [side(0, 1), side(1, 1), side(2, 1)];
  const v = [side(0, 2), side(1, 2), side(2, 2)];
  const r = [0, 1, 2].map((k) => points[at + k]! - p[3 * plates[e]! + k]!);
  const dot = (a: number[], b: number[]): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
  const [uu, uv, vv, ru, rv] = [dot(u, u), dot(u, v), dot(v, v), dot(r, u), dot(r, v)];
  const det = uu * vv - uv * uv;
  const b = (ru * vv - rv * uv) / det;
  const c = (rv * uu - ru * uv) / det;
  return [1 - b - c, b, c];
}

/** What each node of the body shows of the excitations: a mean over the entries of the elements around it. */
export function createNodeExcitations(body: SoftBody, firstSegments: readonly number[]): Mixtures {
  const sums = Array.from({ length: body.positions.length / 3 }, () => new Map<number, number>());
  body.cords.forEach((cord, c) => {
    const [elements, corners] = cord.kind === 'bending' ? [body.hinges, 4] : [body.tets, 4];
    cord.elements.forEach((element, entry) => {
      const segment = firstSegments[c]! + cord.segmentOf[entry]!;
      const weight = cord.gains[entry]! * cord.stiffness[entry]!;
      for (let k = 0; k < corners; k++) {
        const sum = sums[elements[corners * element + k]!]!;
        sum.set(segment, (sum.get(segment) ?? 0) + weight);
      }
    });
  });
  for (const sum of sums) {
    let total = 0;
    for (const weight of sum.values()) total += weight;
    for (const [segment, weight] of sum) sum.set(segment, weight / total);
  }
  return packMixtures(sums);
}

/** Nodes of the elements that cords act on. */
export function listMovedNodes(body: SoftBody): Set<number> {
  const moved = new Set<number>();
  for (const cord of body.cords) {
    const elements = cord.kind === 'bending' ? body.hinges : body.tets;
    for (const element of cord.elements) for (let k = 0; k < 4; k++) moved.add(elements[4 * element + k]!);
  }
  return moved;
}
