import { describe, expect, test } from 'vitest';
import { setMat3FromQuat } from '../../../math/space/quat.ts';
import { computeModes } from '../modes/modes.ts';
import { createModeElements, setElasticForce } from '../modes/elements.ts';
import { createReducedModel, type MuscledMesh, type ReducedModel } from './reduced-model.ts';
import { computePreviewError } from '../../../../testing/runs/preview-error.ts';
import { createReducedWork, type ReducedState } from './state.ts';
import { setReducedPoints, setReducedPositions } from './frame.ts';
import { stepReduced } from './step.ts';
import { setMonomials, setPairProduct } from './tensors.ts';
import { createBeamMesh, sampleMaterial } from '../../../../testing/meshes/mode-sample-meshes.ts';
import { addForce, clearNodeTerms, createNodeTerms } from '../../../forces/node-terms.ts';
import {
  computeReducedElasticEnergy,
  computeReducedEnergy,
  createReducedState,
} from '../../../../testing/reduced-model.ts';

function createMuscledBeam(along: number): MuscledMesh {
  const mesh = createBeamMesh(1, 0.1, along, 2);
  const tetFibres = new Float64Array(3 * mesh.tetCount);
  const tetMuscles = new Int16Array(mesh.tetCount);
  for (let t = 0; t < mesh.tetCount; t++) {
    tetFibres[3 * t] = 1;
    let y = 0;
    for (let a = 0; a < 4; a++) y += mesh.positions[3 * mesh.tetNodes[4 * t + a]! + 1]!;
    tetMuscles[t] = y > 4 * 0.05 ? 0 : 1;
  }
  return { ...mesh, tetFibres, tetMuscles };
}

const mesh = createMuscledBeam(12);
const elements = createModeElements(mesh, [sampleMaterial]);
const analysis = computeModes(elements, { count: 30 });
const model = createReducedModel(mesh, [sampleMaterial], {
  analysis,
  modes: ['H1', 'H2', 'H3', 'V1', 'T1'],
  derivativeCount: 10,
});
const n = 3 * mesh.nodeCount;

function createField(target: ReducedModel, q: Float64Array): Float64Array {
  const u = new Float64Array(n);
  for (let k = 0; k < target.size; k++) for (let i = 0; i < n; i++) u[i]! += q[k]! * target.basis[k * n + i]!;
  return u;
}

const sample = Float64Array.from({ length: model.size }, (_, k) => 0.02 * Math.sin(3 * k + 1));

/** f(q) = K₁ q + S q + ½ H m from the tables. */
function createTableForce(q: Float64Array): Float64Array {
  const { tensors, size: r } = model;
  const z = new Float64Array(r + tensors.pairCount);
  setMonomials(z, q);
  const s = new Float64Array(tensors.pairCount);
  setPairProduct(s, tensors.geometric, z);
  return Float64Array.from({ length: r }, (_, i) => {
    let force = 0;
    for (let j = 0; j < r; j++) {
      const [a, b] = [Math.min(i, j), Math.max(i, j)];
      force += (tensors.linear[i * r + j]! + s[a * r - (a * (a - 1)) / 2 + b - a]!) * q[j]!;
    }
    for (let p = 0; p < tensors.pairCount; p++)
      force += 0.5 * tensors.quadratic[i * tensors.pairCount + p]! * z[r + p]!;
    return force;
  });
}

describe('the reduced elastic force', () => {
  test('is the force of the mesh, to rounding', () => {
    const full = new Float64Array(n);
    setElasticForce(full, elements, createField(model, sample));
    const table = createTableForce(sample);
    const scale = Math.max(...table.map(Math.abs));
    for (let k = 0; k < model.size; k++) {
      let projected = 0;
      for (let i = 0; i < n; i++) projected += model.basis[k * n + i]! * full[i]!;
      expect(Math.abs(projected - table[k]!)).toBeLessThan(1e-11 * scale);
    }
  });

  test('is the gradient of the energy, and the tangent that of the force', () => {
    const { tensors, size: r } = model;
    const z = new Float64Array(r + tensors.pairCount);
    const energy = (q: Float64Array): number => {
      setMonomials(z, q);
      return computeReducedElasticEnergy(tensors, z);
    };
    const h = 1e-6;
    const shifted = (k: number, by: number): Float64Array => sample.map((value, i) => (i === k ? value + by : value));
    const force = createTableForce(sample);
    const scale = Math.max(...force.map(Math.abs));
    const [s, t] = [new Float64Array(tensors.pairCount), new Float64Array(tensors.pairCount)];
    setMonomials(z, sample);
    setPairProduct(s, tensors.geometric, z);
    setPairProduct(t, tensors.material, z);
    let pair = 0;
    for (let i = 0; i < r; i++) {
      expect(Math.abs((energy(shifted(i, h)) - energy(shifted(i, -h))) / (2 * h) - force[i]!)).toBeLessThan(
        1e-6 * scale,
      );
      const [plus, minus] = [createTableForce(shifted(i, h)), createTableForce(shifted(i, -h))];
      for (let j = i; j < r; j++, pair++) {
        const tangent = tensors.linear[i * r + j]! + s[pair]! + t[pair]!;
        // The force is a sum of terms as large as the stiffest field makes them.
        const size = Math.max(...tensors.linear);
        expect(Math.abs((plus[j]! - minus[j]!) / (2 * h) - tangent)).toBeLessThan(1e-7 * size);
      }
    }
  });

  test('fields are M-orthonormal and carry no rigid motion', () => {
    for (let k = 0; k < model.size; k++) {
      for (let l = 0; l <= k; l++) {
        let dot = 0;
        for (let i = 0; i < n; i++) dot += elements.masses[i]! * model.basis[k * n + i]! * model.basis[l * n + i]!;
        expect(Math.abs(dot - (k === l ? 1 : 0))).toBeLessThan(1e-10);
      }
      for (let r = 0; r < 6; r++) {
        let dot = 0;
        for (let i = 0; i < n; i++) dot += elements.masses[i]! * model.basis[k * n + i]! * analysis.vectors[r * n + i]!;
        expect(Math.abs(dot)).toBeLessThan(1e-8);
      }
    }
  });
});

/** Velocity of every node by differences of positions after a tiny undamped step; momenta summed over the mesh. */
function computeMeshMomenta(state: ReducedState): number[] {
  const work = createReducedWork(model);
  const copy: ReducedState = structuredClone(state);
  const h = 1e-7;
  const [before, after] = [new Float64Array(n), new Float64Array(n)];
  setReducedPositions(before, model, copy);
  stepReduced(copy, work, model, { viscousTime: 0 }, h);
  setReducedPositions(after, model, copy);
  const sums = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < n; i += 3) {
    const m = elements.masses[i]!;
    const v = [0, 1, 2].map((a) => (after[i + a]! - before[i + a]!) / h);
    const x = [0, 1, 2].map((a) => before[i + a]! - state.position[a]!);
    for (let a = 0; a < 3; a++) {
      const [b, c] = [(a + 1) % 3, (a + 2) % 3];
      sums[a]! += m * v[a]!;
      sums[3 + a]! += m * (x[b]! * v[c]! - x[c]! * v[b]!);
    }
  }
  return sums;
}

function createThrownState(amplitude: number): ReducedState {
  const state = createReducedState(model);
  state.momentum.set([0.002, -0.001, 0.0015]);
  state.angularMomentum.set([1e-5, 4e-4, -6e-4]);
  for (let k = 0; k < model.size; k++) state.rates[k] = (amplitude * Math.sin(2 * k + 1)) / (1 + k);
  return state;
}

describe('free motion', () => {
  test('momenta of the state are those of the mesh', () => {
    const state = createThrownState(0.2);
    const work = createReducedWork(model);
    for (let i = 0; i < 200; i++) stepReduced(state, work, model, { viscousTime: 0 }, 1e-4);
    const sums = computeMeshMomenta(state);
    for (let a = 0; a < 3; a++) {
      expect(Math.abs(sums[a]! - state.momentum[a]!)).toBeLessThan(1e-7);
      expect(Math.abs(sums[3 + a]! - state.angularMomentum[a]!)).toBeLessThan(2e-8);
    }
  });

  test('conserves both momenta to rounding', () => {
    const state = createThrownState(0.3);
    const start = structuredClone(state);
    const work = createReducedWork(model);
    for (let i = 0; i < 500; i++) stepReduced(state, work, model, { viscousTime: 0.001 }, 1e-3);
    for (let a = 0; a < 3; a++) {
      expect(Math.abs(state.momentum[a]! - start.momentum[a]!)).toBeLessThan(1e-13);
      expect(Math.abs(state.angularMomentum[a]! - start.angularMomentum[a]!)).toBeLessThan(1e-13);
    }
  });

  test('energy without viscosity: its loss shrinks with the step, and viscosity only takes', () => {
    const loss = (dt: number, viscousTime: number, amplitude: number): number => {
      const state = createThrownState(amplitude);
      const work = createReducedWork(model);
      const total = (): number => {
        const { kinetic, elastic } = computeReducedEnergy(work, model, state);
        return kinetic + elastic;
      };
      const start = total();
      for (let i = 0; i < 0.02 / dt - 0.5; i++) stepReduced(state, work, model, { viscousTime }, dt);
      return 1 - total() / start;
    };
    for (const amplitude of [0.01, 0.5]) {
      const [coarse, fine] = [loss(2e-5, 0, amplitude), loss(1e-5, 0, amplitude)];
      expect(coarse).toBeGreaterThan(0);
      expect(fine / coarse).toBeGreaterThan(0.4);
      expect(fine / coarse).toBeLessThan(0.65);
      expect(loss(1e-5, 1e-3, amplitude)).toBeGreaterThan(fine);
    }
  });

  test('a small vibration has the frequency of its mode', () => {
    const state = createReducedState(model);
    const work = createReducedWork(model);
    state.coordinates[0] = 1e-6;
    const frequency = Math.sqrt(model.tensors.linear[0]!) / (2 * Math.PI);
    const dt = 1 / (frequency * 4000);
    for (let i = 0; i < 1000; i++) stepReduced(state, work, model, { viscousTime: 0 }, dt);
    // A quarter of a period.
    expect(Math.abs(state.coordinates[0])).toBeLessThan(5e-9);
    expect(state.rates[0]! / (-1e-6 * 2 * Math.PI * frequency)).toBeCloseTo(1, 2);
  });

  test('a stiff spinning body keeps its angular velocity along a principal axis', () => {
    const state = createReducedState(model);
    const work = createReducedWork(model);
    state.angularMomentum.set([0, 0, 1e-4]);
    const m = new Float64Array(9);
    const inertia = model.secondMoments[0]! + model.secondMoments[1]!;
    const duration = (0.5 * Math.PI) / (1e-4 / inertia);
    for (let i = 0; i < 200; i++) stepReduced(state, work, model, { viscousTime: 0 }, duration / 200);
    setMat3FromQuat(m, state.orientation);
    expect(m[1]!).toBeCloseTo(1, 4);
  });
});

describe('loads', () => {
  test('a force on a point accelerates the whole and turns it as it does the mesh', () => {
    const state = createReducedState(model);
    const work = createReducedWork(model);
    const terms = createNodeTerms(model.points.count);
    clearNodeTerms(terms, 1e-3);
    addForce(terms, 0, 0.5, 0, 1, 0);
    stepReduced(state, work, model, { terms, viscousTime: 0 }, 1e-3);
    expect(state.momentum[1]! / (0.5 * 1e-3)).toBeCloseTo(1, 12);
    expect(state.angularMomentum[2]! / (model.points.offsets[0]! * 0.5 * 1e-3)).toBeCloseTo(1, 9);
  });

  test('muscles pull without net force or torque, bend to their side, and shorten together', () => {
    const settle = (stresses: number[]): { state: ReducedState; points: Float64Array } => {
      const state = createReducedState(model);
      const work = createReducedWork(model);
      for (let i = 0; i < 400; i++) {
        stepReduced(state, work, model, { muscleStresses: Float64Array.from(stresses), viscousTime: 0.02 }, 5e-3);
      }
      const points = new Float64Array(4 * model.points.count);
      setReducedPoints(points, points.slice(), work, model, state);
      return { state, points };
    };
    const { state, points } = settle([40, -40]);
    for (let a = 0; a < 3; a++) {
      expect(Math.abs(state.momentum[a]!)).toBeLessThan(1e-14);
      expect(Math.abs(state.angularMomentum[a]!)).toBeLessThan(1e-14);
    }
    const last = 4 * (model.points.count - 1);
    const middle = 4 * Math.floor(model.points.count / 2);
    // The +y side contracts: the middle bulges towards −y.
    expect(points[middle + 1]! - (points[1]! + points[last + 1]!) / 2).toBeLessThan(-0.005);
    const mirrored = settle([-40, 40]).points;
    expect(mirrored[middle + 1]! - mirrored[1]!).toBeCloseTo(points[1]! - points[middle + 1]!, 3);
  });

  test('divergence is an error with a path', () => {
    const state = createReducedState(model);
    state.rates[0] = Infinity;
    const step = (): void => stepReduced(state, createReducedWork(model), model, { viscousTime: 0 }, 0.01);
    expect(step).toThrow(/preview\.coordinates/);
  });
});

test('the error measure is a root mean square over nodes and frames', () => {
  const zero = new Float64Array(6);
  const moved = Float64Array.from([3, 4, 0, 0, 0, 0]);
  expect(computePreviewError([zero, zero], [moved, zero], 10)).toBeCloseTo(Math.sqrt(25 / 4) / 10, 14);
});

test('a mode that was not computed is refused by name', () => {
  expect(() => createReducedModel(mesh, [sampleMaterial], { analysis, modes: ['H9'] })).toThrow(/modes\[0\].*H1/);
});
