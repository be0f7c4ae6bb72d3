/** Quality of the elements of a tetrahedral mesh, and refusal of meshes that cannot be simulated. */
import { ModelError, type Problem } from '../../model/problem.ts';
import { atan2 } from '../../math/portable.ts';
import type { TetMesh } from './tet-mesh.ts';

export interface MeshQuality {
  /** Smallest and largest angle between two faces of a tet, in degrees; 70.53 in a regular tet. */
  readonly minDihedral: number;
  readonly maxDihedral: number;
  /** Volumes are signed, in the cubed unit of the positions. */
  readonly minVolume: number;
  readonly totalVolume: number;
  /** Number of tets whose volume is negative or vanishes against their longest edge. */
  readonly inverted: number;
  readonly minEdge: number;
  /** Longest edge over 2√6 inradii: 1 for a regular tet, infinite for a flat one. */
  readonly maxAspect: number;
}

/** A volume below this fraction of the cubed longest edge is zero up to rounding. */
const flatness = 1e-12;
const maxProblems = 20;

/** Corner pairs of the six edges, each followed by the other two corners. */
const edges = [0, 1, 2, 3, 0, 2, 3, 1, 0, 3, 1, 2, 1, 2, 0, 3, 1, 3, 2, 0, 2, 3, 0, 1];

interface TetMeasures {
  volume: number;
  minEdge: number;
  maxEdge: number;
  minDihedral: number;
  maxDihedral: number;
  aspect: number;
}

/** Measures of all tets together. The mesh must have indices in range and finite positions: see checkMesh. */
export function computeMeshQuality(mesh: TetMesh): MeshQuality {
  const tet = { volume: 0, minEdge: 0, maxEdge: 0, minDihedral: 0, maxDihedral: 0, aspect: 0 };
  let minDihedral = Infinity;
  let maxDihedral = -Infinity;
  let minVolume = Infinity;
  let totalVolume = 0;
  let inverted = 0;
  let minEdge = Infinity;
  let maxAspect = 0;
  for (let t = 0; t < mesh.tetCount; t++) {
    setTetMeasures(tet, mesh, t);
    minDihedral = Math.min(minDihedral, tet.minDihedral);
    maxDihedral = Math.max(maxDihedral, tet.maxDihedral);
    minVolume = Math.min(minVolume, tet.volume);
    totalVolume += tet.volume;
    if (!isSound(tet)) inverted++;
    minEdge = Math.min(minEdge, tet.minEdge);
    maxAspect = Math.max(maxAspect, tet.aspect);
  }
  return { minDihedral, maxDihedral, minVolume, totalVolume, inverted, minEdge, maxAspect };
}

/** Throws a ModelError naming the first tets and nodes that no solver can use; `path` is where the mesh stands. */
export function checkMesh(mesh: TetMesh, path = 'mesh'): void {
  const problems = listLengthProblems(mesh, path);
  if (problems.length === 0) problems.push(...listNodeProblems(mesh, path), ...listIndexProblems(mesh, path));
  if (problems.length === 0) problems.push(...listVolumeProblems(mesh, path));
  if (problems.length > 0) throw new ModelError(problems.slice(0, maxProblems));
}

function listLengthProblems(mesh: TetMesh, path: string): Problem[] {
  const problems: Problem[] = [];
  if (mesh.tetCount < 1 || mesh.tetNodes.length !== 4 * mesh.tetCount) {
    problems.push({
      code: 'inconsistent',
      path: `${path}.tetNodes`,
      got: `${mesh.tetNodes.length} indices for ${mesh.tetCount} tets`,
      hint: 'Give four node indices per tet, and at least one tet.',
    });
  }
  if (mesh.positions.length !== 3 * mesh.nodeCount) {
    problems.push({
      code: 'inconsistent',
      path: `${path}.positions`,
      got: `${mesh.positions.length} coordinates for ${mesh.nodeCount} nodes`,
      hint: 'Give three coordinates per node.',
    });
  }
  return problems;
}

function listNodeProblems(mesh: TetMesh, path: string): Problem[] {
  const problems: Problem[] = [];
  for (let i = 0; i < mesh.positions.length && problems.length < maxProblems; i++) {
    if (Number.isFinite(mesh.positions[i]!)) continue;
    problems.push({
      code: 'not-finite',
      path: `${path}.positions[${i}]`,
      got: String(mesh.positions[i]!),
      hint: `Give node ${Math.floor(i / 3)} a finite ${'xyz'.charAt(i % 3)}.`,
    });
  }
  return problems;
}

function listIndexProblems(mesh: TetMesh, path: string): Problem[] {
  const problems: Problem[] = [];
  for (let i = 0; i < mesh.tetNodes.length && problems.length < maxProblems; i++) {
    const node = mesh.tetNodes[i]!;
    if (node >= 0 && node < mesh.nodeCount) continue;
    problems.push({
      code: 'out-of-range',
      path: `${path}.tets[${Math.floor(i / 4)}]`,
      got: `node ${node}`,
      hint: `Use node indices from 0 to ${mesh.nodeCount - 1}.`,
    });
  }
  return problems;
}

function listVolumeProblems(mesh: TetMesh, path: string): Problem[] {
  const problems: Problem[] = [];
  const tet = { volume: 0, minEdge: 0, maxEdge: 0, minDihedral: 0, maxDihedral: 0, aspect: 0 };
  for (let t = 0; t < mesh.tetCount && problems.length < maxProblems; t++) {
    setTetMeasures(tet, mesh, t);
    if (isSound(tet)) continue;
    const flat = !(tet.volume < -flatness * tet.maxEdge * tet.maxEdge * tet.maxEdge);
    problems.push({
      code: 'inconsistent',
      path: `${path}.tets[${t}]`,
      got: `volume ${tet.volume}`,
      hint: flat
        ? 'The tet has no volume: move one of its nodes out of the plane of the others, or remove it.'
        : 'The tet is inverted: swap two of its nodes, or move the nodes so that its volume is positive.',
    });
  }
  return problems;
}

function isSound(tet: TetMeasures): boolean {
  return tet.volume > flatness * tet.maxEdge * tet.maxEdge * tet.maxEdge;
}

function setTetMeasures(tet: TetMeasures, mesh: TetMesh, t: number): void {
  const p = mesh.positions;
  const nodes = [0, 1, 2, 3].map((corner) => 3 * mesh.tetNodes[4 * t + corner]!);
  tet.minEdge = Infinity;
  tet.maxEdge = 0;
  tet.minDihedral = Infinity;
  tet.maxDihedral = -Infinity;
  let sixVolume = 0;
  // Each face lies at three edges and so is seen three times, twice its area each time.
  let areas = 0;
  for (let e = 0; e < edges.length; e += 4) {
    const [a, b, c, d] = [nodes[edges[e]!]!, nodes[edges[e + 1]!]!, nodes[edges[e + 2]!]!, nodes[edges[e + 3]!]!];
    const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
    const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
    const [wx, wy, wz] = [p[d]! - p[a]!, p[d + 1]! - p[a + 1]!, p[d + 2]! - p[a + 2]!];
    // Normals of the two faces at the edge; the angle between u × v and u × w is the dihedral angle.
    const [mx, my, mz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const [nx, ny, nz] = [uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx];
    const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
    sixVolume = mx * wx + my * wy + mz * wz;
    const angle = (atan2(length * Math.abs(sixVolume), mx * nx + my * ny + mz * nz) * 180) / Math.PI;
    areas += Math.sqrt(mx * mx + my * my + mz * mz) + Math.sqrt(nx * nx + ny * ny + nz * nz);
    tet.minEdge = Math.min(tet.minEdge, length);
    tet.maxEdge = Math.max(tet.maxEdge, length);
    tet.minDihedral = Math.min(tet.minDihedral, angle);
    tet.maxDihedral = Math.max(tet.maxDihedral, angle);
  }
  tet.volume = sixVolume / 6;
  const inradius = (3 * Math.abs(tet.volume)) / (areas / 6);
  tet.aspect = tet.maxEdge / (2 * Math.sqrt(6) * inradius);
}
