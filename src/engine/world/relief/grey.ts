/** Relief from a picture or any table of numbers: a uniform cubic B-spline, smooth to its second derivative, never beyond the greys. */
import { ModelError } from '../../model/problem.ts';
import type { Relief } from './relief.ts';

export interface GreyTable {
  readonly columns: number;
  readonly rows: number;
  /** Row after row, the first row at the largest y as in a picture; 0 black … 1 white. */
  readonly greys: ArrayLike<number>;
  /** Extent along x; squares are as deep as wide. The table is centred on the origin and continues level beyond its edge. */
  readonly width: number;
  /** Height of white over black. */
  readonly height: number;
}

export function createGreyRelief(table: GreyTable, path = 'terrain.greys'): Relief {
  const { columns, rows, width, height } = table;
  check(table, path);
  const heights = Float64Array.from(table.greys, (grey) => grey * height);
  const spacing = width / (columns - 1);
  const weights = new Float64Array(16);
  return (out) => {
    const [x, y] = [out[0]!, out[1]!];
    out.fill(0);
    // Two squares beyond the edge the spline is level.
    const u = Math.max(-2, Math.min(columns + 1, x / spacing + (columns - 1) / 2));
    const v = Math.max(-2, Math.min(rows + 1, (rows - 1) / 2 - y / spacing));
    const i = Math.floor(u);
    const j = Math.floor(v);
    setWeights(weights, 0, u - i);
    setWeights(weights, 8, v - j);
    for (let b = 0; b < 4; b++) {
      const row = columns * Math.max(0, Math.min(rows - 1, j + b - 1));
      let [value, slope] = [0, 0];
      for (let a = 0; a < 4; a++) {
        const own = heights[row + Math.max(0, Math.min(columns - 1, i + a - 1))]!;
        value += weights[a]! * own;
        slope += weights[4 + a]! * own;
      }
      out[0]! += weights[8 + b]! * value;
      out[1]! += (weights[8 + b]! * slope) / spacing;
      out[2]! -= (weights[12 + b]! * value) / spacing;
    }
  };
}

/** Four values of the cubic B-spline, then their four slopes. */
function setWeights(out: Float64Array, at: number, t: number): void {
  const s = 1 - t;
  out[at] = (s * s * s) / 6;
  out[at + 1] = (4 - 6 * t * t + 3 * t * t * t) / 6;
  out[at + 2] = (4 - 6 * s * s + 3 * s * s * s) / 6;
  out[at + 3] = (t * t * t) / 6;
  out[at + 4] = -0.5 * s * s;
  out[at + 5] = -2 * t + 1.5 * t * t;
  out[at + 6] = 2 * s - 1.5 * s * s;
  out[at + 7] = 0.5 * t * t;
}

function check({ columns, rows, greys, width, height }: GreyTable, path: string): void {
  const wrong = (got: string, hint: string): ModelError => new ModelError([{ code: 'inconsistent', path, got, hint }]);
  if (!(Number.isInteger(columns) && Number.isInteger(rows) && columns >= 2 && rows >= 2))
    throw wrong(`${columns} × ${rows} greys`, 'A height field needs at least 2 × 2.');
  if (greys.length !== columns * rows)
    throw wrong(`${greys.length} greys`, `Give ${columns} × ${rows} = ${columns * rows}.`);
  if (!(width > 0 && width < Infinity && Number.isFinite(height)))
    throw wrong(`width ${width}, height ${height}`, 'Give a width over 0 and a finite height.');
  for (let i = 0; i < greys.length; i++) {
    if (greys[i]! >= 0 && greys[i]! <= 1) continue;
    throw wrong(`${greys[i]} in row ${Math.floor(i / columns)}, column ${i % columns}`, 'Greys go from 0 to 1.');
  }
}
