import { expect, it } from 'vitest';
import { createEelBody } from '../../../mesh/swept/bodies.ts';
import { createGridPlateBody } from '../../../../testing/meshes/soft-bodies.ts';
import { createNodeExcitations } from './cord-lines.ts';
import { addSheetOffsets, createSoftSkins, setSheetNormals, type SoftSkin, writeMixedPoints } from './skin.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';

const eel = createEelBody({ length: 1, cells: 6, halfWidth: () => 0.05, halfHeight: () => 0.05 }).body;
const plate = createGridPlateBody(6, 4, (u, v) => [u, v, 0]);

/** Directed edges of a closed surface come in opposite pairs, from place to place: both sides of a sheet end at one rim. */
function isClosed(triangles: Uint32Array, points: Float32Array): boolean {
  const edges = new Set<string>();
  const place = (vertex: number): string => points.subarray(3 * vertex, 3 * vertex + 3).join(',');
  for (let at = 0; at < triangles.length; at++)
    edges.add(`${place(triangles[at]!)} ${place(triangles[at - (at % 3) + ((at + 1) % 3)]!)}`);
  return [...edges].every((edge) => edges.has(edge.split(' ').reverse().join(' ')));
}

function createPoints(skin: SoftSkin, body: SoftBody): Float32Array {
  const points = new Float32Array(3 * skin.vertexCount);
  writeMixedPoints(points, 0, skin.mixtures, body.positions);
  const normals = new Float64Array(body.positions.length);
  setSheetNormals(normals, body.plates, body.positions);
  if (skin.offsets.length > 0) addSheetOffsets(points, 0, skin, normals);
  return points;
}

it.each([
  ['body', eel],
  ['sheet', plate],
] as const)('makes a closed, finer surface of mixtures of nodes: %s', (name, body) => {
  const [skin] = createSoftSkins(body, 0.02);
  expect(skin!.name).toBe(name);
  expect(isClosed(skin!.triangles, createPoints(skin!, body))).toBe(true);
  const { starts, weights } = skin!.mixtures;
  for (let v = 0; v < skin!.vertexCount; v++) {
    let sum = 0;
    for (let k = starts[v]!; k < starts[v + 1]!; k++) sum += weights[k]!;
    expect(sum).toBeCloseTo(1, 12);
  }
});

it('gives a sheet its thickness, and none at the rim', () => {
  const [skin] = createSoftSkins(plate, 0.02);
  const out = createPoints(skin!, plate);
  const heights = Array.from({ length: skin!.vertexCount }, (_, v) => out[3 * v + 2]!);
  expect(Math.max(...heights)).toBeCloseTo(0.01, 6);
  expect(Math.min(...heights)).toBeCloseTo(-0.01, 6);
  expect(heights.filter((height) => height === 0).length).toBe(2 * 2 * 2 * (6 + 4));
});

it('shows no excitation where the decay leaves nothing of it, rather than a non-finite number', () => {
  const cord = {
    ...{ name: 'left', kind: 'fibre' as const, role: 'longitudinal' as const, segments: 2, route: new Float64Array(6) },
    elements: Int32Array.of(0, eel.tets.length / 4 - 1),
    segmentOf: Int32Array.of(0, 1),
    directions: new Float64Array(6),
    stiffness: Float64Array.of(1, 1),
    gains: Float64Array.of(1, 0),
  };
  const { starts, weights } = createNodeExcitations({ ...eel, cords: [cord] });
  const sumOf = (node: number): number => weights.slice(starts[node], starts[node + 1]).reduce((a, b) => a + b, 0);
  expect(sumOf(eel.tets[0]!)).toBe(1);
  expect(sumOf(eel.tets.at(-1)!)).toBe(0);
});
