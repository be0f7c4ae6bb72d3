import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import type { SoftSystem } from '../../engine/families/soft/system.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { type BodyWave, measureBodyWave } from './body-wave.ts';
import { createStationRecord, findStations, recordStations, type StationRecord, type Stations } from './stations.ts';

/** A swim: what was recorded of its stations, its signals step by step, and its metrics. */
interface Swim {
  readonly simulation: Simulation;
  readonly stations: Stations;
  readonly record: StationRecord;
  readonly signals: readonly Float64Array[];
  readonly metrics: Readonly<Record<string, number | null>>;
}

const seconds = 4;

function swim(animal: string, ...settings: string[]): Swim {
  const simulation = new Simulation(applySettings(describeAnimal(animal), settings), { seed: 1 });
  const stations = findStations(simulation.system as SoftSystem);
  const record = createStationRecord();
  const run = new RunMetrics(simulation, seconds);
  run.observe();
  const signals = [run.signals.slice()];
  while (simulation.time < seconds - 1e-9) {
    simulation.step();
    run.observe();
    signals.push(run.signals.slice());
    if (simulation.time >= seconds / 2) recordStations(record, stations, simulation);
  }
  return { simulation, stations, record, signals, metrics: run.read() };
}

type Rows = readonly (readonly number[])[];

/** Axes of a rotation by three angles, mirrored at y = 0 before it where `isMirrored`. */
function createTurn([a, b, c]: readonly number[], isMirrored: boolean): Rows {
  const [ca, sa, cb, sb, cc, sc] = [a!, b!, c!].flatMap((x) => [Math.cos(x), Math.sin(x)]) as [number, ...number[]];
  const side = isMirrored ? -1 : 1;
  return [
    [ca * cb!, side * (ca * sb! * sc! - sa! * cc!), ca * sb! * cc! + sa! * sc!],
    [sa! * cb!, side * (sa! * sb! * sc! + ca * cc!), sa! * sb! * cc! - ca * sc!],
    [-sb!, side * cb! * sc!, cb! * cc!],
  ];
}

/** Each three numbers of an array turned, and moved by `velocity` × `t` where they are places. */
function moveAll(numbers: Float64Array, turn: Rows, offset: readonly number[]): Float64Array {
  return numbers.map((_, i) => {
    const from = i - (i % 3);
    return turn[i % 3]!.reduce((sum, share, k) => sum + share * numbers[from + k]!, offset[i % 3]!);
  });
}

function moveRecord(record: StationRecord, turn: Rows, velocity: readonly number[]): StationRecord {
  const place = (i: number) => velocity.map((v) => v * record.times[i]!);
  return {
    times: record.times,
    points: record.points.map((points, i) => moveAll(points, turn, place(i))),
    poses: record.poses.map((pose, i) => {
      const out = moveAll(pose, turn, [0, 0, 0]);
      place(i).forEach((d, k) => void (out[k] = out[k]! + d));
      return out;
    }),
  };
}

/** Metrics of the same swim, turned, in water that moves and carries it. */
function measureMoved({ simulation, signals }: Swim, turn: Rows, velocity: readonly number[]) {
  const metrics = simulation.createFamilyMetrics(seconds);
  const { controlIndex, signalOffsets, dt } = simulation.system as SoftSystem;
  const controls = simulation.state.controls.slice();
  velocity.forEach((v, k) => void (controls[controlIndex[`water.current.${'xyz'[k]!}`]!] = v));
  signals.forEach((own, i) => {
    const out = own.slice();
    const at = signalOffsets['forward.x']!;
    out.set(
      moveAll(
        own.subarray(0, 3),
        turn,
        velocity.map((v) => v * i * dt),
      ),
    );
    out.set(moveAll(own.subarray(at, at + 3), turn, [0, 0, 0]), at);
    metrics.observe(i * dt, out, controls);
  });
  return metrics.read();
}

function expectAlike(wave: BodyWave | null, other: BodyWave | null): void {
  expect(other!.frequency).toBeCloseTo(wave!.frequency, 6);
  expect(other!.quality).toBeCloseTo(wave!.quality, 6);
  if (wave!.waves === null) expect(other!.waves).toBeNull();
  else expect(other!.waves).toBeCloseTo(wave!.waves, 6);
  wave!.swings.forEach((swing, s) => expect(other!.swings[s]).toBeCloseTo(swing, 6));
}

const angles = fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 3, maxLength: 3 });

describe.each(['soft-lamprey', 'stingray', 'octopus'])('a swim of a %s, seen otherwise', (animal) => {
  let own: Swim;
  beforeAll(() => {
    own = swim(animal);
  });

  it('has the same wave and swing, turned, mirrored or carried by a current', () => {
    const wave = measureBodyWave(own.record, own.stations);
    fc.assert(
      fc.property(angles, angles, fc.boolean(), (turn, velocity, isMirrored) => {
        const moved = moveRecord(own.record, createTurn(turn, isMirrored), velocity);
        expectAlike(wave, measureBodyWave(moved, own.stations));
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });

  it('has the same speed, power and cost, turned, mirrored or carried by a current', () => {
    fc.assert(
      fc.property(angles, angles, fc.boolean(), (turn, velocity, isMirrored) => {
        const read = measureMoved(own, createTurn(turn, isMirrored), velocity);
        for (const name of ['speed', 'bodyLengthsPerSecond', 'powerPerMass', 'costOfTransport', 'driftRate'])
          expect(read[name]! / own.metrics[name]!, name).toBeCloseTo(1, name === 'driftRate' ? 2 : 6);
        const still = measureMoved(own, createTurn(turn, isMirrored), [0, 0, 0]);
        expect(still['groundSpeed']! / own.metrics['groundSpeed']!).toBeCloseTo(1, 6);
      }),
      { numRuns: 10, endOnFailure: true },
    );
  });
});

describe('the wave of a body', () => {
  it('is that of life’s kind of swimmer, not that of its nerves', () => {
    const { record, stations } = swim('soft-lamprey');
    const wave = measureBodyWave(record, stations)!;
    expect(wave.frequency).toBeCloseTo(1.875, 2);
    expect(wave.waves).toBeGreaterThan(1);
    expect(wave.waves).toBeLessThan(1.35);
    expect(stations.nodes).toHaveLength(24);
  });

  it('keeps its frequency in a turn', () => {
    for (const turn of [0.5, 1]) {
      const { record, stations } = swim('soft-lamprey', `control.turn=${turn}`);
      expect(measureBodyWave(record, stations)!.frequency).toBeCloseTo(1.875, 1);
    }
  });

  it('turns to the other side in a mirror, and else swims alike', () => {
    const [left, right] = [1, -1].map((turn) => swim('stingray', `control.turn=${turn}`));
    expect(right!.metrics['headingRate']! / left!.metrics['headingRate']!).toBeCloseTo(-1, 1);
    expect(right!.metrics['speed']! / left!.metrics['speed']!).toBeCloseTo(1, 1);
  });

  it('is missing where nothing beats, and a dead animal that sinks or drifts does not swim', () => {
    const heavy = ['control.effort=0', 'body.material.density=1500', 'water.gravity=9.81'];
    for (const animal of ['stingray', 'starfish']) {
      const sunk = swim(animal, ...heavy);
      expect(measureBodyWave(sunk.record, sunk.stations), animal).toBeNull();
      expect(sunk.metrics['groundSpeed'], animal).toBeGreaterThan(0.05);
      expect(Math.abs(sunk.metrics['speed']!), animal).toBeLessThan(0.01);
    }
    const adrift = swim('soft-lamprey', 'control.effort=0', 'water.current.y=1');
    expect(adrift.metrics['groundSpeed']).toBeGreaterThan(0.5);
    expect(Math.abs(adrift.metrics['speed']!)).toBeLessThan(0.01);
  });

  it('finds a wave that is known: length, direction, amplitudes', () => {
    const places = Array.from({ length: 20 }, (_, s) => s / 19);
    const stations: Stations = { nodes: places.map((_, s) => s), places, extent: 1, isFin: false, tips: [19] };
    const times = Array.from({ length: 300 }, (_, i) => i / 100);
    const create = (direction: number): StationRecord => ({
      times,
      poses: times.map((t) => Float64Array.of(0.3 * t, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1)),
      points: times.map((t) =>
        Float64Array.from(
          places.flatMap((s) => {
            const angle = 2 * Math.PI * (2.2 * t - direction * 1.3 * s);
            return [0.3 * t - s, 0.05 * (1 + s) * Math.sin(angle), 0];
          }),
        ),
      ),
    });
    const wave = measureBodyWave(create(1), stations)!;
    expect(wave.frequency).toBeCloseTo(2.2, 3);
    expect(wave.waves).toBeCloseTo(1.3, 2);
    expect(wave.wavelength).toBeCloseTo(1 / 1.3, 2);
    expect(wave.swings.at(-1)).toBeCloseTo(0.2, 2);
    expect(wave.swing).toBe(wave.swings.at(-1));
    expect(wave.swings[0]).toBeCloseTo(0.1, 2);
    expect(measureBodyWave(create(-1), stations)!.waves).toBeCloseTo(-1.3, 2);
    expect(measureBodyWave(create(0), stations)!.waves).toBeNull();
  });
});
