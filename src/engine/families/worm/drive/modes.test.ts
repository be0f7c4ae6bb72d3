import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../../animals/registry.ts';
import { getFamily, replaceValue } from '../../descriptions.ts';

describe('natural modes of the worm', () => {
  it('come named, in order of their frequencies, with shapes of unit size, and report their progress', () => {
    const desc = replaceValue(describeAnimal('worm'), 'mesh.resolution', 'coarse');
    const solver = getFamily(desc).solver;
    const system = solver.compile(desc);
    const progress: number[] = [];
    const modes = solver.computeModes!(system, (share) => progress.push(share));
    expect(modes[0]!.kind).toMatch(/^(horizontal|vertical) bending$/u);
    expect(modes.map(({ label }) => label)).toEqual(expect.arrayContaining(['H1', 'V1', 'H2', 'V2', 'T1', 'A1']));
    const frequencies = modes.map(({ frequency }) => frequency);
    expect(frequencies[0]).toBeGreaterThan(0);
    // Pairs of bending modes are turned upright, which may swap two that nearly coincide.
    for (let i = 1; i < modes.length; i++) expect(frequencies[i]).toBeGreaterThan(0.9 * frequencies[i - 1]!);
    for (const { shape } of modes) {
      expect(shape.length).toBe(3 * system.frame.surfaces[0]!.vertexCount);
      let largest = 0;
      for (let v = 0; v < shape.length; v += 3)
        largest = Math.max(largest, Math.hypot(shape[v]!, shape[v + 1]!, shape[v + 2]!));
      expect(largest).toBeCloseTo(1, 5);
    }
    expect(progress[0]).toBe(0);
    expect(progress.at(-1)).toBeLessThanOrEqual(1);
  });
});
