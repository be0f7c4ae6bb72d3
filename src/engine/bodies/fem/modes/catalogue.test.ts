import { describe, expect, test } from 'vitest';
import { createWormMesh, type WormMesh, type WormMeshOptions } from '../../../families/worm/mesh/mesh.ts';
import { computeModes, type Modes } from './modes.ts';
import { createModeCatalogue, findHorizontalBendingMode } from './catalogue.ts';
import { createModeElements } from './elements.ts';
import { wormMaterials } from '../../../../testing/meshes/mode-sample-meshes.ts';
import { symmetricWorms, turnWorm } from '../../../../testing/meshes/worm-meshes.ts';

interface Case {
  readonly mesh: WormMesh;
  readonly modes: Modes;
}

interface TurnedOptions extends WormMeshOptions {
  readonly roll?: number;
  readonly yaw?: number;
}

function createCase({ roll = 0, yaw = 0, ...options }: TurnedOptions): Case {
  const mesh = turnWorm(createWormMesh({ sections: 16, ...options }), roll, yaw);
  return { mesh, modes: computeModes(createModeElements(mesh, wormMaterials), { count: 13 }) };
}

const rolled = createCase({ roll: 33 });

/** Mean displacement of each section along a direction. */
function createCurve(mesh: WormMesh, u: Float64Array, direction: readonly number[]): number[] {
  const per = mesh.nodesPerSection;
  return Array.from({ length: mesh.sectionCount }, (_, s) => {
    let sum = 0;
    for (let i = 3 * s * per; i < 3 * (s + 1) * per; i++) sum += u[i]! * direction[i % 3]!;
    return sum / per;
  });
}

const cases: Record<string, TurnedOptions> = {
  default: {},
  'flat belly': { pose: 'flat-belly' },
  'rolled by 33°': { roll: 33 },
  'four-fold': symmetricWorms['four-fold'],
  'four-fold, rolled by 20°': { ...symmetricWorms['four-fold'], roll: 20 },
  'eight-fold': symmetricWorms['eight-fold'],
  'yawed by 70°': { yaw: 70, roll: 10 },
};

describe('the mode picker', () => {
  for (const [name, options] of Object.entries(cases)) {
    test(`finds H1, H2 and H3 of the worm: ${name}`, () => {
      const { mesh, modes } = options.roll === 33 ? rolled : createCase(options);
      const yaw = ((options.yaw ?? 0) * Math.PI) / 180;
      const sideways = [-Math.sin(yaw), Math.cos(yaw), 0];
      for (const n of [1, 2, 3]) {
        const mode = findHorizontalBendingMode(modes, mesh, n);
        const [y, z] = [createCurve(mesh, mode.vector, sideways), createCurve(mesh, mode.vector, [0, 0, 1])];
        expect(mode.label).toBe(`H${n}`);
        expect(mode.horizontalShare).toBeGreaterThan(0.95);
        expect(y[0]!).toBeGreaterThan(0);
        let crossings = 0;
        for (let s = 1; s < y.length; s++) if (y[s]! * y[s - 1]! < 0) crossings++;
        expect(crossings).toBe(n + 1);
        const energy = (curve: number[]): number => curve.reduce((sum, value) => sum + value * value, 0);
        expect(energy(z)).toBeLessThan(0.1 * energy(y));
        expect(Math.max(...y.map(Math.abs)) / mode.centreLinePeak).toBeCloseTo(1, 1);
      }
    });
  }

  test('turned pairs stay M-orthonormal and keep the sum of their eigenvalues', () => {
    const { mesh, modes } = rolled;
    const { entries, vectors } = createModeCatalogue(modes, mesh);
    const n = 3 * mesh.nodeCount;
    for (let i = 0; i < modes.count; i++) {
      for (let j = 0; j <= i; j++) {
        let dot = 0;
        for (let k = 0; k < n; k++) dot += modes.masses[k]! * vectors[i * n + k]! * vectors[j * n + k]!;
        expect(Math.abs(dot - (i === j ? 1 : 0))).toBeLessThan(1e-10);
      }
    }
    const sum = (values: Iterable<number>): number => [...values].reduce((a, b) => a + b, 0);
    expect(sum(entries.map(({ eigenvalue }) => eigenvalue)) / sum(modes.eigenvalues)).toBeCloseTo(1, 12);
  });

  test('a mode that was not computed is an error with its path and with what exists', () => {
    const { mesh, modes } = rolled;
    expect(() => findHorizontalBendingMode(modes, mesh, 9, 'drive.mode')).toThrow(
      /drive\.mode: got horizontal bending mode 9.*H1.*H2/,
    );
    expect(() => findHorizontalBendingMode(modes, mesh, 0)).toThrow('Out of range at mode');
    expect(() => findHorizontalBendingMode(modes, mesh, 1.5)).toThrow('Out of range at mode');
  });

  test('a body standing upright has no horizontal plane of bending', () => {
    const { mesh, modes } = rolled;
    const positions = mesh.positions.slice();
    for (let i = 0; i < positions.length; i += 3) [positions[i], positions[i + 2]] = [positions[i + 2]!, positions[i]!];
    expect(() => createModeCatalogue(modes, { ...mesh, positions })).toThrow('not vertical');
  });
});
