import { describe, expect, it } from 'vitest';
import { createKernels } from '../../../kernels/load.ts';
import { createBoxMesh } from '../../../testing/meshes/box-mesh.ts';
import { computeStvkEnergy, setGreenStrain } from '../../forces/stvk.ts';
import { computeCantileverFactor, createStaticBar } from '../../../testing/meshes/fem-beam.ts';
import { addDiagonalBlocks, createSystemMatrix, setElasticSystem, setStepSystem } from './assembly.ts';
import { createDirectSolver } from '../../../testing/solvers/direct-solver.ts';
import { createNoise, createSampleBody, type SampleBody, setBent } from '../../../testing/meshes/fem-linear-sample.ts';
import { setBcsrProduct } from '../../../testing/kernels/bcsr-product.ts';

const memory = 1 << 23;
const target = { tolerance: 1e-9, maxIterations: 3 };

describe('elements', () => {
  it('pass the patch test: distorted tets inside an affine boundary', () => {
    const body = createSampleBody(createKernels(memory), { cells: [3, 3, 3], damping: 'none', timeStep: 1 });
    const { kernels, mesh, tets, matrix, rest, positions, forces, dx } = body;
    const edges = [0.6, 0.3, 0.25];
    const inside = (i: number): boolean =>
      edges.every((edge, c) => rest[4 * i + c]! > 1e-9 && rest[4 * i + c]! < edge - 1e-9);
    const map = (i: number): number[] => {
      const [x, y, z] = [rest[4 * i]!, rest[4 * i + 1]!, rest[4 * i + 2]!];
      return [1.1 * x + 0.05 * y, 0.95 * y - 0.1 * x + 0.02 * z, 1.02 * z + 0.03 * x];
    };
    const noise = createNoise(9);
    const springs = new Float64Array(6 * mesh.nodeCount);
    let free = 0;
    for (let i = 0; i < mesh.nodeCount; i++) {
      positions.set(map(i), 4 * i);
      if (inside(i)) {
        free++;
        for (let c = 0; c < 3; c++) positions[4 * i + c]! += 0.01 * noise();
      } else springs.fill(1e15, 6 * i, 6 * i + 3);
    }
    expect(free).toBe(8);
    const solver = createDirectSolver(kernels, matrix);
    for (let step = 0; step < 6; step++) {
      setElasticSystem(kernels, body, positions);
      for (let i = 0; i < mesh.nodeCount; i++) if (!inside(i)) forces.fill(0, 4 * i, 4 * i + 3);
      addDiagonalBlocks(matrix, springs);
      solver.solve(dx, matrix, forces, positions, target);
      positions.forEach((value, k) => (positions[k] = value + dx[k]!));
    }
    const strain = new Float64Array(6);
    const [a, b] = [new Float64Array(6), [1.1, -0.1, 0.03, 0.05, 0.95, 0, 0, 0.02, 1.02]];
    const dot = (i: number, j: number): number => [0, 1, 2].reduce((sum, k) => sum + b[3 * i + k]! * b[3 * j + k]!, 0);
    a.set([(dot(0, 0) - 1) / 2, (dot(1, 1) - 1) / 2, (dot(2, 2) - 1) / 2, dot(0, 1) / 2, dot(0, 2) / 2, dot(1, 2) / 2]);
    for (let t = 0; t < tets.tetCount; t++) {
      setGreenStrain(strain, tets, positions, t);
      strain.forEach((value, k) => expect(Math.abs(value - a[k]!)).toBeLessThan(1e-10));
    }
    for (let i = 0; i < mesh.nodeCount; i++) {
      map(i).forEach((value, c) => expect(Math.abs(positions[4 * i + c]! - value)).toBeLessThan(1e-10 * 0.6));
    }
  });

  it.each([0, 0.3, 0.49])("stretch by σ/E and narrow by ν σ/E at Poisson's ratio %s", (poisson) => {
    const strain = 1e-3;
    const bar = createStaticBar([4, 2, 2], [2, 1, 1], 5e4, poisson, [strain * 5e4, 0, 0], (x, y, z) => [
      x === 0,
      y === 0,
      z === 0,
    ]);
    for (let i = 0; i < 4 * bar.nodeCount; i += 4) {
      const [x, y, z] = [bar.rest[i]!, bar.rest[i + 1]!, bar.rest[i + 2]!];
      expect(Math.abs(bar.displacements[i]! - strain * x)).toBeLessThan(1e-7);
      expect(Math.abs(bar.displacements[i + 1]! + poisson * strain * y)).toBeLessThan(2e-7);
      expect(Math.abs(bar.displacements[i + 2]! + poisson * strain * z)).toBeLessThan(2e-7);
    }
  });

  it.each([
    [1, 0.296],
    [2, 0.609],
    [4, 0.857],
  ])('bend as a cantilever of %s cells across is known to: %s of the beam', (across, factor) => {
    expect(Math.abs(computeCantileverFactor(across) - factor)).toBeLessThan(0.005);
  });
});

const settings = { timeStep: 0.01, gravity: [0, 0, 0], geometric: true };

function createFreeBody(): SampleBody {
  const body = createSampleBody(createKernels(memory), { cells: [4, 2, 2], density: 100, timeStep: settings.timeStep });
  setBent(body, 0.1);
  return body;
}

/** One step with the exact solver. */
function step(body: SampleBody, solver: ReturnType<typeof createDirectSolver>): void {
  const { kernels, matrix, rhs, positions, velocities, dx } = body;
  setStepSystem(kernels, body, settings);
  solver.solve(dx, matrix, rhs, positions, target);
  for (let i = 0; i < dx.length; i++) {
    velocities[i]! += dx[i]!;
    positions[i]! += settings.timeStep * velocities[i]!;
  }
}

describe('steps', () => {
  it('keep the momentum of a free body whose muscles work', () => {
    const body = createFreeBody();
    const solver = createDirectSolver(body.kernels, body.matrix);
    const { masses, velocities, tets } = body;
    velocities.forEach((_, i) => (velocities[i]! += [0.3, -0.2, 0.1, 0][i % 4]!));
    const compute = (): number[] =>
      [0, 1, 2].map((c) => masses.reduce((sum, m, i) => sum + m * velocities[4 * i + c]!, 0));
    const before = compute();
    const size = masses.reduce((sum, m) => sum + m, 0) * 0.37;
    for (let n = 0; n < 1000; n++) {
      for (let t = 0; t < tets.tetCount; t++) tets.actives[t] = 500 * Math.sin(0.1 * n + t);
      step(body, solver);
    }
    compute().forEach((value, c) => expect(Math.abs(value - before[c]!)).toBeLessThan(1e-12 * size));
    expect(Math.max(...velocities.map(Math.abs))).toBeGreaterThan(0.1);
  });

  it('do not know which way the world is turned', () => {
    // Two bodies, the second turned by a third of a turn about (1, 1, 1): x → y → z → x, and then by 0.6 about z.
    const [c, s] = [0.8, 0.6];
    const turn = (x: number, y: number, z: number): [number, number, number] => [c * z - s * x, s * z + c * x, y];
    const bodies = [createFreeBody(), createFreeBody()] as const;
    const [first, second] = bodies;
    for (const array of ['positions', 'velocities'] as const) {
      for (let i = 0; i < first[array].length; i += 4) {
        second[array].set(turn(first[array][i]!, first[array][i + 1]!, first[array][i + 2]!), i);
      }
    }
    for (const body of bodies) {
      const solver = createDirectSolver(body.kernels, body.matrix);
      for (let n = 0; n < 100; n++) step(body, solver);
    }
    for (let i = 0; i < first.positions.length; i += 4) {
      const expected = turn(first.positions[i]!, first.positions[i + 1]!, first.positions[i + 2]!);
      expected.forEach((value, k) => expect(Math.abs(second.positions[i + k]! - value)).toBeLessThan(1e-8 * 0.8));
    }
  });

  it('never gain energy at small amplitude', () => {
    const body = createSampleBody(createKernels(memory), { cells: [4, 2, 2], density: 20, timeStep: 0.01 });
    const noise = createNoise(6);
    body.velocities.forEach((_, i) => (body.velocities[i] = i % 4 === 3 ? 0 : 1e-3 * noise()));
    const solver = createDirectSolver(body.kernels, body.matrix);
    let last = Infinity;
    for (let n = 0; n < 100; n++) {
      step(body, solver);
      const kinetic = body.masses.reduce((sum, m, i) => {
        const [x, y, z] = [body.velocities[4 * i]!, body.velocities[4 * i + 1]!, body.velocities[4 * i + 2]!];
        return sum + (m / 2) * (x * x + y * y + z * z);
      }, 0);
      const energy = kinetic + computeStvkEnergy(body.tets, body.positions);
      expect(energy).toBeGreaterThan(0);
      expect(energy).toBeLessThanOrEqual(last * (1 + 1e-9));
      last = energy;
    }
  });

  it('have the right-hand side of backward Euler with damping and gravity', () => {
    const body = createSampleBody(createKernels(memory), { damping: 'rayleigh', timeStep: 0.01 });
    setBent(body, 0.3);
    const { kernels, matrix, rhs, forces, masses, positions, velocities } = body;
    const damped = { timeStep: 0.01, gravity: [1, 2, -3], geometric: true };
    setElasticSystem(kernels, body, positions);
    const product = new Float64Array(rhs.length);
    setBcsrProduct(product, matrix.bcsr, velocities);
    const [elastic, tangent] = [forces.slice(), matrix.bcsr.blocks.slice()];
    setStepSystem(kernels, body, damped);
    const expected = rhs.map((_, i) => {
      if (i % 4 === 3) return 0;
      const m = masses[Math.floor(i / 4)]!;
      return 0.01 * elastic[i]! - product[i]! + 0.01 * m * damped.gravity[i % 4]!;
    });
    const size = Math.max(...expected.map(Math.abs));
    expected.forEach((value, i) => expect(Math.abs(rhs[i]! - value)).toBeLessThan(1e-14 * size));
    const at = matrix.diagonals[3]!;
    expect(matrix.bcsr.blocks[at + 5]).toBeCloseTo(tangent[at + 5]! + masses[3]!, 12);
    expect(matrix.bcsr.blocks[at + 1]).toBe(tangent[at + 1]);
  });
});

describe('system matrix', () => {
  it('refuses tets that skip a section', () => {
    const { arena } = createKernels(memory);
    const mesh = createBoxMesh({ cells: [4, 1, 1], size: [4, 1, 1] });
    const { tets } = createSampleBody(createKernels(memory), { cells: [4, 1, 1] });
    expect(() => createSystemMatrix(arena, { ...mesh, sectionCount: 10, nodesPerSection: 2 }, tets)).toThrow(
      /section by section/,
    );
  });
});
