/**
 * St. Venant–Kirchhoff energy of a tetrahedral mesh as a polynomial of the displacement, for everything that needs its
 * coefficients at rest: modes, modal derivatives, the reduced model.
 *
 * With D = ∂u/∂X = Σ_a u_a g_aᵀ constant in a tet, F = I + D and
 *   E = e₁(u) + ½ e₂(u, u),   e₁ = sym D,   e₂(u, v) = sym(D_uᵀ D_v),   C : E = λ tr(E) I + 2 μ E,
 *   W = vol (½ e₁:C:e₁ + ½ e₁:C:e₂ + ⅛ e₂:C:e₂),
 * so that f(u) = ∂W/∂u = K u + f₂(u, u) + f₃(u, u, u) [worm §3], with the symmetric forms
 *   P₂(u, v) = ½ (D_u C:e₁(v) + D_v C:e₁(u) + C:e₂(u, v)),   P₃(u, u, u) = ½ D_u C:e₂(u, u),   f_a = vol P g_a.
 *
 * Where tets fill prisms, these are elements of their own with the mean gradients of their tets (forces/stvk-prisms.ts):
 * the same polynomial with six corners.
 *
 *   D → gradient (row-major 3 × 3), g_a → gradients[3 (corners e + a) …], vol → volumes, λ μ → lambdas, mus
 * Units are the caller's: mm, g, s give µN, Pa, nJ.
 */
import type { TetMesh } from '../../../mesh/tets/tet-mesh.ts';
import { createPrismShape, shearShare, tetsPerPrism } from '../../../forces/stvk-prisms.ts';
import { addBcsrBlock, computeBcsrOffset, createCsrFromBcsr } from '../../../math/sparse/bcsr.ts';
import type { Csr } from '../../../math/sparse/csr.ts';
import { ModelError, type Problem, printGot } from '../../../model/problem.ts';
import { createElementPattern } from '../assembly.ts';

export interface TissueMaterial {
  readonly youngModulus: number;
  readonly poissonRatio: number;
  readonly density: number;
}

export interface TissueMesh extends TetMesh {
  /** Index of each tet into the materials. */
  readonly tetTissues: Uint8Array;
}

/** Elements with one deformation gradient each: tets of four corners, or prisms of six. */
export interface ElementGroup {
  readonly count: number;
  readonly corners: number;
  readonly nodes: Int32Array;
  readonly volumes: Float64Array;
  /** ∂N_a/∂X, xyz per corner. */
  readonly gradients: Float64Array;
  readonly lambdas: Float64Array;
  readonly mus: Float64Array;
}

export interface ModeElements {
  readonly mesh: TissueMesh;
  /** The tets, of which muscles are made too. */
  readonly tets: ElementGroup;
  /** All that carry elastic energy: the tets, and prisms where tets fill them. */
  readonly groups: readonly ElementGroup[];
  /** Lumped mass per unknown (each node's mass three times). */
  readonly masses: Float64Array;
}

function createMaterialProblems(materials: readonly TissueMaterial[]): Problem[] {
  const problems: Problem[] = [];
  const refuse = (path: string, got: number, hint: string): void => {
    problems.push({ code: 'out-of-range', path, got: printGot(got), hint });
  };
  materials.forEach(({ youngModulus, poissonRatio, density }, i) => {
    if (!(youngModulus > 0 && youngModulus < Infinity)) {
      refuse(`materials[${i}].youngModulus`, youngModulus, 'Give a stiffness > 0.');
    }
    if (!(poissonRatio > -1 && poissonRatio < 0.5)) {
      refuse(`materials[${i}].poissonRatio`, poissonRatio, 'Give a number between −1 and 0.5, ends excluded.');
    }
    if (!(density > 0 && density < Infinity)) refuse(`materials[${i}].density`, density, 'Give a density > 0.');
  });
  return problems;
}

/** Rest volumes, shape gradients, Lamé constants and lumped masses. Throws on inverted tets and impossible materials. */
export function createModeElements(mesh: TissueMesh, materials: readonly TissueMaterial[]): ModeElements {
  const problems = createMaterialProblems(materials);
  if (problems.length > 0) throw new ModelError(problems);
  const { tetCount, nodeCount, tetNodes, positions, tetTissues } = mesh;
  const volumes = new Float64Array(tetCount);
  const gradients = new Float64Array(12 * tetCount);
  const lambdas = new Float64Array(tetCount);
  const mus = new Float64Array(tetCount);
  const masses = new Float64Array(3 * nodeCount);
  const edges = new Float64Array(9);
  for (let t = 0; t < tetCount; t++) {
    const material = materials[tetTissues[t]!];
    if (material === undefined) {
      throw new ModelError([
        {
          code: 'inconsistent',
          path: `mesh.tetTissues[${t}]`,
          got: String(tetTissues[t]),
          hint: `There are ${materials.length} materials: give one per tissue.`,
        },
      ]);
    }
    const origin = 3 * tetNodes[4 * t]!;
    for (let a = 0; a < 3; a++) {
      const corner = 3 * tetNodes[4 * t + a + 1]!;
      for (let r = 0; r < 3; r++) edges[3 * a + r] = positions[corner + r]! - positions[origin + r]!;
    }
    const volume = setTetGradients(gradients, 12 * t, edges);
    if (!(volume > 0)) {
      throw new ModelError([
        {
          code: 'out-of-range',
          path: `mesh.tetNodes[${4 * t}]`,
          got: `a tet of volume ${volume}`,
          hint: 'Order its corners so that the volume is positive, and move nodes that coincide.',
        },
      ]);
    }
    volumes[t] = volume;
    const { youngModulus: e, poissonRatio: nu, density } = material;
    lambdas[t] = (e * nu) / ((1 + nu) * (1 - 2 * nu));
    mus[t] = e / (2 * (1 + nu));
    for (let a = 0; a < 4; a++) {
      const node = 3 * tetNodes[4 * t + a]!;
      for (let r = 0; r < 3; r++) masses[node + r]! += (density * volume) / 4;
    }
  }
  const tets = { count: tetCount, corners: 4, nodes: tetNodes, volumes, gradients, lambdas, mus };
  return { mesh, tets, groups: mesh.inPrisms === true ? splitMaterial(tets) : [tets], masses };
}

/** Moves the material into prisms and leaves the tets their share of shear. */
function splitMaterial(tets: ElementGroup): ElementGroup[] {
  const { count, nodes, volumes, gradients, lambdas, mus } = tets;
  const shape = createPrismShape({ tetCount: count, tetNodes: nodes, volumes }, (out, at, t, k) => {
    for (let c = 0; c < 3; c++) out[at + c]! += volumes[t]! * gradients[12 * t + 3 * k + c]!;
  });
  const pick = (values: Float64Array, factor: number): Float64Array =>
    Float64Array.from({ length: shape.prismCount }, (_, p) => factor * values[tetsPerPrism * p]!);
  const prisms: ElementGroup = {
    count: shape.prismCount,
    corners: 6,
    nodes: shape.prismNodes,
    volumes: shape.volumes,
    gradients: shape.gradients,
    lambdas: pick(lambdas, 1),
    mus: pick(mus, 1 - shearShare),
  };
  lambdas.fill(0);
  for (let t = 0; t < count; t++) mus[t]! *= shearShare;
  return [tets, prisms];
}

/** Gradients of the four shape functions from the edges out of corner 0; returns the volume. */
function setTetGradients(gradients: Float64Array, at: number, edges: Float64Array): number {
  let determinant = 0;
  for (let a = 0; a < 3; a++) {
    const b = 3 * ((a + 1) % 3);
    const c = 3 * ((a + 2) % 3);
    for (let r = 0; r < 3; r++) {
      const s = (r + 1) % 3;
      const t = (r + 2) % 3;
      // The gradient of corner a + 1 is (e_b × e_c) / det.
      gradients[at + 3 * (a + 1) + r] = edges[b + s]! * edges[c + t]! - edges[b + t]! * edges[c + s]!;
    }
    if (a === 0) for (let r = 0; r < 3; r++) determinant += edges[r]! * gradients[at + 3 + r]!;
  }
  for (let r = 0; r < 3; r++) {
    let sum = 0;
    for (let a = 1; a < 4; a++) {
      gradients[at + 3 * a + r]! /= determinant;
      sum += gradients[at + 3 * a + r]!;
    }
    gradients[at + r] = -sum;
  }
  return determinant / 6;
}

/** K at rest, 3 rows per node: K_ab = vol (λ g_a g_bᵀ + μ g_b g_aᵀ + μ (g_a·g_b) I). */
export function createRestStiffness(elements: ModeElements): Csr {
  // The elements with the most corners join all nodes that others do.
  const { nodes: joined, corners: maxCorners } = elements.groups.at(-1)!;
  const matrix = createElementPattern(elements.mesh.nodeCount, joined, maxCorners);
  const block = new Float64Array(9);
  for (const { count, corners, nodes, gradients, volumes, lambdas, mus } of elements.groups) {
    for (let e = 0; e < count; e++) {
      const lambda = lambdas[e]!;
      const mu = mus[e]!;
      for (let a = 0; a < corners; a++) {
        const ga = 3 * (corners * e + a);
        for (let b = 0; b < corners; b++) {
          const gb = 3 * (corners * e + b);
          let dot = 0;
          for (let r = 0; r < 3; r++) dot += gradients[ga + r]! * gradients[gb + r]!;
          for (let c = 0; c < 3; c++) {
            for (let r = 0; r < 3; r++) {
              // Bracketed so that K_ba is K_abᵀ to the last bit.
              const coupled =
                lambda * (gradients[ga + r]! * gradients[gb + c]!) + mu * (gradients[gb + r]! * gradients[ga + c]!);
              block[3 * c + r] = coupled + (r === c ? mu * dot : 0);
            }
          }
          const offset = computeBcsrOffset(matrix, nodes[corners * e + a]!, nodes[corners * e + b]!);
          addBcsrBlock(matrix, offset, block, volumes[e]);
        }
      }
    }
  }
  return createCsrFromBcsr(matrix);
}

/** d[at …] (row-major 3 × 3) = Σ_a u_a g_aᵀ of element e. */
export function setElementGradient(d: Float64Array, at: number, group: ElementGroup, e: number, u: Float64Array): void {
  const { gradients, nodes, corners } = group;
  d.fill(0, at, at + 9);
  for (let a = corners * e; a < corners * (e + 1); a++) {
    const node = 3 * nodes[a]!;
    for (let r = 0; r < 3; r++) {
      const component = u[node + r]!;
      for (let c = 0; c < 3; c++) d[at + 3 * r + c]! += component * gradients[3 * a + c]!;
    }
  }
}

/** stress (symmetric 3 × 3) = C : sym(part), for element e. */
function setStress(stress: Float64Array, { lambdas, mus }: ElementGroup, e: number, part: Float64Array): void {
  const mu = mus[e]!;
  const pressure = lambdas[e]! * (part[0]! + part[4]! + part[8]!);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) stress[3 * r + c] = mu * (part[3 * r + c]! + part[3 * c + r]!);
    stress[4 * r]! += pressure;
  }
}

/** out += scale · a b, or aᵀ b. */
function addProduct(out: Float64Array, a: Float64Array, b: Float64Array, scale: number, transposeA: boolean): void {
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += a[transposeA ? 3 * k + r : 3 * r + k]! * b[3 * k + c]!;
      out[3 * r + c]! += scale * sum;
    }
  }
}

/** out += vol P g_a at the corners of element e. */
function addCornerForces(out: Float64Array, group: ElementGroup, e: number, p: Float64Array): void {
  const { gradients, volumes, nodes, corners } = group;
  for (let a = corners * e; a < corners * (e + 1); a++) {
    const node = 3 * nodes[a]!;
    const g = 3 * a;
    for (let r = 0; r < 3; r++) {
      const sum = p[3 * r]! * gradients[g]! + p[3 * r + 1]! * gradients[g + 1]! + p[3 * r + 2]! * gradients[g + 2]!;
      out[node + r]! += volumes[e]! * sum;
    }
  }
}

const du = new Float64Array(9);
const dv = new Float64Array(9);
const strain = new Float64Array(9);
const stress = new Float64Array(9);
const piola = new Float64Array(9);

/** out = f₂(u, v), the symmetric quadratic part of the elastic force. (∂K/∂u : v) u = 2 f₂(u, v). */
export function setQuadraticForce(out: Float64Array, elements: ModeElements, u: Float64Array, v: Float64Array): void {
  out.fill(0);
  for (const group of elements.groups) {
    for (let e = 0; e < group.count; e++) {
      setElementGradient(du, 0, group, e, u);
      setElementGradient(dv, 0, group, e, v);
      strain.fill(0);
      addProduct(strain, du, dv, 1, true);
      setStress(piola, group, e, strain);
      for (let k = 0; k < 9; k++) piola[k]! *= 0.5;
      setStress(stress, group, e, dv);
      addProduct(piola, du, stress, 0.5, false);
      setStress(stress, group, e, du);
      addProduct(piola, dv, stress, 0.5, false);
      addCornerForces(out, group, e, piola);
    }
  }
}

/** out = f(u), the whole elastic force ∂W/∂u (the force on the nodes is −f). */
export function setElasticForce(out: Float64Array, elements: ModeElements, u: Float64Array): void {
  out.fill(0);
  for (const group of elements.groups) {
    for (let e = 0; e < group.count; e++) {
      setElementGradient(du, 0, group, e, u);
      strain.set(du);
      addProduct(strain, du, du, 0.5, true);
      setStress(stress, group, e, strain);
      piola.set(stress);
      addProduct(piola, du, stress, 1, false);
      addCornerForces(out, group, e, piola);
    }
  }
}
