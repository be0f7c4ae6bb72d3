import { describe, expect, it } from 'vitest';
import { createRng, nextNormal } from '../engine/math/rng.ts';
import type { Kernels } from './functions.ts';
import { createKernels } from './load.ts';
import { allocNumbers, type Precision } from './memory/layout.ts';
import { createTwinInstance } from './twin.ts';

const rows = 7;

/** Splits random rows along random unit normals and joins the parts again; everything that was written. */
function run(kernels: Kernels, precision: Precision, lanes: number) {
  const rng = createRng(3, 'split');
  const width = lanes === 1 ? 4 : 3 * lanes;
  const take = () => allocNumbers(kernels.arena, precision, rows * width);
  const [first, second, from, normals] = [take(), take(), take(), take()];
  for (let row = 0; row < rows; row++)
    for (let lane = 0; lane < lanes; lane++) {
      const n = [nextNormal(rng), nextNormal(rng), nextNormal(rng)];
      const size = Math.sqrt(n[0]! * n[0]! + n[1]! * n[1]! + n[2]! * n[2]!);
      for (let k = 0; k < 3; k++) {
        normals[row * width + k * lanes + lane] = n[k]! / size;
        from[row * width + k * lanes + lane] = nextNormal(rng);
      }
    }
  const split = precision === 'f32' ? kernels.projectiveSplitF32 : kernels.projectiveSplitF64;
  const join = precision === 'f32' ? kernels.projectiveJoinF32 : kernels.projectiveJoinF64;
  split(first.byteOffset, second.byteOffset, from.byteOffset, normals.byteOffset, rows, lanes);
  const parts = [first.slice(), second.slice()] as const;
  // What is along the normal of the second part, and across it of the first, has to go.
  for (let at = 0; at < first.length; at++) {
    first[at]! += 3 * parts[1][at]!;
    second[at]! += 5 * parts[0][at]!;
  }
  join(first.byteOffset, second.byteOffset, normals.byteOffset, rows, lanes);
  // Without the spare number of a row, whose sign says nothing.
  const strip = (rows: Float32Array | Float64Array) =>
    lanes === 1 ? rows.filter((_, at) => at % 4 !== 3) : rows.slice();
  const [along, across] = parts.map(strip);
  return { along: along!, across: across!, joined: strip(first), from: strip(from), normals: strip(normals) };
}

describe('vectors of plates along their normals and across them', () => {
  it.each([
    ['f32', 1],
    ['f64', 1],
    ['f32', 8],
    ['f64', 4],
  ] as const)('are split and joined (%s, %i lanes), by the kernel as by its twin', (precision, lanes) => {
    const wasm = run(createKernels(1 << 16), precision, lanes);
    expect(wasm).toEqual(run(createTwinInstance(1 << 16), precision, lanes));
    const digits = precision === 'f32' ? 5 : 13;
    const { along, across, joined, from, normals } = wasm;
    for (let at = 0; at < from.length; at++) {
      expect(along[at]! + across[at]!).toBeCloseTo(from[at]!, digits);
      expect(joined[at]).toBeCloseTo(from[at]!, digits);
    }
    for (let row = 0; row < rows; row++) {
      let left = 0;
      for (let at = 3 * lanes * row; at < 3 * lanes * (row + 1); at += lanes) left += across[at]! * normals[at]!;
      expect(left).toBeCloseTo(0, digits);
    }
  });
});

describe('normals of nodes', () => {
  it.each([
    ['f32', 1],
    ['f64', 1],
    ['f32', 8],
    ['f64', 4],
  ] as const)(
    'are the mean of those of their triangles (%s, %i lanes), by the kernel as by its twin',
    (precision, lanes) => {
      const width = lanes === 1 ? 4 : 3 * lanes;
      const bytes = precision === 'f32' ? 4 : 8;
      const triangles = [0, 1, 2, 0, 2, 3, 0, 3, 4];
      const find = (kernels: Kernels) => {
        const rng = createRng(5, 'normals');
        const take = () => allocNumbers(kernels.arena, precision, 6 * width);
        const [normals, positions] = [take().fill(7), take()];
        for (let node = 0; node < 6; node++)
          for (let at = 0; at < 3 * lanes; at++) positions[node * width + at] = nextNormal(rng);
        const corners = kernels.arena.allocI32(triangles.length);
        triangles.forEach((node, at) => (corners[at] = node * width * bytes));
        const set = precision === 'f32' ? kernels.projectiveNormalsF32 : kernels.projectiveNormalsF64;
        set(normals.byteOffset, positions.byteOffset, corners.byteOffset, 3, 6, lanes);
        const strip = (rows: Float32Array | Float64Array) =>
          lanes === 1 ? rows.filter((_, at) => at % 4 !== 3) : rows.slice();
        return { normals: strip(normals), positions: strip(positions) };
      };
      const wasm = find(createKernels(1 << 16));
      expect(wasm).toEqual(find(createTwinInstance(1 << 16)));
      const { normals, positions } = wasm;
      const read = (node: number, axis: number): number => positions[3 * lanes * node + axis * lanes]!;
      const sum = [0, 0, 0];
      for (const [a, b, c] of [
        [0, 1, 2],
        [0, 2, 3],
        [0, 3, 4],
      ] as const)
        for (let k = 0; k < 3; k++) {
          const [i, j] = [(k + 1) % 3, (k + 2) % 3];
          const [ui, uj] = [read(b, i) - read(a, i), read(b, j) - read(a, j)];
          sum[k]! += ui * (read(c, j) - read(a, j)) - uj * (read(c, i) - read(a, i));
        }
      const size = Math.hypot(...sum);
      sum.forEach((n, k) => expect(normals[k * lanes]).toBeCloseTo(n / size, precision === 'f32' ? 5 : 12));
      // Node 5 is in no triangle.
      for (let k = 0; k < 3; k++) expect(normals[15 * lanes + k * lanes]).toBe(0);
    },
  );
});
