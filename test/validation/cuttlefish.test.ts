// The cuttlefish drives, turns and climbs by its two fins.
import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../src/animals/registry.ts';
import { applySettings } from '../../src/engine/families/descriptions.ts';
import { Simulation } from '../../src/engine/sim/simulation.ts';

/** Two whole periods of the fins, after two seconds: along the axis in body lengths/s, and turning in °/s. */
function swim(...settings: string[]) {
  const simulation = new Simulation(applySettings(describeAnimal('cuttlefish'), settings), { seed: 1 });
  const { dt, bodyLength } = simulation.system;
  const signals = new Float64Array(simulation.signalLength);
  const read = (name: string): number => signals[simulation.signalOffsets[name]!]!;
  const seconds = 0.8;
  const run = (time: number): number => {
    let sum = 0;
    const steps = Math.round(time / dt);
    for (let step = 0; step < steps; step++) {
      simulation.step();
      simulation.writeSignals(signals);
      sum += read('speed');
    }
    return sum / steps;
  };
  run(2);
  const [heading, pitch] = [read('heading'), read('pitch')];
  const speed = run(seconds) / bodyLength;
  const degrees = 180 / Math.PI / seconds;
  return { speed, yaw: degrees * (read('heading') - heading), rise: degrees * (read('pitch') - pitch) };
}

describe('the cuttlefish', () => {
  it('swims at more than half a body length a second', () => {
    const { speed, yaw } = swim();
    expect(speed).toBeGreaterThan(0.5);
    expect(Math.abs(yaw)).toBeLessThan(2);
  });

  it.each([1, -1])('turns by reversing the inner fin (turn %i)', (turn) => {
    const { yaw } = swim(`control.turn=${turn}`);
    expect(turn * yaw).toBeGreaterThan(25);
    expect(turn * yaw).toBeLessThan(50);
  });

  it.each([0.5, -0.5])('climbs by bending both fins (climb %d)', (climb) => {
    const { rise } = swim(`control.climb=${climb}`);
    expect(Math.sign(climb) * rise).toBeGreaterThan(15);
  });
});
