// Two-way coupling of rigid bodies and soft segments in a chain. [myriapod §3, steps 1–3]
//
// Segment s joins body s (in front of it) and body s + 1 (behind it). Attached nodes ride on the bodies; the elastic and
// damping forces on them act on the bodies as force and torque about the centre of mass; their mass belongs to the bodies.
import type { AttachedMass, RigidBodies, RigidState } from './rigid/rigid-bodies.ts';
import { setMat3FromQuat, setVec3Rotated } from '../../math/space/quat.ts';
import { computeSoftIndex, segmentsPerGroup, type SoftSegments, type SoftState } from './tissue/segments.ts';
import type { SoftLattice } from './tissue/lattice.ts';

/** Numbers of the description of one face in one group: six vectors of three axes of four segments. */
const faceNumbers = 72;
const groupLanes = segmentsPerGroup;

export interface Coupling {
  /** y, z of the nodes of a face. */
  readonly grid: Float64Array;
  /** Faces of one group, back then front: centre, y axis, z axis, then their velocities. */
  readonly faces: Float64Array;
  /** Axes and face centres of every body: front face, back face, y axis, z axis (xyz each), then their velocities. */
  readonly ends: Float64Array;
  readonly rotation: Float64Array;
  /** Centres of mass, world axes. */
  readonly massCentres: Float64Array;
}

const endNumbers = 24;

/** Mass of the attached nodes, body by body. */
export function createAttachedMasses(
  lattice: SoftLattice,
  nodeMasses: Float64Array,
  sizes: readonly (readonly [number, number, number])[],
): AttachedMass[] {
  const masses: AttachedMass[] = [];
  const last = lattice.nodeCount - lattice.faceNodeCount;
  for (let segment = 0; segment + 1 < sizes.length; segment++) {
    for (let node = 0; node < lattice.faceNodeCount; node++) {
      const y = lattice.restPositions[3 * node + 1]!;
      const z = lattice.restPositions[3 * node + 2]!;
      masses.push({ body: segment + 1, mass: nodeMasses[node]!, at: [sizes[segment + 1]![0] / 2, y, z] });
      masses.push({ body: segment, mass: nodeMasses[last + node]!, at: [-sizes[segment]![0] / 2, y, z] });
    }
  }
  return masses;
}

export function computeCouplingBytes(lattice: SoftLattice): number {
  return 8 * (2 * lattice.faceNodeCount + 2 * faceNumbers) + 64;
}

export function createCoupling(soft: SoftSegments, bodyCount: number): Coupling {
  const { lattice, kernels } = soft;
  const grid = kernels.arena.allocF64(2 * lattice.faceNodeCount);
  for (let node = 0; node < lattice.faceNodeCount; node++) {
    grid[2 * node] = lattice.restPositions[3 * node + 1]!;
    grid[2 * node + 1] = lattice.restPositions[3 * node + 2]!;
  }
  return {
    grid,
    faces: kernels.arena.allocF64(2 * faceNumbers),
    ends: new Float64Array(endNumbers * bodyCount),
    rotation: new Float64Array(9),
    massCentres: new Float64Array(3 * bodyCount),
  };
}

function setEnds(coupling: Coupling, bodies: RigidBodies, state: RigidState, body: number): void {
  const { ends, rotation } = coupling;
  const at = endNumbers * body;
  const from = 3 * body;
  setMat3FromQuat(rotation, state.bodyQuaternions, 0, 4 * body);
  const half = bodies.halfSizes[from]!;
  for (let axis = 0; axis < 3; axis++) {
    ends[at + axis] = state.bodyPositions[from + axis]! + half * rotation[axis]!;
    ends[at + 3 + axis] = state.bodyPositions[from + axis]! - half * rotation[axis]!;
    ends[at + 6 + axis] = rotation[3 + axis]!;
    ends[at + 9 + axis] = rotation[6 + axis]!;
  }
  const { bodySpins: spins, bodyVelocities } = state;
  for (let a = 0; a < 3; a++) {
    const b = (a + 1) % 3;
    const c = (a + 2) % 3;
    const sweptX = spins[from + b]! * rotation[c]! - spins[from + c]! * rotation[b]!;
    ends[at + 12 + a] = bodyVelocities[from + a]! + half * sweptX;
    ends[at + 15 + a] = bodyVelocities[from + a]! - half * sweptX;
    ends[at + 18 + a] = spins[from + b]! * rotation[3 + c]! - spins[from + c]! * rotation[3 + b]!;
    ends[at + 21 + a] = spins[from + b]! * rotation[6 + c]! - spins[from + c]! * rotation[6 + b]!;
  }
}

/** Puts the attached nodes where the bodies are, and gives them the bodies' velocities. */
export function setAttachedNodes(
  coupling: Coupling,
  soft: SoftSegments,
  softState: SoftState,
  bodies: RigidBodies,
  state: RigidState,
): void {
  const { faces, ends } = coupling;
  const { lattice, kernels } = soft;
  const lastFace = (lattice.nodeCount - lattice.faceNodeCount) * 96;
  for (let body = 0; body < bodies.count; body++) setEnds(coupling, bodies, state, body);
  for (let group = 0; group < soft.groupCount; group++) {
    for (let lane = 0; lane < groupLanes; lane++) {
      const segment = Math.min(group * groupLanes + lane, soft.options.segmentCount - 1);
      const front = endNumbers * segment;
      const back = endNumbers * (segment + 1);
      for (let axis = 0; axis < 3; axis++) {
        for (let half = 0; half < 2; half++) {
          const to = groupLanes * (9 * half + axis) + lane;
          const from = 12 * half + axis;
          faces[to] = ends[back + from]!;
          faces[to + 12] = ends[back + from + 6]!;
          faces[to + 24] = ends[back + from + 9]!;
          faces[faceNumbers + to] = ends[front + from + 3]!;
          faces[faceNumbers + to + 12] = ends[front + from + 6]!;
          faces[faceNumbers + to + 24] = ends[front + from + 9]!;
        }
      }
    }
    const at = group * lattice.nodeCount * 96;
    const positions = softState.softPositions.byteOffset + at;
    const velocities = softState.softVelocities.byteOffset + at;
    const face = faces.byteOffset;
    const grid = coupling.grid.byteOffset;
    kernels.softFace(positions, velocities, face, grid, lattice.faceNodeCount);
    kernels.softFace(positions + lastFace, velocities + lastFace, face + 8 * faceNumbers, grid, lattice.faceNodeCount);
  }
}

/** Forces of all ends on the bodies, about their centres of mass, for positions that the attached nodes have now. */
export function setBodyWrenches(
  coupling: Coupling,
  soft: SoftSegments,
  softState: SoftState,
  bodies: RigidBodies,
  state: RigidState,
): void {
  const { lanes, lattice } = soft;
  const { massCentres } = coupling;
  state.bodyWrenches.fill(0);
  for (let body = 0; body < bodies.count; body++) {
    const at = 3 * body;
    setVec3Rotated(massCentres, state.bodyQuaternions, bodies.centres, at, 4 * body, at);
    for (let k = at; k < at + 3; k++) massCentres[k] = massCentres[k]! + state.bodyPositions[k]!;
  }
  for (let segment = 0; segment < soft.options.segmentCount; segment++) {
    const origin = computeSoftIndex(lattice, segment);
    const block = Math.floor(segment / lanes);
    const at = block * 12 * lanes + (segment % lanes);
    addWrench(state.bodyWrenches, segment + 1, soft, at, softState.softPositions, origin, massCentres);
    addWrench(state.bodyWrenches, segment, soft, at + 6 * lanes, softState.softPositions, origin, massCentres);
  }
}

/** The moments are about node 0 of the segment, at `origin` of the positions. */
function addWrench(
  bodyWrenches: Float64Array,
  body: number,
  soft: SoftSegments,
  at: number,
  positions: Float64Array,
  origin: number,
  massCentres: Float64Array,
): void {
  const { endWrenches, lanes } = soft;
  const fx = endWrenches[at]!;
  const fy = endWrenches[at + lanes]!;
  const fz = endWrenches[at + 2 * lanes]!;
  const dx = positions[origin]! - massCentres[3 * body]!;
  const dy = positions[origin + groupLanes]! - massCentres[3 * body + 1]!;
  const dz = positions[origin + 2 * groupLanes]! - massCentres[3 * body + 2]!;
  const to = 6 * body;
  bodyWrenches[to] = bodyWrenches[to]! + fx;
  bodyWrenches[to + 1] = bodyWrenches[to + 1]! + fy;
  bodyWrenches[to + 2] = bodyWrenches[to + 2]! + fz;
  bodyWrenches[to + 3] = bodyWrenches[to + 3]! + endWrenches[at + 3 * lanes]! + dy * fz - dz * fy;
  bodyWrenches[to + 4] = bodyWrenches[to + 4]! + endWrenches[at + 4 * lanes]! + dz * fx - dx * fz;
  bodyWrenches[to + 5] = bodyWrenches[to + 5]! + endWrenches[at + 5 * lanes]! + dx * fy - dy * fx;
}
