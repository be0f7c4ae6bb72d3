import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { computeWindow, createRasterSources, createStrips } from './strip-model.ts';

describe('strips', () => {
  it('of the lamprey are speed, joint angles and muscles, with a raster for every class of neurons', () => {
    const { system } = new Simulation(describeAnimal('lamprey'), { seed: 1 });
    const strips = createStrips(system.signals, system.bodyLength);
    expect(strips.map((strip) => strip.unit.label)).toEqual(['mm/s', '°', '']);
    expect(strips.map((strip) => strip.series.length)).toEqual([1, 9, 10]);
    expect(strips[2]!.series.filter((series) => series.sign === -1).map((series) => series.signal)).toEqual(
      Array.from({ length: 5 }, () => 'muscle.right'),
    );
    expect(createRasterSources(system.signals).map((source) => source.title)).toEqual(['MN', 'LIN', 'CIN', 'EIN']);
    expect(createRasterSources(system.signals)[0]).toMatchObject({ left: 'MN.left', right: 'MN.right', rows: 100 });
  });

  it('show a window that fills up first, then moves with the present', () => {
    expect(computeWindow(10, 10, 2, 0.005)).toEqual({ first: 0, last: 400 });
    expect(computeWindow(1000, 1000, 2, 0.005)).toEqual({ first: 600, last: 1000 });
    // In the past some of what comes after is shown too.
    expect(computeWindow(1000, 5000, 2, 0.005)).toEqual({ first: 700, last: 1100 });
  });
});
