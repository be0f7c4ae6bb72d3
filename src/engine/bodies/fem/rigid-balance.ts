/**
 * Removes the spurious net force and torque of internal forces from a step.
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
import { NODE_BLOCK_STRIDE, type NodeTerms } from '../../forces/node-terms.ts';

const unknowns = 6;

export interface RigidBalance {
  readonly matrix: Float64Array;
  readonly load: Float64Array;
}

export function createRigidBalance(): RigidBalance {
  return { matrix: new Float64Array(unknowns * unknowns), load: new Float64Array(unknowns) };
}

/** Nodes xyz_ with their masses. */
export interface MovingNodes {
  readonly masses: Float64Array;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
}

/** Adds the rigid motion to `changes`. `gravity` acts downward; `centre` is the centre of mass. */
export function addRigidBalance(
  changes: Float64Array,
  balance: RigidBalance,
  terms: NodeTerms,
  nodes: MovingNodes,
  gravity: number,
  centre: Float64Array,
): void {
  const { load, matrix } = balance;
  const { positions, velocities } = nodes;
  const { dt } = terms;
  setBalance(balance, terms, nodes, gravity, changes, centre);
  solveSymmetric(matrix, load);
  const [ux, uy, uz, ox, oy, oz] = load as unknown as [number, number, number, number, number, number];
  const cx = centre[0]!;
  const cy = centre[1]!;
  const cz = centre[2]!;
  for (let at = 0; at < changes.length; at += VERTEX_STRIDE) {
    const x = positions[at]! + dt * (velocities[at]! + changes[at]!) - cx;
    const y = positions[at + 1]! + dt * (velocities[at + 1]! + changes[at + 1]!) - cy;
    const z = positions[at + 2]! + dt * (velocities[at + 2]! + changes[at + 2]!) - cz;
    changes[at]! += ux + oy * z - oz * y;
    changes[at + 1]! += uy + oz * x - ox * z;
    changes[at + 2]! += uz + ox * y - oy * x;
  }
}

/** Wᵀ A_o W, its lower half, and Wᵀ (b_o − A_o Δv). */
function setBalance(
  { matrix, load }: RigidBalance,
  { dt, impulses, blocks }: NodeTerms,
  { masses, positions, velocities }: MovingNodes,
  gravity: number,
  changes: Float64Array,
  centre: Float64Array,
): void {
  let fx = 0;
  let fy = 0;
  let fz = 0;
  let tx = 0;
  let ty = 0;
  let tz = 0;
  let axx = 0;
  let ayy = 0;
  let azz = 0;
  let axy = 0;
  let axz = 0;
  let ayz = 0;
  let bxx = 0;
  let bxy = 0;
  let bxz = 0;
  let byx = 0;
  let byy = 0;
  let byz = 0;
  let bzx = 0;
  let bzy = 0;
  let bzz = 0;
  let cxx = 0;
  let cyy = 0;
  let czz = 0;
  let cxy = 0;
  let cxz = 0;
  let cyz = 0;
  const cx = centre[0]!;
  const cy = centre[1]!;
  const cz = centre[2]!;
  for (let node = 0; node < masses.length; node++) {
    const at = VERTEX_STRIDE * node;
    const block = NODE_BLOCK_STRIDE * node;
    const mass = masses[node]!;
    const xx = mass + blocks[block]!;
    const yy = mass + blocks[block + 1]!;
    const zz = mass + blocks[block + 2]!;
    const xy = blocks[block + 3]!;
    const xz = blocks[block + 4]!;
    const yz = blocks[block + 5]!;
    const dx = changes[at]!;
    const dy = changes[at + 1]!;
    const dz = changes[at + 2]!;
    const x = positions[at]! + dt * (velocities[at]! + dx) - cx;
    const y = positions[at + 1]! + dt * (velocities[at + 1]! + dy) - cy;
    const z = positions[at + 2]! + dt * (velocities[at + 2]! + dz) - cz;
    const px = impulses[at]! - xx * dx - xy * dy - xz * dz;
    const py = impulses[at + 1]! - xy * dx - yy * dy - yz * dz;
    const pz = impulses[at + 2]! - dt * mass * gravity - xz * dx - yz * dy - zz * dz;
    fx += px;
    fy += py;
    fz += pz;
    tx += y * pz - z * py;
    ty += z * px - x * pz;
    tz += x * py - y * px;
    axx += xx;
    ayy += yy;
    azz += zz;
    axy += xy;
    axz += xz;
    ayz += yz;
    // A_o times the motions of turns about x, y and z: (0, −z, y), (z, 0, −x), (−y, x, 0).
    const kxx = y * xz - z * xy;
    const kxy = y * yz - z * yy;
    const kxz = y * zz - z * yz;
    const kyx = z * xx - x * xz;
    const kyy = z * xy - x * yz;
    const kyz = z * xz - x * zz;
    const kzx = x * xy - y * xx;
    const kzy = x * yy - y * xy;
    const kzz = x * yz - y * xz;
    bxx += kxx;
    bxy += kxy;
    bxz += kxz;
    byx += kyx;
    byy += kyy;
    byz += kyz;
    bzx += kzx;
    bzy += kzy;
    bzz += kzz;
    cxx += y * kxz - z * kxy;
    cyy += z * kyx - x * kyz;
    czz += x * kzy - y * kzx;
    cxy += z * kxx - x * kxz;
    cxz += x * kxy - y * kxx;
    cyz += x * kyy - y * kyx;
  }
  setSix(load, 0, fx, fy, fz, tx, ty, tz);
  setSix(matrix, 0, axx, 0, 0, 0, 0, 0);
  setSix(matrix, 6, axy, ayy, 0, 0, 0, 0);
  setSix(matrix, 12, axz, ayz, azz, 0, 0, 0);
  setSix(matrix, 18, bxx, bxy, bxz, cxx, 0, 0);
  setSix(matrix, 24, byx, byy, byz, cxy, cyy, 0);
  setSix(matrix, 30, bzx, bzy, bzz, cxz, cyz, czz);
}

/** out.set without an array to copy from: steps allocate nothing. */
function setSix(out: Float64Array, at: number, a: number, b: number, c: number, d: number, e: number, f: number): void {
  out[at] = a;
  out[at + 1] = b;
  out[at + 2] = c;
  out[at + 3] = d;
  out[at + 4] = e;
  out[at + 5] = f;
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
