import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { computeFrameOffsets, type FrameLayout } from '../../engine/contract/frame.ts';
import { getFamily, replaceValue } from '../../engine/families/descriptions.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { createFrameMapping } from './map-frames.ts';

const own = replaceValue(describeAnimal('centipede'), 'body.segments', 4);
const compile = (path: string, value: unknown) => {
  const desc = replaceValue(own, path, value);
  return getFamily(desc).solver.compile(desc).frame;
};

describe('createFrameMapping', () => {
  it('keeps the animal and puts what is not there yet out of sight', () => {
    const simulation = new Simulation(own, { seed: 1 });
    for (let i = 0; i < 5; i++) simulation.step();
    const frame = new Float32Array(simulation.frameLength);
    simulation.writeFrame(frame);
    const bare = simulation.system.frame;
    const rich = compile('scene', {
      ...(own as unknown as { scene: object }).scene,
      foods: [{ x: 0.3, y: 0.1 }],
      obstacles: [{ kind: 'box', x: 0.5, y: 0, length: 0.1, width: 0.1, height: 0.05 }],
    });
    const mapped = createFrameMapping(bare, rich)!(frame);
    const [before, after] = [computeFrameOffsets(bare), computeFrameOffsets(rich)];
    expect(mapped.length).toBe(after.length);
    bare.parts.forEach(({ name }, i) => {
      const j = rich.parts.findIndex((part) => part.name === name);
      expect(mapped.slice(after.parts + 7 * j, after.parts + 7 * j + 7)).toEqual(
        frame.slice(before.parts + 7 * i, before.parts + 7 * i + 7),
      );
    });
    const obstacle = rich.parts.findIndex(({ name }) => name === 'obstacle 1');
    expect([...mapped.slice(after.parts + 7 * obstacle, after.parts + 7 * obstacle + 7)]).toEqual([
      0, 0, -10, 0, 0, 0, 1,
    ]);
    expect([...mapped.slice(after.markers, after.markers + 3)]).toEqual([0, 0, -10]);
    // And back again.
    expect(createFrameMapping(rich, bare)!(mapped)).toEqual(frame);
  });

  it('refuses another body or another ground', () => {
    const bare = getFamily(own).solver.compile(own).frame;
    expect(createFrameMapping(bare, compile('body.segments', 5))).toBeUndefined();
    expect(createFrameMapping(bare, compile('scene.terrain', 'none'))).toBeUndefined();
  });

  it('refuses another mesh as ground', () => {
    const bare = getFamily(own).solver.compile(own).frame;
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
    const on = (place: Float32Array, triangles: number[]) => {
      const ground = { kind: 'mesh', positions: place, triangles: Uint32Array.from(triangles) } as const;
      return { ...bare, ground: ground as FrameLayout['ground'] & object };
    };
    const ground = on(positions, [0, 1, 2]);
    expect(createFrameMapping(ground, on(positions.slice(), [0, 1, 2]))).toBeDefined();
    for (const other of [
      on(positions, [0, 1, 2, 1, 2, 3]),
      on(positions, [0, 2, 1]),
      on(
        positions.map((x) => 2 * x),
        [0, 1, 2],
      ),
    ]) {
      expect(createFrameMapping(ground, other)).toBeUndefined();
      expect(createFrameMapping(other, ground)).toBeUndefined();
    }
  });
});
