import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { Simulation } from '../../sim/simulation.ts';
import { applySettings } from '../descriptions.ts';
import type { SoftSystem } from './system.ts';

function create(animal: string, ...settings: string[]): Simulation {
  return new Simulation(applySettings(describeAnimal(animal), settings), { seed: 1 });
}

function readSignals(simulation: Simulation): (name: string) => number {
  const out = new Float64Array(simulation.signalLength);
  simulation.writeSignals(out);
  return (name) => out[simulation.signalOffsets[name]!]!;
}

function run(simulation: Simulation, steps: number): void {
  for (let step = 0; step < steps; step++) simulation.step();
}

describe('signals', () => {
  it('are those of the state, whatever was stepped before it was restored', () => {
    const simulation = create('octopus', 'scene.kind=grasp', 'controller.ramp=0');
    const start = simulation.snapshot();
    run(simulation, 60);
    const held = simulation.snapshot();
    const [there, later] = [new Float64Array(simulation.signalLength), new Float64Array(simulation.signalLength)];
    simulation.writeSignals(there);
    expect(readSignals(simulation)('touching')).toBeGreaterThan(3);
    simulation.restore(start);
    simulation.writeSignals(later);
    expect(readSignals(simulation)('touching')).toBe(0);
    simulation.restore(held);
    simulation.writeSignals(later);
    expect(later).toEqual(there);
  });

  it('of a rigid motion are its own: place, heading, pitch, speed, energy, volume', () => {
    const simulation = create('soft-lamprey', 'water.model=none', 'controller.pattern=none');
    const system = simulation.system as SoftSystem;
    const arrays = simulation.state.arrays as Record<string, Float64Array>;
    const [heading, pitch, speed] = [0.7, 0.3, 0.2];
    const [ch, sh, cp, sp] = [Math.cos(heading), Math.sin(heading), Math.cos(pitch), Math.sin(pitch)];
    const forward = [ch * cp, sh * cp, sp];
    const axes = [forward, [-sh, ch, 0], [-ch * sp, -sh * sp, cp]];
    const turn = (x: readonly number[]): number[] =>
      [0, 1, 2].map((k) => x.reduce((sum, own, j) => sum + own * axes[j]![k]!, 0));
    const before = readSignals(simulation);
    const place = turn(['x', 'y', 'z'].map((axis) => before(`position.${axis}`)));
    for (let at = 0; at < arrays['positions']!.length; at += 3) {
      arrays['positions']!.set(turn([...arrays['positions']!.subarray(at, at + 3)]), at);
      arrays['velocities']!.set(
        forward.map((f) => speed * f),
        at,
      );
    }
    const read = readSignals(simulation);
    ['x', 'y', 'z'].forEach((axis, k) => {
      expect(read(`position.${axis}`)).toBeCloseTo(place[k]!, 9);
      expect(read(`forward.${axis}`)).toBeCloseTo(forward[k]!, 9);
    });
    expect(read('pitch')).toBeCloseTo(pitch, 9);
    expect(read('speed')).toBeCloseTo(speed, 9);
    expect(read('energy.kinetic')).toBeCloseTo((system.mass * speed * speed) / 2, 9);
    expect(read('volume')).toBeCloseTo(1, 9);
    expect(read('inverted')).toBe(0);
    expect(read('target.angle')).toBeCloseTo(Math.acos(forward[0]!), 9);
  });

  it('counts elements that are inside out', () => {
    const simulation = create('soft-lamprey');
    const { body } = simulation.system as SoftSystem;
    const { positions } = simulation.state.arrays as { positions: Float64Array };
    // One corner of a tet through the face opposite to it.
    const [a, b, c, d] = [...body.tets.subarray(0, 4)] as [number, number, number, number];
    for (let k = 0; k < 3; k++) {
      const middle = (positions[3 * b + k]! + positions[3 * c + k]! + positions[3 * d + k]!) / 3;
      positions[3 * a + k] = middle + 0.2 * (middle - positions[3 * a + k]!);
    }
    const read = readSignals(simulation);
    expect(read('inverted')).toBeGreaterThanOrEqual(1);
    expect(read('stretch.min')).toBeLessThan(0);
  });
});

describe('frames', () => {
  it('draw skins, cords and the ball where the state has them', () => {
    const simulation = create('octopus', 'scene.kind=grasp', 'poke.node=5');
    run(simulation, 8);
    const { frameOffsets, frame, body } = simulation.system as SoftSystem;
    const { positions, ball } = simulation.state.arrays as Record<'positions' | 'ball', Float64Array>;
    const out = new Float32Array(simulation.frameLength);
    simulation.writeFrame(out);
    for (let k = 0; k < 3; k++) {
      expect(out[frameOffsets.parts + k]).toBeCloseTo(ball[k]!, 6);
      expect(out[frameOffsets.markers + k]).toBeCloseTo(positions[15 + k]!, 6);
      const [low, high] = [0, 1].map((most) => {
        let extreme = most === 1 ? -Infinity : Infinity;
        for (let at = k; at < positions.length; at += 3)
          extreme = most === 1 ? Math.max(extreme, positions[at]!) : Math.min(extreme, positions[at]!);
        return extreme;
      }) as [number, number];
      const first = frameOffsets.surfaces[0]!;
      for (let v = 0; v < frame.surfaces[0]!.vertexCount; v++) {
        expect(out[first + 3 * v + k]!).toBeGreaterThan(low - 0.02);
        expect(out[first + 3 * v + k]!).toBeLessThan(high + 0.02);
      }
    }
    expect(frame.lines).toHaveLength(body.cords.length);
  });
});
