import { expect, it } from 'vitest';
import { addMotion, createNormals, type GltfScene } from './scene.ts';

/** Which channels a node gets from these places and quaternions. */
function listChannels(...poses: number[][]): { readonly paths: string[]; readonly samples: Float32Array[] } {
  const samples: Float32Array[] = [];
  const addNumbers = (numbers: Float32Array): number => samples.push(numbers) - 1;
  const scene = { nodes: [{}], samplers: [], channels: [], times: 0, writer: { addNumbers } };
  addMotion(scene as unknown as GltfScene, 0, Float32Array.from(poses.flat()), 1e-4);
  const paths = (scene.channels as { target: { path: string } }[]).map(({ target }) => target.path);
  return { paths, samples };
}

const rest = [1, 2, 3, 0, 0, 0, 1];

it('samples of a node what changes, also where it turns by a little around one axis', () => {
  expect(listChannels(rest, rest, rest).paths).toEqual([]);
  expect(listChannels(rest, [1, 2, 3.1, 0, 0, 0, 1]).paths).toEqual(['translation']);
  for (const axis of [0, 1, 2]) {
    const turned = rest.map((value, i) => (i === 3 + axis ? 1e-4 : value));
    expect(listChannels(rest, turned).paths).toEqual(['rotation']);
  }
});

it('keeps the sign of quaternions, which players turn the short way', () => {
  const { paths, samples } = listChannels(rest, [1, 2, 3, 0, 0, -0.6, -0.8]);
  expect(paths).toEqual(['rotation']);
  [0, 0, 0.6, 0.8].forEach((value, k) => expect(samples[0]![4 + k]).toBeCloseTo(value, 6));
});

it('gives normals by the areas of the triangles around a vertex', () => {
  // Two triangles share the edge from 0 to 1: one in the plane z = 0, one twice as large in y = 0.
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2);
  const normals = createNormals(positions, Uint32Array.of(0, 1, 2, 0, 3, 1));
  const length = Math.sqrt(5);
  expect(normals[1]).toBeCloseTo(2 / length, 6);
  expect(normals[2]).toBeCloseTo(1 / length, 6);
  expect([...normals.subarray(6, 9)]).toEqual([0, 0, 1]);
});
