/** The preview beside the full model: one crawling worm, the same muscles and drag. */
import { expect, test } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { applySettings } from '../descriptions.ts';
import { Simulation } from '../../sim/simulation.ts';
import { createKernels } from '../../../kernels/load.ts';
import { createWormMesh } from './mesh/mesh.ts';
import {
  createLumpedMasses,
  createStvkTets,
  createTetShape,
  setStvkDamping,
  setStvkMaterials,
} from '../../forces/stvk.ts';
import { addDiagonalBlocks, createMeshPattern, createSystemMatrix, setStepSystem } from '../../bodies/fem/assembly.ts';
import { type CentreLine, createCentreLine, setCentreLine } from '../../mesh/tets/centre-line.ts';
import { createDirectSolver } from '../../bodies/fem/linear/direct.ts';
import { computeModes } from '../../bodies/fem/modes/modes.ts';
import { createModeElements, type ModeMaterial } from '../../bodies/fem/modes/elements.ts';
import { createReducedModel } from '../../bodies/fem/reduced/reduced-model.ts';
import { computePreviewError } from '../../../testing/runs/preview-error.ts';
import { createReducedWork } from '../../bodies/fem/reduced/state.ts';
import { setReducedPoints, setReducedPositions } from '../../bodies/fem/reduced/frame.ts';
import { stepReduced } from '../../bodies/fem/reduced/step.ts';
import { wormMaterials } from '../../../testing/meshes/mode-sample-meshes.ts';
import { addDamping, clearNodeTerms, createNodeTerms, type NodeTerms } from '../../forces/node-terms.ts';
import { createReducedState } from '../../../testing/reduced-model.ts';

const mesh = createWormMesh({ sections: 30 });
const { nodeCount, sectionCount } = mesh;
const analysis = computeModes(createModeElements(mesh, wormMaterials), { count: 20 });
const timeStep = 0.02;
const steps = 60;
const viscousTime = 0.02;
const [along, across] = [3.2, 64];

/** Drag along the body and across it, spread over the nodes. */
function addDrag(terms: NodeTerms, line: CentreLine, velocities: Float64Array): void {
  const per = line.nodesPerSection;
  for (let node = 0; node < sectionCount * per; node++) {
    const at = 3 * Math.floor(node / per);
    const [x, y, z] = [line.axes[at]!, line.axes[at + 1]!, line.axes[at + 2]!];
    const level = Math.sqrt(x * x + y * y);
    const share = 1 / (sectionCount * per);
    addDamping(terms, node, share * along, x, y, z, velocities);
    addDamping(terms, node, share * across, -y / level, x / level, 0, velocities);
    addDamping(terms, node, share * across, (-x * z) / level, (-y * z) / level, level, velocities);
  }
}

/** A wave of 0.5 Hz running from head to tail, grown over one second; Pa. */
function createStresses(time: number): Float64Array {
  const size = 70e3 * Math.min(1, time);
  return Float64Array.from(mesh.muscles, ({ side, s0, s1 }) => {
    const wave = Math.sin(2 * Math.PI * (time / 2 - (s0 + s1) / 2 / 0.65));
    return (side === 'dorsal' ? size : -size) * wave;
  });
}

function runFull(): Float64Array[] {
  const kernels = createKernels(1e8);
  const tets = createStvkTets(kernels.arena, createTetShape(mesh));
  const byTet = (pick: (material: ModeMaterial) => number): Float64Array =>
    Float64Array.from(mesh.tetTissues, (tissue) => pick(wormMaterials[tissue]!));
  setStvkMaterials(
    tets,
    byTet(({ youngModulus }) => youngModulus),
    byTet(({ poissonRatio }) => poissonRatio),
    mesh.tetFibres,
  );
  setStvkDamping(tets, 'objective', timeStep, new Float64Array(mesh.tetCount).fill(viscousTime));
  const masses = createLumpedMasses(
    tets,
    byTet(({ density }) => density),
  );
  const matrix = createSystemMatrix(kernels.arena, mesh, tets, createMeshPattern(tets));
  const solver = createDirectSolver(kernels, matrix);
  const createVertices = (): Float64Array => kernels.arena.allocF64(4 * nodeCount);
  const [x, v, dv] = [createVertices(), createVertices(), createVertices()];
  const [rhs, forces] = [createVertices(), createVertices()];
  for (let i = 0; i < 3 * nodeCount; i++) x[4 * Math.floor(i / 3) + (i % 3)] = mesh.positions[i]!;
  const terms = createNodeTerms(nodeCount);
  const line = createCentreLine(sectionCount, mesh.nodesPerSection);
  const settings = { timeStep, massDamping: 0, gravity: [0, 0, 0], geometric: true };
  const body = { tets, matrix, masses, positions: x, velocities: v, forces, rhs };
  const frames: Float64Array[] = [];
  for (let step = 0; step < steps; step++) {
    const stresses = createStresses(step * timeStep);
    for (let t = 0; t < mesh.tetCount; t++) tets.actives[t] = stresses[mesh.tetMuscles[t]!] ?? 0;
    setStepSystem(kernels, body, settings);
    setCentreLine(line, x);
    clearNodeTerms(terms, timeStep);
    addDrag(terms, line, v);
    addDiagonalBlocks(matrix, terms.blocks);
    for (let i = 0; i < rhs.length; i++) rhs[i]! += terms.impulses[i]!;
    solver.prepare(matrix);
    solver.solve(dv, matrix, rhs, x, { tolerance: 1e-8, maxIterations: 1 });
    for (let i = 0; i < x.length; i++) {
      v[i]! += dv[i]!;
      x[i]! += timeStep * v[i]!;
    }
    frames.push(Float64Array.from({ length: 3 * nodeCount }, (_, i) => x[4 * Math.floor(i / 3) + (i % 3)]!));
  }
  return frames;
}

function runPreview(derivativeCount: number): Float64Array[] {
  const model = createReducedModel(mesh, wormMaterials, { derivativeCount, analysis });
  expect(model.label).toBe('preview');
  const state = createReducedState(model);
  const work = createReducedWork(model);
  const terms = createNodeTerms(sectionCount);
  const line = createCentreLine(sectionCount, 1);
  const [x, v] = [new Float64Array(4 * sectionCount), new Float64Array(4 * sectionCount)];
  const frames: Float64Array[] = [];
  for (let step = 0; step < steps; step++) {
    setReducedPoints(x, v, work, model, state);
    setCentreLine(line, x);
    clearNodeTerms(terms, timeStep);
    addDrag(terms, line, v);
    const muscleStresses = createStresses(step * timeStep);
    stepReduced(state, work, model, { terms, muscleStresses, viscousTime }, timeStep);
    const frame = new Float64Array(3 * nodeCount);
    setReducedPositions(frame, model, state);
    frames.push(frame);
  }
  return frames;
}

test('stays within 3 % of a body length of the full model while it begins to crawl, and needs its derivatives', () => {
  const full = runFull();
  const error = computePreviewError(full, runPreview(10), 1);
  const still = computePreviewError(
    full,
    full.map(() => mesh.positions),
    1,
  );
  expect(error).toBeLessThan(0.03);
  expect(error).toBeLessThan(0.5 * still);
  expect(computePreviewError(full, runPreview(1), 1)).toBeGreaterThan(1.5 * error);
});

test('crawls on as fast as it began, and stays level', () => {
  const simulation = new Simulation(applySettings(describeAnimal('worm'), ['preview=true']), { seed: 1 });
  const reduced = simulation.state.arrays['reduced'] as Float64Array;
  const placeAt = (time: number): number => {
    while (simulation.time < time - 1e-9) simulation.step();
    return Math.sqrt(reduced[0]! ** 2 + reduced[1]! ** 2);
  };
  const [early, earlier, later, late] = [placeAt(6), placeAt(10), placeAt(30), placeAt(34)];
  expect((late - later) / (earlier - early)).toBeCloseTo(1, 2);
  // No tilt: the quaternion turns about z alone.
  expect([reduced[3], reduced[4]]).toEqual([0, 0]);
});
