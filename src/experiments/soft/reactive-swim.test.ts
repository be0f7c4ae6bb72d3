/** Free animals in reactive water, with the settings that their files offer for it. */
import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { pickSome } from '../../testing/nightly.ts';
import { readSignal } from '../../testing/runs/thrown.ts';
import { softReport } from './report.ts';

/** What the file of an animal offers for reactive water. */
function describeLiving(animal: string, ...settings: string[]): AnimalDesc {
  const base = describeAnimal(animal);
  const { set } = base.tryFirst.find((suggestion) => suggestion.set.includes('water.model=reactive'))!;
  return applySettings(base, [...set, ...settings]);
}

function readRows(desc: AnimalDesc, seconds: number): Record<string, number> {
  const options = { thorough: false, recordings: [], basis: [] };
  const { rows } = softReport.run(desc, seconds, () => {}, options).document as {
    rows: readonly { readonly name: string; readonly value: number }[];
  };
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Speed over the second half in body lengths/s, iterations a step, and the way made since then. */
function swim(desc: AnimalDesc, seconds: number) {
  const simulation = new Simulation(desc, { seed: 1 });
  const run = new RunMetrics(simulation, seconds);
  run.observe();
  const read = (): number[] => ['x', 'y', 'z'].map((axis) => readSignal(simulation, `position.${axis}`));
  let half: number[] = [];
  let iterations = 0;
  while (simulation.time < seconds - 1e-9) {
    simulation.step();
    run.observe();
    iterations += (simulation.state.arrays['track'] as Float64Array)[1]!;
    if (half.length === 0 && simulation.time >= seconds / 2) half = read();
  }
  const metrics = run.read();
  return {
    speed: metrics['bodyLengthsPerSecond']!,
    turning: (metrics['headingRate']! * 180) / Math.PI,
    iterations: iterations / simulation.stepCount,
    way: read().map((x, k) => x - half[k]!),
  };
}

describe('a free soft lamprey', () => {
  it('swims as a living one does', () => {
    const rows = readRows(describeLiving('soft-lamprey'), 12);
    expect(rows['slip']).toBeGreaterThan(0.65);
    expect(rows['slip']).toBeLessThan(0.8);
    expect(rows['Strouhal']).toBeGreaterThan(0.3);
    expect(rows['Strouhal']).toBeLessThan(0.42);
    expect(rows['tail amplitude']).toBeGreaterThan(0.075);
    expect(rows['tail amplitude']).toBeLessThan(0.095);
    expect(rows['wavelength']).toBeGreaterThan(0.6);
    expect(rows['wavelength']).toBeLessThan(0.72);
  });

  it('stays level and straight in few iterations, and turns both ways', () => {
    const straight = swim(describeLiving('soft-lamprey'), 14);
    const [x, y, z] = straight.way as [number, number, number];
    expect(Math.abs(z) / x).toBeLessThan(0.05);
    expect(Math.abs(y) / x).toBeLessThan(0.02);
    expect(Math.abs(straight.turning)).toBeLessThan(0.5);
    expect(straight.iterations).toBeLessThan(5);
    const turns = [1, -1].map((turn) => swim(describeLiving('soft-lamprey', `control.turn=${turn}`), 4).turning);
    expect(turns[0]).toBeGreaterThan(20);
    expect(turns[1]).toBeLessThan(-20);
  });

  it('swims the same with steps half as long', () => {
    const [one, half] = [120, 240].map((rate) => swim(describeLiving('soft-lamprey', `solver.rate=${rate}`), 8).speed);
    expect(Math.abs(half! / one! - 1)).toBeLessThan(0.02);
  });

  it('is slowed down by viscosity', () => {
    const speeds = [1, 10, 20].map(
      (factor) => swim(describeLiving('soft-lamprey', `water.viscosity=${factor * 1e-6}`), 6).speed,
    );
    expect(speeds[1]!).toBeLessThan(0.95 * speeds[0]!);
    expect(speeds[2]!).toBeLessThan(speeds[1]!);
  });
});

it('a free ribbon eel swims as eels do, straight', () => {
  const desc = describeLiving('ribbon-eel');
  const rows = readRows(desc, 10);
  expect(rows['speed']).toBeGreaterThan(0.5);
  expect(rows['speed']).toBeLessThan(2);
  expect(rows['tail amplitude']).toBeGreaterThan(0.07);
  expect(rows['tail amplitude']).toBeLessThan(0.09);
  expect(rows['Strouhal']).toBeGreaterThan(0.25);
  expect(rows['Strouhal']).toBeLessThan(0.5);
  expect(Math.abs(swim(desc, 8).turning)).toBeLessThan(0.5);
});

interface Swimmer {
  readonly animal: string;
  /** Body lengths a second that were published of living kin, or that are plausible. */
  readonly speed: readonly [number, number];
  /** Of those with fins. */
  readonly strouhal?: readonly [number, number];
}

const swimmers: readonly Swimmer[] = [
  // Disc lengths. [Rosenberger & Westneat 1999]
  { animal: 'stingray', speed: [0.9, 3], strouhal: [0.15, 0.4] },
  { animal: 'octopus', speed: [0.3, 1.5] },
  { animal: 'cuttlefish', speed: [0.5, 2], strouhal: [0.15, 0.4] },
  { animal: 'manta', speed: [0.9, 3], strouhal: [0.12, 0.4] },
  { animal: 'starfish', speed: [0.5, 1.5] },
  { animal: 'butterfly', speed: [0.5, 3], strouhal: [0.12, 0.4] },
  { animal: 'comet', speed: [0.5, 3], strouhal: [0.12, 0.4] },
];

it.each(pickSome(swimmers, 3))(
  'a free $animal is as fast as living ones at a power that muscles have, straight',
  ({ animal, speed, strouhal }) => {
    const rows = readRows(describeLiving(animal), 8);
    expect(rows['speed']).toBeGreaterThan(speed[0]);
    expect(rows['speed']).toBeLessThan(speed[1]);
    if (strouhal !== undefined) {
      expect(rows['Strouhal']).toBeGreaterThan(strouhal[0]);
      expect(rows['Strouhal']).toBeLessThan(strouhal[1]);
    }
    // W/kg of body. With the paper's law and water it is 7 to 43.
    expect(rows['power']).toBeLessThan(4);
    expect(Math.abs(swim(describeLiving(animal), 6).turning)).toBeLessThan(0.5);
  },
);

/**
 * Fields that make the mesh finer, with finer and coarser values than the default, and what the speed may differ by. Plates bend to a
 * curvature on any mesh. Linear tetrahedra stiffen against bending where they are long: that is what is left in bodies of flesh.
 */
const meshes: readonly (readonly [animal: string, path: string, sizes: readonly number[], bound: number])[] = [
  ['stingray', 'body.triangles', [380, 1400], 0.05],
  ['soft-lamprey', 'body.sizes.cells', [22, 66, 88], 0.12],
  ['octopus', 'body.sizes.armCells', [16, 22], 0.1],
];

it.each(pickSome(meshes, 3))('a free %s swims alike on other meshes (%s)', (animal, path, sizes, bound) => {
  const usual = swim(describeLiving(animal), 6).speed;
  for (const size of sizes) {
    const { speed } = swim(describeLiving(animal, `${path}=${size}`), 6);
    expect(Math.abs(speed / usual - 1), String(size)).toBeLessThan(bound);
  }
});

it('a stingray is as fast whatever the tolerance', () => {
  const [loose, tight] = [0.03, 0.003].map((tolerance) =>
    swim(describeLiving('stingray', `solver.tolerance=${tolerance}`), 8),
  );
  expect(Math.abs(loose!.speed / tight!.speed - 1)).toBeLessThan(0.03);
  expect(loose!.iterations).toBeLessThan(4.5);
});
