/** Shapes of a body from a table of numbers: each a row of tangent angles from head to tail, resampled to the angles in use. */
import { throwProblem } from '../../engine/model/problem.ts';

/** Angles of a shape, as in `experiments/worm/eigen-shapes.ts`. */
const basisAngles = 48;
const minAngles = 8;

/** Rows or columns of the table, whichever are longer, are the shapes. Throws a ModelError. */
export function createBasis(table: readonly (readonly number[])[]): Float64Array[] {
  const width = table[0]?.length ?? 0;
  const odd = table.findIndex((row) => row.length !== width);
  if (odd >= 0)
    throwProblem('inconsistent', `row ${odd + 1}`, `${table[odd]!.length} numbers`, `The first row has ${width}.`);
  table.forEach((row, i) => {
    const bad = row.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0) throwProblem('inconsistent', `row ${i + 1}, column ${bad + 1}`, 'no number', 'Write finite numbers.');
  });
  const isUpright = table.length > width;
  const rows = isUpright ? Array.from({ length: width }, (_, i) => table.map((row) => row[i]!)) : table;
  const angles = rows[0]?.length ?? 0;
  if (angles < minAngles)
    throwProblem('inconsistent', '', `${table.length} × ${width} numbers`, `A shape has at least ${minAngles} angles.`);
  return rows.map(resample);
}

function resample(row: readonly number[]): Float64Array {
  return Float64Array.from({ length: basisAngles }, (_, k) => {
    const at = (k * (row.length - 1)) / (basisAngles - 1);
    const below = Math.min(row.length - 2, Math.floor(at));
    return row[below]! + (at - below) * (row[below + 1]! - row[below]!);
  });
}
