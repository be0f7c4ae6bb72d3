/**
 * Tetrahedra that fill a shape given by its distance, by isosurface stuffing [Labelle & Shewchuk 2007]: a body-centred
 * lattice, whose nodes near the surface are moved onto it and whose tetrahedra across it are cut at it. Lengths in m.
 *
 * With `mirror` only the half y ≥ 0 is filled; lattice tetrahedra across the plane are halved by it, so that the mirror image
 * fits on, and nodes on the plane stay on it.
 */
import type { DistanceField } from './implicit.ts';
import { createLatticeNodes, type LatticeNodes } from './lattice-nodes.ts';
import type { SoftPart } from '../soft/soft-part.ts';

/**
 * A cut closer than this fraction of the edge to its end snaps the end onto the surface; for long edges (of length h) and short
 * ones.
 */
const longEdgeSnap = 0.24999;
const shortEdgeSnap = 0.41189;

export function createLatticePart(field: DistanceField, cellSize: number, mirror: boolean): SoftPart {
  const nodes = createLatticeNodes(field, cellSize, mirror);
  const cuts = findCuts(field, nodes);
  warp(field, nodes, cuts, mirror);
  return stuffLattice(nodes, cuts, mirror);
}

/** Where edges cross the surface: key of the edge → fraction from its node of lower index. */
type Cuts = Map<number, number>;

function getEdgeKey(nodes: LatticeNodes, a: number, b: number): number {
  return Math.min(a, b) * nodes.count + Math.max(a, b);
}

function forEachEdge(nodes: LatticeNodes, visit: (a: number, b: number) => void): void {
  const { tets } = nodes;
  for (let at = 0; at < tets.length; at += 4)
    for (let i = 0; i < 4; i++) for (let j = i + 1; j < 4; j++) visit(tets[at + i]!, tets[at + j]!);
}

function findCuts(field: DistanceField, nodes: LatticeNodes): Cuts {
  const cuts: Cuts = new Map();
  const { values } = nodes;
  forEachEdge(nodes, (a, b) => {
    if (values[a]! < 0 === values[b]! < 0) return;
    const key = getEdgeKey(nodes, a, b);
    if (!cuts.has(key)) cuts.set(key, findCut(field, nodes, Math.min(a, b), Math.max(a, b)));
  });
  return cuts;
}

/** Fraction of the edge at which the distance vanishes, by false position (Illinois). */
function findCut({ distance }: DistanceField, { positions, values }: LatticeNodes, a: number, b: number): number {
  let [low, high, atLow, atHigh] = [0, 1, values[a]!, values[b]!];
  let t = 0.5;
  let side = 0;
  for (let turn = 0; turn < 12; turn++) {
    t = (low * atHigh - high * atLow) / (atHigh - atLow);
    const point = (k: number): number => positions[3 * a + k]! + t * (positions[3 * b + k]! - positions[3 * a + k]!);
    const value = distance(point(0), point(1), point(2));
    if (Math.abs(value) < 1e-6 * Math.abs(atHigh - atLow)) break;
    if (value < 0 === atLow < 0) {
      [low, atLow] = [t, value];
      if (side === -1) atHigh /= 2;
      side = -1;
    } else {
      [high, atHigh] = [t, value];
      if (side === 1) atLow /= 2;
      side = 1;
    }
  }
  return t;
}

/** Moves nodes onto cuts that are too near to them; their value becomes 0, and the cuts on their edges vanish. */
function warp(field: DistanceField, nodes: LatticeNodes, cuts: Cuts, mirror: boolean): void {
  const { positions, values, count, cellSize } = nodes;
  const edgesOf = new Map<number, number[]>();
  for (const key of cuts.keys()) {
    for (const node of [Math.floor(key / count), key % count]) {
      const edges = edgesOf.get(node);
      if (edges === undefined) edgesOf.set(node, [key]);
      else edges.push(key);
    }
  }
  for (const node of [...edgesOf.keys()].sort((a, b) => a - b)) {
    let nearest = Infinity;
    let target = -1;
    for (const key of edgesOf.get(node)!) {
      const cut = cuts.get(key);
      if (cut === undefined) continue;
      const [a, b] = [Math.floor(key / count), key % count];
      const fraction = node === a ? cut : 1 - cut;
      const length = nodes.getLength(a, b);
      const limit = length > 0.9 * cellSize ? longEdgeSnap : shortEdgeSnap;
      if (fraction >= limit || fraction * length >= nearest) continue;
      nearest = fraction * length;
      target = key;
    }
    if (target < 0) continue;
    const onPlane = mirror && nodes.isOnPlane(node);
    if (onPlane) projectOnPlane(field, positions, node, cellSize);
    else {
      const [a, b] = [Math.floor(target / count), target % count];
      const t = cuts.get(target)!;
      const place = [0, 1, 2].map((k) => positions[3 * a + k]! + t * (positions[3 * b + k]! - positions[3 * a + k]!));
      positions.set(place, 3 * node);
    }
    values[node] = 0;
    for (const key of edgesOf.get(node)!) cuts.delete(key);
  }
}

/** Along the slope within the plane y = 0, where a symmetric distance has no slope across. */
function projectOnPlane({ distance }: DistanceField, positions: Float64Array, node: number, cellSize: number): void {
  const at = 3 * node;
  const step = 1e-4 * cellSize;
  for (let turn = 0; turn < 4; turn++) {
    const [x, z] = [positions[at]!, positions[at + 2]!];
    const value = distance(x, 0, z);
    const slopeX = (distance(x + step, 0, z) - distance(x - step, 0, z)) / (2 * step);
    const slopeZ = (distance(x, 0, z + step) - distance(x, 0, z - step)) / (2 * step);
    const square = slopeX * slopeX + slopeZ * slopeZ;
    if (!(square > 1e-6)) return;
    positions[at] = x - (value * slopeX) / square;
    positions[at + 2] = z - (value * slopeZ) / square;
  }
}

/** Collects tetrahedra on lattice nodes and cuts. */
class Stuffing {
  readonly positions: number[] = [];
  readonly tets: number[] = [];
  readonly #nodes: LatticeNodes;
  readonly #cuts: Cuts;
  readonly #numbers = new Map<number, number>();
  /** Rank of each point in the choice of diagonals: cuts of long edges first. */
  readonly ranks: number[] = [];

  constructor(nodes: LatticeNodes, cuts: Cuts) {
    this.#nodes = nodes;
    this.#cuts = cuts;
  }

  getNode(node: number): number {
    const known = this.#numbers.get(-1 - node);
    if (known !== undefined) return known;
    const { positions } = this.#nodes;
    const number = this.#add(2, positions[3 * node]!, positions[3 * node + 1]!, positions[3 * node + 2]!);
    this.#numbers.set(-1 - node, number);
    return number;
  }

  /** The cut on an edge of a lattice tet. */
  getCut(a: number, b: number): number {
    const key = getEdgeKey(this.#nodes, a, b);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const { positions, cellSize } = this.#nodes;
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const t = this.#cuts.get(key)!;
    const place = (k: number): number =>
      positions[3 * low + k]! + t * (positions[3 * high + k]! - positions[3 * low + k]!);
    const isLong = this.#nodes.getLength(a, b) > 0.9 * cellSize;
    const number = this.#add(isLong ? 0 : 1, place(0), place(1), place(2));
    this.#numbers.set(key, number);
    return number;
  }

  #add(rank: number, x: number, y: number, z: number): number {
    this.positions.push(x, y, z);
    this.ranks.push(rank);
    return this.ranks.length - 1;
  }

  isBefore(a: number, b: number): boolean {
    const difference = this.ranks[a]! - this.ranks[b]!;
    return difference < 0 || (difference === 0 && a < b);
  }

  /** apex and a quad p q r s around: two tets along the diagonal through its first point in rank. */
  addPyramid(apex: number, p: number, q: number, r: number, s: number): void {
    const first = [p, q, r, s].reduce((best, one) => (this.isBefore(one, best) ? one : best));
    if (first === p || first === r) this.tets.push(apex, p, q, r, apex, p, r, s);
    else this.tets.push(apex, q, r, s, apex, q, s, p);
  }

  /** Triangles a and b of a prism, corner k above corner k. */
  addPrism(a: readonly number[], b: readonly number[]): void {
    const all = [...a, ...b];
    const first = all.reduce((best, one) => (this.isBefore(one, best) ? one : best));
    const [top, bottom] = a.includes(first) ? [a, b] : [b, a];
    const k = top.indexOf(first);
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    this.tets.push(first, bottom[0]!, bottom[1]!, bottom[2]!);
    this.addPyramid(first, top[i]!, top[j]!, bottom[j]!, bottom[i]!);
  }
}

function stuffLattice(nodes: LatticeNodes, cuts: Cuts, mirror: boolean): SoftPart {
  const out = new Stuffing(nodes, cuts);
  const { tets, values } = nodes;
  for (let at = 0; at < tets.length; at += 4) {
    const corners = [0, 1, 2, 3].map((k) => tets[at + k]!);
    const inside = corners.filter((node) => values[node]! < 0);
    const outside = corners.filter((node) => values[node]! > 0);
    const edge = corners.filter((node) => values[node] === 0);
    if (inside.length === 0) continue;
    const own = (node: number): number => out.getNode(node);
    if (outside.length === 0) out.tets.push(...corners.map(own));
    else if (inside.length === 1)
      out.tets.push(own(inside[0]!), ...edge.map(own), ...outside.map((node) => out.getCut(inside[0]!, node)));
    else if (inside.length === 2 && edge.length === 1) {
      const [p, q, m] = [inside[0]!, inside[1]!, outside[0]!];
      out.addPyramid(own(edge[0]!), own(p), own(q), out.getCut(q, m), out.getCut(p, m));
    } else if (inside.length === 2) {
      const triangle = (p: number): number[] => [own(p), out.getCut(p, outside[0]!), out.getCut(p, outside[1]!)];
      out.addPrism(triangle(inside[0]!), triangle(inside[1]!));
    } else
      out.addPrism(
        inside.map(own),
        inside.map((node) => out.getCut(node, outside[0]!)),
      );
  }
  return mirror ? createMirrored(out) : createPart(out.positions, out.tets);
}

function createPart(positions: readonly number[], tets: readonly number[]): SoftPart {
  return { positions: Float64Array.from(positions), tets: Int32Array.from(tets), plates: new Int32Array(0) };
}

/** The half and its image, which share the nodes on the plane. */
function createMirrored({ positions, tets }: Stuffing): SoftPart {
  const count = positions.length / 3;
  const twins = new Int32Array(count);
  const all = [...positions];
  for (let node = 0; node < count; node++) {
    if (positions[3 * node + 1] === 0) twins[node] = node;
    else {
      twins[node] = all.length / 3;
      all.push(positions[3 * node]!, -positions[3 * node + 1]!, positions[3 * node + 2]!);
    }
  }
  return createPart(all, [...tets, ...tets.map((node) => twins[node]!)]);
}
