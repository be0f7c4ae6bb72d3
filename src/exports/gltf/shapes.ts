/** Shapes of parts as triangles of size 1 along each axis, around the origin, for glTF; long along x. */
import { cos, sin } from '../../engine/math/portable.ts';
import type { PartSpec } from '../../engine/contract/frame.ts';

export interface GltfShape {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly indices: Uint16Array;
}

const sides = 12;
const rings = 8;

export type GltfShapeName = Exclude<PartSpec['shape'], 'none'> | 'plate';

export function createShape(shape: GltfShapeName): GltfShape {
  if (shape === 'box') return createBox();
  if (shape === 'plate') return createPlate();
  return shape === 'ellipsoid' ? createSphere() : createCylinder();
}

function createBox(): GltfShape {
  const [positions, normals, indices]: [number[], number[], number[]] = [[], [], []];
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [-1, 1]) {
      const first = positions.length / 3;
      for (const [u, v] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ] as const) {
        const point = [0, 0, 0];
        point[axis] = sign / 2;
        point[(axis + 1) % 3] = (sign * u) / 2;
        point[(axis + 2) % 3] = v / 2;
        positions.push(...point);
        normals.push(...[0, 1, 2].map((k) => (k === axis ? sign : 0)));
      }
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  }
  return pack(positions, normals, indices);
}

function createSphere(): GltfShape {
  const [positions, normals]: [number[], number[]] = [[], []];
  for (let ring = 0; ring <= rings; ring++) {
    const polar = (Math.PI * ring) / rings;
    for (let side = 0; side <= sides; side++) {
      const round = (2 * Math.PI * side) / sides;
      const normal = [cos(polar), sin(polar) * cos(round), sin(polar) * sin(round)];
      positions.push(...normal.map((value) => value / 2));
      normals.push(...normal);
    }
  }
  return pack(positions, normals, listGrid(rings, sides));
}

/** A round plate that is longer than its box, so that one laps over the next. */
function createPlate(): GltfShape {
  const { positions, normals, indices } = createSphere();
  const lap = 2.6;
  return {
    positions: positions.map((value, at) => (at % 3 === 0 ? lap * value : 1.12 * value)),
    normals: normals.map((value, at) => {
      const first = at - (at % 3);
      const [x, y, z] = [normals[first]! / lap, normals[first + 1]!, normals[first + 2]!];
      return (at % 3 === 0 ? value / lap : value) / Math.sqrt(x * x + y * y + z * z);
    }),
    indices,
  };
}

function createCylinder(): GltfShape {
  const [positions, normals]: [number[], number[]] = [[], []];
  for (let end = 0; end < 2; end++) {
    for (let side = 0; side <= sides; side++) {
      const round = (2 * Math.PI * side) / sides;
      positions.push(0.5 - end, cos(round) / 2, sin(round) / 2);
      normals.push(0, cos(round), sin(round));
    }
  }
  const indices = listGrid(1, sides);
  for (const sign of [1, -1]) {
    const middle = positions.length / 3;
    positions.push(sign / 2, 0, 0);
    normals.push(sign, 0, 0);
    for (let side = 0; side <= sides; side++) {
      const round = (2 * Math.PI * side) / sides;
      positions.push(sign / 2, (sign * cos(round)) / 2, sin(round) / 2);
      normals.push(sign, 0, 0);
      if (side > 0) indices.push(middle, middle + side, middle + side + 1);
    }
  }
  return pack(positions, normals, indices);
}

/** Triangles between rows of points, the first row toward +x, facing outward. */
function listGrid(rows: number, columns: number): number[] {
  const indices: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const a = row * (columns + 1) + column;
      const b = a + columns + 1;
      indices.push(a, b, b + 1, a, b + 1, a + 1);
    }
  }
  return indices;
}

function pack(positions: number[], normals: number[], indices: number[]): GltfShape {
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    indices: Uint16Array.from(indices),
  };
}
