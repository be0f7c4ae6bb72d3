/**
 * The rotation of each section: the polar factor of F averaged over the tets that touch it. The average is linear in the
 * positions, Σ_i x_i w_iᵀ with constant w, so no tet is visited.
 */
import type { Kernels } from '../../../../kernels/functions.ts';
import type { SectionedTetMesh } from '../../../mesh/tets/tet-mesh.ts';
import type { TetShape } from '../../../forces/stvk.ts';
import { setPolarWarm } from '../../../math/space/polar.ts';
import { VERTEX_STRIDE } from '../../../math/sparse/bcsr.ts';

/** Numbers per section: the rows of the rotation, then its columns, each padded to 4. */
const rotationStride = 24;

export interface SectionRotations {
  readonly sectionCount: number;
  readonly nodesPerSection: number;
  /** w of each node for the section before it, its own and the one after, xyz each. */
  readonly weights: Float64Array;
  /** Arena. */
  readonly turns: Float64Array;
}

export function createSectionRotations(kernels: Kernels, mesh: SectionedTetMesh, tets: TetShape): SectionRotations {
  const { sectionCount, nodesPerSection: per, nodeCount } = mesh;
  const weights = new Float64Array(9 * nodeCount);
  const turns = kernels.arena.allocF64(rotationStride * sectionCount);
  if (!kernels.arena.isMeasuring) setWeights(weights, mesh, tets);
  return { sectionCount, nodesPerSection: per, weights, turns };
}

function setWeights(
  weights: Float64Array,
  { sectionCount, nodesPerSection: per, nodeCount }: SectionedTetMesh,
  tets: TetShape,
): void {
  const { tetCount, tetNodes, volumes: tetVolumes, gradients } = tets;
  const volumes = new Float64Array(sectionCount);
  const addValue = (node: number, s: number, c: number, value: number): void => {
    weights[9 * node + 3 * (s - Math.floor(node / per) + 1) + c]! += value;
  };
  for (let t = 0; t < tetCount; t++) {
    const first = tetNodes[4 * t]!;
    const last = Math.floor(tetNodes[4 * t + 3]! / per);
    const volume = tetVolumes[t]!;
    // The nodes ascend, so the sections touched are the first one's to the last one's.
    for (let s = Math.floor(first / per); s <= last; s++) {
      volumes[s]! += volume;
      for (let a = 1; a < 4; a++) {
        for (let c = 0; c < 3; c++) {
          const value = volume * gradients[9 * t + 3 * (a - 1) + c]!;
          addValue(tetNodes[4 * t + a]!, s, c, value);
          addValue(first, s, c, -value);
        }
      }
    }
  }
  for (let i = 0; i < nodeCount; i++) {
    for (let k = 0; k < 9; k++) {
      const s = Math.floor(i / per) + Math.floor(k / 3) - 1;
      if (s >= 0 && s < sectionCount) weights[9 * i + k]! /= volumes[s]!;
    }
  }
}

const gradient = new Float64Array(9);
const rotation = new Float64Array(9);
const stretch = new Float64Array(9);
const quaternion = new Float64Array(4);

/** Sets the rotations for the given positions. */
export function setSectionRotations(rotations: SectionRotations, positions: Float64Array): void {
  const { sectionCount, nodesPerSection: per, weights, turns } = rotations;
  // Each section starts from the rotation of the one before it: near, and a function of the positions alone.
  quaternion.fill(0);
  quaternion[3] = 1;
  for (let s = 0; s < sectionCount; s++) {
    gradient.fill(0);
    for (let beside = -1; beside <= 1; beside++) {
      if (s + beside < 0 || s + beside >= sectionCount) continue;
      addGradient(weights, positions, (s + beside) * per, per, 3 * (1 - beside));
    }
    setPolarWarm(rotation, stretch, quaternion, gradient);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        turns[rotationStride * s + 4 * r + c] = rotation[3 * r + c]!;
        turns[rotationStride * s + 12 + 4 * c + r] = rotation[3 * r + c]!;
      }
    }
  }
}

/** Adds the part of `count` nodes to the mean F. */
function addGradient(weights: Float64Array, positions: Float64Array, first: number, count: number, part: number): void {
  let xx = 0;
  let xy = 0;
  let xz = 0;
  let yx = 0;
  let yy = 0;
  let yz = 0;
  let zx = 0;
  let zy = 0;
  let zz = 0;
  for (let i = first; i < first + count; i++) {
    const x = positions[VERTEX_STRIDE * i]!;
    const y = positions[VERTEX_STRIDE * i + 1]!;
    const z = positions[VERTEX_STRIDE * i + 2]!;
    const u = weights[9 * i + part]!;
    const v = weights[9 * i + part + 1]!;
    const w = weights[9 * i + part + 2]!;
    xx += x * u;
    xy += x * v;
    xz += x * w;
    yx += y * u;
    yy += y * v;
    yz += y * w;
    zx += z * u;
    zy += z * v;
    zz += z * w;
  }
  gradient[0]! += xx;
  gradient[1]! += xy;
  gradient[2]! += xz;
  gradient[3]! += yx;
  gradient[4]! += yy;
  gradient[5]! += yz;
  gradient[6]! += zx;
  gradient[7]! += zy;
  gradient[8]! += zz;
}
