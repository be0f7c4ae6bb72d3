// Twin of ../assembly/stvk.ts, where the equations are: with loops over nodes and entries, and the two tets of a pair taking
// turns at each node and block. Equal to the kernel in every bit.
import type { MemoryViews } from '../memory/arena.ts';

/** Rows and columns of the six strains and stresses. */
const rows = [0, 1, 2, 0, 0, 1];
const columns = [0, 1, 2, 1, 2, 2];
/** Nodes of the ten blocks on and above the diagonal. */
const firstNodes = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3];
const secondNodes = [0, 1, 2, 3, 1, 2, 3, 2, 3, 3];
/** Which of the six is entry (i, j). */
const voigtIndices = [0, 3, 4, 3, 1, 5, 4, 5, 2];

export function createStvkTwin({ f64, i32 }: MemoryViews) {
  const lanes = [createTetTwin(f64, i32, 0), createTetTwin(f64, i32, 1)] as const;
  return {
    /**
     * Adds the forces of all tets and, unless `blocks` is 0, their matrix on and above the diagonal. Writes min det F and the
     * tet that has it to `report` (2 numbers), returns the number of tets with det F ≤ 0 or NaN.
     * StvkTets and TetBlocks hold the arrays.
     */
    stvkF64(
      report: number,
      forces: number,
      blocks: number,
      positions: number,
      nodes: number,
      offsets: number,
      gradients: number,
      materials: number,
      factors: number,
      actives: number,
      tetCount: number,
    ): number {
      let inverted = 0;
      const worst = [Infinity, Infinity];
      const worstTets = [0, 0];
      for (let pair = 0; 2 * pair < tetCount; pair += 1) {
        for (let lane = 0; lane < 2; lane += 1) {
          const tet = 2 * pair + lane;
          const determinant = lanes[lane]!.setGradient(positions, nodes + 32 * pair, gradients + 144 * pair);
          if (!(determinant > 0) && tet < tetCount) inverted += 1;
          if (determinant < worst[lane]! || Number.isNaN(determinant)) {
            worst[lane] = determinant;
            worstTets[lane] = tet;
          }
          lanes[lane]!.setStress(materials + 96 * pair, actives + 16 * pair);
        }
        for (let a = 0; a < 4; a += 1) {
          for (const tet of lanes) tet.addForce(forces, nodes + 32 * pair, a);
        }
        if (blocks !== 0) {
          for (const tet of lanes) tet.setTangent(factors + 32 * pair);
          for (let k = 0; k < 10; k += 1) {
            for (const tet of lanes) tet.addBlock(blocks, offsets + 80 * pair, k);
          }
        }
      }
      const [first, second] = worst as [number, number];
      const take = second < first || (Number.isNaN(second) && !Number.isNaN(first)) ? 1 : 0;
      f64[report / 8] = worst[take]!;
      f64[report / 8 + 1] = worstTets[take]!;
      return inverted;
    },
    /** Writes the transposes of `count` blocks; pairs: byte offsets in blocks, from and to. */
    mirrorBlocksF64(blocks: number, pairs: number, count: number): void {
      for (let k = 0; k < count; k += 1) {
        const from = (blocks + i32[pairs / 4 + 2 * k]!) / 8;
        const to = (blocks + i32[pairs / 4 + 2 * k + 1]!) / 8;
        for (let c = 0; c < 3; c += 1) {
          for (let r = 0; r < 3; r += 1) f64[to + 4 * c + r] = f64[from + 4 * r + c]!;
          f64[to + 4 * c + 3] = 0;
        }
      }
    },
  };
}

interface TetTwin {
  /** Sets g and F; returns det F. */
  setGradient(positions: number, nodes: number, gradients: number): number;
  /** Sets V S, V S g_a and F V S g_a of nodes 1 to 3, λ and µ. */
  setStress(materials: number, actives: number): void;
  addForce(forces: number, nodes: number, a: number): void;
  /** Sets what the blocks are made of. */
  setTangent(factors: number): void;
  addBlock(blocks: number, offsets: number, k: number): void;
}

/** a[i] b[j] + a[i+step] b[j+step] + … of three entries. */
function dot(a: Float64Array, i: number, aStep: number, b: Float64Array, j: number, bStep: number): number {
  return a[i]! * b[j]! + a[i + aStep]! * b[j + bStep]! + a[i + 2 * aStep]! * b[j + 2 * bStep]!;
}

function computeDeterminant(f: Float64Array): number {
  const m0 = f[4]! * f[8]! - f[5]! * f[7]!;
  const m1 = f[5]! * f[6]! - f[3]! * f[8]!;
  const m2 = f[3]! * f[7]! - f[4]! * f[6]!;
  return f[0]! * m0 + f[1]! * m1 + f[2]! * m2;
}

function createTetTwin(f64: Float64Array, i32: Int32Array, lane: number): TetTwin {
  const edges = new Float64Array(9);
  const f = new Float64Array(9);
  /** Rows of nodes 1 to 3 first, as they are stored; node 0 last where it is needed. */
  const g = new Float64Array(9);
  const stresses = new Float64Array(6);
  const strain = new Float64Array(6);
  const stressed = new Float64Array(9);
  const pulls = new Float64Array(9);
  const tensions = new Float64Array(3);
  const left = new Float64Array(6);
  /** Rows of nodes 0 to 3. */
  const h = new Float64Array(12);
  const dots = new Float64Array(16);
  const weights = new Float64Array(16);
  let lambda = 0;
  let mu = 0;
  let kl = 0;
  let km = 0;

  const setGradient: TetTwin['setGradient'] = (positions, nodes, gradients) => {
    const origin = (positions + i32[nodes / 4 + lane]!) / 8;
    for (let a = 0; a < 3; a += 1) {
      const vertex = (positions + i32[nodes / 4 + 2 * (a + 1) + lane]!) / 8;
      for (let c = 0; c < 3; c += 1) {
        edges[3 * a + c] = f64[vertex + c]! - f64[origin + c]!;
        g[3 * a + c] = f64[gradients / 8 + 2 * (3 * a + c) + lane]!;
      }
    }
    for (let i = 0; i < 3; i += 1) {
      for (let j = 0; j < 3; j += 1) f[3 * i + j] = dot(edges, i, 3, g, j, 3);
    }
    return computeDeterminant(f);
  };

  const setStress: TetTwin['setStress'] = (materials, actives) => {
    const at = materials / 8 + lane;
    for (let k = 0; k < 6; k += 1) {
      const product = dot(f, rows[k]!, 3, f, columns[k]!, 3);
      strain[k] = 0.5 * (k < 3 ? product - 1 : product);
    }
    lambda = f64[at]!;
    mu = f64[at + 2]!;
    const twice = mu + mu;
    const pressure = lambda * (strain[0]! + strain[1]! + strain[2]!);
    const tension = f64[at + 4]! * f64[actives / 8 + lane]!;
    for (let k = 0; k < 3; k += 1) tensions[k] = tension * f64[at + 6 + 2 * k]!;
    for (let k = 0; k < 6; k += 1) {
      const elastic = k < 3 ? pressure + twice * strain[k]! : twice * strain[k]!;
      stresses[k] = elastic + tensions[rows[k]!]! * f64[at + 6 + 2 * columns[k]!]!;
    }
    for (let a = 0; a < 3; a += 1) {
      for (let i = 0; i < 3; i += 1) {
        const s0 = stresses[voigtIndices[3 * i]!]!;
        const s1 = stresses[voigtIndices[3 * i + 1]!]!;
        const s2 = stresses[voigtIndices[3 * i + 2]!]!;
        stressed[3 * a + i] = s0 * g[3 * a]! + s1 * g[3 * a + 1]! + s2 * g[3 * a + 2]!;
      }
      for (let i = 0; i < 3; i += 1) pulls[3 * a + i] = dot(f, 3 * i, 1, stressed, 3 * a, 1);
    }
  };

  const addForce: TetTwin['addForce'] = (forces, nodes, a) => {
    const vertex = (forces + i32[nodes / 4 + 2 * a + lane]!) / 8;
    for (let c = 0; c < 3; c += 1) {
      const pull = a > 0 ? pulls[3 * (a - 1) + c]! : -(pulls[c]! + pulls[3 + c]! + pulls[6 + c]!);
      f64[vertex + c] = f64[vertex + c]! - pull;
    }
  };

  /** Fills row and column 0 of a symmetric 4 × 4 table whose rows sum to zero. */
  const completeTable = (table: Float64Array): void => {
    for (let a = 1; a < 4; a += 1) table[a] = -(table[4 + a]! + table[8 + a]! + table[12 + a]!);
    table[0] = -(table[1]! + table[2]! + table[3]!);
  };

  const setTangent: TetTwin['setTangent'] = (factors) => {
    const material = f64[factors / 8 + lane]!;
    const geometric = f64[factors / 8 + 2 + lane]!;
    kl = material * lambda;
    km = material * mu;
    for (let k = 0; k < 6; k += 1) left[k] = km * dot(f, 3 * rows[k]!, 1, f, 3 * columns[k]!, 1);
    for (let a = 0; a < 3; a += 1) {
      for (let i = 0; i < 3; i += 1) h[3 * (a + 1) + i] = dot(f, 3 * i, 1, g, 3 * a, 1);
      for (let b = a; b < 3; b += 1) {
        const at = 4 * (a + 1) + b + 1;
        dots[at] = dot(g, 3 * a, 1, g, 3 * b, 1);
        weights[at] = geometric * dot(g, 3 * a, 1, stressed, 3 * b, 1);
        dots[4 * (b + 1) + a + 1] = dots[at];
        weights[4 * (b + 1) + a + 1] = weights[at];
      }
    }
    for (let i = 0; i < 3; i += 1) h[i] = -(h[3 + i]! + h[6 + i]! + h[9 + i]!);
    completeTable(dots);
    completeTable(weights);
  };

  const addBlock: TetTwin['addBlock'] = (blocks, offsets, k) => {
    const to = (blocks + i32[offsets / 4 + 2 * k + lane]!) / 8;
    const a = firstNodes[k]!;
    const b = secondNodes[k]!;
    const c = dots[4 * a + b]!;
    const w = weights[4 * a + b]!;
    for (let j = 0; j < 3; j += 1) {
      for (let i = 0; i < 3; i += 1) {
        const side = c * left[voigtIndices[3 * i + j]!]!;
        let value: number;
        if (a === b) value = h[3 * a + Math.max(i, j)]! * ((kl + km) * h[3 * a + Math.min(i, j)]!) + side;
        else value = h[3 * a + i]! * (kl * h[3 * b + j]!) + km * h[3 * b + i]! * h[3 * a + j]! + side;
        f64[to + 4 * j + i] = f64[to + 4 * j + i]! + (i === j ? value + w : value);
      }
    }
  };

  return { setGradient, setStress, addForce, setTangent, addBlock };
}
