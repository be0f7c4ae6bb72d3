/**
 * Where a soft body is and how it is turned: the rigid motion that brings its rest shape nearest. [softcon eq. 17]
 *
 *   min over R, b of Σ wᵢ |xᵢ − (R Xᵢ + b)|²;  R is the rotation of Σ wᵢ (xᵢ − x̄)(Xᵢ − X̄)ᵀ = R S, b = x̄ − R X̄
 *
 * X → rest positions, x → positions, w → weights of the nodes taken. Matrices are three columns.
 */
import { setPolar } from '../../math/space/polar.ts';

export interface FrameFit {
  /** Nodes taken; at least three that are not in a line. */
  readonly nodes: Int32Array;
  readonly weights: Float64Array;
  /** Rest positions relative to their mean, xyz per node taken. */
  readonly rest: Float64Array;
  readonly restCentre: Float64Array;
}

export interface FramePose {
  /** Rotation of the body from rest, three columns. */
  readonly rotation: Float64Array;
  /** Weighted mean of the nodes taken. */
  readonly centre: Float64Array;
}

export function createFramePose(): FramePose {
  return { rotation: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), centre: new Float64Array(3) };
}

/** `restPositions` has xyz per node of the body; `masses` one number per node. */
export function createFrameFit(
  restPositions: Float64Array,
  nodes: ArrayLike<number>,
  masses: ArrayLike<number>,
): FrameFit {
  const taken = Int32Array.from(nodes);
  const weights = Float64Array.from(taken, (node) => masses[node]!);
  const restCentre = new Float64Array(3);
  setCentre(restCentre, taken, weights, restPositions, 3);
  const rest = new Float64Array(3 * taken.length);
  taken.forEach((node, i) => {
    for (let k = 0; k < 3; k++) rest[3 * i + k] = restPositions[3 * node + k]! - restCentre[k]!;
  });
  return { nodes: taken, weights, rest, restCentre };
}

function setCentre(
  out: Float64Array,
  nodes: Int32Array,
  weights: Float64Array,
  positions: Float64Array | Float32Array,
  stride: number,
): void {
  let total = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < nodes.length; i++) {
    const at = stride * nodes[i]!;
    const w = weights[i]!;
    total += w;
    x += w * positions[at]!;
    y += w * positions[at + 1]!;
    z += w * positions[at + 2]!;
  }
  out[0] = x / total;
  out[1] = y / total;
  out[2] = z / total;
}

const product = new Float64Array(9);
const stretch = new Float64Array(9);

/** The pose of a body whose nodes lie `stride` numbers apart. */
export function setFramePose(
  pose: FramePose,
  fit: FrameFit,
  positions: Float64Array | Float32Array,
  stride: number,
): void {
  const { nodes, weights, rest } = fit;
  const { centre } = pose;
  setCentre(centre, nodes, weights, positions, stride);
  product.fill(0);
  for (let i = 0; i < nodes.length; i++) {
    const at = stride * nodes[i]!;
    const w = weights[i]!;
    const x = w * (positions[at]! - centre[0]!);
    const y = w * (positions[at + 1]! - centre[1]!);
    const z = w * (positions[at + 2]! - centre[2]!);
    for (let column = 0; column < 3; column++) {
      const along = rest[3 * i + column]!;
      product[3 * column] = product[3 * column]! + x * along;
      product[3 * column + 1] = product[3 * column + 1]! + y * along;
      product[3 * column + 2] = product[3 * column + 2]! + z * along;
    }
  }
  setPolar(pose.rotation, stretch, product);
}

/**
 * The nodes a frame is best attached to: those that no muscle moves, such as a head. Where nearly all are moved, as in an
 * eel, all of them together.
 */
export function listFrameNodes(isMoved: Uint8Array, restPositions: Float64Array): number[] {
  const nodeCount = isMoved.length;
  const all = Array.from(isMoved, (_, node) => node);
  const still = all.filter((node) => isMoved[node] === 0);
  return still.length >= Math.max(12, nodeCount / 20) && spansSpace(restPositions, still) ? still : all;
}

/** Whether points span at least a plane. */
function spansSpace(positions: Float64Array, nodes: readonly number[]): boolean {
  const weights = new Float64Array(nodes.length).fill(1);
  const centre = new Float64Array(3);
  setCentre(centre, Int32Array.from(nodes), weights, positions, 3);
  const spread = new Float64Array(9);
  for (const node of nodes) {
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 3; b++)
        spread[3 * a + b]! += (positions[3 * node + a]! - centre[a]!) * (positions[3 * node + b]! - centre[b]!);
    }
  }
  const trace = spread[0]! + spread[4]! + spread[8]!;
  // Second invariant: zero for points in a line.
  const second =
    spread[0]! * spread[4]! +
    spread[4]! * spread[8]! +
    spread[8]! * spread[0]! -
    spread[1]! * spread[1]! -
    spread[2]! * spread[2]! -
    spread[5]! * spread[5]!;
  return second > 1e-4 * trace * trace;
}
