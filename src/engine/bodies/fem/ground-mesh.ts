/** A ground of triangles: the nearest triangle is found through a grid of squares seen from above. */
import type { Terrain } from '../../terrain/terrain.ts';

export interface GroundMesh {
  /** xyz per vertex. */
  readonly vertices: Float64Array;
  /** Three vertices per triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
}

/** Squares per side of the grid at most. */
const mostSquares = 256;

interface Grid {
  readonly left: number;
  readonly front: number;
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
  readonly starts: Int32Array;
  readonly triangles: Int32Array;
}

export function createMeshGround(mesh: GroundMesh): Terrain {
  const grid = createGrid(mesh);
  const normals = createNormals(mesh);
  const foot = new Float64Array(3);
  return {
    sample(out, x, y, z) {
      out[0] = Infinity;
      const column = Math.floor((x - grid.left) / grid.size);
      const row = Math.floor((y - grid.front) / grid.size);
      let nearest = Infinity;
      for (let j = Math.max(0, row - 1); j <= Math.min(grid.rows - 1, row + 1); j++) {
        for (let i = Math.max(0, column - 1); i <= Math.min(grid.columns - 1, column + 1); i++) {
          const square = j * grid.columns + i;
          for (let k = grid.starts[square]!; k < grid.starts[square + 1]!; k++) {
            const triangle = grid.triangles[k]!;
            setNearestPoint(foot, mesh, triangle, x, y, z);
            const [dx, dy, dz] = [x - foot[0]!, y - foot[1]!, z - foot[2]!];
            const squared = dx * dx + dy * dy + dz * dz;
            if (squared >= nearest) continue;
            nearest = squared;
            for (let k = 0; k < 3; k++) out[1 + k] = normals[3 * triangle + k]!;
            out[0] = dx * out[1]! + dy * out[2]! + dz * out[3]!;
          }
        }
      }
    },
  };
}

function createNormals({ vertices, triangles }: GroundMesh): Float64Array {
  const normals = new Float64Array(triangles.length);
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * triangles[at]!, 3 * triangles[at + 1]!, 3 * triangles[at + 2]!];
    const [ux, uy, uz] = [0, 1, 2].map((k) => vertices[b + k]! - vertices[a + k]!) as [number, number, number];
    const [vx, vy, vz] = [0, 1, 2].map((k) => vertices[c + k]! - vertices[a + k]!) as [number, number, number];
    const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.sqrt(n[0]! * n[0]! + n[1]! * n[1]! + n[2]! * n[2]!);
    for (let k = 0; k < 3; k++) normals[at + k] = n[k]! / length;
  }
  return normals;
}

function createGrid({ vertices, triangles }: GroundMesh): Grid {
  const bounds = { left: Infinity, right: -Infinity, front: Infinity, back: -Infinity };
  for (const vertex of triangles) {
    bounds.left = Math.min(bounds.left, vertices[3 * vertex]!);
    bounds.right = Math.max(bounds.right, vertices[3 * vertex]!);
    bounds.front = Math.min(bounds.front, vertices[3 * vertex + 1]!);
    bounds.back = Math.max(bounds.back, vertices[3 * vertex + 1]!);
  }
  const [width, depth] = [bounds.right - bounds.left, bounds.back - bounds.front];
  // About two triangles per square.
  const wished = Math.sqrt((width * depth) / Math.max(1, triangles.length / 6));
  const size = Math.max(wished, width / mostSquares, depth / mostSquares, 1e-12);
  const columns = Math.floor(width / size) + 1;
  const rows = Math.floor(depth / size) + 1;
  const squares: number[][] = Array.from({ length: columns * rows }, () => []);
  for (let triangle = 0; triangle < triangles.length / 3; triangle++) {
    const corners = [0, 1, 2].map((k) => 3 * triangles[3 * triangle + k]!);
    const xs = corners.map((corner) => Math.floor((vertices[corner]! - bounds.left) / size));
    const ys = corners.map((corner) => Math.floor((vertices[corner + 1]! - bounds.front) / size));
    for (let j = Math.min(...ys); j <= Math.max(...ys); j++) {
      for (let i = Math.min(...xs); i <= Math.max(...xs); i++) squares[j * columns + i]!.push(triangle);
    }
  }
  const starts = new Int32Array(squares.length + 1);
  squares.forEach((list, i) => (starts[i + 1] = starts[i]! + list.length));
  return {
    left: bounds.left,
    front: bounds.front,
    size,
    columns,
    rows,
    starts,
    triangles: Int32Array.from(squares.flat()),
  };
}

/** Nearest point of a triangle, by the region of the plane in which the point lies (Ericson 2005, 5.1.5). */
function setNearestPoint(out: Float64Array, mesh: GroundMesh, triangle: number, x: number, y: number, z: number): void {
  const { vertices, triangles } = mesh;
  const [a, b, c] = [3 * triangles[3 * triangle]!, 3 * triangles[3 * triangle + 1]!, 3 * triangles[3 * triangle + 2]!];
  const [abx, aby, abz] = [
    vertices[b]! - vertices[a]!,
    vertices[b + 1]! - vertices[a + 1]!,
    vertices[b + 2]! - vertices[a + 2]!,
  ];
  const [acx, acy, acz] = [
    vertices[c]! - vertices[a]!,
    vertices[c + 1]! - vertices[a + 1]!,
    vertices[c + 2]! - vertices[a + 2]!,
  ];
  const [px, py, pz] = [x - vertices[a]!, y - vertices[a + 1]!, z - vertices[a + 2]!];
  const d1 = abx * px + aby * py + abz * pz;
  const d2 = acx * px + acy * py + acz * pz;
  const [bb, bc, cc] = [
    abx * abx + aby * aby + abz * abz,
    abx * acx + aby * acy + abz * acz,
    acx * acx + acy * acy + acz * acz,
  ];
  const [d3, d4] = [d1 - bb, d2 - bc];
  const [d5, d6] = [d1 - bc, d2 - cc];
  let v = 0;
  let w = 0;
  const va = d3 * d6 - d5 * d4;
  const vb = d5 * d2 - d1 * d6;
  const vc = d1 * d4 - d3 * d2;
  if (d1 <= 0 && d2 <= 0) v = 0;
  else if (d3 >= 0 && d4 <= d3) v = 1;
  else if (d6 >= 0 && d5 <= d6) w = 1;
  else if (vc <= 0 && d1 >= 0 && d3 <= 0) v = d1 / (d1 - d3);
  else if (vb <= 0 && d2 >= 0 && d6 <= 0) w = d2 / (d2 - d6);
  else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    w = (d4 - d3) / (d4 - d3 + d5 - d6);
    v = 1 - w;
  } else {
    v = vb / (va + vb + vc);
    w = vc / (va + vb + vc);
  }
  out[0] = vertices[a]! + v * abx + w * acx;
  out[1] = vertices[a + 1]! + v * aby + w * acy;
  out[2] = vertices[a + 2]! + v * abz + w * acz;
}
