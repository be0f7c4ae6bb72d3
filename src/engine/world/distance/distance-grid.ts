/**
 * Signed distance of a closed mesh from a grid baked once. Distances at the grid's points near the surface are exact,
 * farther away interpolated from every fourth point. A query blends the eight points around it; its normal is the slope of
 * the blend. Where the blend would be off by more than a tolerance (sharp edges, thin walls) the cell is marked at baking and
 * answered by the exact search. Outside the grid, the answer is the distance to the surface point found from the grid's border.
 */
import { computeBounds } from '../../math/space/geometry.ts';
import type { TriangleMesh } from '../../mesh/triangles/triangle-mesh.ts';
import { createMeshSearch, type MeshSearch } from './mesh-distance.ts';
import type { SignedDistance } from './signed-distance.ts';

export interface GridSettings {
  /** Cells along the longest side; rounded up to a multiple of 4. */
  readonly cells?: number;
  /** How far from the surface the grid is exact, in cells. */
  readonly band?: number;
  /** Greatest error of the blend near the surface, in cells; worse cells are searched exactly. */
  readonly tolerance?: number;
}

export interface DistanceGrid extends SignedDistance {
  /** Side of a cell. */
  readonly spacing: number;
  /** Cells near the surface, and those of them that are searched exactly. */
  readonly nearCells: number;
  readonly exactCells: number;
}

/** Stride of the points whose distance is exact even far from the surface. */
const coarseStride = 4;
/** Cosine of the angle between the blend's normal and the true one at which a cell counts as sharp: 14 degrees. */
const smoothCosine = 0.97;
/** The same for an edge so sharp that it spoils the cells beside it too: 18 degrees. */
const sharpCosine = 0.95;

interface Grid {
  readonly origin: Float64Array;
  readonly spacing: number;
  /** Points along x, y, z. */
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly values: Float32Array;
  /** 1: search exactly. */
  readonly marks: Uint8Array;
}

export function createDistanceGrid(mesh: TriangleMesh, settings: GridSettings = {}): DistanceGrid {
  const { cells = 96, band = 3, tolerance = 0.05 } = settings;
  const distance = createMeshSearch(mesh);
  const grid = createGrid(mesh, cells);
  setFarValues(grid, createCoarseSamples(grid, distance));
  setNearValues(grid, distance, band * grid.spacing);
  const found = setMarks(grid, distance, tolerance);
  return { ...createGridDistance(grid, distance), spacing: grid.spacing, ...found };
}

/** The mesh's box with four cells of air around it. */
function createGrid({ positions }: TriangleMesh, cells: number): Grid {
  const bounds = computeBounds(positions);
  const sides = [0, 1, 2].map((k) => bounds[3 + k]! - bounds[k]!);
  const spacing = Math.max(...sides) / Math.max(coarseStride, cells);
  const counts = sides.map((side) => coarseStride * Math.ceil(side / spacing / coarseStride + 2 - 1e-9) + 1);
  const origin = Float64Array.from(sides, (side, k) => bounds[k]! + 0.5 * side - 0.5 * (counts[k]! - 1) * spacing);
  const [nx, ny, nz] = counts as [number, number, number];
  return { origin, spacing, nx, ny, nz, values: new Float32Array(nx * ny * nz), marks: new Uint8Array(nx * ny * nz) };
}

/** Sets every fourth point and returns distance and normal there, four numbers each. */
function createCoarseSamples(grid: Grid, distance: MeshSearch): Float64Array {
  const { nx, ny, nz } = grid;
  const points = ((nx - 1) / coarseStride + 1) * ((ny - 1) / coarseStride + 1) * ((nz - 1) / coarseStride + 1);
  const samples = new Float64Array(4 * points);
  let [guess, at] = [-1, 0];
  for (let k = 0; k < nz; k += coarseStride) {
    for (let j = 0; j < ny; j += coarseStride) {
      for (let i = 0; i < nx; i += coarseStride) {
        guess = setExact(grid, distance, samples.subarray(at, at + 4), i, j, k, guess);
        at += 4;
      }
    }
  }
  return samples;
}

/** Where a grid point is, or one between them. */
function setPoint(out: Float64Array, { origin, spacing }: Grid, i: number, j: number, k: number): void {
  out[0] = origin[0]! + i * spacing;
  out[1] = origin[1]! + j * spacing;
  out[2] = origin[2]! + k * spacing;
}

/** Sets one point and returns its nearest triangle, from which its neighbour's is soon found. */
function setExact(
  grid: Grid,
  distance: MeshSearch,
  sample: Float64Array,
  i: number,
  j: number,
  k: number,
  guess: number,
): number {
  setPoint(sample, grid, i, j, k);
  distance.measure(sample, guess);
  grid.values[(k * grid.ny + j) * grid.nx + i] = sample[0]!;
  return distance.finder.place[0]!;
}

/**
 * Points between the exact ones: the blend Σ w (d + ½ n·r) of the eight around, r the way from each. Without the normals
 * it would be too large on curved distances and with whole ones as much too small; half cancels both.
 */
function setFarValues(grid: Grid, samples: Float64Array): void {
  const { nx, ny, nz, spacing, values } = grid;
  const [columns, rows] = [(nx - 1) / coarseStride + 1, (ny - 1) / coarseStride + 1];
  const max = [nx, ny, nz].map((count) => (count - 1) / coarseStride - 1) as [number, number, number];
  for (let k = 0; k < nz; k++) {
    const ck = Math.min(max[2], Math.floor(k / coarseStride));
    for (let j = 0; j < ny; j++) {
      const cj = Math.min(max[1], Math.floor(j / coarseStride));
      for (let i = 0; i < nx; i++) {
        const ci = Math.min(max[0], Math.floor(i / coarseStride));
        let value = 0;
        for (let corner = 0; corner < 8; corner++) {
          const [a, b, c] = [ci + (corner & 1), cj + ((corner >> 1) & 1), ck + (corner >> 2)];
          const [ri, rj, rk] = [i - coarseStride * a, j - coarseStride * b, k - coarseStride * c];
          const weight =
            (1 - Math.abs(ri) / coarseStride) * (1 - Math.abs(rj) / coarseStride) * (1 - Math.abs(rk) / coarseStride);
          const at = 4 * ((c * rows + b) * columns + a);
          const rise = samples[at + 1]! * ri + samples[at + 2]! * rj + samples[at + 3]! * rk;
          value += weight * (samples[at]! + 0.5 * spacing * rise);
        }
        values[(k * ny + j) * nx + i] = value;
      }
    }
  }
}

/** A point's distance differs from that of the nearest exact point by at most the way between them. */
function setNearValues(grid: Grid, distance: MeshSearch, band: number): void {
  const { nx, ny, nz, values, spacing } = grid;
  const sample = new Float64Array(4);
  // Points at exactly this distance are common above flat faces: rounding must not decide among them.
  const tie = 1e-6 * spacing;
  const nearest = (i: number): number => coarseStride * Math.floor((i + coarseStride / 2) / coarseStride);
  let guess = -1;
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        const [ci, cj, ck] = [nearest(i), nearest(j), nearest(k)];
        const way = spacing * Math.sqrt((i - ci) * (i - ci) + (j - cj) * (j - cj) + (k - ck) * (k - ck));
        if (way === 0 || Math.abs(values[(ck * ny + cj) * nx + ci]!) > band + way + tie) continue;
        guess = setExact(grid, distance, sample, i, j, k, guess);
      }
    }
  }
}

/** Compares blend and truth in the middle of each cell near the surface. */
function setMarks(grid: Grid, distance: MeshSearch, tolerance: number): { nearCells: number; exactCells: number } {
  const { nx, ny, nz, values, marks, spacing } = grid;
  const blend = new Float64Array(4);
  const exact = new Float64Array(4);
  const sharp: number[] = [];
  let [guess, nearCells] = [-1, 0];
  for (let k = 0; k < nz - 1; k++) {
    for (let j = 0; j < ny - 1; j++) {
      for (let i = 0; i < nx - 1; i++) {
        const at = (k * ny + j) * nx + i;
        if (Math.abs(values[at]!) > 3 * spacing) continue;
        setBlend(blend, grid, at, 0.5, 0.5, 0.5);
        if (Math.abs(blend[0]!) > 1.2 * spacing) continue;
        setPoint(exact, grid, i + 0.5, j + 0.5, k + 0.5);
        distance.measure(exact, guess);
        guess = distance.finder.place[0]!;
        nearCells += 1;
        const agree = blend[1]! * exact[1]! + blend[2]! * exact[2]! + blend[3]! * exact[3]!;
        const length = Math.sqrt(blend[1]! * blend[1]! + blend[2]! * blend[2]! + blend[3]! * blend[3]!);
        if (Math.abs(blend[0]! - exact[0]!) <= tolerance * spacing && agree >= smoothCosine * length) continue;
        marks[at] = 1;
        if (agree < sharpCosine * length) sharp.push(at);
      }
    }
  }
  for (const at of sharp)
    for (let k = -1; k <= 1; k++)
      for (let j = -1; j <= 1; j++) for (let i = -1; i <= 1; i++) marks[at + (k * ny + j) * nx + i] = 1;
  return { nearCells, exactCells: marks.reduce((sum, mark) => sum + mark, 0) };
}

function createGridDistance(grid: Grid, distance: MeshSearch): SignedDistance {
  const { origin, spacing, nx, ny, nz, marks } = grid;
  const [left, front, low] = [origin[0]!, origin[1]!, origin[2]!];
  const [lastX, lastY, lastZ] = [nx - 1, ny - 1, nz - 1];
  const scale = 1 / spacing;
  return {
    measure(out) {
      const [x, y, z] = [out[0]!, out[1]!, out[2]!];
      const u = (x - left) * scale;
      const v = (y - front) * scale;
      const w = (z - low) * scale;
      const cu = u > 0 ? (u < lastX ? u : lastX) : 0;
      const cv = v > 0 ? (v < lastY ? v : lastY) : 0;
      const cw = w > 0 ? (w < lastZ ? w : lastZ) : 0;
      const i = cu < lastX ? Math.floor(cu) : lastX - 1;
      const j = cv < lastY ? Math.floor(cv) : lastY - 1;
      const k = cw < lastZ ? Math.floor(cw) : lastZ - 1;
      const at = (k * ny + j) * nx + i;
      if (marks[at] === 1) {
        distance.measure(out, -1);
        return;
      }
      setBlend(out, grid, at, cu - i, cv - j, cw - k);
      const length = Math.sqrt(out[1]! * out[1]! + out[2]! * out[2]! + out[3]! * out[3]!);
      // In the middle between two walls the blend has no slope.
      if (!(length > 1e-3)) {
        out[0] = x;
        out[1] = y;
        out[2] = z;
        distance.measure(out, -1);
        return;
      }
      out[1]! /= length;
      out[2]! /= length;
      out[3]! /= length;
      if (u !== cu || v !== cv || w !== cw) setBeyond(out, spacing * (u - cu), spacing * (v - cv), spacing * (w - cw));
    },
  };
}

/** Distance, and its slope times some positive number, from the eight points around. */
function setBlend(out: Float64Array, grid: Grid, at: number, u: number, v: number, w: number): void {
  const { values, nx } = grid;
  const plane = nx * grid.ny;
  const a = values[at]!;
  const b = values[at + 1]!;
  const c = values[at + nx]!;
  const d = values[at + nx + 1]!;
  const e = values[at + plane]!;
  const f = values[at + plane + 1]!;
  const g = values[at + plane + nx]!;
  const h = values[at + plane + nx + 1]!;
  const ab = a + u * (b - a);
  const cd = c + u * (d - c);
  const ef = e + u * (f - e);
  const gh = g + u * (h - g);
  const low = ab + v * (cd - ab);
  const high = ef + v * (gh - ef);
  const near = b - a + v * (d - c - b + a);
  const far = f - e + v * (h - g - f + e);
  out[0] = low + w * (high - low);
  out[1] = (near + w * (far - near)) / grid.spacing;
  out[2] = (cd - ab + w * (gh - ef - cd + ab)) / grid.spacing;
  out[3] = (high - low) / grid.spacing;
}

/** From distance and normal at the grid's border to those of a point (x, y, z) farther out: the way from the same foot. */
function setBeyond(out: Float64Array, x: number, y: number, z: number): void {
  const dx = x + out[0]! * out[1]!;
  const dy = y + out[0]! * out[2]!;
  const dz = z + out[0]! * out[3]!;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  out[0] = length;
  out[1] = dx / length;
  out[2] = dy / length;
  out[3] = dz / length;
}
