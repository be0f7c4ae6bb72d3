/** A body of one's own with the usual settings: it swims, or the import says why not. */
import { describe, expect, it } from 'vitest';
import { applySettings } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { importSoftAnimal, type SoftAnimal } from './soft-animal.ts';

const cells = 12;
const length = 1;
const [width, height] = [0.1, 0.1];

/** A bar of cubes along x, five tetrahedra each, and muscles along it at these places across it. */
function importBar(places: readonly number[]): SoftAnimal {
  const lines: string[] = [];
  for (let i = 0; i <= cells; i++)
    for (let j = 0; j < 4; j++)
      lines.push(`v ${(length * i) / cells} ${((j % 2) - 0.5) * width} ${(Math.floor(j / 2) - 0.5) * height}`);
  for (let i = 0; i < cells; i++) {
    // Every other cube is cut the other way, so that diagonals of neighbours meet.
    const corner = (x: number, y: number, z: number): number => 4 * (i + (x ^ (i % 2))) + y + 2 * z;
    const [a, b, c, d] = [corner(0, 0, 0), corner(1, 1, 0), corner(1, 0, 1), corner(0, 1, 1)];
    const corners = [
      [a, b, c, d],
      [a, b, corner(1, 0, 0), c],
      [a, b, corner(0, 1, 0), d],
      [a, c, corner(0, 0, 1), d],
      [b, c, corner(1, 1, 1), d],
    ];
    for (const tet of corners) lines.push(`t ${tet.join(' ')}`);
  }
  const routes = places.flatMap((y, muscle) =>
    Array.from({ length: 40 }, (_, k) => `${muscle}\t${k}\t${0.02 + (0.96 * k) / 39}\t${y}\t0`),
  );
  const encode = (rows: readonly string[]): Uint8Array => new TextEncoder().encode(`${rows.join('\n')}\n`);
  return importSoftAnimal({
    mesh: [{ name: 'bar.obj', bytes: encode(lines) }],
    ...(routes.length === 0 ? {} : { muscles: { name: 'bar.muscle', bytes: encode(routes) } }),
    scale: 1,
    asCoded: false,
    name: 'bar',
    title: 'Bar',
  });
}

/** Metres that the centre of mass goes in four seconds. */
function swim(desc: AnimalDesc): number {
  const simulation = new Simulation(desc, { seed: 1 });
  const signals = new Float64Array(simulation.signalLength);
  while (simulation.time < 4) simulation.step();
  simulation.writeSignals(signals);
  return Math.hypot(signals[0]! - length / 2, signals[1]!);
}

describe('an imported body with the usual settings', () => {
  it('beats its two muscles in turn, and swims', () => {
    const { desc, notes } = importBar([0.03, -0.03]);
    expect(notes).toEqual([]);
    const way = swim(desc);
    expect(way).toBeGreaterThan(0.15 * length);
    expect(way).toBeGreaterThan(1.4 * swim(applySettings(desc, ['controller.waves[1].phase=0'])));
  });

  it('says why not where no two muscles lie against each other', () => {
    expect(importBar([0.03]).notes).toEqual([expect.stringMatching(/will hardly swim/u)]);
    expect(importBar([]).notes).toEqual([expect.stringMatching(/no muscles/u)]);
  });
});
