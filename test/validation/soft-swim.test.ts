// Soft animals in short runs: they swim forward, backward when the wave is turned round, and not at all without muscles.
import { describe, expect, it } from 'vitest';
import { listWarnings } from '../../src/engine/sim/warnings.ts';
import { exciteArm } from '../../src/experiments/soft/paper/arm.ts';
import { computeMotion, softAnimals, swim } from '../../src/testing/runs/soft-runs.ts';

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

  it('lies still for long with wide fins, whose slow modes rounding could wake', () => {
    const { simulation } = swim('cuttlefish', 10, 'lesions.paralyse=["*"]');
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
  const { simulation } = swim('stingray', 2, 'controller.pattern=none', 'water.current.x=0.3');
  const signals = new Float64Array(simulation.coreSignalLength);
  simulation.writeSignals(signals);
  // It falls behind the stream at first, so that it goes backward through the water.
  expect(signals[0]).toBeGreaterThan(0.05);
  expect(signals[4]).toBeLessThan(0);
  expect(signals[4]).toBeGreaterThan(-0.3);
});

it('warns of power that no muscle has', () => {
  const warn = (...settings: string[]) => {
    const { simulation, metrics } = swim('stingray', 2, ...settings);
    return listWarnings(simulation.system, metrics).filter((warning) => warning.startsWith('powerPerMass'));
  };
  expect(warn()).toEqual([]);
  expect(warn('control.tempo=3', 'control.effort=2')).toEqual([expect.stringContaining('reliable is at most 100')]);
});

describe('one arm (Figure 8)', () => {
  it('bends by a longitudinal muscle', () => {
    expect(exciteArm('upper').bend).toBeGreaterThan(90);
  });

  it('lengthens by transverse muscles', () => {
    const { length, volume } = exciteArm('transverse');
    expect(length).toBeGreaterThan(1.15);
    expect(volume).toBeGreaterThan(0.9);
  });

  it('twists by oblique muscles', () => {
    expect(exciteArm('oblique').twist).toBeGreaterThan(20);
  });
});

describe('steering', () => {
  it.each(softAnimals)('$animal turns to the left when it is told to', ({ animal }) => {
    const { simulation } = swim(animal, 4, 'control.turn=0.8');
    const signals = new Float64Array(simulation.coreSignalLength);
    simulation.writeSignals(signals);
    expect(signals[3]).toBeGreaterThan(0.15);
  });
});
