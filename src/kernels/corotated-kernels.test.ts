import { describe, expect, it } from 'vitest';
import type { Kernels } from './functions.ts';
import { createKernels } from './load.ts';
import { createTwinInstance } from './twin.ts';

const memory = 1 << 18;
const nodes = 12;
const free = 4;
const tets = 9;
const corners = 6;
const edges = 15;

/** Deterministic numbers in (−1, 1). */
function createSampler(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2147483648 - 1;
  };
}

type Run = (kernels: Kernels, precision: 'f32' | 'f64', seed: number) => (Float32Array | Float64Array)[];

/** Runs all kernels of one precision on the same random block and returns everything they wrote. */
const runAll: Run = (kernels, precision, seed) => {
  const { arena } = kernels;
  const random = createSampler(seed);
  const single = precision === 'f32';
  const size = single ? 4 : 8;
  const lanes = 16 / size;
  const numbers = single ? arena.f32 : arena.f64;
  const alloc = (count: number): Float32Array | Float64Array =>
    single ? arena.allocF32(count) : arena.allocF64(count);
  const fill = (array: Float32Array | Float64Array, scale: number): void => {
    for (let i = 0; i < array.length; i++) array[i] = scale * random();
  };
  const statePositions = arena.allocF64(nodes * 12);
  const stateVelocities = arena.allocF64(nodes * 12);
  fill(statePositions, 1);
  fill(stateVelocities, 3);
  const record = 16 + 4 * size;
  const tetTable = arena.allocU8(tets * record).byteOffset;
  for (let tet = 0; tet < tets; tet++) {
    for (let k = 0; k < 4; k++) arena.i32[(tetTable + tet * record) / 4 + k] = 48 * ((tet + 3 * k) % nodes);
    for (let k = 0; k < 3; k++) numbers[(tetTable + tet * record + 16) / size + k] = random() > 0 ? 1.5 : -0.7;
  }
  const edgeRecord = 8 + 2 * size;
  const edgeTable = arena.allocU8(edges * edgeRecord).byteOffset;
  for (let edge = 0; edge < edges; edge++) {
    const at = edgeTable + edge * edgeRecord;
    arena.i32[at / 4] = 48 * (edge % nodes);
    arena.i32[at / 4 + 1] = 48 * ((edge + 5) % nodes);
    numbers[(at + 8) / size] = random();
  }
  const [positions, velocities, starts, forces, changes] = Array.from({ length: 5 }, () =>
    alloc(nodes * 3 * lanes),
  ) as [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];
  const quaternions = alloc(tets * 4 * lanes);
  for (let i = 0; i < quaternions.length; i++) quaternions[i] = Math.floor(i / lanes) % 4 === 3 ? 1 : 0;
  const [masses, matrix, gravity, wrench] = [alloc(free), alloc(free * free), alloc(3), alloc(6 * lanes)];
  for (const array of [masses, matrix, gravity]) fill(array, 1);
  const first = 48 * 4;
  const f = single
    ? { localise: kernels.softLocaliseF32, force: kernels.corotatedForcesF32, edge: kernels.softEdgesF32 }
    : { localise: kernels.softLocaliseF64, force: kernels.corotatedForcesF64, edge: kernels.softEdgesF64 };
  const g = single
    ? { solve: kernels.softSolveF32, change: kernels.softChangesF32, wrench: kernels.softWrenchF32 }
    : { solve: kernels.softSolveF64, change: kernels.softChangesF64, wrench: kernels.softWrenchF64 };
  const [x, v, s, p] = [positions.byteOffset, velocities.byteOffset, starts.byteOffset, forces.byteOffset];
  f.localise(x, s, statePositions.byteOffset, stateVelocities.byteOffset, nodes, 4, 8, 0.01);
  velocities.set(starts);
  f.force(p, quaternions.byteOffset, x, tetTable, corners, tets - corners, 1.25, 4.5, 3);
  f.edge(p, v, edgeTable, edges);
  g.solve(
    changes.byteOffset + first,
    v + first,
    x + first,
    p + first,
    s + first,
    masses.byteOffset,
    matrix.byteOffset,
    gravity.byteOffset,
    free,
    0.01,
    0.5,
  );
  g.wrench(wrench.byteOffset, p, x, 4);
  g.change(stateVelocities.byteOffset + 4 * 96, v + first, s + first, free);
  kernels.softAdvance(statePositions.byteOffset + 4 * 96, stateVelocities.byteOffset + 4 * 96, free, 0.01);
  const face = arena.allocF64(72);
  const grid = arena.allocF64(8);
  fill(face, 1);
  fill(grid, 1);
  kernels.softFace(statePositions.byteOffset, stateVelocities.byteOffset, face.byteOffset, grid.byteOffset, 4);
  return [quaternions, forces, changes, velocities, positions, wrench, statePositions, stateVelocities];
};

describe('soft segments: kernels and twins', () => {
  it.each(['f32', 'f64'] as const)('are equal in every bit in %s', (precision) => {
    for (const seed of [1, 2, 3]) {
      const wasm = runAll(createKernels(memory), precision, seed);
      const twin = runAll(createTwinInstance(memory), precision, seed);
      expect(wasm.map((array) => [...array])).toEqual(twin.map((array) => [...array]));
      expect(wasm.every((array) => array.every(Number.isFinite))).toBe(true);
      expect(wasm.every((array) => array.some((value) => value !== 0))).toBe(true);
    }
  });

  it('gives the same numbers for collapsed, huge and inverted tets', () => {
    const run = ({ arena, corotatedForcesF32 }: Kernels, scale: number): number[] => {
      const table = arena.allocU8(32).byteOffset;
      arena.i32.set([0, 48, 96, 144], table / 4);
      arena.f32.set([1, 1, 1], table / 4 + 4);
      const positions = arena.allocF32(48);
      for (let k = 0; k < 3; k++) positions.fill(scale, 12 * (k + 1) + 4 * k, 12 * (k + 1) + 4 * k + 4);
      const quaternions = arena.allocF32(16);
      quaternions.fill(1, 12);
      const forces = arena.allocF32(48);
      for (let step = 0; step < 30; step++) {
        corotatedForcesF32(forces.byteOffset, quaternions.byteOffset, positions.byteOffset, table, 1, 0, 1, 1, 1);
      }
      return [...forces, ...quaternions];
    };
    for (const scale of [0, 1e-12, 1e6, -1]) {
      const numbers = run(createKernels(memory), scale);
      expect(numbers.every(Number.isFinite)).toBe(true);
      expect(numbers).toEqual(run(createTwinInstance(memory), scale));
    }
  });
});
