import { describe, expect, it } from 'vitest';
import { prepareClosedMesh } from '../../mesh/triangles/check.ts';
import { createMeshDistance } from './mesh-distance.ts';
import { createObstacleMesh, createObstacleDistance, createScatteredObstacles, type Obstacle } from './obstacles.ts';
import { createEmptyDistance, createPlaneDistance } from './plane.ts';
import { setDistance } from './signed-distance.ts';

const plane = createPlaneDistance({ slope: 0, slopeAcross: 0 });
const out = new Float64Array(4);
const other = new Float64Array(4);
const obstacles: Obstacle[] = [
  { kind: 'box', x: 2, y: 1, heading: 0.5, length: 2, width: 1, top: 1.5 },
  { kind: 'cylinder', x: -2, y: 0, radius: 1, top: 2 },
];
const settings = { seed: 3, cylinders: 12, boxes: 9, side: 60, smallest: 1, largest: 2.5, gap: 2 };

describe('obstacles', () => {
  it('are at the distance of their walls, tops and edges', () => {
    const alone = createObstacleDistance(createEmptyDistance(), obstacles);
    // The same bodies as closed meshes, long enough to have no bottom nearby; the cylinder is one of 32 sides.
    const mesh = createMeshDistance(prepareClosedMesh(createObstacleMesh(obstacles, -50), { path: 'test' }).mesh);
    for (let i = 0; i < 2000; i++) {
      const [x, y, z] = [5 * Math.sin(1.7 * i), 4 * Math.cos(2.3 * i), 2 + 2 * Math.sin(3.1 * i)];
      setDistance(out, alone, x, y, z);
      setDistance(other, mesh, x, y, z);
      expect(Math.abs(out[0]! - other[0]!)).toBeLessThan(0.006);
      expect(out[1]! ** 2 + out[2]! ** 2 + out[3]! ** 2).toBeCloseTo(1, 12);
    }
  });

  it('point out of their walls: the normal is the way in which the distance grows', () => {
    const alone = createObstacleDistance(createEmptyDistance(), obstacles);
    const step = 1e-6;
    let walls = 0;
    for (let i = 0; i < 1000; i++) {
      const at = [5 * Math.sin(1.7 * i), 4 * Math.cos(2.3 * i), 2 + 2 * Math.sin(3.1 * i)];
      setDistance(out, alone, at[0]!, at[1]!, at[2]!);
      const slopes = at.map((_, axis) => {
        const moved = at.map((value, k) => value + (k === axis ? step : 0));
        setDistance(other, alone, moved[0]!, moved[1]!, moved[2]!);
        return (other[0]! - out[0]!) / step;
      });
      // Beside a crease, where another wall becomes the nearest, there is no slope.
      if (Math.abs(Math.hypot(...slopes) - 1) > 1e-4) continue;
      slopes.forEach((slope, axis) => expect(Math.abs(slope - out[axis + 1]!)).toBeLessThan(1e-4));
      if (Math.hypot(out[1]!, out[2]!) > 0.5) walls += 1;
    }
    expect(walls).toBeGreaterThan(300);
  });

  it('join the ground', () => {
    const scene = createObstacleDistance(plane, obstacles);
    setDistance(out, scene, -2, 1.5, 0.25);
    expect(Array.from(out)).toEqual([0.25, 0, 0, 1]);
    setDistance(out, scene, -2, 1.5, 1);
    expect(Array.from(out)).toEqual([0.5, 0, 1, 0]);
    setDistance(out, scene, -2, 0.2, 2.5);
    expect(Array.from(out)).toEqual([0.5, 0, 0, 1]);
    setDistance(out, scene, -2, 0.2, 1.9);
    expect(out[0]).toBeCloseTo(-0.1, 12);
  });

  it('stand where the seed puts them, apart, and never where it must be free', () => {
    const free = [[0, 0, 8]] as const;
    const scattered = createScatteredObstacles({ ...settings, free }, plane);
    expect(createScatteredObstacles({ ...settings, free }, plane)).toEqual(scattered);
    expect(createScatteredObstacles({ ...settings, free, seed: 4 }, plane)).not.toEqual(scattered);
    expect(scattered.filter(({ kind }) => kind === 'cylinder').length).toBe(12);
    expect(scattered.length).toBe(21);
    scattered.forEach((one, i) => {
      const alone = createObstacleDistance(createEmptyDistance(), [one]);
      setDistance(out, alone, 0, 0, 0);
      expect(out[0]).toBeGreaterThanOrEqual(10 - 1e-9);
      for (const two of scattered.slice(i + 1)) {
        setDistance(out, alone, two.x, two.y, 0);
        expect(out[0]).toBeGreaterThan(2 + (two.kind === 'cylinder' ? two.radius : two.length / 2) - 1e-9);
      }
    });
  });

  it('stand on the slope, two half sizes high', () => {
    const slope = createPlaneDistance({ slope: 0.2, slopeAcross: 0.1 });
    const [one] = createScatteredObstacles({ ...settings, cylinders: 1, boxes: 0 }, slope);
    setDistance(out, slope, one!.x, one!.y, one!.top - 2 * (one as { radius: number }).radius);
    expect(out[0]).toBeCloseTo(0, 9);
  });

  it('say when they do not find room', () => {
    expect(() => createScatteredObstacles({ ...settings, side: 8 }, plane)).toThrow(/found room.*fewer/u);
  });
});
