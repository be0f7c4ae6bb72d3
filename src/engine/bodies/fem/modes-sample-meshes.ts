/** Meshes for the tests of the modes: boxes of cells in six tets, and tubes of rings. */
import type { SectionedTetMesh } from '../../discretise/tet-mesh.ts';
import { cos, sin } from '../../math/portable.ts';

function createMesh(positions: number[], tets: number[], sectionCount: number): SectionedTetMesh {
  const p = Float64Array.from(positions);
  const edge = (node: number, origin: number, r: number): number => p[3 * node + r]! - p[3 * origin + r]!;
  for (let t = 0; t < tets.length; t += 4) {
    const [o, a, b, c] = [tets[t]!, tets[t + 1]!, tets[t + 2]!, tets[t + 3]!];
    let volume = 0;
    for (let r = 0; r < 3; r++) {
      const [s, u] = [(r + 1) % 3, (r + 2) % 3];
      volume += edge(a, o, r) * (edge(b, o, s) * edge(c, o, u) - edge(b, o, u) * edge(c, o, s));
    }
    if (volume < 0) [tets[t + 2], tets[t + 3]] = [c, b];
  }
  const nodeCount = positions.length / 3;
  return {
    nodeCount,
    tetCount: tets.length / 4,
    positions: p,
    tetNodes: Int32Array.from(tets),
    sectionCount,
    nodesPerSection: nodeCount / sectionCount,
    tetTissues: new Uint8Array(tets.length / 4),
    tetMuscles: new Int16Array(tets.length / 4).fill(-1),
    surfaceTriangles: new Uint32Array(0),
  };
}

/** A box from the origin along +x, `across` cells in y and z, `along` in x, each cut into six tets round its diagonal. */
export function createBoxMesh(length: number, side: number, along: number, across: number): SectionedTetMesh {
  const positions: number[] = [];
  const row = across + 1;
  for (let i = 0; i <= along; i++) {
    for (let j = 0; j <= across; j++) {
      for (let k = 0; k <= across; k++) {
        positions.push((length * i) / along, side * (j / across - 0.5), side * (k / across - 0.5));
      }
    }
  }
  const strides = [row * row, row, 1];
  const tets: number[] = [];
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  for (let i = 0; i < along; i++) {
    for (let j = 0; j < across; j++) {
      for (let k = 0; k < across; k++) {
        for (const order of orders) {
          let node = i * row * row + j * row + k;
          tets.push(node);
          for (const axis of order) tets.push((node += strides[axis]!));
        }
      }
    }
  }
  return createMesh(positions, tets, along + 1);
}

/** Three tets of the prism (a0 a1 a2) – (b0 b1 b2), cut by the rule of the smallest index so that neighbours agree. */
function addPrism(tets: number[], bottom: readonly number[], top: readonly number[]): void {
  // The six corners in ascending order of node number decide every diagonal of the three quads.
  const first = Math.min(...bottom, ...top);
  const [near, far] = bottom.includes(first) ? [bottom, top] : [top, bottom];
  const at = near.indexOf(first);
  const [n1, n2] = [near[(at + 1) % 3]!, near[(at + 2) % 3]!];
  const [f0, f1, f2] = [far[at]!, far[(at + 1) % 3]!, far[(at + 2) % 3]!];
  tets.push(first, f0, f1, f2);
  if (Math.min(n1, f2) < Math.min(n2, f1)) tets.push(first, n1, n2, f2, first, n1, f2, f1);
  else tets.push(first, n1, n2, f1, first, n2, f2, f1);
}

export interface TubeOptions {
  readonly length: number;
  readonly sectionCount: number;
  /** Degrees from +y towards +z. */
  readonly angles: readonly number[];
  /** Shares of the radius, from the outside in; a centre node is added. */
  readonly rings: readonly number[];
  /** Radius at s in [0, 1] from the head. */
  readonly radius: (s: number) => number;
  /** Turns the whole tube about its axis, degrees. */
  readonly roll?: number;
  /** Tissue of the prisms between ring r and r + 1 (or the centre) in sector a. */
  readonly tissue?: (ring: number, sector: number) => number;
}

/** A tube along x with its head (section 0) at +x. */
export function createTubeMesh(options: TubeOptions): SectionedTetMesh {
  const { length, sectionCount, angles, rings, radius, roll = 0, tissue } = options;
  const around = angles.length;
  const perSection = around * rings.length + 1;
  const positions: number[] = [];
  for (let i = 0; i < sectionCount; i++) {
    const s = i / (sectionCount - 1);
    for (const ring of rings) {
      for (const angle of angles) {
        const turn = ((angle + roll) * Math.PI) / 180;
        positions.push(length * (1 - s), ring * radius(s) * cos(turn), ring * radius(s) * sin(turn));
      }
    }
    positions.push(length * (1 - s), 0, 0);
  }
  const tets: number[] = [];
  const tissues: number[] = [];
  const addCell = (corners: readonly number[], i: number, kind: number): void => {
    const bottom = corners.map((corner) => corner + i * perSection);
    addPrism(tets, bottom, bottom.map((node) => node + perSection));
    tissues.push(kind, kind, kind);
  };
  for (let i = 0; i + 1 < sectionCount; i++) {
    for (let a = 0; a < around; a++) {
      const b = (a + 1) % around;
      for (let r = 0; r + 1 < rings.length; r++) {
        const [oa, ob, ia, ib] = [r * around + a, r * around + b, (r + 1) * around + a, (r + 1) * around + b];
        const kind = tissue?.(r, a) ?? 0;
        // The cut of each quad in the cross-section starts at its smallest node, too.
        if (oa < ob) {
          addCell([oa, ob, ib], i, kind);
          addCell([oa, ib, ia], i, kind);
        } else {
          addCell([ob, ib, ia], i, kind);
          addCell([ob, ia, oa], i, kind);
        }
      }
      const inner = (rings.length - 1) * around;
      addCell([inner + a, inner + b, perSection - 1], i, tissue?.(rings.length - 1, a) ?? 0);
    }
  }
  const mesh = createMesh(positions, tets, sectionCount);
  mesh.tetTissues.set(tissues);
  return mesh;
}
