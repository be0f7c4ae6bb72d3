// Energy and momentum of a chain of rigid boxes and soft segments. [myriapod eq. 1]
//
//   E = Σ ½ m |v|² + ½ ω·L − m g·x  over bodies and free nodes,  + Σ_tets V (µ Σ (σ_i − 1)² + ½ λ (J − 1)²)
//
// σ from the singular values, signed so that their product is J: independent of the rotations that the kernels carry.
import { setMat3FromQuat } from '../engine/math/space/quat.ts';
import { setSvd3 } from '../engine/math/space/svd3.ts';
import type { HybridBody, HybridState } from '../engine/bodies/rigid-soft/body.ts';
import { setTurnedProduct } from '../engine/bodies/rigid-soft/rigid/rigid-bodies.ts';
import {
  computeTissueIndex,
  type TissueSegments,
  type TissueState,
} from '../engine/bodies/rigid-soft/tissue/segments.ts';

const gradient = new Float64Array(9);
const left = new Float64Array(9);
const right = new Float64Array(9);
const stretches = new Float64Array(3);

/** Elastic energy of one soft segment. */
export function computeElasticEnergy(soft: TissueSegments, state: TissueState, segment: number): number {
  const { lattice } = soft;
  const at = computeTissueIndex(lattice, segment);
  let energy = 0;
  for (let tet = 0; tet < lattice.tetNodes.length / 4; tet++) {
    const central = tet >= lattice.cornerTetCount;
    setDeformation(gradient, soft, state, at, tet);
    setSvd3(left, stretches, right, gradient);
    const [a, b, c] = [stretches[0]!, stretches[1]!, stretches[2]!];
    const shear = (a - 1) * (a - 1) + (b - 1) * (b - 1) + (c - 1) * (c - 1);
    const volume = a * b * c - 1;
    energy += (central ? 2 : 1) * lattice.cornerVolume * (soft.mu * shear + 0.5 * soft.lambda * volume * volume);
  }
  return energy;
}

/** out (columns) = F of a tet. */
function setDeformation(out: Float64Array, soft: TissueSegments, state: TissueState, at: number, tet: number): void {
  const { lattice } = soft;
  const x = state.softPositions;
  const node = (k: number): number => at + 12 * lattice.tetNodes[4 * tet + k]!;
  const central = tet >= lattice.cornerTetCount;
  for (let axis = 0; axis < 3; axis++) {
    const start = x[node(0) + 4 * axis]!;
    const u = x[node(1) + 4 * axis]! - start;
    const v = x[node(2) + 4 * axis]! - start;
    const w = x[node(3) + 4 * axis]! - start;
    out[axis] = (central ? u + v - w : u) * lattice.tetGradients[3 * tet]!;
    out[3 + axis] = (central ? u + w - v : v) * lattice.tetGradients[3 * tet + 1]!;
    out[6 + axis] = (central ? v + w - u : w) * lattice.tetGradients[3 * tet + 2]!;
  }
}

/** out = momentum xyz, angular momentum xyz about the origin, mass, kinetic energy. */
export function setMomentum(out: Float64Array, body: HybridBody, state: HybridState): void {
  const { bodies, soft, motion } = body;
  const { lattice, nodeMasses } = soft;
  out.fill(0);
  for (let b = 0; b < bodies.count; b++) {
    const at = 3 * b;
    setMat3FromQuat(motion.rotation, state.bodyQuaternions, 0, 4 * b);
    motion.spin.set(state.bodySpins.subarray(at, at + 3));
    setTurnedProduct(motion.momentum, motion, bodies.inertias, b, motion.spin);
    const lever = [0, 1, 2].map(
      (a) =>
        motion.rotation[a]! * bodies.centres[at]! +
        motion.rotation[3 + a]! * bodies.centres[at + 1]! +
        motion.rotation[6 + a]! * bodies.centres[at + 2]!,
    );
    const x = lever.map((value, a) => state.bodyPositions[at + a]! + value);
    const v = lever.map((_, a) => {
      const [p, q] = [(a + 1) % 3, (a + 2) % 3];
      return state.bodyVelocities[at + a]! + motion.spin[p]! * lever[q]! - motion.spin[q]! * lever[p]!;
    });
    addPoint(out, bodies.masses[b]!, x, v);
    for (let a = 0; a < 3; a++) {
      out[3 + a] = out[3 + a]! + motion.momentum[a]!;
      out[7] = out[7]! + 0.5 * motion.momentum[a]! * motion.spin[a]!;
    }
  }
  for (let segment = 0; segment < soft.options.segmentCount; segment++) {
    const first = computeTissueIndex(lattice, segment);
    for (let node = lattice.faceNodeCount; node < lattice.nodeCount - lattice.faceNodeCount; node++) {
      const at = first + 12 * node;
      const [x, v] = [state.softPositions, state.softVelocities].map((array) => [
        array[at]!,
        array[at + 4]!,
        array[at + 8]!,
      ]);
      addPoint(out, nodeMasses[node]!, x!, v!);
    }
  }
}

function addPoint(out: Float64Array, mass: number, x: readonly number[], v: readonly number[]): void {
  out[6] = out[6]! + mass;
  for (let a = 0; a < 3; a++) {
    const [b, c] = [(a + 1) % 3, (a + 2) % 3];
    out[a] = out[a]! + mass * v[a]!;
    out[3 + a] = out[3 + a]! + mass * (x[b]! * v[c]! - x[c]! * v[b]!);
    out[7] = out[7]! + 0.5 * mass * v[a]! * v[a]!;
  }
}

const momentum = new Float64Array(8);

/** Kinetic, elastic and gravitational energy of the whole body; the last relative to the origin. */
export function computeEnergy(body: HybridBody, state: HybridState, gravity: ArrayLike<number>): number {
  const { bodies, soft } = body;
  const { lattice, nodeMasses } = soft;
  setMomentum(momentum, body, state);
  let energy = momentum[7]!;
  for (let segment = 0; segment < soft.options.segmentCount; segment++) {
    energy += computeElasticEnergy(soft, state, segment);
    const first = computeTissueIndex(lattice, segment);
    for (let node = lattice.faceNodeCount; node < lattice.nodeCount - lattice.faceNodeCount; node++) {
      for (let axis = 0; axis < 3; axis++) {
        energy -= nodeMasses[node]! * gravity[axis]! * state.softPositions[first + 12 * node + 4 * axis]!;
      }
    }
  }
  for (let b = 0; b < bodies.count; b++) {
    setMat3FromQuat(body.motion.rotation, state.bodyQuaternions, 0, 4 * b);
    for (let a = 0; a < 3; a++) {
      let x = state.bodyPositions[3 * b + a]!;
      for (let k = 0; k < 3; k++) x += body.motion.rotation[3 * k + a]! * bodies.centres[3 * b + k]!;
      energy -= bodies.masses[b]! * gravity[a]! * x;
    }
  }
  return energy;
}
