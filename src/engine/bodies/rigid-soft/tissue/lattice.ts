// The rest shape that all soft segments of an animal share: a box of nx × ny × nz cells, each cut into five tets, mirrored
// from cell to cell so that the diagonals of common faces coincide. [myriapod eq. 3, 12, 13]
//
//   x forward, y left, z up, origin in the middle. Node (i, j, k) has index (i (ny + 1) + j)(nz + 1) + k: the nodes of
//   layer i = 0 are attached to the rigid body behind, those of layer i = nx to the one in front, all others are free.
//
// Edge weights: damping Σ_e V_e / 4 and stiffness −Σ_e V_e ∇N_i · ∇N_j over the tets with that edge; with them
// Σ_j weight (x_j − x_i) is −(damping matrix / γ) x and −(Laplace matrix) x. Lengths in model units, as everywhere here.

export interface TissueLattice {
  readonly cells: readonly [number, number, number];
  readonly size: readonly [number, number, number];
  readonly nodeCount: number;
  /** Nodes of one end face; the free nodes are faceNodeCount ≤ node < nodeCount − faceNodeCount. */
  readonly faceNodeCount: number;
  /** xyz of every node at rest. */
  readonly restPositions: Float64Array;
  /** A quarter of the volume of the tets around each node. */
  readonly nodeVolumes: Float64Array;
  /** Four nodes a tet, all corner tets first: the corner, then its neighbours along x, y, z; or four far corners. */
  readonly tetNodes: Int32Array;
  /** gx, gy, gz of each tet: the columns of F from edges (see src/kernels/assembly/corotated.ts). */
  readonly tetGradients: Float64Array;
  readonly cornerTetCount: number;
  readonly centralTetCount: number;
  /** Volume of a corner tet; a central one has twice as much. */
  readonly cornerVolume: number;
  /** Two nodes an edge. */
  readonly edgeNodes: Int32Array;
  readonly edgeDamping: Float64Array;
  readonly edgeStiffness: Float64Array;
}

export function createTissueLattice(
  cells: readonly [number, number, number],
  size: readonly [number, number, number],
): TissueLattice {
  const [nx, ny, nz] = cells;
  const nodeAt = (i: number, j: number, k: number): number => (i * (ny + 1) + j) * (nz + 1) + k;
  const nodeCount = nodeAt(nx, ny, nz) + 1;
  const steps = [size[0] / nx, size[1] / ny, size[2] / nz] as const;
  const restPositions = new Float64Array(3 * nodeCount);
  for (let i = 0; i <= nx; i++) {
    for (let j = 0; j <= ny; j++) {
      for (let k = 0; k <= nz; k++) {
        const at = 3 * nodeAt(i, j, k);
        restPositions[at] = i * steps[0] - size[0] / 2;
        restPositions[at + 1] = j * steps[1] - size[1] / 2;
        restPositions[at + 2] = k * steps[2] - size[2] / 2;
      }
    }
  }
  const { corners, centrals, cornerGradients, centralGradients } = cutCells(cells, steps, nodeAt);
  const cornerVolume = (steps[0] * steps[1] * steps[2]) / 6;
  const tetNodes = Int32Array.from([...corners, ...centrals]);
  const tetGradients = Float64Array.from([...cornerGradients, ...centralGradients]);
  const cornerTetCount = corners.length / 4;
  const nodeVolumes = new Float64Array(nodeCount);
  for (let at = 0; at < tetNodes.length; at++) {
    const node = tetNodes[at]!;
    nodeVolumes[node] = nodeVolumes[node]! + (at < corners.length ? cornerVolume : 2 * cornerVolume) / 4;
  }
  return {
    cells,
    size,
    nodeCount,
    faceNodeCount: (ny + 1) * (nz + 1),
    restPositions,
    nodeVolumes,
    tetNodes,
    tetGradients,
    cornerTetCount,
    centralTetCount: centrals.length / 4,
    cornerVolume,
    ...createEdges(tetNodes, tetGradients, cornerTetCount, cornerVolume, nodeCount),
  };
}

interface CutCells {
  readonly corners: number[];
  readonly centrals: number[];
  readonly cornerGradients: number[];
  readonly centralGradients: number[];
}

function cutCells(
  cells: readonly [number, number, number],
  steps: readonly [number, number, number],
  nodeAt: (i: number, j: number, k: number) => number,
): CutCells {
  const cut: CutCells = { corners: [], centrals: [], cornerGradients: [], centralGradients: [] };
  for (let i = 0; i < cells[0]; i++) {
    for (let j = 0; j < cells[1]; j++) {
      for (let k = 0; k < cells[2]; k++) {
        // Odd cells are mirrored in x.
        const mirrored = (i + j + k) % 2;
        const corner = (a: number, b: number, c: number): number => nodeAt(i + (mirrored ? 1 - a : a), j + b, k + c);
        const flip = mirrored ? -1 : 1;
        for (const [a, b, c] of [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
          [1, 1, 1],
        ] as const) {
          cut.corners.push(corner(a, b, c), corner(1 - a, b, c), corner(a, 1 - b, c), corner(a, b, 1 - c));
          cut.cornerGradients.push((flip * (1 - 2 * a)) / steps[0], (1 - 2 * b) / steps[1], (1 - 2 * c) / steps[2]);
        }
        cut.centrals.push(corner(0, 0, 0), corner(1, 1, 0), corner(1, 0, 1), corner(0, 1, 1));
        cut.centralGradients.push(flip / (2 * steps[0]), 1 / (2 * steps[1]), 1 / (2 * steps[2]));
      }
    }
  }
  return cut;
}

function createEdges(
  tetNodes: Int32Array,
  tetGradients: Float64Array,
  cornerTetCount: number,
  cornerVolume: number,
  nodeCount: number,
): Pick<TissueLattice, 'edgeNodes' | 'edgeDamping' | 'edgeStiffness'> {
  const indexOf = new Map<number, number>();
  const nodes: number[] = [];
  const damping: number[] = [];
  const stiffness: number[] = [];
  for (let tet = 0; tet < tetNodes.length / 4; tet++) {
    const volume = tet < cornerTetCount ? cornerVolume : 2 * cornerVolume;
    const gradients = createShapeGradients(tetGradients.subarray(3 * tet, 3 * tet + 3), tet >= cornerTetCount);
    for (let a = 0; a < 4; a++) {
      for (let b = a + 1; b < 4; b++) {
        const low = Math.min(tetNodes[4 * tet + a]!, tetNodes[4 * tet + b]!);
        const high = Math.max(tetNodes[4 * tet + a]!, tetNodes[4 * tet + b]!);
        const key = low * nodeCount + high;
        let edge = indexOf.get(key);
        if (edge === undefined) {
          edge = damping.length;
          indexOf.set(key, edge);
          nodes.push(low, high);
          damping.push(0);
          stiffness.push(0);
        }
        const [p, q] = [gradients[a]!, gradients[b]!];
        damping[edge] = damping[edge]! + volume / 4;
        stiffness[edge] = stiffness[edge]! - volume * (p[0]! * q[0]! + p[1]! * q[1]! + p[2]! * q[2]!);
      }
    }
  }
  return {
    edgeNodes: Int32Array.from(nodes),
    edgeDamping: Float64Array.from(damping),
    edgeStiffness: Float64Array.from(stiffness),
  };
}

/** ∇N of the four nodes. */
export function createShapeGradients(g: Float64Array, central: boolean): number[][] {
  const [x, y, z] = [g[0]!, g[1]!, g[2]!];
  const others = central
    ? [
        [x, y, -z],
        [x, -y, z],
        [-x, y, z],
      ]
    : [
        [x, 0, 0],
        [0, y, 0],
        [0, 0, z],
      ];
  return [[0, 1, 2].map((axis) => -(others[0]![axis]! + others[1]![axis]! + others[2]![axis]!)), ...others];
}
