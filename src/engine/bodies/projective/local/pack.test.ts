import { describe, expect, it } from 'vitest';
import type { Kernels } from '../../../../kernels/functions.ts';
import { allocNumbers } from '../../../../kernels/memory/layout.ts';
import { createMeasured } from '../../../../testing/kernels/measured.ts';
import { createRng, nextFloat } from '../../../math/rng.ts';
import { addElasticForces, createPackedElements, setPackedActivations } from './pack.ts';
import {
  createSampleBar,
  createSamplePlate,
  sampleMaterial as material,
} from '../../../../testing/meshes/soft-bodies.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import { createProjectiveTables, type ProjectiveTables } from '../tables/tables.ts';
import { addElasticGradient } from '../../../../testing/projective-energy.ts';
import { computeActivations } from '../../../../testing/projective-reference.ts';

/** Two bodies in one: tets and plates. */
function createMixed(): SoftBody {
  const bar = createSampleBar([3, 2, 1], [0.15, 0.1, 0.05]);
  const plate = createSamplePlate(3, 3, 0.05);
  const shift = bar.positions.length / 3;
  return {
    positions: Float64Array.from([...bar.positions, ...plate.positions]),
    tets: bar.tets,
    surface: bar.surface,
    plates: plate.plates.map((node) => node + shift),
    hinges: plate.hinges.map((node) => node + shift),
    cords: [...bar.cords, ...plate.cords],
  };
}

/** Random positions of every lane; strong noise inverts some tets. */
function createPoses(body: SoftBody, lanes: number, noise: number): Float64Array {
  const rng = createRng(7, 'poses');
  const poses = new Float64Array(body.positions.length * lanes);
  for (let i = 0; i < poses.length; i++) {
    poses[i] = body.positions[Math.floor(i / lanes)]! + noise * (nextFloat(rng) - 0.5);
  }
  return poses;
}

function computeForces(kernels: Kernels, tables: ProjectiveTables, poses: Float64Array, excitations: Float64Array) {
  const { lanes, rowOf, rowNumbers, nodeCount, settings } = tables;
  const packed = createPackedElements(kernels.arena, tables);
  const x = allocNumbers(kernels.arena, settings.precision, nodeCount * rowNumbers);
  const out = allocNumbers(kernels.arena, settings.precision, nodeCount * rowNumbers);
  const at = (i: number): number => rowOf[Math.floor(i / (3 * lanes))]! * rowNumbers + (i % (3 * lanes));
  for (let i = 0; i < poses.length; i++) x[at(i)] = poses[i]!;
  setPackedActivations(packed, tables, excitations);
  addElasticForces(kernels, packed, tables, out.byteOffset, x.byteOffset);
  return { forces: poses.map((_, i) => out[at(i)]!), inverted: Array.from(packed.inverted) };
}

const cases = (['f32', 'f64'] as const).flatMap((precision) =>
  ([1, 4, 8] as const).flatMap((lanes) =>
    (['paper', 'pulling'] as const).flatMap((muscleLaw) =>
      [0.004, 0.06].map((noise) => [precision, lanes, muscleLaw, noise] as const),
    ),
  ),
);

describe.each(cases)('elements in %s, %i lanes, %s, noise %d m', (precision, lanes, muscleLaw, noise) => {
  const body = createMixed();
  const curvature = muscleLaw === 'pulling' ? { curvature: 3 } : {};
  const tables = createProjectiveTables(body, { dt: 1 / 240, material, precision, lanes, muscleLaw, ...curvature });
  const poses = createPoses(body, lanes, noise);
  const excitations = new Float64Array(tables.segmentStarts.at(-1)! * lanes);
  for (let i = 0; i < excitations.length; i++) excitations[i] = 0.1 + 0.3 * ((i * 7) % 5) * 0.2;
  const compute = (kind: 'wasm' | 'twin') =>
    createMeasured((kernels) => computeForces(kernels, tables, poses, excitations), kind);
  const fast = compute('wasm');

  it('kernel and twin agree in every bit', () => {
    const plain = compute('twin');
    expect(plain.forces).toEqual(fast.forces);
    expect(plain.inverted).toEqual(fast.inverted);
  });

  it('forces are those of the reference', () => {
    const gradient = new Float64Array(body.positions.length);
    const pose = new Float64Array(body.positions.length);
    let worst = 0;
    let size = 0;
    for (let lane = 0; lane < lanes; lane++) {
      for (let i = 0; i < pose.length; i++) {
        const x = poses[i * lanes + lane]!;
        pose[i] = precision === 'f32' ? Math.fround(x) : x;
      }
      gradient.fill(0);
      addElasticGradient(gradient, tables, pose, computeActivations(tables, excitations, lanes, lane));
      for (let i = 0; i < pose.length; i++) {
        worst = Math.max(worst, Math.abs(gradient[i]! + fast.forces[i * lanes + lane]!));
        size = Math.max(size, Math.abs(gradient[i]!));
      }
    }
    const wild = noise > 0.05;
    const total = fast.inverted.reduce((sum, count) => sum + count, 0);
    expect(total > 0).toBe(wild);
    // Poses torn beyond recognition use up the passes of the volume projection before it settles.
    if (wild) expect(worst / size).toBeLessThan(precision === 'f32' ? 2e-3 : 1e-4);
    else expect(worst / size).toBeLessThan(precision === 'f32' ? 2e-6 : 1e-13);
  });
});
