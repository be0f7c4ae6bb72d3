/**
 * Takes out of a step what the tissues cannot do: push or turn the body as a whole.
 *
 * Forces that were linearised at the start of a step have no net force, but at its end a torque of second order in the
 * turn. Where elastic forces are far stronger than the drag, as in water, that torque would turn the animal. The rigid
 * motion (U, Ω) is therefore set so that momentum and moment of momentum balance with the outer forces alone:
 *
 *   Wᵀ (b_o − A_o (Δv + W δ)) = 0,   W δ = U + Ω × r
 *
 * A_o, b_o: masses, gravity and the terms of single nodes (contact, drag); r: from the centre of mass to each node at the
 * end of the step. Vertices have stride 4.
 */
import { VERTEX_STRIDE } from '../../math/sparse/bcsr.ts';
import { NODE_BLOCK_STRIDE, type NodeTerms } from './node-terms.ts';

const unknowns = 6;

export interface RigidBalance {
  readonly matrix: Float64Array;
  readonly load: Float64Array;
  /** Columns of W at one node: 3 × 6, and A_o times them. */
  readonly columns: Float64Array;
  readonly products: Float64Array;
}

export function createRigidBalance(): RigidBalance {
  return {
    matrix: new Float64Array(unknowns * unknowns),
    load: new Float64Array(unknowns),
    columns: new Float64Array(3 * unknowns),
    products: new Float64Array(3 * unknowns),
  };
}

/** Adds the rigid motion to `changes`. `gravity` acts downward; (cx, cy, cz) is the centre of mass. */
export function addRigidBalance(
  changes: Float64Array,
  balance: RigidBalance,
  terms: NodeTerms,
  masses: Float64Array,
  gravity: number,
  positions: Float64Array,
  velocities: Float64Array,
  centre: Float64Array,
): void {
  const { matrix, load, columns, products } = balance;
  const { dt, impulses, blocks } = terms;
  matrix.fill(0);
  load.fill(0);
  for (let node = 0; node < masses.length; node++) {
    const at = VERTEX_STRIDE * node;
    const block = NODE_BLOCK_STRIDE * node;
    const mass = masses[node]!;
    const [xx, yy, zz] = [mass + blocks[block]!, mass + blocks[block + 1]!, mass + blocks[block + 2]!];
    const [xy, xz, yz] = [blocks[block + 3]!, blocks[block + 4]!, blocks[block + 5]!];
    const [dx, dy, dz] = [changes[at]!, changes[at + 1]!, changes[at + 2]!];
    const fx = impulses[at]! - xx * dx - xy * dy - xz * dz;
    const fy = impulses[at + 1]! - xy * dx - yy * dy - yz * dz;
    const fz = impulses[at + 2]! - dt * mass * gravity - xz * dx - yz * dy - zz * dz;
    setColumns(columns, dt, positions, velocities, changes, centre, at);
    for (let k = 0; k < unknowns; k++) {
      const [wx, wy, wz] = [columns[3 * k]!, columns[3 * k + 1]!, columns[3 * k + 2]!];
      load[k]! += wx * fx + wy * fy + wz * fz;
      products[3 * k] = xx * wx + xy * wy + xz * wz;
      products[3 * k + 1] = xy * wx + yy * wy + yz * wz;
      products[3 * k + 2] = xz * wx + yz * wy + zz * wz;
    }
    for (let r = 0; r < unknowns; r++) {
      for (let c = 0; c <= r; c++) {
        matrix[unknowns * r + c]! +=
          columns[3 * r]! * products[3 * c]! +
          columns[3 * r + 1]! * products[3 * c + 1]! +
          columns[3 * r + 2]! * products[3 * c + 2]!;
      }
    }
  }
  solveSymmetric(matrix, load);
  for (let at = 0; at < changes.length; at += VERTEX_STRIDE) {
    setColumns(columns, dt, positions, velocities, changes, centre, at);
    for (let k = 0; k < unknowns; k++) {
      for (let r = 0; r < 3; r++) changes[at + r]! += columns[3 * k + r]! * load[k]!;
    }
  }
}

/** Motion of a node when the body moves along x, y, z and turns about x, y, z at unit rate. */
function setColumns(
  columns: Float64Array,
  dt: number,
  positions: Float64Array,
  velocities: Float64Array,
  changes: Float64Array,
  centre: Float64Array,
  at: number,
): void {
  const x = positions[at]! + dt * (velocities[at]! + changes[at]!) - centre[0]!;
  const y = positions[at + 1]! + dt * (velocities[at + 1]! + changes[at + 1]!) - centre[1]!;
  const z = positions[at + 2]! + dt * (velocities[at + 2]! + changes[at + 2]!) - centre[2]!;
  columns.fill(0);
  columns[0] = 1;
  columns[4] = 1;
  columns[8] = 1;
  columns[10] = -z;
  columns[11] = y;
  columns[12] = z;
  columns[14] = -x;
  columns[15] = -y;
  columns[16] = x;
}

/** x ← A⁻¹ x by Cholesky; the lower half of A is overwritten. A is positive definite: it holds the masses. */
function solveSymmetric(a: Float64Array, x: Float64Array): void {
  const n = unknowns;
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let sum = a[n * i + j]!;
      for (let k = 0; k < j; k++) sum -= a[n * i + k]! * a[n * j + k]!;
      a[n * i + j] = i === j ? Math.sqrt(sum) : sum / a[n * j + j]!;
    }
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i]! -= a[n * i + k]! * x[k]!;
    x[i]! /= a[n * i + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i]! -= a[n * k + i]! * x[k]!;
    x[i]! /= a[n * i + i]!;
  }
}
