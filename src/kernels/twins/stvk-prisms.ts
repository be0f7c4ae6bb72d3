// Twin of ../assembly/stvk-prisms.ts, where the equations are: with loops over nodes and entries, and the two prisms of a
// pair taking turns at each node and block. Equal to the kernel in every bit.
import type { MemoryViews } from '../memory/arena.ts';

/** Rows and columns of the six strains and stresses, and which of the six is entry (i, j). */
const rows = [0, 1, 2, 0, 0, 1];
const columns = [0, 1, 2, 1, 2, 2];
const voigtIndices = [0, 3, 4, 3, 1, 5, 4, 5, 2];
/** Nodes of the 21 blocks on and above the diagonal. */
const blockNodes = Array.from({ length: 36 }, (_, k) => [Math.floor(k / 6), k % 6] as const).filter(([a, b]) => a <= b);

export function createStvkPrismTwin({ f64, i32 }: MemoryViews) {
  const lanes = [createPrismTwin(f64, i32, 0), createPrismTwin(f64, i32, 1)] as const;
  return {
    /**
     * Adds the forces of all prisms and, unless `blocks` is 0, their matrix on and above the diagonal. Returns the number of
     * prisms whose mean F has det ≤ 0 or NaN.
     */
    stvkPrismsF64(
      forces: number,
      blocks: number,
      positions: number,
      nodes: number,
      offsets: number,
      gradients: number,
      materials: number,
      factors: number,
      prismCount: number,
    ): number {
      let inverted = 0;
      for (let pair = 0; 2 * pair < prismCount; pair += 1) {
        for (let lane = 0; lane < 2; lane += 1) {
          const determinant = lanes[lane]!.setGradient(positions, nodes + 48 * pair, gradients + 288 * pair);
          if (!(determinant > 0) && 2 * pair + lane < prismCount) inverted += 1;
          lanes[lane]!.setStress(materials + 32 * pair);
        }
        for (let a = 0; a < 6; a += 1) {
          for (const prism of lanes) prism.addForce(forces, nodes + 48 * pair, a);
        }
        if (blocks === 0) continue;
        for (const prism of lanes) prism.setTangent(factors + 32 * pair);
        for (let k = 0; k < 21; k += 1) {
          for (const prism of lanes) prism.addBlock(blocks, offsets + 168 * pair, k);
        }
      }
      return inverted;
    },
  };
}

interface PrismTwin {
  /** Sets g and F; returns det F. */
  setGradient(positions: number, nodes: number, gradients: number): number;
  /** Sets V S g_a and h_a, λ and µ. */
  setStress(materials: number): void;
  addForce(forces: number, nodes: number, a: number): void;
  setTangent(factors: number): void;
  addBlock(blocks: number, offsets: number, k: number): void;
}

/** a[i] b[j] + a[i+step] b[j+step] + … of three entries. */
function dot(a: Float64Array, i: number, aStep: number, b: Float64Array, j: number, bStep: number): number {
  return a[i]! * b[j]! + a[i + aStep]! * b[j + bStep]! + a[i + 2 * aStep]! * b[j + 2 * bStep]!;
}

function createPrismTwin(f64: Float64Array, i32: Int32Array, lane: number): PrismTwin {
  const g = new Float64Array(18);
  const f = new Float64Array(9);
  const stresses = new Float64Array(6);
  const stressed = new Float64Array(18);
  const images = new Float64Array(18);
  const left = new Float64Array(6);
  let [lambda, mu, kl, km, geometric] = [0, 0, 0, 0, 0];
  return {
    setGradient(positions, nodes, gradients) {
      for (let k = 0; k < 18; k += 1) g[k] = f64[gradients / 8 + 2 * k + lane]!;
      f.fill(0);
      const origin = (positions + i32[nodes / 4 + lane]!) / 8;
      for (let a = 1; a < 6; a += 1) {
        const vertex = (positions + i32[nodes / 4 + 2 * a + lane]!) / 8;
        for (let i = 0; i < 3; i += 1) {
          const edge = f64[vertex + i]! - f64[origin + i]!;
          for (let j = 0; j < 3; j += 1) f[3 * i + j] = f[3 * i + j]! + edge * g[3 * a + j]!;
        }
      }
      const m0 = f[4]! * f[8]! - f[5]! * f[7]!;
      const m1 = f[5]! * f[6]! - f[3]! * f[8]!;
      const m2 = f[3]! * f[7]! - f[4]! * f[6]!;
      return f[0]! * m0 + f[1]! * m1 + f[2]! * m2;
    },
    setStress(materials) {
      lambda = f64[materials / 8 + lane]!;
      mu = f64[materials / 8 + 2 + lane]!;
      const twice = mu + mu;
      for (let k = 0; k < 6; k += 1) {
        const product = dot(f, rows[k]!, 3, f, columns[k]!, 3);
        stresses[k] = 0.5 * (k < 3 ? product - 1 : product);
      }
      const pressure = lambda * (stresses[0]! + stresses[1]! + stresses[2]!);
      for (let k = 0; k < 6; k += 1) stresses[k] = k < 3 ? pressure + twice * stresses[k]! : twice * stresses[k]!;
      for (let a = 0; a < 6; a += 1) {
        for (let i = 0; i < 3; i += 1) {
          const [s0, s1, s2] = [
            stresses[voigtIndices[3 * i]!]!,
            stresses[voigtIndices[3 * i + 1]!]!,
            stresses[voigtIndices[3 * i + 2]!]!,
          ];
          stressed[3 * a + i] = s0 * g[3 * a]! + s1 * g[3 * a + 1]! + s2 * g[3 * a + 2]!;
          images[3 * a + i] = dot(f, 3 * i, 1, g, 3 * a, 1);
        }
      }
    },
    addForce(forces, nodes, a) {
      const vertex = (forces + i32[nodes / 4 + 2 * a + lane]!) / 8;
      for (let i = 0; i < 3; i += 1) f64[vertex + i] = f64[vertex + i]! - dot(f, 3 * i, 1, stressed, 3 * a, 1);
    },
    setTangent(factors) {
      const material = f64[factors / 8 + lane]!;
      geometric = f64[factors / 8 + 2 + lane]!;
      kl = material * lambda;
      km = material * mu;
      for (let k = 0; k < 6; k += 1) left[k] = km * dot(f, 3 * rows[k]!, 1, f, 3 * columns[k]!, 1);
    },
    addBlock(blocks, offsets, k) {
      const to = (blocks + i32[offsets / 4 + 2 * k + lane]!) / 8;
      const [a, b] = blockNodes[k]!;
      const c = dot(g, 3 * a, 1, g, 3 * b, 1);
      const w = geometric * dot(g, 3 * a, 1, stressed, 3 * b, 1);
      for (let j = 0; j < 3; j += 1) {
        for (let i = 0; i < 3; i += 1) {
          const side = c * left[voigtIndices[3 * i + j]!]!;
          let value: number;
          if (a === b) value = images[3 * a + Math.max(i, j)]! * ((kl + km) * images[3 * a + Math.min(i, j)]!) + side;
          else
            value =
              images[3 * a + i]! * (kl * images[3 * b + j]!) + km * images[3 * b + i]! * images[3 * a + j]! + side;
          f64[to + 4 * j + i] = f64[to + 4 * j + i]! + (i === j ? value + w : value);
        }
      }
    },
  };
}
