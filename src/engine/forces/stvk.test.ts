import { describe, expect, it } from 'vitest';
import { createKernels } from '../../kernels/load.ts';
import { createNoise, createSampleBody, type SampleBody, setBent } from '../../testing/meshes/fem-linear-sample.ts';
import { setElasticSystem } from '../bodies/fem/assembly.ts';
import { ModelError } from '../model/problem.ts';
import {
  addStvkSystem,
  computeMuscleEnergy,
  computeStvkEnergy,
  createLumpedMasses,
  createTetShape,
  setGreenStrain,
  setStvkDamping,
  setStvkMaterials,
  setStvkUndamped,
} from './stvk.ts';
import { setBcsrProduct } from '../../testing/kernels/bcsr-product.ts';

const memory = 1 << 22;
const createBody = (prisms = false): SampleBody =>
  createSampleBody(createKernels(memory), { cells: [3, 2, 2], prisms });

/** max |a − b| / max |b|. */
function computeError(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [difference, size] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    difference = Math.max(difference, Math.abs(a[i]! - b[i]!));
    size = Math.max(size, Math.abs(b[i]!));
  }
  return difference / size;
}

describe.each([
  ['tets', false],
  ['prisms', true],
])('forces of %s', (_name, prisms) => {
  it('are minus the gradient of elastic energy and muscle work', () => {
    const body = createBody(prisms);
    setBent(body, 0.7);
    const { kernels, tets, positions, forces } = body;
    addStvkSystem(kernels, forces, undefined, tets, positions, true);
    const energy = (): number => computeStvkEnergy(tets, positions) + computeMuscleEnergy(tets, positions);
    const h = 1e-5;
    const differences = forces.map((_, i) => {
      if (i % 4 === 3) return 0;
      const start = positions[i]!;
      positions[i] = start + h;
      const above = energy();
      positions[i] = start - h;
      const below = energy();
      positions[i] = start;
      return (below - above) / (2 * h);
    });
    expect(computeError(forces, differences)).toBeLessThan(1e-6);
  });

  it('vanish in any rigid motion, and with them the energy', () => {
    const body = createBody(prisms);
    const { kernels, tets, rest, positions, forces } = body;
    const noise = createNoise(3);
    for (let trial = 0; trial < 20; trial++) {
      const q = [noise(), noise(), noise(), noise()];
      const size = Math.hypot(...q);
      const [x, y, z, w] = q.map((v) => v / size) as [number, number, number, number];
      const turn = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
      ];
      for (let i = 0; i < rest.length; i += 4) {
        for (let c = 0; c < 3; c++) {
          const [a, b, d] = turn[c]!;
          positions[i + c] = a! * rest[i]! + b! * rest[i + 1]! + d! * rest[i + 2]! + trial / 10;
        }
      }
      forces.fill(0);
      const report = addStvkSystem(kernels, forces, undefined, tets, positions, true);
      const volume = 0.6 * 0.3 * 0.25;
      expect(computeStvkEnergy(tets, positions)).toBeLessThan(1e-20 * 130e3 * volume);
      expect(Math.max(...forces.map(Math.abs))).toBeLessThan(1e-10 * 130e3 * 0.36);
      expect(report.inverted).toBe(0);
      expect(report.worstDeterminant).toBeCloseTo(1, 10);
    }
  });

  it('sum to zero, with their moment, whatever the muscles do', () => {
    const body = createBody(prisms);
    setBent(body, 0.7);
    const { kernels, tets, positions, forces } = body;
    addStvkSystem(kernels, forces, undefined, tets, positions, true);
    const sums = [0, 0, 0, 0, 0, 0];
    let size = 0;
    for (let i = 0; i < forces.length; i += 4) {
      const [x, y, z] = positions.subarray(i, i + 3) as unknown as [number, number, number];
      const [u, v, w] = forces.subarray(i, i + 3) as unknown as [number, number, number];
      [u, v, w, y * w - z * v, z * u - x * w, x * v - y * u].forEach((value, k) => (sums[k]! += value));
      size += Math.abs(u) + Math.abs(v) + Math.abs(w);
    }
    for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-13 * size);
  });
});

/** Forces at present, by value. */
function computeForces(body: SampleBody): Float64Array {
  body.forces.fill(0);
  addStvkSystem(body.kernels, body.forces, undefined, body.tets, body.positions, true);
  return body.forces.slice();
}

describe.each([
  ['tets', false],
  ['prisms', true],
])('tangent of %s', (_name, prisms) => {
  it('is the derivative of the force, and symmetric', () => {
    const body = createBody(prisms);
    const { tets, positions, kernels, matrix } = body;
    setBent(body, 0.75, 8);
    setStvkUndamped(tets);
    setElasticSystem(kernels, body, positions);
    const noise = createNoise(2);
    const h = 1e-6;
    for (let trial = 0; trial < 5; trial++) {
      const direction = positions.map((_, i) => (i % 4 === 3 ? 0 : noise()));
      const start = positions.slice();
      positions.forEach((value, i) => (positions[i] = value + h * direction[i]!));
      const above = computeForces(body);
      start.forEach((value, i) => (positions[i] = value - h * direction[i]!));
      const below = computeForces(body);
      positions.set(start);
      const product = new Float64Array(positions.length);
      setBcsrProduct(product, matrix.bcsr, direction);
      const differences = above.map((value, i) => (below[i]! - value) / (2 * h));
      expect(computeError(product, differences)).toBeLessThan(1e-5);
    }
    const { rowStart, columns, blocks } = matrix.bcsr;
    for (let i = 0; i < matrix.nodeCount; i++) {
      for (let p = rowStart[i]!; p < rowStart[i + 1]!; p++) {
        const j = columns[p]!;
        const q = rowStart[j]! + columns.subarray(rowStart[j], rowStart[j + 1]).indexOf(i);
        for (let k = 0; k < 9; k++) {
          const [r, c] = [k % 3, Math.floor(k / 3)];
          expect(blocks[12 * p + 4 * c + r]).toBe(blocks[12 * q + 4 * r + c]);
        }
      }
    }
  });

  it('differs from its material part under stress, and that part never pushes back', () => {
    const body = createBody(prisms);
    const { positions, kernels, matrix } = body;
    setBent(body, 0.7);
    setElasticSystem(kernels, body, positions);
    const full = matrix.bcsr.blocks.slice();
    setElasticSystem(kernels, body, positions, false);
    expect(computeError(matrix.bcsr.blocks, full)).toBeGreaterThan(0.01);
    const noise = createNoise(4);
    const product = new Float64Array(positions.length);
    for (let trial = 0; trial < 50; trial++) {
      const direction = positions.map((_, i) => (i % 4 === 3 ? 0 : noise()));
      setBcsrProduct(product, matrix.bcsr, direction);
      expect(product.reduce((sum, value, i) => sum + value * direction[i]!, 0)).toBeGreaterThan(0);
    }
  });
});

describe('prisms', () => {
  it('have the energy of their tets in uniform strain, and less where tets lock', () => {
    const [locked, cured] = [createBody(), createBody(true)];
    const fill = (body: SampleBody, value: number): Float64Array => new Float64Array(body.tets.tetCount).fill(value);
    for (const body of [locked, cured]) setStvkMaterials(body.tets, fill(body, 1e4), fill(body, 0.49));
    const energies = (map: (x: number, y: number, z: number) => readonly [number, number, number]) =>
      [locked, cured].map(({ tets, rest, positions }) => {
        for (let i = 0; i < rest.length; i += 4) positions.set(map(rest[i]!, rest[i + 1]!, rest[i + 2]!), i);
        return computeStvkEnergy(tets, positions);
      }) as [number, number];
    const [stretched, same] = energies((x, y, z) => [1.1 * x + 0.05 * y, 0.95 * y - 0.1 * x, 1.02 * z + 0.03 * x]);
    expect(same / stretched).toBeCloseTo(1, 10);
    // Pure bending of a bar of 0.6 × 0.3 × 0.25 about z: ½ E I κ² L is what it should cost.
    const [bend, poisson] = [0.01, 0.49];
    const exact = (1e4 * ((0.25 * 0.3 ** 3) / 12) * bend * bend * 0.6) / 2;
    const [bentTets, bentPrisms] = energies((x, y, z) => {
      const [v, w] = [y - 0.15, z - 0.125];
      return [x - bend * x * v, y + (bend / 2) * (x * x + poisson * (v * v - w * w)), z + poisson * bend * v * w];
    });
    expect(bentTets).toBeGreaterThan(10 * exact);
    expect(bentPrisms).toBeGreaterThan(exact);
    expect(bentPrisms).toBeLessThan(1.7 * exact);
  });
});

describe('strain and mass', () => {
  it('finds the strain of an affine map in every tet', () => {
    const { tets, rest, positions } = createBody();
    for (let i = 0; i < rest.length; i += 4) {
      positions[i] = 1.1 * rest[i]! + 0.2 * rest[i + 1]!;
      positions[i + 1] = 0.9 * rest[i + 1]!;
      positions[i + 2] = rest[i + 2]!;
    }
    const strain = new Float64Array(6);
    for (let t = 0; t < tets.tetCount; t++) {
      setGreenStrain(strain, tets, positions, t);
      [0.105, (0.04 + 0.81 - 1) / 2, 0, 0.11, 0, 0].forEach((value, k) =>
        expect(Math.abs(strain[k]! - value)).toBeLessThan(1e-13),
      );
    }
  });

  it('shares the mass of each tet among its nodes', () => {
    const { tets } = createBody();
    const masses = createLumpedMasses(tets, new Float64Array(tets.tetCount).fill(2));
    expect(masses.reduce((sum, m) => sum + m, 0)).toBeCloseTo(2 * 0.6 * 0.3 * 0.25, 14);
    expect(Math.min(...masses)).toBeGreaterThan(0);
  });
});

describe('bad input', () => {
  it.each([
    ['youngModulus', 0, 0.3],
    ['youngModulus', Number.NaN, 0.3],
    ['poissonRatio', 1e3, 0.5],
    ['poissonRatio', 1e3, -1],
  ] as const)('refuses %s of %s and %s', (path, young, poisson) => {
    const { tets } = createBody();
    const fill = (value: number): Float64Array => new Float64Array(tets.tetCount).fill(value);
    expect(() => setStvkMaterials(tets, fill(young), fill(poisson))).toThrow(new RegExp(`tets\\[0\\]\\.${path}`));
  });

  it('refuses damping below zero, no density, and tets without volume', () => {
    const { tets, mesh } = createBody();
    const fill = (value: number): Float64Array => new Float64Array(tets.tetCount).fill(value);
    expect(() => setStvkDamping(tets, 'objective', 0.02, fill(-1))).toThrow(ModelError);
    expect(() => createLumpedMasses(tets, fill(0))).toThrow(ModelError);
    const flat = { ...mesh, positions: mesh.positions.map((value, i) => (i % 3 === 2 ? 0 : value)) };
    expect(() => createTetShape(flat)).toThrow(/mesh\.tets\[0\]/);
  });
});
