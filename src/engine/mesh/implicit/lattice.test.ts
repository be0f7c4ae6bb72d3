import { describe, expect, it } from 'vitest';
import { computeSixVolume } from '../../math/space/geometry.ts';
import type { SoftPart } from '../soft/soft-part.ts';
import { listFaceNodes, listOuterFaces } from '../tets/surface.ts';
import type { DistanceField } from './implicit.ts';
import { createLatticePart } from './lattice.ts';
import { dropSmallPieces, separatePinches } from './manifold.ts';

const radius = 0.4;
const ball: DistanceField = {
  distance: (x, y, z) => Math.sqrt(x * x + y * y + z * z) - radius,
  bounds: Float64Array.of(-radius, -radius, -radius, radius, radius, radius),
  cost: 1,
};

function computeSix(positions: Float64Array, tets: Int32Array, at: number): number {
  return computeSixVolume(positions, 3 * tets[at]!, 3 * tets[at + 1]!, 3 * tets[at + 2]!, 3 * tets[at + 3]!);
}

function computeVolume({ positions, tets }: SoftPart): number {
  let six = 0;
  for (let at = 0; at < tets.length; at += 4) six += Math.abs(computeSix(positions, tets, at));
  return six / 6;
}

describe('a stuffed ball', () => {
  it.each([false, true])('has the volume of the ball, and its surface on the ball (mirrored: %s)', (mirror) => {
    const part = createLatticePart(ball, 0.1, mirror);
    const { positions, tets } = part;
    expect(computeVolume(part) / ((4 / 3) * Math.PI * radius * radius * radius)).toBeGreaterThan(0.95);
    expect(computeVolume(part) / ((4 / 3) * Math.PI * radius * radius * radius)).toBeLessThan(1);
    // Faces are outward only for positive tets.
    const turned = tets.slice();
    for (let at = 0; at < turned.length; at += 4)
      if (computeSix(positions, turned, at) < 0) [turned[at], turned[at + 1]] = [turned[at + 1]!, turned[at]!];
    for (const node of listFaceNodes(turned, listOuterFaces(turned)))
      expect(
        Math.abs(ball.distance(positions[3 * node]!, positions[3 * node + 1]!, positions[3 * node + 2]!)),
      ).toBeLessThan(1e-3);
  });

  it('is its own mirror image when asked', () => {
    const { positions } = createLatticePart(ball, 0.13, true);
    const keys = new Set<string>();
    for (let at = 0; at < positions.length; at += 3)
      keys.add([positions[at], positions[at + 1], positions[at + 2]].join());
    for (let at = 0; at < positions.length; at += 3)
      expect(keys.has([positions[at], -positions[at + 1]! || 0, positions[at + 2]].join())).toBe(true);
  });
});

const plates = new Int32Array(0);

describe('tetrahedra that hardly touch', () => {
  // Two tets, in a point, in an edge, or in a face.
  const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0, 0, -1, 0, 0, 0, -1];
  const create = (second: readonly number[]): SoftPart => ({
    positions: Float64Array.from(corners),
    tets: Int32Array.from([0, 1, 2, 3, ...second]),
    plates,
  });

  it('in a point only get a node each', () => {
    const part = separatePinches(create([0, 4, 5, 6]));
    expect(part.positions).toHaveLength(corners.length + 3);
    expect(new Set(part.tets).size).toBe(8);
    // The copy is drawn toward its own tet.
    expect(part.positions[corners.length]).toBeLessThan(0);
  });

  it('in an edge only come apart, and no element is lost that shares no more', () => {
    const part = separatePinches(create([0, 1, 5, 6]));
    expect(new Set(part.tets).size).toBe(8);
  });

  it('in a face stay as they are', () => {
    const part = create([0, 1, 2, 6]);
    expect(separatePinches(part)).toBe(part);
  });

  it('and crumbs of less than a share of all go', () => {
    const row = Array.from({ length: 10 }, (_, i) => [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3]);
    // Nine tets that share a node, and one by itself.
    const tets = row.map((tet, i) => (i < 9 ? [0, tet[1]!, tet[2]!, tet[3]!] : tet)).flat();
    const part: SoftPart = { positions: new Float64Array(120), tets: Int32Array.from(tets), plates };
    expect(dropSmallPieces(part, 0.2).tets).toHaveLength(36);
    expect(dropSmallPieces(part, 0.05).tets).toHaveLength(40);
  });
});
