// Twin of ../assembly/projective-split.ts, one node of one body at a time, equal in every bit.
import type { MemoryViews } from '../memory/arena.ts';
import { dot, minor, round } from './round.ts';

export function createProjectiveSplitTwin(views: MemoryViews) {
  /** Calls `visit` with the place of every node's first number, and the distance of the next two. */
  const visitRows = (rows: number, lanes: number, visit: (at: number, axis: number) => void): void => {
    const rowNumbers = lanes === 1 ? 4 : 3 * lanes;
    for (let row = 0; row < rows; row += 1)
      for (let lane = 0; lane < lanes; lane += 1) visit(row * rowNumbers + lane, lanes);
  };
  const createDot = (single: boolean) => {
    const numbers = single ? views.f32 : views.f64;
    return (a: number, b: number, axis: number): number =>
      dot(
        numbers[a]!,
        numbers[a + axis]!,
        numbers[a + 2 * axis]!,
        numbers[b]!,
        numbers[b + axis]!,
        numbers[b + 2 * axis]!,
        single,
      );
  };
  const createSplit = (single: boolean) => {
    const numbers = single ? views.f32 : views.f64;
    const bytes = single ? 4 : 8;
    const rowDot = createDot(single);
    return (first: number, second: number, from: number, normals: number, rows: number, lanes: number): void =>
      visitRows(rows, lanes, (at, axis) => {
        const s = rowDot(from / bytes + at, normals / bytes + at, axis);
        for (let k = at; k <= at + 2 * axis; k += axis) {
          const along = round(s * numbers[normals / bytes + k]!, single);
          numbers[first / bytes + k] = along;
          numbers[second / bytes + k] = numbers[from / bytes + k]! - along;
        }
      });
  };
  const createJoin = (single: boolean) => {
    const numbers = single ? views.f32 : views.f64;
    const bytes = single ? 4 : 8;
    const rowDot = createDot(single);
    return (first: number, second: number, normals: number, rows: number, lanes: number): void =>
      visitRows(rows, lanes, (at, axis) => {
        const n = normals / bytes + at;
        const s = round(rowDot(first / bytes + at, n, axis) - rowDot(second / bytes + at, n, axis), single);
        for (let k = 0; k <= 2 * axis; k += axis)
          numbers[first / bytes + at + k] = numbers[second / bytes + at + k]! + round(s * numbers[n + k]!, single);
      });
  };
  const edges = new Float64Array(6);
  const createNormals = (single: boolean) => {
    const numbers = single ? views.f32 : views.f64;
    const bytes = single ? 4 : 8;
    const rowDot = createDot(single);
    return (normals: number, x: number, corners: number, count: number, rows: number, lanes: number): void => {
      const rowNumbers = lanes === 1 ? 4 : 3 * lanes;
      numbers.fill(0, normals / bytes, normals / bytes + rows * rowNumbers);
      for (let t = 0; t < count; t += 1) {
        const corner = (k: number): number => views.i32[corners / 4 + 3 * t + k]! / bytes;
        for (let lane = 0; lane < lanes; lane += 1) {
          for (let k = 0; k < 6; k += 1) {
            const at = x / bytes + (k % 3) * lanes + lane;
            edges[k] = round(numbers[at + corner(k < 3 ? 1 : 2)]! - numbers[at + corner(0)]!, single);
          }
          for (let k = 0; k < 3; k += 1) {
            const [i, j] = [(k + 1) % 3, (k + 2) % 3];
            const n = minor(edges[i]!, edges[3 + j]!, edges[j]!, edges[3 + i]!, single);
            for (let c = 0; c < 3; c += 1) numbers[normals / bytes + corner(c) + k * lanes + lane]! += n;
          }
        }
      }
      visitRows(rows, lanes, (at, axis) => {
        const n = normals / bytes + at;
        const size = round(Math.sqrt(Math.max(rowDot(n, n, axis), round(1e-30, single))), single);
        const unit = round(1 / size, single);
        for (let k = n; k <= n + 2 * axis; k += axis) numbers[k] = numbers[k]! * unit;
      });
    };
  };
  return {
    /** Unit normals of the nodes of plates: `count` triangles with three byte offsets of rows each. */
    projectiveNormalsF32: createNormals(true),
    projectiveNormalsF64: createNormals(false),
    /** first ← n (n·r) and second ← the rest of r, row by row. */
    projectiveSplitF32: createSplit(true),
    projectiveSplitF64: createSplit(false),
    /** first ← its part along n, and that of second across n. */
    projectiveJoinF32: createJoin(true),
    projectiveJoinF64: createJoin(false),
  };
}
