import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { chooseWindow, computeWindow, createRasterSources, createStrips, hasSides } from './strip-model.ts';

describe('strips', () => {
  it('of the lamprey are speed, joint angles and muscles, with a raster for every class of neurons', () => {
    const { system } = new Simulation(describeAnimal('lamprey'), { seed: 1 });
    const strips = createStrips(system.signals, system.bodyLength);
    expect(strips.map((strip) => strip.unit.label)).toEqual(['mm/s', '°', '']);
    expect(strips.map((strip) => strip.series.length)).toEqual([1, 9, 10]);
    expect(strips[2]!.series.filter((series) => series.sign === -1).map((series) => series.signal)).toEqual(
      Array.from({ length: 5 }, () => 'muscle.right'),
    );
    expect(createRasterSources(system.signals).map((source) => source.title)).toEqual([
      'Motoneurons (MN)',
      'Lateral inhibitory interneurons (LIN)',
      'Contralateral inhibitory interneurons (CIN)',
      'Excitatory interneurons (EIN)',
    ]);
    expect(createRasterSources(system.signals)[0]).toMatchObject({
      colours: 'side',
      bands: [
        { signal: 'MN.left', rows: 100 },
        { signal: 'MN.right', rows: 100 },
      ],
    });
  });

  it('of the worm begin with its curvature, muscles by quadrant, over several undulations', () => {
    const { system } = new Simulation(describeAnimal('worm'), { seed: 1 });
    const [curvature, muscles] = createRasterSources(system.signals);
    expect(curvature).toMatchObject({ colours: 'diverging', bands: [{ signal: 'curvature', first: 0 }] });
    expect(muscles!.bands.map(({ label, first, rows }) => [label, first, rows])).toEqual([
      ['MDL', 0, 24],
      ['MDR', 24, 24],
      ['MVL', 48, 23],
      ['MVR', 71, 24],
    ]);
    expect(chooseWindow(system.dt)).toBe(10);
    expect(chooseWindow(0.005)).toBe(2);
  });

  it('of the centipede show the states of the legs as categories, left above right, and no lines for them', () => {
    const { system } = new Simulation(describeAnimal('centipede'), { seed: 1 });
    const [legs, ...others] = createRasterSources(system.signals);
    expect(legs!.categories.map(({ name }) => name)).toEqual(['SF1', 'SF2', 'SB1', 'SB2', 'STANCE', 'ADJUST']);
    expect(legs!.categories.map(({ title }) => title)).toEqual(['lift', 'swing', 'lower', 'search', 'stand', 'adjust']);
    expect(legs!.bands.map(({ signal }) => signal)).toEqual(['legState.left', 'legState.right']);
    expect(others.map(({ title }) => title)).toEqual(['Swing angle', 'Body bend', 'Brain mode']);
    expect(createStrips(system.signals, system.bodyLength).map(({ title }) => title)).toEqual([
      'Speed',
      'Swing angles',
      'Segments on their feet',
    ]);
  });

  it('show a window that fills up first, then moves with the present', () => {
    expect(computeWindow(10, 10, 2, 0.005)).toEqual({ first: 0, last: 400 });
    expect(computeWindow(1000, 1000, 2, 0.005)).toEqual({ first: 600, last: 1000 });
    // In the past some of what comes after is shown too.
    expect(computeWindow(1000, 5000, 2, 0.005)).toEqual({ first: 700, last: 1100 });
  });
});

describe('the legend of sides', () => {
  it.each([
    ['lamprey', true],
    ['stingray', true],
    ['starfish', false],
    ['octopus', false],
  ])('%s: %s', (animal, sided) => {
    const { system } = new Simulation(describeAnimal(animal), { seed: 1 });
    expect(hasSides({ layout: system.frame, signals: system.signals })).toBe(sided);
  });
});
