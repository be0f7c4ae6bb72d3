import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../../animals/registry.ts';
import { applySettings } from '../../descriptions.ts';
import { compileWorm } from '../compile.ts';
import type { WormDesc } from '../schema.ts';
import { createModalWork, setModalForces, setNetShares } from './modal.ts';

const describeWorm = (...settings: string[]) => applySettings(describeAnimal('worm'), settings) as WormDesc;

describe('modal drive', () => {
  const system = compileWorm(
    describeWorm('drive.kind=two-mode', 'mesh.resolution=coarse', 'momentum.compensation=off'),
  );
  const drive = system.modal!;
  const positions = system.startPositions;
  const centre = Float64Array.of(0.01, -0.02, 0.03);

  it('has fields without net force and torque at rest', () => {
    const work = createModalWork(system.mesh.nodeCount);
    Object.assign(work, { phase: 0.1, alpha: 5 });
    setModalForces(work, drive, positions, centre);
    const shares = new Float64Array(2);
    setNetShares(shares, 0, work, 1);
    expect(shares[0]).toBeLessThan(1e-10);
    expect(shares[1]).toBeLessThan(1e-10);
    expect(Math.max(...work.forces)).toBeGreaterThan(1e-3);
  });

  it('turns with the body, and only when told to', () => {
    const works = [0, 0.7].map((yaw) =>
      Object.assign(createModalWork(system.mesh.nodeCount), { phase: 0.1, alpha: 5, yaw }),
    );
    for (const work of works) setModalForces(work, drive, positions, centre);
    const [straight, turned] = works.map(({ forces }) => forces) as [Float64Array, Float64Array];
    for (let i = 0; i < straight.length; i += 4) {
      expect(turned[i]).toBeCloseTo(Math.cos(0.7) * straight[i]! - Math.sin(0.7) * straight[i + 1]!, 10);
      expect(turned[i + 1]).toBeCloseTo(Math.sin(0.7) * straight[i]! + Math.cos(0.7) * straight[i + 1]!, 10);
    }
    setModalForces(works[1]!, { ...drive, frame: 'world' }, positions, centre);
    expect(works[1]!.forces).toEqual(straight);
  });

  it('is the first mode alone at a quarter of the cycle, times its share of α', () => {
    const work = Object.assign(createModalWork(system.mesh.nodeCount), { phase: 0.25, alpha: 5 });
    setModalForces(work, drive, positions, centre);
    drive.fields[0]!.forEach((value, i) => expect(work.forces[i]).toBeCloseTo(5 * 0.5 * value, 9));
  });
});
