// A soft segment as a joint: what its ends do to each other when all nodes between them are in equilibrium.
//
// Six ways to deform it: the front end moves along x, y, z against the back end; the ends turn against each other about
// x, y, z, half each, about the middles of their faces. With u_a the nodes' displacements in way a (the free ones from the
// linear elastic stiffness K, ends given) and D the damping matrix of eq. 13:
//
//   stiffness_ab = u_a · K u_b,   damping_ab = u_a · D u_b
//
// in the frame of the segment, 6 × 6. K is that of the material at rest, Σ V (λ g g′ᵀ + µ g′ gᵀ + µ g·g′ 1).
import { createShapeGradients, type TissueLattice } from './lattice.ts';

export interface TissueJoint {
  readonly stiffness: Float64Array;
  readonly damping: Float64Array;
}

export function createTissueJoint(lattice: TissueLattice, mu: number, lambda: number, damping: number): TissueJoint {
  const matrix = createStiffness(lattice, mu, lambda);
  const n = 3 * lattice.nodeCount;
  const ways = Array.from({ length: 6 }, (_, way) => createEnds(lattice, way));
  relax(ways, matrix, n, 3 * lattice.faceNodeCount, n - 3 * lattice.faceNodeCount);
  const forces = ways.map((way) => {
    const force = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) force[i] = force[i]! + matrix[i * n + j]! * way[j]!;
    }
    return force;
  });
  const joint: TissueJoint = { stiffness: new Float64Array(36), damping: new Float64Array(36) };
  for (let a = 0; a < 6; a++) {
    for (let b = 0; b < 6; b++) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += ways[a]![i]! * forces[b]![i]!;
      joint.stiffness[6 * a + b] = sum;
      joint.damping[6 * a + b] = damping * computeEdgeProduct(lattice, ways[a]!, ways[b]!);
    }
  }
  return joint;
}

function computeEdgeProduct(lattice: TissueLattice, a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let edge = 0; edge < lattice.edgeDamping.length; edge++) {
    const i = 3 * lattice.edgeNodes[2 * edge]!;
    const j = 3 * lattice.edgeNodes[2 * edge + 1]!;
    for (let axis = 0; axis < 3; axis++) {
      sum += lattice.edgeDamping[edge]! * (a[i + axis]! - a[j + axis]!) * (b[i + axis]! - b[j + axis]!);
    }
  }
  return sum;
}

/** Displacements of the attached nodes in one of the six ways. */
function createEnds(lattice: TissueLattice, way: number): Float64Array {
  const out = new Float64Array(3 * lattice.nodeCount);
  const last = lattice.nodeCount - lattice.faceNodeCount;
  for (let node = 0; node < lattice.nodeCount; node++) {
    if (node >= lattice.faceNodeCount && node < last) continue;
    const front = node >= last;
    if (way < 3) {
      out[3 * node + way] = front ? 1 : 0;
      continue;
    }
    // axis × (0, y, z), by half a turn forwards or backwards.
    const half = front ? 0.5 : -0.5;
    const y = lattice.restPositions[3 * node + 1]!;
    const z = lattice.restPositions[3 * node + 2]!;
    if (way === 3) out.set([0, -half * z, half * y], 3 * node);
    if (way === 4) out.set([half * z, 0, 0], 3 * node);
    if (way === 5) out.set([-half * y, 0, 0], 3 * node);
  }
  return out;
}

function createStiffness(lattice: TissueLattice, mu: number, lambda: number): Float64Array {
  const n = 3 * lattice.nodeCount;
  const matrix = new Float64Array(n * n);
  for (let tet = 0; tet < lattice.tetNodes.length / 4; tet++) {
    const central = tet >= lattice.cornerTetCount;
    const volume = (central ? 2 : 1) * lattice.cornerVolume;
    const gradients = createShapeGradients(lattice.tetGradients.subarray(3 * tet, 3 * tet + 3), central);
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < 4; b++) {
        const [p, q] = [gradients[a]!, gradients[b]!];
        const dot = p[0]! * q[0]! + p[1]! * q[1]! + p[2]! * q[2]!;
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) {
            const at = (3 * lattice.tetNodes[4 * tet + a]! + i) * n + 3 * lattice.tetNodes[4 * tet + b]! + j;
            const value = lambda * p[i]! * q[j]! + mu * p[j]! * q[i]! + (i === j ? mu * dot : 0);
            matrix[at] = matrix[at]! + volume * value;
          }
        }
      }
    }
  }
  return matrix;
}

/** Fills in the free rows first ≤ i < last of every way so that no force remains on them. */
function relax(ways: readonly Float64Array[], matrix: Float64Array, n: number, first: number, last: number): void {
  const m = last - first;
  const factor = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j <= i; j++) {
      let value = matrix[(first + i) * n + first + j]!;
      for (let k = 0; k < j; k++) value -= factor[i * m + k]! * factor[j * m + k]!;
      if (i === j && !(value > 0)) {
        throw new Error(`The stiffness of the tissue has a pivot of ${value}. Give one of ordinary size.`);
      }
      factor[i * m + j] = i === j ? Math.sqrt(value) : value / factor[j * m + j]!;
    }
  }
  for (const way of ways) {
    const x = new Float64Array(m);
    for (let i = 0; i < m; i++) {
      let value = 0;
      for (let j = 0; j < n; j++) {
        if (j < first || j >= last) value -= matrix[(first + i) * n + j]! * way[j]!;
      }
      for (let k = 0; k < i; k++) value -= factor[i * m + k]! * x[k]!;
      x[i] = value / factor[i * m + i]!;
    }
    for (let i = m - 1; i >= 0; i--) {
      let value = x[i]!;
      for (let k = i + 1; k < m; k++) value -= factor[k * m + i]! * x[k]!;
      x[i] = value / factor[i * m + i]!;
    }
    way.set(x, first);
  }
}
