import { describe, expect, test } from 'vitest';
import { createWormMesh } from '../../../families/worm/mesh/mesh.ts';
import { type Csr, createCsrFromTriplets } from '../../../math/sparse/csr.ts';
import { computeModes, computeModesFromFactor, createShiftedStiffness } from './modes.ts';
import { createModeCatalogue } from './catalogue.ts';
import { createModeElements, createRestStiffness } from './elements.ts';
import { createBeamMesh, sampleMaterial, wormMaterials } from '../../../../testing/meshes/mode-sample-meshes.ts';

/** ω of an Euler–Bernoulli beam with a square section: ω = (βL)² √(E I / (ρ A)) / L². */
function computeBeamFrequency(betaL: number, length: number, side: number): number {
  const { youngModulus, density } = sampleMaterial;
  return (betaL * betaL * Math.sqrt((youngModulus * side * side) / (12 * density))) / (length * length);
}

function createClamped(matrix: Csr, fixed: number): Csr {
  const [rows, columns, values]: [number[], number[], number[]] = [[], [], []];
  for (let i = fixed; i < matrix.rowCount; i++) {
    for (let p = matrix.rowStart[i]!; p < matrix.rowStart[i + 1]!; p++) {
      if (matrix.columns[p]! < fixed) continue;
      rows.push(i - fixed);
      columns.push(matrix.columns[p]! - fixed);
      values.push(matrix.values[p]!);
    }
  }
  const n = matrix.rowCount - fixed;
  return createCsrFromTriplets(n, n, rows, columns, values);
}

describe('elements', () => {
  test('refuses inverted tets', () => {
    const mesh = createBeamMesh(1, 0.2, 2, 1);
    const bad = { ...mesh, tetNodes: mesh.tetNodes.slice() };
    [bad.tetNodes[4], bad.tetNodes[5]] = [bad.tetNodes[5]!, bad.tetNodes[4]!];
    expect(() => createModeElements(bad, [sampleMaterial])).toThrow('mesh.tetNodes[4]');
  });
});

describe('modes of beams', () => {
  test('clamped–free: the first frequency over theory is 1.640, 1.275, 1.077 with 1, 2, 4 cells across', () => {
    const expected = { 1: 1.64, 2: 1.275, 4: 1.077 };
    for (const across of [1, 2, 4] as const) {
      const elements = createModeElements(createBeamMesh(1, 0.1, 10 * across, across), [sampleMaterial]);
      const fixed = 3 * (across + 1) * (across + 1);
      const shifted = createShiftedStiffness(
        createClamped(createRestStiffness(elements), fixed),
        elements.masses.slice(fixed),
      );
      const { rigidCount, eigenvalues } = computeModesFromFactor(shifted, { count: 2 });
      expect(rigidCount).toBe(0);
      const ratio = Math.sqrt(eigenvalues[0]!) / computeBeamFrequency(1.8751, 1, 0.1);
      expect(Math.abs(ratio - expected[across])).toBeLessThan(0.01);
    }
  });

  test('free–free: six zero modes, and bending comes down to βL = 4.73004, 7.85320, 10.99561 under refinement', () => {
    const betaLs = [4.73004, 7.8532, 10.99561];
    const side = 0.05;
    const errors: number[][] = [];
    for (const across of [1, 2, 3]) {
      const mesh = createBeamMesh(1, side, 20 * across, across);
      const modes = computeModes(createModeElements(mesh, [sampleMaterial]), { count: 14 });
      expect(modes.rigidCount).toBe(6);
      for (let k = 0; k < 6; k++) expect(Math.abs(modes.eigenvalues[k]!)).toBeLessThan(1e-8 * modes.eigenvalues[6]!);
      const { entries } = createModeCatalogue(modes, mesh);
      errors.push(
        betaLs.map((betaL, i) => {
          const entry = entries.find(({ label }) => label === `H${i + 1}`)!;
          expect(entry.crossings).toBe(i + 2);
          return (2 * Math.PI * entry.frequency) / computeBeamFrequency(betaL, 1, side) - 1;
        }),
      );
    }
    // Linear tets are too stiff by a term of h², in f² as in f: the extrapolated frequency meets the theory.
    for (let i = 0; i < 3; i++) {
      const [one, two, three] = errors.map((row) => (1 + row[i]!) * (1 + row[i]!));
      expect(two!).toBeLessThan(one!);
      expect(three!).toBeLessThan(two!);
      const limit = three! + (three! - two!) / (9 / 4 - 1);
      expect(Math.abs(Math.sqrt(limit) - 1)).toBeLessThan(0.05);
    }
  });
});

describe('modes of the worm', () => {
  test('kinds and frequencies of the standard mesh', () => {
    const mesh = createWormMesh({});
    const modes = computeModes(createModeElements(mesh, wormMaterials), { count: 16 });
    const { entries } = createModeCatalogue(modes, mesh);
    expect(entries.slice(6).map(({ label }) => label)).toEqual([
      'V1',
      'H1',
      'V2',
      'H2',
      'V3',
      'H3',
      'T1',
      'V4',
      'H4',
      'A1',
    ]);
    // Quadratic tets on the same sections, an independent calculation: 1026, 2236 Hz (59 sections).
    const expected = { H1: 1045, H2: 2283, H3: 3822, H4: 5597 };
    for (const [label, frequency] of Object.entries(expected)) {
      const found = entries.find((entry) => entry.label === label)!.frequency;
      expect(Math.abs(found / frequency - 1)).toBeLessThan(0.02);
    }
    const n = 3 * mesh.nodeCount;
    for (let i = 0; i < modes.count; i++) {
      expect(modes.residuals[i]!).toBeLessThan(1e-6);
      for (let j = 0; j <= i; j++) {
        let dot = 0;
        for (let k = 0; k < n; k++) dot += modes.masses[k]! * modes.vectors[i * n + k]! * modes.vectors[j * n + k]!;
        expect(Math.abs(dot - (i === j ? 1 : 0))).toBeLessThan(1e-10);
      }
    }
  });

  // Timoshenko's beam with rotary inertia on the sections of the mesh: H1, V1 and H2, Hz.
  test.each([
    [59, 0.45, { H1: 1029, V1: 1002, H2: 2257 }],
    [59, 0.3, { H1: 1029, V1: 1002, H2: 2257 }],
    [59, 0.499, { H1: 1029, V1: 1002, H2: 2257 }],
    [120, 0.45, { H1: 1027, V1: 1001, H2: 2253 }],
  ])("bend as a beam does within 2 %%: %s sections, Poisson's ratio %s", (sections, poissonRatio, expected) => {
    const mesh = createWormMesh({ sections });
    const materials = wormMaterials.map((material) => ({ ...material, poissonRatio }));
    const modes = computeModes(createModeElements(mesh, materials), { count: 11 });
    const { entries } = createModeCatalogue(modes, mesh);
    for (const [label, frequency] of Object.entries(expected)) {
      const found = entries.find((entry) => entry.label === label)!.frequency;
      expect(Math.abs(found / frequency - 1)).toBeLessThan(0.02);
    }
  });
});
