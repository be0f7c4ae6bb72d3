/** Signals and frames of a worm, at rest and turned. */
import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { applySettings } from '../descriptions.ts';
import { Simulation } from '../../sim/simulation.ts';
import type { WormSystem } from './system.ts';

function create(...settings: string[]) {
  const desc = applySettings(describeAnimal('worm'), ['mesh.resolution=coarse', ...settings]);
  const simulation = new Simulation(desc, { seed: 1 });
  const signals = new Float64Array(simulation.signalLength);
  const frame = new Float32Array(simulation.frameLength);
  const read = (name: string): number => signals[simulation.signalOffsets[name]!]!;
  const refresh = (): void => {
    simulation.writeSignals(signals);
    simulation.writeFrame(frame);
  };
  refresh();
  return { simulation, system: simulation.system as WormSystem, signals, frame, read, refresh };
}

describe('a worm at rest', () => {
  const { system, simulation, signals, frame, read } = create('mesh.heading=0.5');
  const at = simulation.signalOffsets;

  it('is straight, whole and where it was put', () => {
    expect(signals[3]).toBeCloseTo(0.5, 6);
    expect(signals[4]).toBe(0);
    expect(read('contour')).toBeCloseTo(1, 9);
    expect(read('endToEnd')).toBeCloseTo(1, 9);
    const sections = system.mesh.sectionCount;
    const [x, y] = [at['midline.x']!, at['midline.y']!];
    expect(Math.atan2(signals[y]! - signals[y + sections - 1]!, signals[x]! - signals[x + sections - 1]!)).toBeCloseTo(
      0.5,
      6,
    );
    for (let i = 0; i < sections; i++) expect(Math.abs(signals[at['curvature']! + i]!)).toBeLessThan(1e-6);
  });

  it('shows its skin in metres, without strain, force or activation', () => {
    const from = system.frameOffsets.surfaces[0]!;
    system.mesh.surfaceNodes.forEach((node, i) => {
      for (let k = 0; k < 3; k++)
        expect(frame[from + 3 * i + k]).toBeCloseTo(1e-3 * system.startPositions[4 * node + k]!, 8);
    });
    const strain = system.frameOffsets.channels['strain']!;
    const activation = system.frameOffsets.channels['activation']!;
    for (let i = 0; i < system.mesh.surfaceNodes.length; i++) {
      expect(Math.abs(frame[strain + i]!)).toBeLessThan(1e-6);
      expect(frame[activation + i]).toBe(0);
    }
    system.frameOffsets.lines.forEach((line) => {
      for (let k = 0; k < 3; k++) expect(frame[line + k]).toBe(frame[line + 3 + k]);
    });
  });
});

describe('a worm on the ground', () => {
  it('is carried by forces that sum to its weight', () => {
    const { simulation, system, frame, refresh, read } = create('drive.kind=modal', 'drive.alpha=0');
    for (let i = 0; i < 40; i++) simulation.step();
    refresh();
    expect(read('contacts')).toBeGreaterThan(3);
    let up = 0;
    for (const line of system.frameOffsets.lines) up += frame[line + 5]! - frame[line + 2]!;
    // An arrow of 0.04 lengths for a section's even share of the weight.
    expect(up / (0.04e-3 * system.mesh.sectionCount)).toBeCloseTo(1, 1);
  });
});
