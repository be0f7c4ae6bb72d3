/**
 * Forces that act on one node at a time, gathered for a linearised backward Euler step:
 *
 *   (M + Δt D + Δt² K) Δv = Δt (f − Δt K v)
 *
 * A spring k along a unit vector d adds Δt² k d dᵀ on the left and −Δt² k (dᵀv) d on the right; a damper c adds Δt c d dᵀ
 * and −Δt c (dᵀv) d. Everything stays inside a node's own 3 × 3 block. Vertices have stride 4.
 */
import { VERTEX_STRIDE } from '../math/sparse/bcsr.ts';

/** Numbers per node in `blocks`: xx, yy, zz, xy, xz, yz. */
export const NODE_BLOCK_STRIDE = 6;

export interface NodeTerms {
  /** s, set before a step. */
  dt: number;
  /** Right-hand side, g mm/s. */
  readonly impulses: Float64Array;
  /** Left-hand side, g. */
  readonly blocks: Float64Array;
}

export function createNodeTerms(nodeCount: number): NodeTerms {
  return {
    dt: 0,
    impulses: new Float64Array(VERTEX_STRIDE * nodeCount),
    blocks: new Float64Array(NODE_BLOCK_STRIDE * nodeCount),
  };
}

export function clearNodeTerms(terms: NodeTerms, dt: number): void {
  terms.dt = dt;
  terms.impulses.fill(0);
  terms.blocks.fill(0);
}

/** A force of the given size along (x, y, z). */
export function addForce(terms: NodeTerms, node: number, size: number, x: number, y: number, z: number): void {
  const at = VERTEX_STRIDE * node;
  const impulse = terms.dt * size;
  terms.impulses[at]! += impulse * x;
  terms.impulses[at + 1]! += impulse * y;
  terms.impulses[at + 2]! += impulse * z;
}

/** The Jacobian of a spring along the unit vector (x, y, z); its force is added apart. */
export function addSpring(
  terms: NodeTerms,
  node: number,
  stiffness: number,
  x: number,
  y: number,
  z: number,
  velocities: Float64Array,
): void {
  addStiff(terms, node, terms.dt * terms.dt * stiffness, x, y, z, velocities);
}

/** A damper along the unit vector (x, y, z), force and Jacobian. */
export function addDamping(
  terms: NodeTerms,
  node: number,
  damping: number,
  x: number,
  y: number,
  z: number,
  velocities: Float64Array,
): void {
  addStiff(terms, node, terms.dt * damping, x, y, z, velocities);
}

function addStiff(
  terms: NodeTerms,
  node: number,
  weight: number,
  x: number,
  y: number,
  z: number,
  velocities: Float64Array,
): void {
  const { impulses, blocks } = terms;
  const at = VERTEX_STRIDE * node;
  const impulse = -weight * (velocities[at]! * x + velocities[at + 1]! * y + velocities[at + 2]! * z);
  impulses[at]! += impulse * x;
  impulses[at + 1]! += impulse * y;
  impulses[at + 2]! += impulse * z;
  const block = NODE_BLOCK_STRIDE * node;
  blocks[block]! += weight * x * x;
  blocks[block + 1]! += weight * y * y;
  blocks[block + 2]! += weight * z * z;
  blocks[block + 3]! += weight * x * y;
  blocks[block + 4]! += weight * x * z;
  blocks[block + 5]! += weight * y * z;
}
