// Soft animals in short runs: they swim forward, backward when the wave is turned round, and not at all without muscles.
import { describe, expect, it } from 'vitest';
import { softSchema } from '../../src/engine/families/soft/schema.ts';
import { Simulation } from '../../src/engine/sim/simulation.ts';
import { computeMotion, swim } from '../../src/testing/runs/soft-runs.ts';

describe('the soft lamprey', () => {
  it('swims, straight and without losing volume, on a mesh that is not symmetric', () => {
    const run = swim('soft-lamprey', 4, 'body.jitter=0.01');
    expect(run.speed).toBeGreaterThan(0.35);
    expect(run.drift).toBeLessThan(2);
    expect(run.volume).toBeGreaterThan(0.95);
    expect(run.inverted).toBe(0);
    expect(run.waterPower).toBeLessThanOrEqual(1e-9);
  });

  it('swims backward when the wave runs from tail to head', () => {
    expect(swim('soft-lamprey', 4, 'control.direction=-1').speed).toBeLessThan(-0.03);
  });

  it('turns to the side it is told to', () => {
    const heading = (turn: number): number => {
      const { simulation } = swim('soft-lamprey', 4, `control.turn=${turn}`);
      const signals = new Float64Array(simulation.coreSignalLength);
      simulation.writeSignals(signals);
      return signals[3]!;
    };
    const [left, right] = [heading(0.4), heading(-0.4)];
    expect(left).toBeGreaterThan(0.2);
    expect(right / left).toBeGreaterThan(-1.2);
    expect(right / left).toBeLessThan(-0.8);
  });

  it('swims by the spinal network of its cousin of links', () => {
    const run = swim('soft-lamprey', 4, 'controller.pattern=spinal');
    expect(run.speed).toBeGreaterThan(0.05);
    expect(run.volume).toBeGreaterThan(0.95);
  });

  it('lies still when its muscles are paralysed', () => {
    const { simulation } = swim('soft-lamprey', 1, 'lesions.paralyse=["*"]');
    expect(computeMotion(simulation)).toBeLessThan(1e-4);
  });

  it('refuses a lesion of a cord it does not have', () => {
    expect(() => swim('soft-lamprey', 0.1, 'lesions.paralyse=["arm 1*"]')).toThrow(/No cord has this name/u);
  });

  it('gives way to a finger', () => {
    const { simulation } = swim('soft-lamprey', 0.5, 'controller.pattern=none', 'poke.node=200', 'poke.y=5');
    expect(computeMotion(simulation)).toBeGreaterThan(0.005);
  });
});

it('carries a resting stingray along with the stream', () => {
  const { simulation } = swim('stingray', 2, 'controller.pattern=none', 'water.flowX=0.3');
  const signals = new Float64Array(simulation.coreSignalLength);
  simulation.writeSignals(signals);
  expect(signals[4]).toBeGreaterThan(0);
  expect(signals[4]).toBeLessThan(0.3);
});

/** An arm of 0.5 m with its root held, one muscle excited by half: length, bend of the tip, twist (degrees), volume. */
function excite(cord: string) {
  const [length, cells] = [0.5, 20];
  const desc = softSchema.parse({
    schemaVersion: 1,
    animal: 'arm',
    body: {
      kind: 'soft',
      shape: 'arm',
      sizes: { length, halfWidth: 0.028, halfHeight: 0.028, taper: 1, cells },
      reach: { radius: 0.04, decay: 10 },
      material: { shape: 1e5, volume: 5e6, muscle: 5e5 },
    },
    controller: { kind: 'excitation', waves: { first: { cords: cord, tone: 0.5, kappa: 10, alpha: 1, beta: 0 } } },
  });
  const simulation = new Simulation(desc, { seed: 1 });
  const signals = new Float64Array(simulation.signalLength);
  let volume = 1;
  for (let i = 0; i < 240; i++) {
    simulation.step();
    simulation.writeSignals(signals);
    volume = Math.min(volume, signals[simulation.signalOffsets['volume']!]!);
  }
  const rest = (simulation.system as unknown as { body: { positions: Float64Array } }).body.positions;
  const now = simulation.state.arrays['positions'] as Float64Array;
  const layers = Array.from({ length: cells + 1 }, (_, k) =>
    Array.from(rest.keys())
      .filter((at) => at % 3 === 0 && Math.abs(rest[at]! - length * (0.5 - k / cells)) < 1e-6)
      .map((at) => at / 3),
  );
  const middles = layers.map((nodes) =>
    [0, 1, 2].map((axis) => nodes.reduce((sum, node) => sum + now[3 * node + axis]! / nodes.length, 0)),
  );
  const legs = middles.slice(1).map((middle, k) => middle.map((value, axis) => value - middles[k]![axis]!));
  const [first, last] = [legs[0]!, legs[legs.length - 1]!];
  const cosine =
    first.reduce((sum, value, axis) => sum + value * last[axis]!, 0) / (Math.hypot(...first) * Math.hypot(...last));
  const turns = layers[cells]!.flatMap((node) => {
    const [y, z] = [rest[3 * node + 1]!, rest[3 * node + 2]!];
    const [v, w] = [1, 2].map((axis) => now[3 * node + axis]! - middles[cells]![axis]!) as [number, number];
    return Math.hypot(y, z) < 1e-6 ? [] : [Math.atan2(y * w - z * v, y * v + z * w)];
  });
  return {
    length: legs.reduce((sum, leg) => sum + Math.hypot(...leg), 0) / length,
    bend: (Math.acos(cosine) * 180) / Math.PI,
    twist: Math.abs((turns.reduce((sum, turn) => sum + turn, 0) / turns.length) * (180 / Math.PI)),
    volume,
  };
}

describe('one arm (Figure 8)', () => {
  it('bends by a longitudinal muscle', () => {
    expect(excite('upper').bend).toBeGreaterThan(90);
  });

  it('lengthens by transverse muscles', () => {
    const { length, volume } = excite('transverse');
    expect(length).toBeGreaterThan(1.15);
    expect(volume).toBeGreaterThan(0.9);
  });

  it('twists by oblique muscles', () => {
    expect(excite('oblique').twist).toBeGreaterThan(20);
  });
});
