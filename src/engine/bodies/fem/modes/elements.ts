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
 *   D → gradient (row-major 3 × 3), g_a → gradients[12 t + 3 a …], vol → volumes, λ μ → lambdas, mus
 * Units are the caller's: mm, g, s give µN, Pa, nJ.
 */
import type { TetMesh } from '../../../mesh/tets/tet-mesh.ts';
import { addBcsrBlock, computeBcsrOffset, createBcsr, createCsrFromBcsr } from '../../../math/sparse/bcsr.ts';
import type { Csr } from '../../../math/sparse/csr.ts';
import { ModelError, type Problem, printGot } from '../../../model/problem.ts';

export interface TissueMaterial {
  readonly youngModulus: number;
  readonly poissonRatio: number;
  readonly density: number;
}

export interface TissueMesh extends TetMesh {
  /** Index of each tet into the materials. */
  readonly tetTissues: Uint8Array;
}

export interface ModeElements {
  readonly mesh: TissueMesh;
  readonly volumes: Float64Array;
  /** ∂N_a/∂X, xyz per corner, four corners per tet. */
  readonly gradients: Float64Array;
  readonly lambdas: Float64Array;
  readonly mus: Float64Array;
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
  return { mesh, volumes, gradients, lambdas, mus, masses };
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
  const { mesh, volumes, gradients, lambdas, mus } = elements;
  const { tetCount, tetNodes } = mesh;
  const rows = new Int32Array(16 * tetCount);
  const columns = new Int32Array(16 * tetCount);
  for (let t = 0, k = 0; t < tetCount; t++) {
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < 4; b++, k++) {
        rows[k] = tetNodes[4 * t + a]!;
        columns[k] = tetNodes[4 * t + b]!;
      }
    }
  }
  const matrix = createBcsr(mesh.nodeCount, rows, columns);
  const block = new Float64Array(9);
  for (let t = 0; t < tetCount; t++) {
    const lambda = lambdas[t]!;
    const mu = mus[t]!;
    for (let a = 0; a < 4; a++) {
      const ga = 12 * t + 3 * a;
      for (let b = 0; b < 4; b++) {
        const gb = 12 * t + 3 * b;
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
        const offset = computeBcsrOffset(matrix, tetNodes[4 * t + a]!, tetNodes[4 * t + b]!);
        addBcsrBlock(matrix, offset, block, volumes[t]);
      }
    }
  }
  return createCsrFromBcsr(matrix);
}

/** d[at …] (row-major 3 × 3) = Σ_a u_a g_aᵀ of tet t. */
export function setTetGradient(d: Float64Array, at: number, elements: ModeElements, t: number, u: Float64Array): void {
  const { gradients, mesh } = elements;
  d.fill(0, at, at + 9);
  for (let a = 0; a < 4; a++) {
    const node = 3 * mesh.tetNodes[4 * t + a]!;
    const g = 12 * t + 3 * a;
    for (let r = 0; r < 3; r++) {
      const component = u[node + r]!;
      for (let c = 0; c < 3; c++) d[at + 3 * r + c]! += component * gradients[g + c]!;
    }
  }
}

/** stress (symmetric 3 × 3) = C : sym(part), for tet t. */
function setStress(stress: Float64Array, elements: ModeElements, t: number, part: Float64Array): void {
  const mu = elements.mus[t]!;
  const pressure = elements.lambdas[t]! * (part[0]! + part[4]! + part[8]!);
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

/** out += vol P g_a at the corners of tet t. */
function addCornerForces(out: Float64Array, elements: ModeElements, t: number, p: Float64Array): void {
  const { gradients, volumes, mesh } = elements;
  for (let a = 0; a < 4; a++) {
    const node = 3 * mesh.tetNodes[4 * t + a]!;
    const g = 12 * t + 3 * a;
    for (let r = 0; r < 3; r++) {
      const sum = p[3 * r]! * gradients[g]! + p[3 * r + 1]! * gradients[g + 1]! + p[3 * r + 2]! * gradients[g + 2]!;
      out[node + r]! += volumes[t]! * sum;
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
  for (let t = 0; t < elements.mesh.tetCount; t++) {
    setTetGradient(du, 0, elements, t, u);
    setTetGradient(dv, 0, elements, t, v);
    strain.fill(0);
    addProduct(strain, du, dv, 1, true);
    setStress(piola, elements, t, strain);
    for (let k = 0; k < 9; k++) piola[k]! *= 0.5;
    setStress(stress, elements, t, dv);
    addProduct(piola, du, stress, 0.5, false);
    setStress(stress, elements, t, du);
    addProduct(piola, dv, stress, 0.5, false);
    addCornerForces(out, elements, t, piola);
  }
}

/** out = f(u), the whole elastic force ∂W/∂u (the force on the nodes is −f). */
export function setElasticForce(out: Float64Array, elements: ModeElements, u: Float64Array): void {
  out.fill(0);
  for (let t = 0; t < elements.mesh.tetCount; t++) {
    setTetGradient(du, 0, elements, t, u);
    strain.set(du);
    addProduct(strain, du, du, 0.5, true);
    setStress(stress, elements, t, strain);
    piola.set(stress);
    addProduct(piola, du, stress, 1, false);
    addCornerForces(out, elements, t, piola);
  }
}
