/**
 * Prisms that avoid the volumetric locking of the tets they are made of. A body swept in sections is prisms cut into three tets
 * each. Linear tets lock: in bending the axial strain differs between the three tets of a prism while their strain across is
 * one number, so their volume cannot follow −ν ε, and the body is 40 % too stiff at ν = 0.45, worse the nearer to 0.5. Here
 * each prism carries the material by its mean gradient, and the tets keep a weak share of the shear against hourglassing [Puso
 * & Solberg 2006, with prisms for patches]:
 *
 *   W = Σ_p V_p [½ λ (tr Ē)² + (1 − β) µ Ē : Ē] + Σ_t V_t β µ E_t : E_t,   Ē of F̄ = Σ_t V_t F_t / V_p
 *
 * Uniform strain is exact, the energy stays a quartic polynomial, and no motion is free: W ≥ β of the tets' shear.
 * The kernel (kernels/assembly/stvk-prisms.ts) has the equations of force and tangent.
 */
import type { Arena } from '../../kernels/memory/arena.ts';
import { setBlocks, vertexStride } from '../../kernels/memory/layout.ts';

/**
 * β. Measured on the worm: bending stiffness 1.03 of the true one at 59 sections and 1.02 at 120. With 0.1 it is 1.01, but
 * 120 sections then collapse locally when they bend.
 */
export const shearShare = 0.3;

/** Tets in a prism: 3p, 3p + 1 and 3p + 2. */
export const tetsPerPrism = 3;
const corners = 6;
const gradientFields = 3 * corners;
const materialFields = 2;
const factorFields = 2;
const lanes = 2;

/** Prisms at rest. */
export interface PrismShape {
  readonly prismCount: number;
  /** Six nodes per prism, ascending. */
  readonly prismNodes: Int32Array;
  /** Mean gradients of the shape functions, xyz per corner. */
  readonly gradients: Float64Array;
  readonly volumes: Float64Array;
}

/** Prisms as the kernel reads them: two per block, one per lane. An odd number is filled up with a copy of no stiffness. */
export interface StvkPrisms extends PrismShape {
  /** Lamé moduli per prism: λ, and (1 − β) µ. */
  readonly lambdas: Float64Array;
  readonly mus: Float64Array;
  /** Arena arrays: see the kernel. */
  readonly packed: {
    readonly nodes: Int32Array;
    readonly gradients: Float64Array;
    readonly materials: Float64Array;
    readonly factors: Float64Array;
    /** The same without the geometric part, which may be indefinite. */
    readonly materialFactors: Float64Array;
  };
}

interface Tets {
  readonly tetCount: number;
  /** Four nodes per tet. */
  readonly tetNodes: Int32Array;
  readonly volumes: Float64Array;
}

/** Prisms of the tets in threes; `addGradient(out, at, t, k)` adds V_t g of corner k of tet t to xyz at out[at]. */
export function createPrismShape(
  tets: Tets,
  addGradient: (out: Float64Array, at: number, t: number, k: number) => void,
): PrismShape {
  const prismCount = tets.tetCount / tetsPerPrism;
  const prismNodes = new Int32Array(corners * prismCount);
  const gradients = new Float64Array(gradientFields * prismCount);
  const volumes = new Float64Array(prismCount);
  for (let p = 0; p < prismCount; p++) {
    const first = tetsPerPrism * p;
    setPrismNodes(prismNodes, corners * p, tets.tetNodes, 4 * first);
    for (let t = first; t < first + tetsPerPrism; t++) {
      volumes[p]! += tets.volumes[t]!;
      for (let k = 0; k < 4; k++)
        addGradient(gradients, gradientFields * p + 3 * findCorner(prismNodes, p, tets.tetNodes[4 * t + k]!), t, k);
    }
    for (let k = gradientFields * p; k < gradientFields * (p + 1); k++) gradients[k]! /= volumes[p]!;
  }
  return { prismCount, prismNodes, gradients, volumes };
}

/** The six nodes of three tets, in ascending order. */
function setPrismNodes(out: Int32Array, at: number, tetNodes: Int32Array, from: number): void {
  let count = 0;
  for (let i = from; i < from + 4 * tetsPerPrism; i++) {
    const node = tetNodes[i]!;
    let place = count;
    while (place > 0 && out[at + place - 1]! > node) place--;
    if (place > 0 && out[at + place - 1] === node) continue;
    out.copyWithin(at + place + 1, at + place, at + count);
    out[at + place] = node;
    count++;
  }
}

function findCorner(prismNodes: Int32Array, prism: number, node: number): number {
  let corner = 0;
  while (prismNodes[corners * prism + corner] !== node) corner++;
  return corner;
}

export function createStvkPrisms(arena: Arena, shape: PrismShape): StvkPrisms {
  const { prismCount, prismNodes, gradients, volumes } = shape;
  const padded = prismCount + (prismCount % lanes);
  const prisms: StvkPrisms = {
    prismCount,
    prismNodes,
    gradients,
    volumes,
    lambdas: new Float64Array(prismCount),
    mus: new Float64Array(prismCount),
    packed: {
      nodes: arena.allocI32(corners * padded),
      gradients: arena.allocF64(gradientFields * padded),
      materials: arena.allocF64(materialFields * padded),
      factors: arena.allocF64(factorFields * padded),
      materialFactors: arena.allocF64(factorFields * padded),
    },
  };
  if (arena.isMeasuring) return prisms;
  setBlocks(prisms.packed.gradients, gradients, gradientFields, lanes);
  for (let p = 0; p < padded; p++) {
    const from = corners * Math.min(p, prismCount - 1);
    for (let k = 0; k < corners; k++) {
      prisms.packed.nodes[corners * (p - (p % lanes)) + lanes * k + (p % lanes)] =
        8 * vertexStride * prismNodes[from + k]!;
    }
  }
  return prisms;
}

export function setPrismMaterial(prisms: StvkPrisms, p: number, lambda: number, mu: number): void {
  prisms.lambdas[p] = lambda;
  prisms.mus[p] = (1 - shearShare) * mu;
  const at = materialFields * (p - (p % lanes)) + (p % lanes);
  prisms.packed.materials[at] = prisms.volumes[p]! * lambda;
  prisms.packed.materials[at + lanes] = prisms.volumes[p]! * prisms.mus[p];
}

/** Factors with which the material and the geometric part of the tangent enter a matrix. */
export function setPrismFactors({ packed }: StvkPrisms, p: number, material: number, geometric: number): void {
  const at = factorFields * (p - (p % lanes)) + (p % lanes);
  packed.factors[at] = material;
  packed.factors[at + lanes] = geometric;
  packed.materialFactors[at] = material;
}

const strain = new Float64Array(9);
const gradient = new Float64Array(9);

/** Elastic energy of all prisms at vertices xyz_. */
export function computePrismEnergy(prisms: StvkPrisms, positions: Float64Array): number {
  let sum = 0;
  for (let p = 0; p < prisms.prismCount; p++) {
    setMeanGradient(gradient, prisms, positions, p);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const product =
          gradient[i]! * gradient[j]! + gradient[3 + i]! * gradient[3 + j]! + gradient[6 + i]! * gradient[6 + j]!;
        strain[3 * i + j] = (product - (i === j ? 1 : 0)) / 2;
      }
    }
    const trace = strain[0]! + strain[4]! + strain[8]!;
    let square = 0;
    for (let k = 0; k < 9; k++) square += strain[k]! * strain[k]!;
    sum += prisms.volumes[p]! * ((prisms.lambdas[p]! / 2) * trace * trace + prisms.mus[p]! * square);
  }
  return sum;
}

/** F̄, row-major. */
function setMeanGradient(out: Float64Array, prisms: StvkPrisms, positions: Float64Array, p: number): void {
  const { prismNodes, gradients } = prisms;
  const origin = vertexStride * prismNodes[corners * p]!;
  out.fill(0);
  for (let a = 1; a < corners; a++) {
    const vertex = vertexStride * prismNodes[corners * p + a]!;
    for (let i = 0; i < 3; i++) {
      const edge = positions[vertex + i]! - positions[origin + i]!;
      for (let j = 0; j < 3; j++) out[3 * i + j]! += edge * gradients[gradientFields * p + 3 * a + j]!;
    }
  }
}
