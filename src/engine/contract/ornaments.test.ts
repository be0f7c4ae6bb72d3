import { describe, expect, it } from 'vitest';
import {
  createBallRings,
  createBentRings,
  createRingShape,
  fixToSurface,
  packReshaping,
  reshape,
  setCarrierPose,
} from './ornaments.ts';

/** Six times the volume inside triangles; positive when they face outward. */
function computeVolume(positions: Float32Array, triangles: Uint32Array): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [...positions.subarray(3 * triangles[t + k]!, 3 * triangles[t + k]! + 3)]);
    sum +=
      a![0]! * (b![1]! * c![2]! - b![2]! * c![1]!) +
      a![1]! * (b![2]! * c![0]! - b![0]! * c![2]!) +
      a![2]! * (b![0]! * c![1]! - b![1]! * c![0]!);
  }
  return sum;
}

describe('shapes of ornaments', () => {
  it.each([
    ['a ball along x', createBallRings([1, 2, 3], [1, 0, 0], [0.5, 0.4, 0.3], 17)],
    ['a ball that looks up', createBallRings([0, 0, 0], [0, 0, 1], [0.5, 0.4, 0.3], 17)],
    [
      'a bent horn',
      createBentRings([
        [0, 0, 0, 0.2, 0.2],
        [1, 0, 0, 0.2, 0.2],
        [1.5, 1, 0.4, 0.1, 0.1],
      ]),
    ],
  ])('%s is closed and faces outward', (_, rings) => {
    const { positions, triangles } = createRingShape({ rings }, 24);
    const edges = new Map<string, number>();
    for (let t = 0; t < triangles.length; t += 3)
      for (let k = 0; k < 3; k++) {
        const key = `${triangles[t + k]!} ${triangles[t + ((k + 1) % 3)]!}`;
        edges.set(key, (edges.get(key) ?? 0) + 1);
      }
    for (const [key, count] of edges) {
      expect(count).toBe(1);
      expect(edges.has(key.split(' ').reverse().join(' '))).toBe(true);
    }
    expect(computeVolume(positions, triangles)).toBeGreaterThan(0);
  });

  it('a ball has the volume of an ellipsoid', () => {
    const { positions, triangles } = createRingShape(
      { rings: createBallRings([0, 0, 0], [1, 0, 0], [3, 2, 1], 33) },
      48,
    );
    expect(computeVolume(positions, triangles) / 6).toBeCloseTo((4 / 3) * Math.PI * 6, 0);
  });
});

describe('what rides on a surface', () => {
  const rest = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5);
  const spec = { name: 'eye', look: 'eye' as const, rings: createBentRings([[0.2, 0.3, 0.7, 0.1, 0.1]]) };

  it.each([
    ['at rest', (x: number, y: number, z: number) => [x, y, z]],
    ['moved', (x: number, y: number, z: number) => [x + 4, y - 2, z + 1]],
    ['turned by a quarter and moved', (x: number, y: number, z: number) => [3 - y, x, z + 1]],
    ['upside down', (x: number, y: number, z: number) => [x, -y, -z]],
  ])('goes with it: %s', (_, move) => {
    const ornament = fixToSurface(spec, 0, [0, 1, 2], rest);
    const moved = Float32Array.from(
      [0, 1, 2, 3].flatMap((v) => move(rest[3 * v]!, rest[3 * v + 1]!, rest[3 * v + 2]!)),
    );
    const pose = new Float32Array(7);
    setCarrierPose(pose, moved, 0, 1, 2);
    const [px, py, pz, x, y, z, w] = pose as unknown as [number, number, number, number, number, number, number];
    const [u, v, n] = ornament.rings as unknown as [number, number, number];
    const cross = [y * n - z * v + w * u, z * u - x * n + w * v, x * v - y * u + w * n] as const;
    const place = [
      px + u + 2 * (y * cross[2] - z * cross[1]),
      py + v + 2 * (z * cross[0] - x * cross[2]),
      pz + n + 2 * (x * cross[1] - y * cross[0]),
    ];
    move(0.2, 0.3, 0.7).forEach((value, k) => {
      expect(place[k]).toBeCloseTo(value, 5);
    });
  });

  it('is drawn nearer to the middle of its group', () => {
    const positions = Float32Array.of(0, 0, 0, 2, 0, 0, 1, 4, 0);
    reshape(positions, packReshaping([{ anchors: [0, 1], members: [2], shares: [0.5] }]));
    expect([...positions]).toEqual([0, 0, 0, 2, 0, 0, 1, 2, 0]);
  });
});
