/** Relief from a table of heights, as a brush leaves it: the smooth surface of grey.ts over any range of heights. */
import { throwProblem } from '../../model/problem.ts';
import type { Relief } from './relief.ts';
import { createGreyRelief } from './grey.ts';

export interface HeightField {
  /** Row after row, the first row at the largest y. */
  readonly heights: ArrayLike<number>;
  readonly columns: number;
  /** Extent along x; squares are as deep as wide. The field is centred on the origin and continues level beyond its edge. */
  readonly width: number;
}

export function createFieldRelief({ heights, columns, width }: HeightField, path: string): Relief {
  const rows = heights.length / columns;
  if (!(Number.isInteger(rows) && rows >= 2 && columns >= 2))
    throwProblem(
      'inconsistent',
      path,
      `${heights.length} heights in rows of ${columns}`,
      `Give whole rows of ${columns}, two of them at least.`,
    );
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < heights.length; i++) {
    low = Math.min(low, heights[i]!);
    high = Math.max(high, heights[i]!);
  }
  const range = high - low;
  const greys = Float64Array.from(heights, (height) => (range > 0 ? (height - low) / range : 0));
  const relief = createGreyRelief({ columns, rows, greys, width, height: range }, path);
  return (out) => {
    relief(out);
    out[0]! += low;
  };
}
