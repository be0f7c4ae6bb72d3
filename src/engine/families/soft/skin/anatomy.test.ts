import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../../animals/registry.ts';
import type { SurfaceSpec } from '../../../contract/frame.ts';
import { reshape } from '../../../contract/ornaments.ts';
import { Simulation } from '../../../sim/simulation.ts';
import { applySettings } from '../../descriptions.ts';

function run(animal: string, settings: readonly string[], steps: number): Simulation {
  const simulation = new Simulation(applySettings(describeAnimal(animal), settings), { seed: 1 });
  for (let i = 0; i < steps; i++) simulation.step();
  return simulation;
}

describe('anatomy that is only drawn', () => {
  it.each([
    ['octopus', 'body.sizes.armCells=5'],
    ['cuttlefish', 'body.sizes.cells=8'],
    ['ribbon-eel', 'body.sizes.cells=12'],
  ])('changes neither the run nor the frames of the %s', (animal, coarse) => {
    const [drawn, bare] = [run(animal, [coarse], 2), run(animal, [coarse, 'body.anatomy=[]'], 2)];
    expect(bare.hash()).toBe(drawn.hash());
    const [a, b] = [new Float32Array(drawn.frameLength), new Float32Array(bare.frameLength)];
    drawn.writeFrame(a);
    bare.writeFrame(b);
    expect(b).toEqual(a);
    expect(drawn.system.frame.ornaments!.length).toBeGreaterThan(0);
    expect(bare.system.frame.ornaments).toEqual([]);
  });

  it('stands on vertices that there are, with an eye on either side', () => {
    const { surfaces, ornaments, drapes } = run('butterfly', ['body.triangles=200'], 0).system.frame;
    for (const { carrier } of ornaments!) {
      if (!('surface' in carrier)) throw new Error('A soft animal has no parts.');
      const { vertexCount } = surfaces[carrier.surface]!;
      expect(carrier.vertices.every((vertex) => vertex < vertexCount)).toBe(true);
      expect(new Set(carrier.vertices).size).toBe(3);
    }
    expect(ornaments!.map(({ name }) => name)).toEqual(expect.arrayContaining(['left eye', 'right eye']));
    const { starts, vertices, weights, triangles } = drapes![0]!;
    expect(Math.max(...triangles)).toBeLessThan(starts.length - 1);
    // Shares of each vertex sum up to one, so that what is draped moves with the sheet.
    for (let v = 0; v + 1 < starts.length; v++)
      expect(weights.subarray(starts[v], starts[v + 1]).reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 5);
    expect(vertices.every((vertex) => vertex < surfaces[0]!.vertexCount)).toBe(true);
  });

  it('lets a ridge come out of its sheet, never through the other side of it', () => {
    const { surfaces, drapes } = run('butterfly', ['body.triangles=200'], 0).system.frame;
    const { starts, vertices, weights } = drapes![0]!;
    const upper = surfaces[0]!.vertexCount / 2;
    // How deep each corner lies below the upper side, in thicknesses: 1 is the lower side.
    const depths = Array.from({ length: starts.length - 1 }, (_, v) => {
      let sum = 0;
      for (let at = starts[v]!; at < starts[v + 1]!; at++) if (vertices[at]! >= upper) sum += weights[at]!;
      return sum;
    });
    expect(Math.max(...depths)).toBeGreaterThan(0);
    expect(Math.max(...depths)).toBeLessThan(0.5);
    expect(Math.min(...depths)).toBeLessThan(-1);
  });

  it('draws a ridge of the skin itself, farther from its other side, and wings out to a point', () => {
    const [{ restPositions: p, vertexCount, reshaped }] = run('manta', [], 0).system.frame.surfaces as [SurfaceSpec];
    const upper = vertexCount / 2;
    const drawn = p.map((value, i) => (i % 3 === 2 && i >= 3 * upper ? value - 0.015 : value));
    reshape(drawn, reshaped!);
    const thickness = (v: number): number => drawn[3 * v + 2]! - drawn[3 * (v + upper) + 2]!;
    const all = Array.from({ length: upper }, (_, v) => v);
    expect(Math.max(...all.map(thickness))).toBeGreaterThan(0.04);
    const [wide, own] = [drawn, p].map((points) => all.map((v) => points[3 * v + 1]!));
    expect(Math.max(...wide!)).toBeCloseTo(0.78, 1);
    expect(Math.min(...wide!)).toBeCloseTo(-0.78, 1);
    // Nothing else is elsewhere.
    all.forEach((v) => {
      if (Math.abs(own![v]!) < 0.17) expect(wide![v]).toBe(own![v]);
    });
  });

  it('lets a fin begin and end where it is said', () => {
    const { surfaces, drapes } = run('soft-lamprey', [], 0).system.frame;
    const p = surfaces[0]!.restPositions;
    const [back, tail] = drapes!.map(({ starts, vertices, weights }) =>
      Array.from({ length: starts.length - 1 }, (_, v) => v)
        .filter((v) => weights[starts[v]!]! > 1.02)
        .map((v) => p[3 * vertices[starts[v]!]!]!),
    );
    expect(Math.max(...back!)).toBeLessThan(-0.02);
    expect(Math.min(...back!)).toBeGreaterThan(-0.26);
    expect(Math.max(...tail!)).toBeLessThan(Math.min(...back!) + 0.05);
  });

  it('puts suckers on the inner side of every arm', () => {
    const { ornaments } = run('octopus', [], 0).system.frame;
    const suckers = ornaments!.filter(({ look }) => look === 'sucker');
    for (let arm = 1; arm <= 8; arm++)
      expect(suckers.filter(({ name }) => name.startsWith(`arm ${arm} `)).length).toBeGreaterThan(12);
  });
});
