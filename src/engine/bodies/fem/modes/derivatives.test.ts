import { describe, expect, test } from 'vitest';
import { computeModes } from './modes.ts';
import { createModalDerivatives, setStaticResponse } from './derivatives.ts';
import { createModeElements, setElasticForce } from './elements.ts';
import { createBeamMesh, sampleMaterial } from '../../../../testing/meshes/mode-sample-meshes.ts';

const mesh = createBeamMesh(1, 0.1, 10, 1);
const analysis = computeModes(createModeElements(mesh, [sampleMaterial]), { count: 14 });
const { masses, vectors, eigenvalues, elements, rigidCount } = analysis;
const n = masses.length;
const chosen = [6, 7, 8];
const rows = Float64Array.from(chosen.flatMap((k) => [...vectors.subarray(k * n, (k + 1) * n)]));
const derivatives = createModalDerivatives(analysis, rows);

function computeNorm(x: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += masses[i]! * x[i]! * x[i]!;
  return Math.sqrt(sum);
}

/** Static response of the nonlinear body to the load Σ p_i λ_i M φ_i, by corrections with the stiffness at rest. */
function createNonlinearResponse(amplitudes: readonly number[]): Float64Array {
  const u = new Float64Array(n);
  const [force, missing, step] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  for (let round = 0; round < 60; round++) {
    setElasticForce(force, elements, u);
    for (let i = 0; i < n; i++) {
      let load = 0;
      chosen.forEach((k, a) => (load += amplitudes[a]! * eigenvalues[k]! * masses[i]! * vectors[k * n + i]!));
      missing[i] = load - force[i]!;
    }
    setStaticResponse(step, analysis, missing);
    for (let i = 0; i < n; i++) u[i]! += step[i]!;
    if (computeNorm(step) <= 1e-11 * computeNorm(u)) return u;
  }
  throw new Error('the reference did not converge');
}

describe('modal derivatives', () => {
  test('agree with second differences of the static response', () => {
    const h = 1e-4;
    derivatives.pairs.forEach(([i, j], k) => {
      const at = (a: number, b: number): Float64Array => {
        const amplitudes = [0, 0, 0];
        amplitudes[i]! += a;
        amplitudes[j]! += b;
        return createNonlinearResponse(amplitudes);
      };
      const [pp, pm, mp, mm] = [at(h, h), at(h, -h), at(-h, h), at(-h, -h)];
      const exact = derivatives.vectors.subarray(k * n, (k + 1) * n);
      const error = exact.map((value, a) => (pp[a]! - pm[a]! - mp[a]! + mm[a]!) / (4 * h * h) - value);
      expect(computeNorm(error)).toBeLessThan(1e-3 * computeNorm(exact));
    });
  });

  test('are M-orthogonal to rigid motion and symmetric', () => {
    const swapped = createModalDerivatives(
      analysis,
      Float64Array.from([2, 1, 0].flatMap((a) => [...rows.subarray(a * n, (a + 1) * n)])),
    );
    derivatives.pairs.forEach(([i, j], k) => {
      const one = derivatives.vectors.subarray(k * n, (k + 1) * n);
      for (let r = 0; r < rigidCount; r++) {
        let dot = 0;
        for (let a = 0; a < n; a++) dot += masses[a]! * one[a]! * vectors[r * n + a]!;
        expect(Math.abs(dot)).toBeLessThan(1e-9 * computeNorm(one));
      }
      const mirrored = swapped.pairs.findIndex(([a, b]) => a === 2 - j && b === 2 - i);
      const other = swapped.vectors.subarray(mirrored * n, (mirrored + 1) * n);
      expect(computeNorm(one.map((value, a) => value - other[a]!))).toBeLessThan(1e-7 * computeNorm(one));
    });
  });

  test('bending shortens: the ends of a bent beam come together', () => {
    const bent = derivatives.vectors.subarray(0, n);
    const mean = (section: number): number => {
      let sum = 0;
      for (let a = 0; a < mesh.nodesPerSection; a++) sum += bent[3 * (section * mesh.nodesPerSection + a)]!;
      return sum / mesh.nodesPerSection;
    };
    expect(mean(0)).toBeGreaterThan(0);
    expect(mean(mesh.sectionCount - 1)).toBeLessThan(0);
  });
});
