/**
 * St. Venant–Kirchhoff tetrahedra: material, forces, energy. The kernel (kernels/assembly/stvk.ts) has the equations of the
 * force and of the tangent, which bodies/fem/assembly.ts puts into a matrix.
 *
 *   Ψ = ½ λ (tr E)² + µ E : E,  E = ½ (FᵀF − 1),  λ = E_Y ν / ((1 + ν)(1 − 2ν)),  µ = E_Y / (2 (1 + ν))
 *
 * Damping, one of
 *   objective  r C : Ė: no force in a rigid motion; the damping time r multiplies the material tangent only
 *   rayleigh   r K v: a rotation within a step is resisted as if it were a stretch
 *   none
 * Muscle stress σ acts as second Piola stress along the fibre m at rest and adds its geometric part to the tangent.
 *
 * Any consistent units; the worm uses mm, g, s, so µN, Pa and nJ.
 */
import type { Arena } from '../../kernels/memory/arena.ts';
import type { Kernels } from '../../kernels/functions.ts';
import { setBlocks, vertexStride } from '../../kernels/memory/layout.ts';
import type { TetMesh } from '../mesh/tets/tet-mesh.ts';
import { throwProblem } from '../model/problem.ts';
import {
  computePrismEnergy,
  createPrismShape,
  createStvkPrisms,
  type PrismShape,
  setPrismFactors,
  setPrismMaterial,
  shearShare,
  type StvkPrisms,
  tetsPerPrism,
} from './stvk-prisms.ts';

export const dampingKinds = ['objective', 'rayleigh', 'none'] as const;
export type DampingKind = (typeof dampingKinds)[number];

/** Results of the last evaluation. */
export interface StvkReport {
  /** Tets and prisms with det F ≤ 0, or NaN. */
  inverted: number;
  /** Tet with the smallest det F, and that determinant. */
  worstTet: number;
  worstDeterminant: number;
}

/** Tets at rest. */
export interface TetShape {
  readonly nodeCount: number;
  readonly tetCount: number;
  /** Four nodes per tet, ascending. */
  readonly tetNodes: Int32Array;
  /** Gradients of the shape functions of nodes 1 to 3, xyz each; that of node 0 is minus their sum. */
  readonly gradients: Float64Array;
  readonly volumes: Float64Array;
  /** The prisms that the tets fill, if they do. */
  readonly prisms: PrismShape | undefined;
}

/** Tets as the kernel reads them: two per block, one per lane. An odd number is filled up with a copy of no stiffness. */
export interface StvkTets extends TetShape {
  readonly prisms: StvkPrisms | undefined;
  /** Muscle stress per tet (Pa), the caller's to fill before each evaluation; one more when the number of tets is odd. */
  readonly actives: Float64Array;
  /** Lamé moduli per tet. */
  readonly lambdas: Float64Array;
  readonly mus: Float64Array;
  /** Fibre directions per tet at rest, xyz. */
  readonly fibres: Float64Array;
  readonly report: StvkReport;
  /** Arena arrays: see the kernel. */
  readonly packed: {
    readonly nodes: Int32Array;
    readonly gradients: Float64Array;
    readonly materials: Float64Array;
    readonly factors: Float64Array;
    /** The same without the geometric part, which may be indefinite. */
    readonly materialFactors: Float64Array;
    readonly report: Float64Array;
  };
}

const lanes = 2;
const materialFields = 6;
const factorFields = 2;
const gradientFields = 9;

/** Throws a ModelError when a tet has no volume at rest. */
export function createTetShape(mesh: TetMesh): TetShape {
  const { tetCount, nodeCount } = mesh;
  const tetNodes = new Int32Array(4 * tetCount);
  const gradients = new Float64Array(gradientFields * tetCount);
  const volumes = new Float64Array(tetCount);
  for (let t = 0; t < tetCount; t++) {
    tetNodes.set(mesh.tetNodes.slice(4 * t, 4 * t + 4).sort(), 4 * t);
    volumes[t] = setRestGradients(gradients, mesh, tetNodes, t);
  }
  const shape = { nodeCount, tetCount, tetNodes, gradients, volumes };
  return { ...shape, prisms: mesh.inPrisms === true ? createPrismShape(shape, createGradientAdder(shape)) : undefined };
}

/** Adds V g of corner k of tet t. */
function createGradientAdder({ gradients, volumes }: Omit<TetShape, 'prisms'>) {
  return (out: Float64Array, at: number, t: number, k: number): void => {
    for (let c = 0; c < 3; c++) {
      const own = gradientFields * t + c;
      const value =
        k > 0 ? gradients[own + 3 * (k - 1)]! : -(gradients[own]! + gradients[own + 3]! + gradients[own + 6]!);
      out[at + c]! += volumes[t]! * value;
    }
  };
}

/** Tets without material: set moduli and damping next. */
export function createStvkTets(arena: Arena, shape: TetShape): StvkTets {
  const { nodeCount, tetCount, tetNodes, gradients, volumes } = shape;
  const padded = tetCount + (tetCount % lanes);
  const tets: StvkTets = {
    nodeCount,
    tetCount,
    tetNodes,
    gradients,
    volumes,
    prisms: shape.prisms && createStvkPrisms(arena, shape.prisms),
    actives: arena.allocF64(padded),
    lambdas: new Float64Array(tetCount),
    mus: new Float64Array(tetCount),
    fibres: new Float64Array(3 * tetCount),
    report: { inverted: 0, worstTet: 0, worstDeterminant: 1 },
    packed: {
      nodes: arena.allocI32(4 * padded),
      gradients: arena.allocF64(gradientFields * padded),
      materials: arena.allocF64(materialFields * padded),
      factors: arena.allocF64(factorFields * padded),
      materialFactors: arena.allocF64(factorFields * padded),
      report: arena.allocF64(2),
    },
  };
  if (arena.isMeasuring) return tets;
  setBlocks(tets.packed.gradients, gradients, gradientFields, lanes);
  for (let t = 0; t < padded; t++) {
    const from = 4 * Math.min(t, tetCount - 1);
    for (let k = 0; k < 4; k++) {
      tets.packed.nodes[4 * (t - (t % 2)) + 2 * k + (t % 2)] = 8 * vertexStride * tetNodes[from + k]!;
    }
  }
  return tets;
}

/** Gradients of the shape functions of nodes 1 to 3; returns the volume. */
function setRestGradients(out: Float64Array, mesh: TetMesh, tetNodes: Int32Array, t: number): number {
  const { positions } = mesh;
  const [n0, n1, n2, n3] = [
    3 * tetNodes[4 * t]!,
    3 * tetNodes[4 * t + 1]!,
    3 * tetNodes[4 * t + 2]!,
    3 * tetNodes[4 * t + 3]!,
  ];
  // The edges from the first corner, and the cross products of each two.
  const [ax, ay, az] = [
    positions[n1]! - positions[n0]!,
    positions[n1 + 1]! - positions[n0 + 1]!,
    positions[n1 + 2]! - positions[n0 + 2]!,
  ];
  const [bx, by, bz] = [
    positions[n2]! - positions[n0]!,
    positions[n2 + 1]! - positions[n0 + 1]!,
    positions[n2 + 2]! - positions[n0 + 2]!,
  ];
  const [cx, cy, cz] = [
    positions[n3]! - positions[n0]!,
    positions[n3 + 1]! - positions[n0 + 1]!,
    positions[n3 + 2]! - positions[n0 + 2]!,
  ];
  const [bcX, bcY, bcZ] = [by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx];
  const six = ax * bcX + ay * bcY + az * bcZ;
  if (!(Math.abs(six) > 0 && Math.abs(six) < Infinity)) {
    throwProblem(
      'inconsistent',
      `mesh.tets[${t}]`,
      `volume ${six / 6}`,
      'Give the tet four finite corners that do not lie in a plane.',
    );
  }
  const at = gradientFields * t;
  out[at] = bcX / six;
  out[at + 1] = bcY / six;
  out[at + 2] = bcZ / six;
  out[at + 3] = (cy * az - cz * ay) / six;
  out[at + 4] = (cz * ax - cx * az) / six;
  out[at + 5] = (cx * ay - cy * ax) / six;
  out[at + 6] = (ay * bz - az * by) / six;
  out[at + 7] = (az * bx - ax * bz) / six;
  out[at + 8] = (ax * by - ay * bx) / six;
  return Math.abs(six) / 6;
}

/**
 * Young's modulus (Pa) and Poisson's ratio per tet, and the fibres, which need not be set where no muscle is. Where tets
 * fill prisms these carry the material (that of their first tet), and the tets a share of its shear.
 */
export function setStvkMaterials(
  tets: StvkTets,
  youngModuli: ArrayLike<number>,
  poissonRatios: ArrayLike<number>,
  fibres?: ArrayLike<number>,
): void {
  const { tetCount, volumes, lambdas, mus, prisms } = tets;
  const { materials } = tets.packed;
  if (fibres) tets.fibres.set(fibres);
  for (let t = 0; t < tetCount; t++) {
    const young = youngModuli[t]!;
    const poisson = poissonRatios[t]!;
    checkRange('youngModulus', t, young, young > 0 && young < Infinity, 'a modulus above 0');
    checkRange('poissonRatio', t, poisson, poisson > -1 && poisson < 0.5, "a Poisson's ratio above -1 and below 0.5");
    const mu = young / (2 * (1 + poisson));
    const lambda = (young * poisson) / ((1 + poisson) * (1 - 2 * poisson));
    if (prisms !== undefined && t % tetsPerPrism === 0) setPrismMaterial(prisms, t / tetsPerPrism, lambda, mu);
    lambdas[t] = prisms === undefined ? lambda : 0;
    mus[t] = prisms === undefined ? mu : shearShare * mu;
    const at = materialFields * (t - (t % lanes)) + (t % lanes);
    materials[at] = volumes[t]! * lambdas[t]!;
    materials[at + lanes] = volumes[t]! * mus[t]!;
    materials[at + 2 * lanes] = volumes[t]!;
    for (let c = 0; c < 3; c++) materials[at + (3 + c) * lanes] = tets.fibres[3 * t + c]!;
  }
}

function checkRange(name: string, t: number, got: number, valid: boolean, wanted: string): void {
  if (valid) return;
  throwProblem('out-of-range', `tets[${t}].${name}`, String(got), `Give ${wanted}.`);
}

/**
 * Sets the factors with which the tangent enters a matrix for a time step dt (s), for damping times r per tet (s): dt (dt + r)
 * K, or with objective damping dt (dt + r) K_material + dt² K_geometric.
 */
export function setStvkDamping(
  tets: StvkTets,
  kind: DampingKind,
  timeStep: number,
  dampingTimes: ArrayLike<number>,
): void {
  for (let t = 0; t < tets.tetCount; t++) {
    const r = kind === 'none' ? 0 : dampingTimes[t]!;
    checkRange('dampingTime', t, r, r >= 0 && r < Infinity, 'a damping time of 0 s or more');
    const damped = timeStep * (timeStep + r);
    const geometric = kind === 'objective' ? timeStep * timeStep : damped;
    setFactors(tets, t, damped, geometric);
  }
}

/** The tangent enters as it is: for modes and statics. */
export function setStvkUndamped(tets: StvkTets): void {
  for (let t = 0; t < tets.tetCount; t++) setFactors(tets, t, 1, 1);
}

function setFactors(tets: StvkTets, t: number, material: number, geometric: number): void {
  const { factors, materialFactors } = tets.packed;
  const at = factorFields * (t - (t % lanes)) + (t % lanes);
  factors[at] = material;
  factors[at + lanes] = geometric;
  materialFactors[at] = material;
  if (tets.prisms !== undefined && t % tetsPerPrism === 0)
    setPrismFactors(tets.prisms, t / tetsPerPrism, material, geometric);
}

/** Where the tangent goes: blocks on and above the diagonal, at the offsets of each tet's ten and each prism's 21. */
export interface StvkBlocks {
  readonly blocks: Float64Array;
  readonly tetOffsets: Int32Array;
  readonly prismOffsets: Int32Array;
}

/**
 * Adds elastic and muscle forces to vertices xyz_ in the arena and, unless `to` is undefined, the tangent to a matrix. Without
 * its geometric part the tangent is never indefinite, and less exact where stresses are large.
 */
export function addStvkSystem(
  kernels: Kernels,
  forces: Float64Array,
  to: StvkBlocks | undefined,
  tets: StvkTets,
  positions: Float64Array,
  geometric: boolean,
): StvkReport {
  const { packed, report, prisms } = tets;
  const blocks = to === undefined ? 0 : to.blocks.byteOffset;
  report.inverted = kernels.stvkF64(
    packed.report.byteOffset,
    forces.byteOffset,
    blocks,
    positions.byteOffset,
    packed.nodes.byteOffset,
    to === undefined ? 0 : to.tetOffsets.byteOffset,
    packed.gradients.byteOffset,
    packed.materials.byteOffset,
    (geometric ? packed.factors : packed.materialFactors).byteOffset,
    tets.actives.byteOffset,
    tets.tetCount,
  );
  if (prisms !== undefined)
    report.inverted += kernels.stvkPrismsF64(
      forces.byteOffset,
      blocks,
      positions.byteOffset,
      prisms.packed.nodes.byteOffset,
      to === undefined ? 0 : to.prismOffsets.byteOffset,
      prisms.packed.gradients.byteOffset,
      prisms.packed.materials.byteOffset,
      (geometric ? prisms.packed.factors : prisms.packed.materialFactors).byteOffset,
      prisms.prismCount,
    );
  report.worstDeterminant = packed.report[0]!;
  report.worstTet = packed.report[1]!;
  return report;
}

const gradient = new Float64Array(9);

/** F of a tet, row-major. */
function setDeformationGradient(out: Float64Array, tets: StvkTets, positions: Float64Array, t: number): void {
  const { tetNodes, gradients } = tets;
  const at = gradientFields * t;
  const origin = vertexStride * tetNodes[4 * t]!;
  out.fill(0, 0, 9);
  for (let a = 0; a < 3; a++) {
    const vertex = vertexStride * tetNodes[4 * t + a + 1]!;
    for (let i = 0; i < 3; i++) {
      const edge = positions[vertex + i]! - positions[origin + i]!;
      for (let j = 0; j < 3; j++) out[3 * i + j]! += edge * gradients[at + 3 * a + j]!;
    }
  }
}

/** (F column i · F column j − δ) / 2 */
function computeStrain(f: Float64Array, i: number, j: number): number {
  return (f[i]! * f[j]! + f[3 + i]! * f[3 + j]! + f[6 + i]! * f[6 + j]! - (i === j ? 1 : 0)) / 2;
}

/** Green strains of a tet, xx yy zz xy xz yz. */
export function setGreenStrain(out: Float64Array, tets: StvkTets, positions: Float64Array, t: number): void {
  setDeformationGradient(gradient, tets, positions, t);
  for (let i = 0; i < 3; i++) out[i] = computeStrain(gradient, i, i);
  out[3] = computeStrain(gradient, 0, 1);
  out[4] = computeStrain(gradient, 0, 2);
  out[5] = computeStrain(gradient, 1, 2);
}

const strain = new Float64Array(6);

/** Elastic energy of all tets and prisms, muscles not counted (µN mm = nJ for the worm). */
export function computeStvkEnergy(tets: StvkTets, positions: Float64Array): number {
  let sum = tets.prisms === undefined ? 0 : computePrismEnergy(tets.prisms, positions);
  for (let t = 0; t < tets.tetCount; t++) {
    setGreenStrain(strain, tets, positions, t);
    const [xx, yy, zz, xy, xz, yz] = strain as unknown as [number, number, number, number, number, number];
    const trace = xx + yy + zz;
    const square = xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz);
    sum += tets.volumes[t]! * ((tets.lambdas[t]! / 2) * trace * trace + tets.mus[t]! * square);
  }
  return sum;
}

/** Work of the muscle stresses against the fibre strains, −∂/∂x of which is their force. */
export function computeMuscleEnergy(tets: StvkTets, positions: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < tets.tetCount; t++) {
    setGreenStrain(strain, tets, positions, t);
    const [xx, yy, zz, xy, xz, yz] = strain as unknown as [number, number, number, number, number, number];
    const x = tets.fibres[3 * t]!;
    const y = tets.fibres[3 * t + 1]!;
    const z = tets.fibres[3 * t + 2]!;
    const along = x * x * xx + y * y * yy + z * z * zz + 2 * (x * y * xy + x * z * xz + y * z * yz);
    sum += tets.volumes[t]! * tets.actives[t]! * along;
  }
  return sum;
}

/** A quarter of each tet's mass to each of its nodes. */
export function createLumpedMasses(tets: TetShape, densities: ArrayLike<number>): Float64Array {
  const masses = new Float64Array(tets.nodeCount);
  for (let t = 0; t < tets.tetCount; t++) {
    const density = densities[t]!;
    checkRange('density', t, density, density > 0 && density < Infinity, 'a density above 0');
    for (let k = 0; k < 4; k++) masses[tets.tetNodes[4 * t + k]!]! += (tets.volumes[t]! * density) / 4;
  }
  return masses;
}
