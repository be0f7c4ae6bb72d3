import { describe, expect, it } from 'vitest';
import { createBoxMesh } from '../../../testing/meshes/box-mesh.ts';
import { countPieces, createSurface } from './surface.ts';

const box = createBoxMesh({ cells: [2, 3, 1], size: [2, 3, 1] });
const none = new Int32Array(0);

describe('the surface of tetrahedra', () => {
  it('is closed, faces outward, and has the area of the body', () => {
    const surface = createSurface(box.tetNodes, 'body');
    const p = box.positions;
    const sums = [0, 0, 0];
    let [area, volume] = [0, 0];
    for (let at = 0; at < surface.length; at += 3) {
      const [a, b, c] = [3 * surface[at]!, 3 * surface[at + 1]!, 3 * surface[at + 2]!];
      const [u, v] = [[0, 1, 2].map((k) => p[b + k]! - p[a + k]!), [0, 1, 2].map((k) => p[c + k]! - p[a + k]!)] as [
        number[],
        number[],
      ];
      const n = [0, 1, 2].map((k) => (u[(k + 1) % 3]! * v[(k + 2) % 3]! - u[(k + 2) % 3]! * v[(k + 1) % 3]!) / 2);
      area += Math.hypot(...n);
      n.forEach((own, k) => {
        sums[k]! += own;
        volume += (own * p[a + k]!) / 3;
      });
    }
    sums.forEach((sum) => expect(sum).toBeCloseTo(0, 12));
    expect(area).toBeCloseTo(2 * (2 * 3 + 3 * 1 + 1 * 2), 12);
    expect(volume).toBeCloseTo(6, 12);
  });

  it('refuses a face of three tetrahedra, and names it', () => {
    expect(() => createSurface(Int32Array.of(0, 1, 2, 3, 0, 2, 1, 4, 0, 1, 2, 5), 'mesh')).toThrow(
      /3 tetrahedra on the face of nodes 0 1 2/,
    );
  });
});

describe('pieces', () => {
  it('hold together by nodes, tetrahedra and plates alike', () => {
    expect(countPieces(4, Int32Array.of(0, 1, 2, 3), none)).toBe(1);
    expect(countPieces(8, Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7), none)).toBe(2);
    expect(countPieces(8, Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7), Int32Array.of(3, 4, 0))).toBe(1);
    expect(countPieces(9, Int32Array.of(0, 1, 2, 3), Int32Array.of(6, 7, 8))).toBe(2);
  });
});
