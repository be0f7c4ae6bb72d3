/** What drawing needs of a body at rest: its skin, routes of cords carried along by elements, what excitation shows on the skin. */
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import { createSoftSkins, type Mixtures, packMixtures, type SoftSkin } from './skin.ts';

/** Points drawn of each cord. */
export const cordPoints = 26;

/** Places of all points of all cords as mixtures of nodes, cord by cord. */
function createCordMixtures(body: SoftBody): Mixtures {
  const shares = createTetShares(body);
  const mixtures = body.cords.flatMap((cord) => {
    const route = resample(cord.route, cordPoints);
    return Array.from({ length: cordPoints }, (_, p) =>
      cord.kind === 'bending' ? embedInPlate(body, route, 3 * p) : embedInTet(body.tets, shares, route, 3 * p),
    );
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

/** A point as a mixture of the corners of the plate it lies in, or of the nearest. */
function embedInPlate({ plates, positions }: SoftBody, points: Float64Array, at: number): Map<number, number> {
  let best: { element: number; shares: number[]; inside: number } | undefined;
  for (let e = 0; e < plates.length; e += 3) {
    const shares = computePlateShares(positions, plates, e, points, at);
    const inside = Math.min(...shares);
    if (best === undefined || inside > best.inside) best = { element: e, shares, inside };
    if (inside >= 0) break;
  }
  const { element, shares } = best!;
  return new Map(shares.map((share, k) => [plates[element + k]!, share]));
}

/** The same for a tetrahedron. */
function embedInTet(tets: Int32Array, shares: Float64Array, points: Float64Array, at: number): Map<number, number> {
  const [x, y, z] = [points[at]!, points[at + 1]!, points[at + 2]!];
  const share = (i: number): number => shares[i]! + shares[i + 1]! * x + shares[i + 2]! * y + shares[i + 3]! * z;
  let [best, most] = [0, -Infinity];
  for (let e = 0; 4 * e < tets.length && most < 0; e++) {
    // The fourth is what the others leave.
    const [b, c, d] = [share(12 * e), share(12 * e + 4), share(12 * e + 8)];
    const inside = Math.min(b, c, d, 1 - b - c - d);
    if (inside > most) [best, most] = [e, inside];
  }
  const [b, c, d] = [share(12 * best), share(12 * best + 4), share(12 * best + 8)];
  return new Map([1 - b - c - d, b, c, d].map((value, k) => [tets[4 * best + k]!, value]));
}

/** Shares of corners 1, 2 and 3 of every tetrahedron at a point: four numbers each, a constant and a slope per axis. */
function createTetShares({ positions: p, tets }: SoftBody): Float64Array {
  const shares = new Float64Array(3 * tets.length);
  const edges = new Float64Array(9);
  for (let e = 0; e < tets.length; e += 4) {
    const origin = 3 * tets[e]!;
    for (let i = 0; i < 9; i++) edges[i] = p[3 * tets[e + 1 + Math.floor(i / 3)]! + (i % 3)]! - p[origin + (i % 3)]!;
    for (let k = 0; k < 3; k++) {
      const [u, v, own] = [3 * ((k + 1) % 3), 3 * ((k + 2) % 3), 3 * k];
      const x = edges[u + 1]! * edges[v + 2]! - edges[u + 2]! * edges[v + 1]!;
      const y = edges[u + 2]! * edges[v]! - edges[u]! * edges[v + 2]!;
      const z = edges[u]! * edges[v + 1]! - edges[u + 1]! * edges[v]!;
      const whole = x * edges[own]! + y * edges[own + 1]! + z * edges[own + 2]!;
      const at = 3 * e + 4 * k;
      shares[at] = -(x * p[origin]! + y * p[origin + 1]! + z * p[origin + 2]!) / whole;
      shares[at + 1] = x / whole;
      shares[at + 2] = y / whole;
      shares[at + 3] = z / whole;
    }
  }
  return shares;
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
export function createNodeExcitations(body: SoftBody): Mixtures {
  const sums = Array.from({ length: body.positions.length / 3 }, () => new Map<number, number>());
  let first = 0;
  for (const cord of body.cords) {
    const elements = cord.kind === 'bending' ? body.hinges : body.tets;
    cord.elements.forEach((element, entry) => {
      const segment = first + cord.segmentOf[entry]!;
      const weight = cord.gains[entry]! * cord.stiffness[entry]!;
      for (let k = 0; k < 4; k++) {
        const sum = sums[elements[4 * element + k]!]!;
        sum.set(segment, (sum.get(segment) ?? 0) + weight);
      }
    });
    first += cord.segments;
  }
  for (const sum of sums) {
    let total = 0;
    for (const weight of sum.values()) total += weight;
    // Far from its cord the decay may leave a node nothing at all.
    for (const [segment, weight] of sum) sum.set(segment, total > 0 ? weight / total : 0);
  }
  return packMixtures(sums);
}

export interface SkinSet {
  readonly skins: readonly SoftSkin[];
  readonly cordMixtures: Mixtures;
  readonly nodeExcitations: Mixtures;
}

export function createSkinSet(body: SoftBody, thickness: number): SkinSet {
  return {
    skins: createSoftSkins(body, thickness),
    cordMixtures: createCordMixtures(body),
    nodeExcitations: createNodeExcitations(body),
  };
}
