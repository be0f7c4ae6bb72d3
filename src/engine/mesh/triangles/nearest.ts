/**
 * Nearest point of a triangle mesh, through a tree of boxes. Built by halving at the median centre along the widest
 * axis; searched nearest box first. The point of a triangle is found by the region of its plane in which the query lies
 * (Ericson 2005, 5.1.5), and the region says whether a face, an edge or a corner is nearest.
 */
import { computeExtent } from '../../math/space/geometry.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

const leafSize = 4;
const maxDepth = 64;
/** Numbers kept per triangle: corner a, edges ab and ac, and the three products of the edges. */
const stride = 12;

/**
 * Margin of the search beyond a guess, as a share of distance and mesh size: larger than the rounding errors of boxes and
 * triangles.
 */
const guessSlack = 1e-9;

/** What is nearest: the face, corner 0–2, or the edge from corner 0–2 to the next. */
const nearestFace = 0;
export const nearestCorner = 1;
export const nearestEdge = 4;

export interface NearestFinder {
  /** xyz of the nearest point, then the squared distance. */
  readonly point: Float64Array;
  /** Of the nearest point: triangle, then nearestFace, nearestCorner + k or nearestEdge + k. */
  readonly place: Int32Array;
  /**
   * Searches no farther than the triangle of a nearby query (−1: none), which saves most of the work. What is found does not
   * depend on it, also where several triangles are as near.
   */
  find(x: number, y: number, z: number, guess: number): void;
}

interface Tree {
  /** Least and greatest xyz of each node. The first child of an inner node follows it. */
  readonly boxes: Float64Array;
  /** Inner node: its second child; leaf: −1 − first triangle in order. */
  readonly nexts: Int32Array;
  readonly counts: Int32Array;
  /** Triangles in the order of the leaves. */
  readonly order: Int32Array;
}

export function createNearestFinder(mesh: TriangleMesh): NearestFinder {
  const tree = createTree(mesh);
  const { boxes, nexts, counts, order } = tree;
  const data = createTriangleData(mesh);
  const slack = guessSlack * computeExtent(mesh.positions);
  const point = new Float64Array(4);
  const place = new Int32Array(2);
  const stack = new Int32Array(maxDepth);
  const gaps = new Float64Array(maxDepth);
  return {
    point,
    place,
    find(x, y, z, guess) {
      point[3] = Infinity;
      place[0] = -1;
      if (guess >= 0) {
        tryTriangle(point, place, data, guess, x, y, z);
        const max = (1 + guessSlack) * Math.sqrt(point[3]) + slack;
        point[3] = max * max;
      }
      let depth = 0;
      stack[0] = 0;
      gaps[0] = computeBoxGap(boxes, 0, x, y, z);
      while (depth >= 0) {
        const node = stack[depth]!;
        if (gaps[depth--]! >= point[3]) continue;
        const next = nexts[node]!;
        if (next < 0) {
          const first = -1 - next;
          for (let k = first; k < first + counts[node]!; k++) tryTriangle(point, place, data, order[k]!, x, y, z);
          continue;
        }
        const gapA = computeBoxGap(boxes, node + 1, x, y, z);
        const gapB = computeBoxGap(boxes, next, x, y, z);
        const nearA = gapA <= gapB;
        stack[++depth] = nearA ? next : node + 1;
        gaps[depth] = nearA ? gapB : gapA;
        stack[++depth] = nearA ? node + 1 : next;
        gaps[depth] = nearA ? gapA : gapB;
      }
    },
  };
}

/** Squared distance from a box, 0 inside. */
function computeBoxGap(boxes: Float64Array, node: number, x: number, y: number, z: number): number {
  const at = 6 * node;
  const dx = x < boxes[at]! ? boxes[at]! - x : x > boxes[at + 3]! ? x - boxes[at + 3]! : 0;
  const dy = y < boxes[at + 1]! ? boxes[at + 1]! - y : y > boxes[at + 4]! ? y - boxes[at + 4]! : 0;
  const dz = z < boxes[at + 2]! ? boxes[at + 2]! - z : z > boxes[at + 5]! ? z - boxes[at + 5]! : 0;
  return dx * dx + dy * dy + dz * dz;
}

function createTriangleData({ positions, triangles }: TriangleMesh): Float64Array {
  const count = triangles.length / 3;
  const data = new Float64Array(stride * count);
  for (let t = 0; t < count; t++) {
    const [a, b, c] = [3 * triangles[3 * t]!, 3 * triangles[3 * t + 1]!, 3 * triangles[3 * t + 2]!];
    const at = stride * t;
    for (let k = 0; k < 3; k++) {
      data[at + k] = positions[a + k]!;
      const ab = positions[b + k]! - positions[a + k]!;
      const ac = positions[c + k]! - positions[a + k]!;
      data[at + 3 + k] = ab;
      data[at + 6 + k] = ac;
      data[at + 9]! += ab * ab;
      data[at + 10]! += ab * ac;
      data[at + 11]! += ac * ac;
    }
  }
  return data;
}

function tryTriangle(
  point: Float64Array,
  place: Int32Array,
  data: Float64Array,
  triangle: number,
  x: number,
  y: number,
  z: number,
): void {
  const at = stride * triangle;
  const px = x - data[at]!;
  const py = y - data[at + 1]!;
  const pz = z - data[at + 2]!;
  const bx = data[at + 3]!;
  const by = data[at + 4]!;
  const bz = data[at + 5]!;
  const cx = data[at + 6]!;
  const cy = data[at + 7]!;
  const cz = data[at + 8]!;
  const d1 = bx * px + by * py + bz * pz;
  const d2 = cx * px + cy * py + cz * pz;
  const d3 = d1 - data[at + 9]!;
  const d4 = d2 - data[at + 10]!;
  const d5 = d1 - data[at + 10]!;
  const d6 = d2 - data[at + 11]!;
  const va = d3 * d6 - d5 * d4;
  const vb = d5 * d2 - d1 * d6;
  const vc = d1 * d4 - d3 * d2;
  let v = 0;
  let w = 0;
  let feature = nearestFace;
  if (d1 <= 0 && d2 <= 0) feature = nearestCorner;
  else if (d3 >= 0 && d4 <= d3) {
    v = 1;
    feature = nearestCorner + 1;
  } else if (d6 >= 0 && d5 <= d6) {
    w = 1;
    feature = nearestCorner + 2;
  } else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    v = d1 / (d1 - d3);
    feature = nearestEdge;
  } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    w = d2 / (d2 - d6);
    feature = nearestEdge + 2;
  } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    v = 1 - w;
    feature = nearestEdge + 1;
  } else {
    const sum = va + vb + vc;
    v = vb / sum;
    w = vc / sum;
  }
  const fx = v * bx + w * cx;
  const fy = v * by + w * cy;
  const fz = v * bz + w * cz;
  const squared = (px - fx) * (px - fx) + (py - fy) * (py - fy) + (pz - fz) * (pz - fz);
  if (squared >= point[3]!) return;
  point[0] = data[at]! + fx;
  point[1] = data[at + 1]! + fy;
  point[2] = data[at + 2]! + fz;
  point[3] = squared;
  place[0] = triangle;
  place[1] = feature;
}

function createTree({ positions, triangles }: TriangleMesh): Tree {
  const count = triangles.length / 3;
  const centres = new Float64Array(3 * count);
  for (let t = 0; t < count; t++)
    for (let k = 0; k < 3; k++)
      for (let axis = 0; axis < 3; axis++) centres[3 * t + axis]! += positions[3 * triangles[3 * t + k]! + axis]!;
  const order = Int32Array.from({ length: count }, (_, i) => i);
  const maxNodes = Math.max(1, 2 * count);
  const boxes = new Float64Array(6 * maxNodes);
  const nexts = new Int32Array(maxNodes);
  const counts = new Int32Array(maxNodes);
  let used = 0;
  const build = (from: number, to: number): void => {
    const node = used++;
    const box = setBox(boxes, 6 * node, order, from, to, positions, triangles);
    if (to - from <= leafSize) {
      nexts[node] = -1 - from;
      counts[node] = to - from;
      return;
    }
    const middle = (from + to) >> 1;
    selectMedian(order, centres, box, from, to, middle);
    build(from, middle);
    nexts[node] = used;
    build(middle, to);
  };
  build(0, count);
  return { boxes: boxes.slice(0, 6 * used), nexts: nexts.slice(0, used), counts: counts.slice(0, used), order };
}

/** Sets the box of some triangles and returns its widest axis. */
function setBox(
  boxes: Float64Array,
  at: number,
  order: Int32Array,
  from: number,
  to: number,
  positions: Float64Array,
  triangles: Uint32Array,
): number {
  for (let axis = 0; axis < 3; axis++) {
    let [least, greatest] = [Infinity, -Infinity];
    for (let i = from; i < to; i++) {
      for (let k = 0; k < 3; k++) {
        const value = positions[3 * triangles[3 * order[i]! + k]! + axis]!;
        if (value < least) least = value;
        if (value > greatest) greatest = value;
      }
    }
    boxes[at + axis] = least;
    boxes[at + 3 + axis] = greatest;
  }
  const side = (axis: number): number => boxes[at + 3 + axis]! - boxes[at + axis]!;
  const wider = side(0) >= side(1) ? 0 : 1;
  return side(wider) >= side(2) ? wider : 2;
}

/** Moves the triangles with the smaller centres before `middle` (Hoare's selection). */
function selectMedian(
  order: Int32Array,
  centres: Float64Array,
  axis: number,
  from: number,
  to: number,
  middle: number,
): void {
  let [low, high] = [from, to - 1];
  while (low < high) {
    const pivot = centres[3 * order[(low + high) >> 1]! + axis]!;
    let [i, j] = [low, high];
    while (i <= j) {
      while (centres[3 * order[i]! + axis]! < pivot) i++;
      while (centres[3 * order[j]! + axis]! > pivot) j--;
      if (i > j) break;
      const swapped = order[i]!;
      order[i++] = order[j]!;
      order[j--] = swapped;
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}
