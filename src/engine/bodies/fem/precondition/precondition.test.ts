/** The parts of the deflated solver one by one: factor, coarse space, rotations. */
import { describe, expect, it } from 'vitest';
import { createSampleBody, setBent, setSampleSystem } from '../../../../testing/meshes/fem-linear-sample.ts';
import { createKernels } from '../../../../kernels/load.ts';
import { createRng, nextNormal } from '../../../math/rng.ts';
import {
  createCoarseSpace,
  setCoarseFactor,
  setImageProduct,
  solveCoarse,
  subtractCoarse,
  subtractRestriction,
} from './coarse.ts';
import { createSectionFactor, setSectionFactor, solveSections } from './factor.ts';
import { createSectionRotations, setSectionRotations } from './rotations.ts';
import { setBcsrProduct } from '../../../../testing/kernels/bcsr-product.ts';

function createBent() {
  const body = createSampleBody(createKernels(1 << 23), { density: 100 });
  setBent(body, 0.2);
  setSampleSystem(body);
  return body;
}

function fillNormal(out: Float64Array): void {
  const rng = createRng(5, 'precondition');
  for (let i = 0; i < out.length; i++) out[i] = i % 4 === 3 ? 0 : nextNormal(rng);
}

describe('section factor', () => {
  it('inverts the matrix as well as f32 can', () => {
    const { kernels, matrix, dx, rhs } = createBent();
    fillNormal(dx);
    setBcsrProduct(rhs, matrix.bcsr, dx);
    const factor = createSectionFactor(kernels.arena, matrix);
    setSectionFactor(kernels, factor, matrix);
    const packed = kernels.arena.allocF32(factor.size * factor.sectionCount);
    const place = (i: number): number =>
      Math.floor(i / 4 / factor.nodesPerSection) * factor.size +
      3 * (Math.floor(i / 4) % factor.nodesPerSection) +
      (i % 4);
    rhs.forEach((value, i) => {
      if (i % 4 < 3) packed[place(i)] = value;
    });
    solveSections(kernels, factor, packed);
    let [error, size] = [0, 0];
    dx.forEach((value, i) => {
      if (i % 4 === 3) return;
      error += (packed[place(i)]! - value) ** 2;
      size += value * value;
    });
    expect(Math.sqrt(error / size)).toBeLessThan(2e-3);
  });

  it('refuses to solve before it holds numbers, and a matrix that is not positive definite', () => {
    const { kernels, matrix } = createBent();
    const factor = createSectionFactor(kernels.arena, matrix);
    const packed = kernels.arena.allocF32(factor.size * factor.sectionCount);
    expect(() => solveSections(kernels, factor, packed)).toThrow(/has not been computed/u);
    matrix.blocks[matrix.diagonals[12]!] = -1;
    expect(() => setSectionFactor(kernels, factor, matrix)).toThrow(/section 1, node 12, x/u);
    expect(() => solveSections(kernels, factor, packed)).toThrow(/has not been computed/u);
  });
});

describe('coarse space', () => {
  it('leaves a residual without force and torque on any section', () => {
    const { kernels, matrix, mesh, dx, rhs } = createBent();
    const coarse = createCoarseSpace(kernels, matrix, mesh);
    setCoarseFactor(kernels, coarse, matrix);
    fillNormal(dx);
    setImageProduct(kernels, coarse, dx);
    subtractRestriction(coarse, rhs);
    solveCoarse(kernels, coarse);
    subtractCoarse(kernels, dx, coarse, rhs);
    const residual = new Float64Array(rhs.length);
    setBcsrProduct(residual, matrix.bcsr, dx);
    const { nodesPerSection: per, sectionCount } = matrix;
    for (let s = 0; s < sectionCount; s++) {
      const sums = new Float64Array(9);
      let size = 0;
      for (let i = s * per; i < (s + 1) * per; i++) {
        for (let c = 0; c < 3; c++) {
          const value = rhs[4 * i + c]! - residual[4 * i + c]!;
          size += Math.abs(value);
          [1, mesh.positions[3 * i + 1]!, mesh.positions[3 * i + 2]!].forEach(
            (w, k) => (sums[3 * k + c]! += w * value),
          );
        }
      }
      for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-9 * size);
    }
  });
});

describe('rotations', () => {
  it('are those of the sections of an arc, and of any turn of the world', () => {
    const { kernels, mesh, tets, rest, positions } = createSampleBody(createKernels(1 << 23));
    const rotations = createSectionRotations(kernels, mesh, tets);
    const [curvature, yaw] = [0.9, 2.2];
    for (let i = 0; i < rest.length; i += 4) {
      const angle = curvature * rest[i]!;
      const radius = 1 / curvature + rest[i + 1]!;
      const [x, y] = [radius * Math.sin(angle), radius * Math.cos(angle)];
      positions[i] = Math.cos(yaw) * x - Math.sin(yaw) * y;
      positions[i + 1] = Math.sin(yaw) * x + Math.cos(yaw) * y;
      positions[i + 2] = rest[i + 2]!;
    }
    setSectionRotations(rotations, positions);
    for (let s = 1; s < mesh.sectionCount - 1; s++) {
      const angle = yaw - curvature * rest[4 * s * mesh.nodesPerSection]!;
      const expected = [Math.cos(angle), -Math.sin(angle), 0, Math.sin(angle), Math.cos(angle), 0, 0, 0, 1];
      expected.forEach((value, k) => {
        const [r, c] = [Math.floor(k / 3), k % 3];
        expect(Math.abs(rotations.turns[24 * s + 4 * r + c]! - value)).toBeLessThan(2e-3);
        expect(rotations.turns[24 * s + 12 + 4 * c + r]).toBe(rotations.turns[24 * s + 4 * r + c]);
      });
    }
  });
});
