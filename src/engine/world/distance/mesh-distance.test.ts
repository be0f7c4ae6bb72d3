import { describe, expect, it } from 'vitest';
import { createRng, nextFloat } from '../../math/rng.ts';
import { createDistanceGrid } from './distance-grid.ts';
import { createMeshDistance } from './mesh-distance.ts';
import { createSphereMesh } from '../../mesh/triangles/sphere.ts';
import { createBoxMesh, createTorusMesh } from '../../../testing/meshes/triangle-shapes.ts';
import { createSkullMesh } from '../../mesh/triangles/skull.ts';
import { type SignedDistance, setDistance } from './signed-distance.ts';
import { createPlacedMesh, type TriangleMesh } from '../../mesh/triangles/triangle-mesh.ts';

const out = new Float64Array(4);
const other = new Float64Array(4);

function listPoints(seed: number, count: number, half: number): [number, number, number][] {
  const rng = createRng(seed, 'test');
  const draw = (): number => half * (2 * nextFloat(rng) - 1);
  return Array.from({ length: count }, () => [draw(), draw(), draw()]);
}

const sphere = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z) - 1;
const torus = (x: number, y: number, z: number): number => {
  const ring = Math.sqrt(x * x + y * y) - 1;
  return Math.sqrt(ring * ring + z * z) - 0.35;
};
const half = [0.5, 0.6, 0.35] as const;
const box = (x: number, y: number, z: number): number => {
  const [dx, dy, dz] = [Math.abs(x) - half[0], Math.abs(y) - half[1], Math.abs(z) - half[2]];
  const beyond = Math.sqrt(Math.max(dx, 0) ** 2 + Math.max(dy, 0) ** 2 + Math.max(dz, 0) ** 2);
  return beyond + Math.min(0, Math.max(dx, dy, dz));
};
const boxMesh = createBoxMesh(1, 1.2, 0.7);
const sphereMesh = createSphereMesh(1, 4);
const torusMesh = createTorusMesh({ radius: 1, tubeRadius: 0.35, around: 72, across: 40 });

function expectSlopesToBeNormals(
  terrain: SignedDistance,
  points: readonly [number, number, number][],
  digits: number,
): void {
  const h = 1e-6;
  for (const [x, y, z] of points) {
    setDistance(out, terrain, x, y, z);
    const normal = out.slice(1);
    for (let k = 0; k < 3; k++) {
      const shift = [0, 1, 2].map((axis) => (axis === k ? h : 0)) as [number, number, number];
      setDistance(out, terrain, x + shift[0], y + shift[1], z + shift[2]);
      setDistance(other, terrain, x - shift[0], y - shift[1], z - shift[2]);
      expect((out[0]! - other[0]!) / (2 * h)).toBeCloseTo(normal[k]!, digits);
    }
  }
}

describe('exact distance of a mesh', () => {
  it('is that of a box, inside, outside, at faces, edges and corners', () => {
    const terrain = createMeshDistance(boxMesh);
    for (const [x, y, z] of listPoints(1, 2000, 1.2)) {
      setDistance(out, terrain, x, y, z);
      expect(out[0]).toBeCloseTo(box(x, y, z), 12);
    }
    expectSlopesToBeNormals(terrain, listPoints(2, 100, 1.2), 6);
  });

  it('has the right sign a hair away from every edge and corner', () => {
    const terrain = createMeshDistance(boxMesh);
    const hair = 1e-7;
    for (const [x, y, z] of listPoints(3, 3000, 1)) {
      // A direction from an edge or a corner of the box.
      const [cx, cy] = [Math.sign(x) * half[0], Math.sign(y) * half[1]];
      const cz = Math.abs(z) > 0.5 ? Math.sign(z) * half[2] : z * half[2];
      const point = [cx + hair * y, cy + hair * z, cz + hair * x] as const;
      setDistance(out, terrain, ...point);
      expect(out[0]! < 0).toBe(box(...point) < 0);
    }
  });

  it('is the distance to the nearest of all triangles', () => {
    const small = createTorusMesh({ radius: 1, tubeRadius: 0.35, around: 20, across: 12 });
    const terrain = createMeshDistance(small);
    const single = Array.from({ length: small.triangles.length / 3 }, (_, t) =>
      createMeshDistance({ positions: small.positions, triangles: small.triangles.subarray(3 * t, 3 * t + 3) }),
    );
    for (const [x, y, z] of listPoints(4, 40, 1.5)) {
      setDistance(out, terrain, x, y, z);
      const foot = [x - out[0]! * out[1]!, y - out[0]! * out[2]!, z - out[0]! * out[3]!] as const;
      // The foot lies on the mesh, and no face is nearer along its own normal.
      let nearest = Infinity;
      let onMesh = Infinity;
      for (const face of single) {
        setDistance(other, face, x, y, z);
        nearest = Math.min(nearest, Math.abs(other[0]!));
        setDistance(other, face, ...foot);
        onMesh = Math.min(onMesh, Math.abs(other[0]!));
      }
      expect(Math.abs(out[0]!)).toBeLessThanOrEqual(nearest + 1e-12);
      expect(onMesh).toBeLessThan(1e-9);
    }
  });

  it.each([
    ['sphere', sphereMesh, sphere, 1.2e-3],
    ['torus', torusMesh, torus, 3e-3],
  ] as const)('of a %s differs from the round shape by no more than its facets', (_, mesh, shape, facets) => {
    const terrain = createMeshDistance(mesh);
    for (const [x, y, z] of listPoints(5, 1500, 1.6)) {
      setDistance(out, terrain, x, y, z);
      expect(Math.abs(out[0]! - shape(x, y, z))).toBeLessThan(facets);
    }
  });

  it('ends at the border of an open mesh', () => {
    const terrain = createMeshDistance({
      positions: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
      triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
    });
    setDistance(out, terrain, 0.5, 0.5, -0.1);
    expect(Array.from(out)).toEqual([-0.1, 0, 0, 1].map((value) => expect.closeTo(value, 12)));
    setDistance(out, terrain, 1.2, 0.5, -0.1);
    expect(out[0]).toBe(Infinity);
  });
});

describe('baked distance grid', () => {
  const check = (mesh: TriangleMesh, span: number, worst: number, sample = 4000) => {
    const exact = createMeshDistance(mesh);
    const grid = createDistanceGrid(mesh, { cells: 36 });
    let [near, direction, wrongSigns] = [0, 1, 0];
    for (const [x, y, z] of listPoints(6, sample, span)) {
      setDistance(other, exact, x, y, z);
      setDistance(out, grid, x, y, z);
      if (!(Math.abs(out[1]! ** 2 + out[2]! ** 2 + out[3]! ** 2 - 1) < 1e-9))
        throw new Error(`No unit normal: ${out.join(', ')}.`);
      const error = Math.abs(out[0]! - other[0]!) / grid.spacing;
      if (Math.abs(other[0]!) < grid.spacing) {
        near = Math.max(near, error);
        direction = Math.min(direction, out[1]! * other[1]! + out[2]! * other[2]! + out[3]! * other[3]!);
      }
      if (Math.abs(other[0]!) > 0.05 * grid.spacing && out[0]! < 0 !== other[0]! < 0) wrongSigns += 1;
    }
    expect(near).toBeLessThan(worst);
    expect(wrongSigns).toBe(0);
    return { grid, direction };
  };

  it('agrees with the exact distance near a sphere and points along the radius', () => {
    const { grid, direction } = check(sphereMesh, 1.1, 0.03);
    expect(direction).toBeGreaterThan(0.99);
    for (const [x, y, z] of listPoints(7, 500, 1)) {
      const length = Math.sqrt(x * x + y * y + z * z);
      if (length < 0.2) continue;
      setDistance(out, grid, x / length, y / length, z / length);
      expect(Math.abs(out[0]!)).toBeLessThan(2e-3);
      expect((out[1]! * x + out[2]! * y + out[3]! * z) / length).toBeGreaterThan(0.998);
    }
  });

  it('agrees with the exact distance near a torus, its hole included', () => {
    expect(check(torusMesh, 1.4, 0.06).direction).toBeGreaterThan(0.98);
  });

  it('searches the sharp edges of a box exactly', () => {
    const { grid } = check(boxMesh, 0.7, 0.05);
    expect(grid.exactCells).toBeGreaterThan(100);
    for (const [x, y, z] of listPoints(8, 500, 1)) {
      const point = [half[0] + 1e-3 * x, half[1] + 1e-3 * y, half[2] * z] as const;
      setDistance(out, grid, ...point);
      expect(out[0]).toBeCloseTo(box(...point), 12);
    }
  });

  it('continues outside its box', () => {
    const grid = createDistanceGrid(sphereMesh, { cells: 32 });
    for (const [x, y, z] of listPoints(9, 300, 6)) {
      if (sphere(x, y, z) < 1) continue;
      setDistance(out, grid, x, y, z);
      expect(out[0]).toBeGreaterThan(0.98 * sphere(x, y, z));
      expect(out[0]).toBeLessThan(1.02 * sphere(x, y, z) + 0.2);
    }
  });

  it('does not depend on where the mesh stands or how large it is', () => {
    const small = createDistanceGrid(sphereMesh, { cells: 24 });
    const large = createDistanceGrid(createPlacedMesh(sphereMesh, 512, 1024, -2048, 4096), { cells: 24 });
    for (const [x, y, z] of listPoints(10, 1500, 1.1)) {
      // Far away many triangles are equally near: there rounding may choose another one.
      if (Math.abs(sphere(x, y, z)) > 0.15) continue;
      setDistance(out, small, x, y, z);
      setDistance(other, large, 512 * x + 1024, 512 * y - 2048, 512 * z + 4096);
      expect(Math.abs(other[0]! / 512 - out[0]!)).toBeLessThan(1e-5);
    }
  });

  it('knows the inside of a skull of more than 5,000 triangles', () => {
    const mesh = createSkullMesh({ length: 2, cells: 20 });
    expect(mesh.triangles.length / 3).toBeGreaterThan(5000);
    check(mesh, 1, 0.2, 3000);
  });
});
