import { describe, expect, it } from 'vitest';
import { createRng, nextNormal } from '../../math/rng.ts';
import { addCompensation, type Compensation, createMomentumScratch, setNetForce } from './momentum.ts';
import { computePulse } from './pulse.ts';

function compensate(kind: Compensation, centre: Float64Array) {
  const rng = createRng(7, 'momentum');
  const positions = new Float64Array(400);
  const forces = new Float64Array(400);
  for (let at = 0; at < 400; at += 4) {
    for (let k = 0; k < 3; k++) {
      positions[at + k] = (k === 0 ? 10 : 1) * nextNormal(rng);
      forces[at + k] = 1 + nextNormal(rng);
    }
  }
  const before = forces.slice();
  addCompensation(forces, positions, centre, kind, createMomentumScratch());
  const net = new Float64Array(6);
  setNetForce(net, forces, positions, centre[0]!, centre[1]!, centre[2]!);
  const size = forces.reduce((sum, f) => sum + Math.abs(f), 0);
  const added = forces.reduce((sum, f, i) => sum + (f - before[i]!) ** 2, 0);
  return { left: Math.max(...net.map(Math.abs)) / size, forces, before, positions, added };
}

const offCentre = Float64Array.of(0.4, -0.3, 0.2);

describe('momentum compensation', () => {
  it('leaves no net force and torque', () => {
    expect(compensate('corrected', offCentre).left).toBeLessThan(1e-12);
  });

  it('leaves some in the printed form, and none of it where the centre is the mean of the nodes', () => {
    expect(compensate('printed', offCentre).left).toBeGreaterThan(1e-4);
    const { positions } = compensate('off', offCentre);
    const mean = new Float64Array(3);
    positions.forEach((value, i) => i % 4 < 3 && (mean[i % 4]! += value / 100));
    expect(compensate('printed', mean).left).toBeLessThan(1e-12);
  });

  it('adds the least forces that do so', () => {
    const { forces, before, positions, added } = compensate('corrected', offCentre);
    // Any other correction differs by a field without net force and torque: a pair of opposite forces along their line.
    const other = forces.slice();
    for (let k = 0; k < 3; k++) {
      const d = positions[k]! - positions[40 + k]!;
      other[k]! += 0.1 * d;
      other[40 + k]! -= 0.1 * d;
    }
    expect(other.reduce((sum, f, i) => sum + (f - before[i]!) ** 2, 0)).toBeGreaterThan(added);
  });
});

describe('modal pulse', () => {
  it('is the profile of equation 1', () => {
    for (const phase of [0, 0.05, 0.1, 0.16, 0.2, 0.4, 0.5, 0.55, 0.6, 0.66, 0.7, 0.99, 3.55]) {
      const t = phase % 1;
      const s = Math.sin(6 * Math.PI * t) ** 2;
      const expected = t < 1 / 6 ? s : t < 0.5 ? 0 : t < 2 / 3 ? -s : 0;
      expect(computePulse(phase, 1 / 3)).toBeCloseTo(expected, 12);
    }
  });
});
