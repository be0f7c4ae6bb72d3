/**
 * Masses of a tetrahedral mesh and its St. Venant–Kirchhoff stiffness at rest, from which its modes follow.
 *
 * With D = ∂u/∂X = Σ_a u_a g_aᵀ constant in a tet, e = sym D and C : e = λ tr(e) I + 2 μ e, the energy is W = vol ½ e:C:e.
 *
 * Where tets fill prisms, these are elements of their own with the mean gradients of their tets (forces/stvk-prisms.ts).
 *
 *   g_a → gradients[3 (corners e + a) …], vol → volumes, λ μ → lambdas, mus
 * Units are the caller's: mm, g, s give µN, Pa, nJ.
 */
import type { TetMesh } from '../../../mesh/tets/tet-mesh.ts';
import { createPrismShape, shearShare, tetsPerPrism } from '../../../forces/stvk-prisms.ts';
import { addBcsrBlock, computeBcsrOffset, createCsrFromBcsr } from '../../../math/sparse/bcsr.ts';
import type { Csr } from '../../../math/sparse/csr.ts';
import { ModelError } from '../../../model/problem.ts';
import { createElementPattern } from '../assembly.ts';

export interface ModeMaterial {
  readonly youngModulus: number;
  readonly poissonRatio: number;
  readonly density: number;
}

interface TissueMesh extends TetMesh {
  /** Index of each tet into the materials. */
  readonly tetTissues: Uint8Array;
}

/** Elements with one deformation gradient each: tets of four corners, or prisms of six. */
interface ElementGroup {
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
  /** All that carry elastic energy: the tets, and prisms where tets fill them. */
  readonly groups: readonly ElementGroup[];
  /** Lumped mass per unknown (each node's mass three times). */
  readonly masses: Float64Array;
}

/** Rest volumes, shape gradients, Lamé constants and lumped masses. Throws on inverted tets. */
export function createModeElements(mesh: TissueMesh, materials: readonly ModeMaterial[]): ModeElements {
  const { tetCount, nodeCount, tetNodes, positions, tetTissues } = mesh;
  const volumes = new Float64Array(tetCount);
  const gradients = new Float64Array(12 * tetCount);
  const lambdas = new Float64Array(tetCount);
  const mus = new Float64Array(tetCount);
  const masses = new Float64Array(3 * nodeCount);
  const edges = new Float64Array(9);
  for (let t = 0; t < tetCount; t++) {
    const material = materials[tetTissues[t]!]!;
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
  return { mesh, groups: mesh.inPrisms === true ? splitMaterial(tets) : [tets], masses };
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
