/** A small bent body with everything a solver needs, for the tests of this folder and of the kernels. */
import type { Kernels } from '../../kernels/functions.ts';
import { setVertices } from '../../kernels/memory/layout.ts';
import { createBoxMesh } from './box-mesh.ts';
import type { SectionedTetMesh } from '../../engine/mesh/tets/tet-mesh.ts';
import {
  createLumpedMasses,
  createStvkTets,
  createTetShape,
  type DampingKind,
  setStvkDamping,
  setStvkMaterials,
} from '../../engine/forces/stvk.ts';
import { cos, sin } from '../../engine/math/portable.ts';
import { createPrismBar } from './prism-bar.ts';
import { createSystemMatrix, type ElasticBody, setStepSystem } from '../../engine/bodies/fem/assembly.ts';

export interface SampleBody extends ElasticBody {
  readonly kernels: Kernels;
  readonly mesh: SectionedTetMesh;
  readonly rest: Float64Array;
  readonly dx: Float64Array;
}

export interface SampleOptions {
  readonly cells?: readonly [number, number, number];
  readonly damping?: DampingKind;
  readonly density?: number;
  /** Leave out the last tet or prism, so that their number is odd. */
  readonly odd?: boolean;
  /** Prisms of three tets each. */
  readonly prisms?: boolean;
  readonly timeStep?: number;
}

/** Deterministic numbers in [−1, 1). */
export function createNoise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state / 2147483648;
  };
}

/** A bar of two materials with fibres along it, at rest. */
export function createSampleBody(kernels: Kernels, options: SampleOptions = {}): SampleBody {
  const cells = options.cells ?? [6, 2, 2];
  const size = [0.2 * cells[0], 0.3, 0.25] as const;
  const box = options.prisms ? createPrismBar(cells, size) : createBoxMesh({ cells, size });
  const each = options.prisms ? 3 : 1;
  const less = options.odd ? each : 0;
  const mesh = { ...box, tetCount: box.tetCount - less, tetNodes: box.tetNodes.slice(0, 4 * (box.tetCount - less)) };
  const tets = createStvkTets(kernels.arena, createTetShape(mesh));
  const all = mesh.tetCount;
  setStvkMaterials(
    tets,
    Float64Array.from({ length: all }, (_, t) => (Math.floor(t / each) % 3 === 0 ? 20e3 : 130e3)),
    new Float64Array(all).fill(0.45),
    Float64Array.from({ length: 3 * all }, (_, k) => [0.8, 0.6, 0][k % 3]!),
  );
  const timeStep = options.timeStep ?? 0.02;
  const times = Float64Array.from({ length: all }, (_, t) => 0.005 * (1 + (Math.floor(t / each) % 2)));
  setStvkDamping(tets, options.damping ?? 'objective', timeStep, times);
  const vector = (): Float64Array => kernels.arena.allocF64(4 * mesh.nodeCount);
  const body: SampleBody = {
    kernels,
    mesh,
    tets,
    matrix: createSystemMatrix(kernels.arena, mesh, tets),
    masses: createLumpedMasses(tets, new Float64Array(all).fill(options.density ?? 1)),
    rest: vector(),
    positions: vector(),
    velocities: vector(),
    forces: vector(),
    rhs: vector(),
    dx: vector(),
  };
  setVertices(body.rest, mesh.positions);
  setVertices(body.positions, mesh.positions);
  return body;
}

/** Bends the bar in the xy plane with curvature κ (1/mm), and shakes positions, velocities and muscles a little. */
export function setBent(body: SampleBody, curvature: number, seed = 5): void {
  const noise = createNoise(seed);
  const { rest, positions, velocities, tets, mesh } = body;
  for (let i = 0; i < 4 * mesh.nodeCount; i += 4) {
    const angle = curvature * rest[i]!;
    const radius = 1 / curvature + rest[i + 1]! - 0.15;
    positions[i] = radius * sin(angle) + 2e-4 * noise();
    positions[i + 1] = radius * cos(angle) - 1 / curvature + 2e-4 * noise();
    positions[i + 2] = rest[i + 2]! + 2e-4 * noise();
    for (let c = 0; c < 3; c++) velocities[i + c] = 0.1 * noise();
  }
  for (let t = 0; t < tets.tetCount; t++) tets.actives[t] = 1e3 * noise();
}

/** Matrix and right-hand side of a step from the present state. */
export function setSampleSystem(body: SampleBody, timeStep = 0.02): void {
  setStepSystem(body.kernels, body, { timeStep, gravity: [0, 0, -9.81], geometric: true });
}
