import { describe, expect, it } from 'vitest';
import { createBoxMesh } from './box-mesh.ts';
import { computeMeshQuality } from '../../engine/mesh/tets/quality.ts';

describe('box mesh', () => {
  const mesh = createBoxMesh({ cells: [3, 2, 4], size: [3, 1, 2] });

  it('fills the box with sound tets, section by section', () => {
    expect(computeMeshQuality(mesh).inverted).toBe(0);
    expect(computeMeshQuality(mesh).totalVolume).toBeCloseTo(6, 12);
    expect([mesh.nodeCount, mesh.tetCount]).toEqual([4 * 3 * 5, 6 * 24]);
    for (let i = 0; i < mesh.nodeCount; i++) {
      expect(mesh.positions[3 * i]).toBe(Math.floor(i / mesh.nodesPerSection));
    }
  });

  it('has a closed surface that looks outwards', () => {
    const { positions, surfaceTriangles } = mesh;
    let [area, volume] = [0, 0];
    for (let t = 0; t < surfaceTriangles.length; t += 3) {
      const corners = [0, 1, 2].map((k) =>
        positions.subarray(3 * surfaceTriangles[t + k]!, 3 * surfaceTriangles[t + k]! + 3),
      );
      const [a, b, c] = corners as [Float64Array, Float64Array, Float64Array];
      const cross = [0, 1, 2].map((k) => {
        const [i, j] = [(k + 1) % 3, (k + 2) % 3];
        return (b[i]! - a[i]!) * (c[j]! - a[j]!) - (b[j]! - a[j]!) * (c[i]! - a[i]!);
      });
      area += Math.hypot(...cross) / 2;
      volume += (cross[0]! * a[0]! + cross[1]! * a[1]! + cross[2]! * a[2]!) / 6;
    }
    expect(area).toBeCloseTo(2 * (3 + 6 + 2), 12);
    expect(volume).toBeCloseTo(6, 12);
  });

  it.each([
    [[0, 1, 1], [1, 1, 1], /cells\[0\]/],
    [[1, 1.5, 1], [1, 1, 1], /cells\[1\]/],
    [[1, 1, 1], [1, 1, 0], /size\[2\]/],
    [[1, 1, 1], [Number.NaN, 1, 1], /size\[0\]/],
  ] as const)('refuses cells %s of size %s', (cells, size, path) => {
    expect(() => createBoxMesh({ cells, size })).toThrow(path);
  });
});
