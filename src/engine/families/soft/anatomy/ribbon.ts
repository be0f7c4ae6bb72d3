/** A fin along the back of a long body, drawn on: it stands on the highest vertices of the skin and leans with them. */
import type { DrapeSpec, Look, SurfaceSpec } from '../../../contract/frame.ts';

/** Columns of the ribbon. */
const columns = 60;
const rows = 3;

/** `height` m above the back, over most of the length; below it too if `below` is over 0, in shares of the height. */
export function createRibbon(
  { restPositions: p, vertexCount }: SurfaceSpec,
  height: number,
  below: number,
  look: Look,
): DrapeSpec {
  const [starts, vertices, weights, triangles]: [number[], number[], number[], number[]] = [[0], [], [], []];
  const xs = Array.from({ length: vertexCount }, (_, v) => p[3 * v]!);
  const [rear, front] = [Math.min(...xs), Math.max(...xs)];
  const span = (front - rear) / columns;
  for (const side of below > 0 ? [1, -1] : [1]) {
    const first = starts.length - 1;
    for (let column = 0; column <= columns; column++) {
      const s = column / columns;
      const { top, bottom } = findColumn(p, vertexCount, front - s * (front - rear), span);
      const tall = p[3 * top + 2]! - p[3 * bottom + 2]! || 1;
      // It rises behind the head and falls toward the tip of the tail.
      const rise = Math.min(1, Math.max(0, (s - 0.1) / 0.12)) * Math.min(1, (1.02 - s) / 0.08);
      const share = ((side > 0 ? 1 : below) * rise * height) / tall;
      const [foot, other] = side > 0 ? [top, bottom] : [bottom, top];
      for (let row = 0; row < rows; row++) {
        const out = (share * row) / (rows - 1) - (row === 0 ? 0.08 : 0);
        vertices.push(foot, other);
        weights.push(1 + out, -out);
        starts.push(vertices.length);
      }
    }
    for (let column = 0; column < columns; column++)
      for (let row = 0; row + 1 < rows; row++) {
        const a = first + rows * column + row;
        triangles.push(a, a + rows, a + rows + 1, a, a + rows + 1, a + 1);
      }
  }
  return {
    name: 'ribbon',
    look,
    surface: 0,
    starts: Uint32Array.from(starts),
    vertices: Uint32Array.from(vertices),
    weights: Float32Array.from(weights),
    triangles: Uint32Array.from(triangles),
  };
}

/** The highest and the lowest vertex near a place along the body. */
function findColumn(p: Float32Array, count: number, x: number, span: number): { top: number; bottom: number } {
  let [top, bottom, high, low] = [0, 0, -Infinity, Infinity];
  for (let v = 0; v < count; v++) {
    const away = Math.abs(p[3 * v]! - x);
    if (away > span) continue;
    // Of equal height the nearer one.
    const z = p[3 * v + 2]! * (1 - 0.05 * (away / span));
    if (z > high) [top, high] = [v, z];
    if (z < low) [bottom, low] = [v, z];
  }
  return { top, bottom };
}
