/** A clamped bar under a small load at its end, for the tests of the elements. */
import { createKernels } from '../../kernels/load.ts';
import { createBoxMesh } from './box-mesh.ts';
import { createStvkTets, createTetShape, setStvkMaterials, setStvkUndamped } from '../../engine/forces/stvk.ts';
import { addDiagonalBlocks, createSystemMatrix, setElasticSystem } from '../../engine/bodies/fem/assembly.ts';
import { createDirectSolver } from '../solvers/direct-solver.ts';
import { setVertices } from '../../kernels/memory/layout.ts';

export interface StaticBar {
  /** Rest positions and displacements, xyz_. */
  readonly rest: Float64Array;
  readonly displacements: Float64Array;
  readonly nodeCount: number;
}

/** Which of x, y, z a node is held in. */
type Holds = (x: number, y: number, z: number) => readonly [boolean, boolean, boolean];

/**
 * Small displacements of a bar of `cells` and `size` under a force per area on the face at its far end, spread over the
 * nodes by their share of its triangles; `holds` says where it is fixed.
 */
export function createStaticBar(
  cells: readonly [number, number, number],
  size: readonly [number, number, number],
  youngModulus: number,
  poissonRatio: number,
  traction: readonly [number, number, number],
  holds: Holds,
): StaticBar {
  const mesh = createBoxMesh({ cells, size });
  const perSection = 3 * mesh.nodesPerSection + 16;
  const kernels = createKernels(2e6 + 9 * perSection * perSection * (mesh.sectionCount + 5) + 4000 * mesh.nodeCount);
  const { arena } = kernels;
  const tets = createStvkTets(arena, createTetShape(mesh));
  const fill = (value: number): Float64Array => new Float64Array(mesh.tetCount).fill(value);
  setStvkMaterials(tets, fill(youngModulus), fill(poissonRatio));
  setStvkUndamped(tets);
  const matrix = createSystemMatrix(arena, mesh, tets);
  const [rest, loads, displacements] = [0, 1, 2].map(() => arena.allocF64(4 * mesh.nodeCount)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  setVertices(rest, mesh.positions);
  setElasticSystem(kernels, { matrix, tets, forces: loads }, rest);
  loads.fill(0);
  addTraction(loads, mesh.surfaceTriangles, rest, size[0], traction);
  // A spring a million million times as stiff as the body holds a node to far below the errors looked at.
  const stiff = 1e12 * youngModulus * (size[0] / cells[0]);
  const springs = new Float64Array(6 * mesh.nodeCount);
  for (let i = 0; i < mesh.nodeCount; i++) {
    const held = holds(rest[4 * i]!, rest[4 * i + 1]!, rest[4 * i + 2]!);
    held.forEach((yes, c) => (springs[6 * i + c] = yes ? stiff : 0));
  }
  addDiagonalBlocks(matrix, springs);
  const target = { tolerance: 1e-6, maxIterations: 3 };
  const result = createDirectSolver(kernels, matrix).solve(displacements, matrix, loads, rest, target);
  if (!result.converged) throw new Error(`The bar is not solved: ${result.relativeResidual}`);
  return { rest, displacements, nodeCount: mesh.nodeCount };
}

function addTraction(
  loads: Float64Array,
  triangles: Uint32Array,
  rest: Float64Array,
  end: number,
  traction: readonly [number, number, number],
): void {
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [4 * triangles[t]!, 4 * triangles[t + 1]!, 4 * triangles[t + 2]!];
    if (!(rest[a] === end && rest[b] === end && rest[c] === end)) continue;
    const [y1, z1] = [rest[b + 1]! - rest[a + 1]!, rest[b + 2]! - rest[a + 2]!];
    const [y2, z2] = [rest[c + 1]! - rest[a + 1]!, rest[c + 2]! - rest[a + 2]!];
    const area = Math.abs(y1 * z2 - z1 * y2) / 2;
    for (const node of [a, b, c]) {
      for (let axis = 0; axis < 3; axis++) loads[node + axis]! += (area * traction[axis]!) / 3;
    }
  }
}

/** Tip deflection of a 10 × 1 × 1 bar with so many cells across, over that of an Euler–Bernoulli beam. */
export function computeCantileverFactor(across: number): number {
  const [young, load] = [1000, 1e-3];
  const bar = createStaticBar([10 * across, across, across], [10, 1, 1], young, 0.3, [0, 0, load], (x) => {
    const clamped = x === 0;
    return [clamped, clamped, clamped];
  });
  let [sum, count] = [0, 0];
  for (let i = 0; i < 4 * bar.nodeCount; i += 4) {
    if (bar.rest[i] !== 10) continue;
    sum += bar.displacements[i + 2]!;
    count++;
  }
  const beam = (load * 1000) / (3 * young * (1 / 12));
  return sum / count / beam;
}
