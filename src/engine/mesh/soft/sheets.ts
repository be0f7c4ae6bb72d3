/**
 * Thin sheets on a body of tetrahedra: fins, held along one edge, and membranes, held along two. A held edge follows the edges of the
 * skin nearest to the line that was drawn, so that sheet and body share nodes; between its two edges a sheet is ruled. In m.
 */
import { throwProblem } from '../../model/problem.ts';
import { createNearest, createRoute, type Route, setNearest } from './routes.ts';
import type { SoftBody } from './soft-body.ts';
import type { SoftPart } from './soft-part.ts';

export interface SheetOptions {
  /** Polylines, xyz per point: the root, which the body holds, and the edge on the other side, in the same sense. */
  readonly root: Float64Array;
  readonly rim: Float64Array;
  /** Whether the body holds the rim too. */
  readonly isHeld: boolean;
  /** Where the sheet stands in the description, for messages. */
  readonly path: string;
}

/** A row of nodes from one end of a sheet to the other: where they are, and how far along, from 0 to 1. */
interface Row {
  readonly places: number[];
  readonly shares: number[];
}

/** Extra cost of a skin edge per edge length of distance from the line. */
const offLineCost = 6;
/** Triangles with a corner below this sine are degenerate. */
const minCornerSine = 0.02;
/** Rows of a sheet, at most. */
const maxRows = 40;

/** The sheet with copies of the nodes that hold it: to be welded to the body. */
export function createSheet(body: SoftBody, { root, rim, isHeld, path }: SheetOptions): SoftPart {
  const graph = createSkinGraph(body);
  const edge = graph.meanEdge;
  const first = followSkin(body, graph, createRoute(root, `${path}.root`), `${path}.root`);
  const rimRoute = createRoute(rim, `${path}.rim`);
  const last = isHeld ? followSkin(body, graph, rimRoute, `${path}.rim`) : sampleRoute(rimRoute, edge);
  const rows = [first, ...createInnerRows(first, last, edge), last];
  const positions = Float64Array.from(rows.flatMap(({ places }) => places));
  const plates: number[] = [];
  let start = 0;
  for (let r = 0; r + 1 < rows.length; r++) {
    const next = start + rows[r]!.shares.length;
    stitch(plates, rows[r]!, start, rows[r + 1]!, next);
    start = next;
  }
  const kept = dropFlat(positions, plates);
  if (kept.length === 0)
    throwProblem(
      'inconsistent',
      path,
      'a sheet without area',
      'Draw its rim away from its root, or its two edges apart from each other.',
    );
  return { positions, tets: new Int32Array(0), plates: Int32Array.from(kept) };
}

interface SkinGraph {
  /** Nodes of the skin, ascending. */
  readonly nodes: readonly number[];
  readonly neighbours: ReadonlyMap<number, ReadonlySet<number>>;
  readonly meanEdge: number;
}

function createSkinGraph({ positions, surface }: SoftBody): SkinGraph {
  const neighbours = new Map<number, Set<number>>();
  const join = (a: number, b: number): void => {
    let list = neighbours.get(a);
    if (list === undefined) neighbours.set(a, (list = new Set()));
    list.add(b);
  };
  let [sum, count] = [0, 0];
  for (let side = 0; side < surface.length; side++) {
    const [a, b] = [surface[side]!, surface[side % 3 === 2 ? side - 2 : side + 1]!];
    join(a, b);
    join(b, a);
    sum += computeGap(positions, a, b);
    count += 1;
  }
  return { nodes: [...neighbours.keys()].sort((a, b) => a - b), neighbours, meanEdge: sum / Math.max(1, count) };
}

function computeGap(p: Float64Array, a: number, b: number): number {
  const [x, y, z] = [0, 1, 2].map((k) => p[3 * a + k]! - p[3 * b + k]!) as [number, number, number];
  return Math.sqrt(x * x + y * y + z * z);
}

/**
 * The path along edges of the skin from the node nearest to the line's start to that nearest to its end, staying near the line.
 */
function followSkin({ positions }: SoftBody, graph: SkinGraph, route: Route, path: string): Row {
  const ends = [0, route.points.length - 3].map((at) => findNearest(positions, graph.nodes, route.points, at));
  const [start, end] = ends as [number, number];
  const nearest = createNearest();
  const off = new Map<number, number>();
  const measureOff = (node: number): number => {
    let distance = off.get(node);
    if (distance === undefined) {
      setNearest(nearest, route, positions[3 * node]!, positions[3 * node + 1]!, positions[3 * node + 2]!);
      off.set(node, (distance = nearest.distance));
    }
    return distance;
  };
  const nodes = findWay(graph, start, end, (a, b) => {
    const far = (measureOff(a) + measureOff(b)) / (2 * graph.meanEdge);
    return computeGap(positions, a, b) * (1 + offLineCost * far);
  });
  if (nodes.length < 2)
    throwProblem(
      'inconsistent',
      path,
      'a line that the skin has no edge for',
      'Lead it along the body for more than one element.',
    );
  return createRow(nodes.flatMap((node) => Array.from(positions.subarray(3 * node, 3 * node + 3))));
}

function findNearest(positions: Float64Array, nodes: readonly number[], points: Float64Array, at: number): number {
  let [best, least] = [-1, Infinity];
  for (const node of nodes) {
    const [x, y, z] = [0, 1, 2].map((k) => positions[3 * node + k]! - points[at + k]!) as [number, number, number];
    const square = x * x + y * y + z * z;
    if (square < least) [best, least] = [node, square];
  }
  return best;
}

/** Dijkstra's shortest path; empty without one. */
function findWay(graph: SkinGraph, start: number, end: number, price: (a: number, b: number) => number): number[] {
  const costs = new Map([[start, 0]]);
  const before = new Map<number, number>();
  const open = new Set([start]);
  const done = new Set<number>();
  while (open.size > 0) {
    let [node, least] = [-1, Infinity];
    for (const one of open) if (costs.get(one)! < least) [node, least] = [one, costs.get(one)!];
    if (node === end || node < 0) break;
    open.delete(node);
    done.add(node);
    for (const next of graph.neighbours.get(node)!) {
      if (done.has(next)) continue;
      const cost = least + price(node, next);
      if (cost >= (costs.get(next) ?? Infinity)) continue;
      costs.set(next, cost);
      before.set(next, node);
      open.add(next);
    }
  }
  if (end !== start && !before.has(end)) return [];
  const way = [end];
  while (way[0] !== start) way.unshift(before.get(way[0]!)!);
  return way;
}

function createRow(places: number[]): Row {
  const shares = [0];
  for (let at = 3; at < places.length; at += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => places[at + k]! - places[at - 3 + k]!) as [number, number, number];
    shares.push(shares[shares.length - 1]! + Math.sqrt(x * x + y * y + z * z));
  }
  const whole = shares[shares.length - 1]!;
  return { places, shares: shares.map((length) => length / whole) };
}

function sampleRoute({ points, arcs }: Route, edge: number): Row {
  const given = createRow(Array.from(points));
  const count = Math.max(2, Math.round(arcs[arcs.length - 1]! / edge) + 1);
  return createRow(Array.from({ length: count }, (_, k) => readRow(given, k / (count - 1))).flat());
}

function readRow({ places, shares }: Row, share: number): [number, number, number] {
  let k = 0;
  while (k + 2 < shares.length && shares[k + 1]! < share) k++;
  const span = shares[k + 1]! - shares[k]!;
  const t = span > 0 ? Math.min(1, Math.max(0, (share - shares[k]!) / span)) : 0;
  return [0, 1, 2].map((axis) => (1 - t) * places[3 * k + axis]! + t * places[3 * k + 3 + axis]!) as [
    number,
    number,
    number,
  ];
}

/** Rows between the two edges, as many as the elements of the body are wide; paths along the skin are smoothed for them. */
function createInnerRows(first: Row, last: Row, edge: number): Row[] {
  const [from, to] = [smoothRow(first), smoothRow(last)];
  const samples = 9;
  let width = 0;
  for (let k = 0; k < samples; k++) {
    const [a, b] = [readRow(from, k / (samples - 1)), readRow(to, k / (samples - 1))];
    const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    width += Math.sqrt(x * x + y * y + z * z) / samples;
  }
  const cells = Math.min(maxRows, Math.max(1, Math.round(width / edge)));
  return Array.from({ length: cells - 1 }, (_, r) => {
    const t = (r + 1) / cells;
    const count = Math.max(2, Math.round((1 - t) * first.shares.length + t * last.shares.length));
    const places = Array.from({ length: count }, (__, k) => {
      const [a, b] = [readRow(from, k / (count - 1)), readRow(to, k / (count - 1))];
      return [0, 1, 2].map((axis) => (1 - t) * a[axis]! + t * b[axis]!);
    });
    return { places: places.flat(), shares: places.map((_place, k) => k / (count - 1)) };
  });
}

function smoothRow(row: Row): Row {
  let { places } = row;
  for (let turn = 0; turn < 3; turn++)
    places = places.map((value, at) =>
      at < 3 || at >= places.length - 3 ? value : (places[at - 3]! + 2 * value + places[at + 3]!) / 4,
    );
  return createRow(places);
}

/** Triangles between two rows: always from the one whose next node is less far along. */
function stitch(out: number[], a: Row, startA: number, b: Row, startB: number): void {
  let [i, j] = [0, 0];
  while (i + 1 < a.shares.length || j + 1 < b.shares.length) {
    const nextA = i + 1 < a.shares.length ? a.shares[i + 1]! : Infinity;
    const nextB = j + 1 < b.shares.length ? b.shares[j + 1]! : Infinity;
    if (nextA <= nextB) out.push(startA + i, startA + ++i, startB + j);
    else out.push(startA + i, startB + j + 1, startB + j++);
  }
}

/** Without triangles that have no area, as where two edges meet. */
function dropFlat(p: Float64Array, plates: readonly number[]): number[] {
  const kept: number[] = [];
  for (let at = 0; at < plates.length; at += 3) {
    const [a, b, c] = [plates[at]!, plates[at + 1]!, plates[at + 2]!];
    const [u, v] = [b, c].map((node) => [0, 1, 2].map((k) => p[3 * node + k]! - p[3 * a + k]!)) as [number[], number[]];
    const [x, y, z] = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
    const longest = Math.max(computeGap(p, a, b), computeGap(p, b, c), computeGap(p, c, a));
    if (Math.sqrt(x * x + y * y + z * z) > minCornerSine * longest * longest) kept.push(a, b, c);
  }
  return kept;
}
