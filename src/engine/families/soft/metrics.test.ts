import { describe, expect, it } from 'vitest';
import type { System } from '../../contract/types.ts';
import { softFamily } from './solver.ts';

const names = [
  'position.x',
  'position.y',
  'position.z',
  'heading',
  'speed',
  'forward.x',
  'forward.y',
  'forward.z',
  'volume',
  'stretch.min',
  'solver.residual',
  'inverted',
  'power.water',
  'solver.iterations',
];
const flowNames = ['water.current.x', 'water.current.y', 'water.current.z'];
const material = { density: 1000 };
const current = { kind: 'uniform' };
const createSystem = (gravity = 0, density = 1000, model = 'paper') =>
  ({
    signalOffsets: Object.fromEntries(names.map((name, i) => [name, i])),
    controlIndex: Object.fromEntries(flowNames.map((name, i) => [name, i])),
    desc: { water: { model, gravity, density, current }, body: { material } },
    bodyLength: 0.5,
    mass: 2,
  }) as unknown as System;
const system = createSystem();

/** Observes 10 Hz samples of `seconds`. */
function observe(
  seconds: number,
  sample: (t: number) => Partial<Record<string, number>>,
  { of = system, flow = [0, 0, 0] }: { of?: System; flow?: readonly number[] } = {},
) {
  const metrics = softFamily.solver.createMetrics(of, seconds);
  const controls = Float64Array.from(flow);
  const usual = { 'forward.x': 1, volume: 1, 'stretch.min': 1, 'power.water': -1 };
  for (let step = 1; step <= 10 * seconds; step++) {
    const t = step / 10;
    const values: Partial<Record<string, number>> = { ...usual, ...sample(t) };
    metrics.observe(
      t,
      Float64Array.from(names, (name) => values[name] ?? 0),
      controls,
    );
  }
  return metrics.read();
}

describe('metrics of soft animals', () => {
  it('measure the turn of the axis in space over the second half', () => {
    const rate = 0.1;
    const metrics = observe(8, (t) => ({
      'forward.x': Math.cos(rate * t),
      'forward.y': 0,
      'forward.z': Math.sin(rate * t),
    }));
    expect(metrics['driftRate']).toBeCloseTo(rate, 2);
    expect(observe(8, () => ({}))['driftRate']).toBe(0);
  });

  it('keep the worst of volume, stretch, inversion, power and residual over the whole run', () => {
    const metrics = observe(4, (t) => ({
      volume: t === 1 ? 0.9 : 1,
      'stretch.min': t === 3 ? -0.2 : 0.8,
      inverted: t === 1.5 ? 3 : 0,
      'power.water': t === 0.5 ? 2 : -1,
      'solver.residual': t < 2 ? 0.5 : 0.02,
      'solver.iterations': t <= 2 ? 2 : 4,
    }));
    expect(metrics).toMatchObject({
      volumeMin: 0.9,
      stretchMin: -0.2,
      invertedMax: 3,
      waterPowerMax: 2,
      residualMax: 0.5,
    });
    expect(metrics['iterationsMean']).toBeCloseTo(3, 12);
  });

  it('say nothing where nothing was seen', () => {
    const metrics = softFamily.solver.createMetrics(system, 2).read();
    expect(metrics).toMatchObject({ driftRate: null, iterationsMean: 0, waterPowerMax: 0 });
    expect(metrics).toMatchObject({ speed: null, groundSpeed: null, powerPerMass: null, costOfTransport: null });
  });

  it('tell the speed through the water along the axis, and over ground beside it', () => {
    const along = (t: number) => ({ 'position.x': 0.3 * t + 0.2 * t, 'position.y': 0.4 * t });
    const read = observe(8, along, { flow: [0.2, 0.4, 0] });
    expect(read['speed']).toBeCloseTo(0.3, 12);
    expect(read['bodyLengthsPerSecond']).toBeCloseTo(0.6, 12);
    expect(read['groundSpeed']).toBeCloseTo(Math.sqrt(0.41), 12);
    expect(read['powerPerMass']).toBeCloseTo(0.5, 12);
    expect(read['costOfTransport']).toBeCloseTo(0.5 / 0.3, 12);
    expect(observe(8, along, { flow: [1, 0, 0] })['speed']).toBeCloseTo(-0.5, 12);
  });

  it('are right on a circle, and where the body yaws with each beat', () => {
    const [rate, speed] = [0.8, 0.3];
    const circle = observe(8, (t) => ({
      'position.x': (speed / rate) * Math.sin(rate * t),
      'position.y': (-speed / rate) * Math.cos(rate * t),
      'forward.x': Math.cos(rate * t),
      'forward.y': Math.sin(rate * t),
    }));
    expect(circle['speed']! / speed).toBeCloseTo(1, 2);
    expect(circle['groundSpeed']! / speed).toBeCloseTo(1, 2);
    const yawing = observe(8, (t) => {
      const yaw = 0.2 * Math.sin(4 * Math.PI * t);
      const place = { 'position.x': speed * t, 'position.y': 0.05 * Math.cos(4 * Math.PI * t) };
      return { ...place, 'forward.x': Math.cos(yaw), 'forward.y': Math.sin(yaw) };
    });
    expect(yawing['speed']! / speed).toBeCloseTo(1, 3);
  });

  it('do not count what weight does: a fall along the axis is no swimming, a climb is', () => {
    const fall = (t: number) => ({ 'position.z': -0.3 * t, 'forward.x': 0, 'forward.z': -1 });
    const climb = (t: number) => ({ 'position.z': 0.3 * t, 'forward.x': 0, 'forward.z': 1 });
    const heavy = { of: createSystem(9.81, 500) };
    expect(observe(4, fall, heavy)).toMatchObject({ speed: 0, costOfTransport: null });
    expect(observe(4, climb, heavy)['speed']).toBeCloseTo(0.3, 12);
    expect(observe(4, climb, { of: createSystem(9.81, 2000) })['speed']).toBe(0);
    expect(observe(4, fall)['speed']).toBeCloseTo(0.3, 12);
    expect(observe(4, fall)['groundSpeed']).toBeCloseTo(0.3, 12);
  });

  it('have no cost where the animal hardly goes, and no power without water', () => {
    expect(observe(4, () => ({}))).toMatchObject({ powerPerMass: 0.5, costOfTransport: null });
    const dry = observe(4, (t) => ({ 'position.x': t }), { of: createSystem(0, 0, 'none') });
    expect(dry).toMatchObject({ powerPerMass: null, costOfTransport: null });
  });
});
